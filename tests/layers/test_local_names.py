"""Names of loops, parameters, choices and `let`: what a stranger's layer gives them to elsewhere is no concern of theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from .garden import check

GLOBALS = [
    "resource own",
    "constant own = 3",
    "scale own = [1, 2]",
    "state own number",
    "list own of field",
    "group own = apple, pear",
    'field own "Own" { cost 3 coin }\nchange table reward { own | nothing | nothing }',
    "value own(player) = 1",
    "value own(player) = income(player)",
    "condition own(player) { require player.coin > 0 }",
    "action own(player) { gain 1 coin }",
    "rule own { score(player) is more by 1 }",
]
LOCALS = [
    "rule x { after spring() { for each own in fields { set own.owner to none } } }",
    "rule x { after spring() { let own = season + 1\n if own > 1 { clear order } } }",
    "rule x { after tend(own, field) { own gains 1 coin } }",
    "rule x { after player gains apple as own where own.apple > 1 { gain own.apple coin } }",
    "rule x { income(own) is more by own.coin }",
    "value wide(own: number) = own * 2\nrule x { income(player) is more by wide(player.coin) }",
    "value crowd() = sum of income(own) for own in players\nrule x { score(player) is more by crowd() }",
    "value first_free() = first own in fields where own.owner is none\nrule x { after autumn() { set first_free().owner to none } }",
    'change phase autumn { add option plant(own in fields) "plant {own}" { set own.owner to player } }',
]


def drop_idle_warnings(found: list) -> list:  # type: ignore[type-arg]
    """What is wrong, without what is doubtful about a definition that nobody uses."""
    return [each for each in found if not each.code.startswith("W")]


@pytest.mark.slow
@pytest.mark.parametrize("first", range(len(GLOBALS)))
def test_a_local_name_of_one_layer_may_be_that_of_something_in_another(tmp_path: Path, first: int) -> None:
    elsewhere = GLOBALS[first]
    for number, here in enumerate(LOCALS[first % 4 :: 4]):
        assert drop_idle_warnings(check(tmp_path / f"{number}a", a=elsewhere, b=here)) == []
        assert drop_idle_warnings(check(tmp_path / f"{number}b", b=elsewhere, a=here)) == []
