"""What can be wrong between layers: each fault has a code of its own and shows every place that has a part in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from caylus.layers import merge

from .garden import BASE, Variant, check, fault

SEALED = BASE + 'seal score "points decide"\nseal reward "it is what it is"\n'


def test_what_has_no_likeness_to_anything_gets_no_guess(tmp_path: Path) -> None:
    found = fault(tmp_path, a="change constant zygote = 3")
    assert (found.code, found.lines, found.help) == ("E0501", ("change constant zygote = 3",), "")


def test_a_plural_may_take_a_name_that_was_removed(tmp_path: Path) -> None:
    low = Variant("kind zone plural frost { width number }\nzone polar { width 1 }", {"requires": ["a"]})
    high = Variant("remove rule frost", {"requires": ["b"]})
    found = check(tmp_path, a="remove rule frost", b=low, c=high)
    assert "E0501" in [f.code for f in found]


@pytest.mark.slow
def test_an_option_is_not_added_where_it_is_not_clear_to_what(tmp_path: Path) -> None:
    assert fault(tmp_path, a="change phase spring { add option rest { } }").message == "`spring` makes no decision"
    base = BASE.replace("sequence year", "action ask(player) { may gain 1 coin, may gain 1 pear }\nsequence year").replace(
        "gain income(player) coin", "do ask(player)"
    )
    (tmp_path / "two").mkdir()
    found = check(tmp_path / "two", base=base, a="change action ask { add option rest { } }")
    assert "makes 2 decisions" in found[-1].message


@pytest.mark.parametrize(
    "text",
    [
        "replace value score(player) = 1",
        "rule x { score(player) is more by 1 }",
        "remove table reward",
        "change table reward { orchard | nothing | nothing }",
        "rule x { instead of reward(player, field, column) { } }",
    ],
)
def test_what_is_sealed_is_neither_changed_nor_bent(tmp_path: Path, text: str) -> None:
    found = next(f for f in check(tmp_path, base=SEALED, a=text) if f.code == "E0508")
    assert (found.lines[0], found.lines[1].split()[0]) == (text, "seal")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("change constant prize = 3", "change constant prize = 4"),
        ("replace field orchard { }", "change field orchard { worth 3 }"),
        ("change phase autumn { remove option sell }", "change phase autumn { replace option sell { gain 1 coin } }"),
    ],
)
def test_a_layer_says_a_thing_once(tmp_path: Path, one: str, other: str) -> None:
    found = check(tmp_path, a=f"{one}\n{other}")[0]
    assert found.code in ("E0509", "E0505")
    assert found.lines[0] == other


def test_a_layer_of_more_edits_than_anybody_writes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merge, "MOST_EDITS", 2)
    text = "change constant prize = 3\nchange scale bonus = [3]\nchange field orchard { worth 3 }\nremove rule frost"
    found = fault(tmp_path, a=text)
    assert (found.code, found.lines) == ("E0520", ("change field orchard { worth 3 }",))
    assert check(tmp_path / "fewer", a="\n".join(text.splitlines()[:2])) == []
