"""A layer puts another attachment in the place of one of a rule or an object, or takes one away."""

from __future__ import annotations

from pathlib import Path

import pytest

from .garden import BASE, fault, ids, list_holdings, load

THORNY = BASE.replace(
    'field meadow "Meadow" { cost 2 coin }',
    """field meadow "Meadow" {
  cost 2 coin
  instead of tend(player, this) { gain 5 seed }
  after spring() { for each player in order { gain 1 apple } }
  income(player) is more by 3
}""",
)


def holdings(folder: Path, change: str) -> dict[str, int]:
    """What one player has at the first choice."""
    return list_holdings(load(folder, base=THORNY, a=change).new_game(1))


@pytest.mark.parametrize(
    ("change", "apples", "coins"),
    [
        ("remove after spring", 0, 6),
        ("replace after spring() { for each player in order { gain 3 apple } }", 3, 6),
        ("remove income", 1, 3),
        ("replace income(player) is more by 1", 1, 4),
    ],
)
def test_an_attachment_of_an_object_is_replaced_or_removed(tmp_path: Path, change: str, apples: int, coins: int) -> None:
    found = holdings(tmp_path, f"change field meadow {{ {change} }}")
    assert (found.get("apple", 0), found["coin"]) == (apples, coins)


def test_an_attachment_of_a_rule_is_replaced_or_removed(tmp_path: Path) -> None:
    rules = load(tmp_path, a="change rule frost { replace after autumn() { for each player in order { lose 1 seed } } }")
    game = rules.new_game(1)
    game.choose("rest")
    assert (list_holdings(game)["pear"], "take orchard" in ids(game)) == (1, True)


def test_what_is_not_attached_is_reported(tmp_path: Path) -> None:
    found = fault(tmp_path, base=THORNY, a="change field meadow { remove after autumn }")
    assert (found.code, found.message, found.help) == (
        "E0519",
        "`meadow` attaches no such thing to `autumn`",
        "it has `spring`",
    )


def test_two_layers_that_replace_one_attachment_need_an_order(tmp_path: Path) -> None:
    text = "change rule frost {{ replace after autumn() {{ for each player in order {{ lose {} seed }} }} }}"
    assert fault(tmp_path, a=text.format(1), b=text.format(2)).code == "E0506"
