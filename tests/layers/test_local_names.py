"""Names of loops, parameters, choices and `let`: what a stranger's layer gives them to elsewhere is no concern of theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from .garden import BASE, check, fault, ids, list_holdings, load

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


def test_a_local_name_of_the_base_may_be_that_of_something_in_a_variant(tmp_path: Path) -> None:
    base = BASE.replace(
        "for each player in order { gain income(player) coin }", "for each own in order { own gains income(own) coin }"
    )
    assert base != BASE
    rules = load(tmp_path, base=base, a="constant own = 7\nchange scale bonus = [own]")
    assert list_holdings(rules.new_game(1))["coin"] == 2 + 7


def test_in_its_own_text_the_local_name_is_meant(tmp_path: Path) -> None:
    local = "rule x { after spring() { let own = 5\n for each player in order { gain own coin } } }"
    rules = load(
        tmp_path, a=local, b="constant own = 70\nrule y { after spring() { for each player in order { gain own pear } } }"
    )
    assert (list_holdings(rules.new_game(1))["coin"], list_holdings(rules.new_game(1))["pear"]) == (3 + 5, 71)


def test_a_local_name_may_be_that_of_something_in_its_base(tmp_path: Path) -> None:
    loop = "rule x { after spring() { for each prize in fields { set prize.owner to none } } }"
    assert check(tmp_path, a=loop) == []


def test_a_rule_that_uses_a_local_name_and_what_it_hides_is_warned_of(tmp_path: Path) -> None:
    value = "value worth(n: number) = n\n"
    rule = "rule x { after spring() { for each player in order { let worth = worth(2), gain worth coin } } }"
    (found,) = check(tmp_path, a=value + rule)
    assert (found.code, found.message) == ("W1068", "`worth` is a local name in this rule, which uses the value `worth` too")


def test_a_layer_may_use_a_local_name_of_its_base_in_an_option_that_it_adds(tmp_path: Path) -> None:
    base = BASE.replace(
        "for each player in order {\n    choose", "let luck = season + 4\n  for each player in order {\n    choose"
    )
    option = 'change phase autumn { add option wish "wish" { gain luck coin } }'
    rules = load(tmp_path, base=base, a=option, b="constant luck = 90\nchange constant prize = luck")
    game = rules.new_game(1)
    assert "wish" in ids(game)
    before = list_holdings(game)["coin"]
    game.choose("wish")
    assert list_holdings(game)["coin"] == before + 5 + 90 + 2  # and the next income


def test_a_name_that_is_local_where_an_option_is_added_and_its_layer_gives_to_something_means_two_things(tmp_path: Path) -> None:
    base = BASE.replace(
        "for each player in order {\n    choose", "let luck = season + 4\n  for each player in order {\n    choose"
    )
    found = fault(tmp_path, base=base, a='constant luck = 90\nchange phase autumn { add option wish "wish" { gain luck coin } }')
    assert (found.code, found.message, found.help) == ("E0203", "`luck` means two things here", "call the constant otherwise")
    assert found.lines[1:] == ("let luck = season + 4", "constant luck = 90")
