"""A layer changes the words of a question, of an option, of a refusal, by themselves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from caylus.formatter import format_text

from .garden import BASE, check, check_again, write_layer

PRICED = BASE.replace('"Take a field"', '"Take a field, for 1 coin or 2"')
WORDS = """\
change phase autumn {
  "Take a field, for 1 coin or 2" becomes
    "Take a field, for {2 * prize} coins and more"
  field.cost becomes 2 * field.cost
}
change condition free { "it has an owner" becomes "{field.owner} has it" }
"""


def test_a_text_may_begin_a_line_and_is_laid_out_as_any_change(tmp_path: Path) -> None:
    assert format_text('change phase autumn {\n  "a" becomes "b",\n  "c"   becomes "d"\n}\n', "x.rules") == (
        'change phase autumn {\n  "a" becomes "b"\n  "c" becomes "d"\n}\n'
    )


@pytest.mark.parametrize(
    ("rules", "is_warned"),
    [
        ("change phase autumn { field.cost becomes 2 * field.cost }", True),
        (WORDS, False),
        ('change phase autumn { "Take a field" becomes "Take one" }', False),
        ("change phase autumn { 1 fruit becomes 2 fruit }", True),
    ],
)
def test_a_question_with_a_number_by_hand_is_warned_of_where_a_layer_changes_what_it_asks(
    tmp_path: Path, rules: str, is_warned: bool
) -> None:
    found = [each.message for each in check(tmp_path, base=PRICED, a=rules) if each.code == "W1023"]
    assert found == (["a question of `autumn` may no longer fit"] if is_warned else [])


def test_a_number_of_a_question_that_an_option_has_is_warned_of(tmp_path: Path) -> None:
    by_hand = BASE.replace('"Sell"', '"Sell one for 2 coins"').replace(
        "pay 1 fruit, gain 2 coin }", "pay 1 fruit, gain 2 coin }\n          option give { pay 1 seed, gain 1 coin }"
    )
    (found,) = check(tmp_path, base=by_hand)
    assert (found.code, found.message) == ("W1023", "the 2 of this question is not taken from the rules")
    named = by_hand.replace("for 2 coins", "for {price} coins").replace("gain 2 coin", "gain price coin")
    assert check(tmp_path / "named", base=f"constant price = 2\n{named}") == []


def test_a_short_title_with_a_number_that_a_layer_changes_is_warned_of(tmp_path: Path) -> None:
    """The base says so by its manifest; a layer that gives another short title is not warned."""
    write_layer(tmp_path / "garden", {"seats": ["Ann", "Ben", "Cem"], "short": {"tend": "gain 2"}}, SHORT)
    write_layer(tmp_path / "more", OF_GARDEN, "change constant prize = 3\n")
    write_layer(tmp_path / "told", {**OF_GARDEN, "short": {"tend": "gain 3"}}, "change constant prize = 3\n")
    assert [each.message for each in check_again(tmp_path, ["more"])] == ["the short title of `tend` may no longer fit"]
    assert check_again(tmp_path, ["told"]) == []


def test_a_short_title_with_a_number_that_its_rule_does_not_have_is_warned_of(tmp_path: Path) -> None:
    write_layer(tmp_path / "garden", {"seats": ["Ann", "Ben", "Cem"], "short": {"tend": "gain 5"}}, SHORT)
    found = [each.message for each in check_again(tmp_path, []) if each.code == "W1023"]
    assert found == ["the short title of `tend` says 5, and its rule does not"]


OF_GARDEN = {"extends": {"name": "garden", "version": "1"}}
SHORT = re.sub(r"  worth .*\n", "", BASE).replace("gain field.worth point", "gain prize point")
