"""One formula in the place of another, wherever it stands in an action, a value, a condition, a rule or the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from .garden import BASE, Found, check, fault, list_holdings, load

WIDE = BASE.replace("  repeat at most 2 times {", "  repeat until season is 2 at most 2 times {").replace(
    "      option rest {",
    """      option dig(depth in -3 to 3 where depth is not 0) "dig {depth}" {
        require player.coin + depth + 1 > 0
        pay abs(depth) coin
        gain 2 * abs(depth) point
      }
      option rest {""",
)
"""The garden, with more that could be otherwise."""


@pytest.mark.slow
def test_a_part_of_an_object_changes_by_a_formula(tmp_path: Path) -> None:
    base = WIDE.replace(
        'field meadow "Meadow" { cost 2 coin }',
        """field meadow "Meadow" {
      cost 2 coin
      harvest { gain 2 apple, may choose "Sell" { option sell { pay 1 apple, gain 2 coin } } }
      income(player) is more by 2 where season is 1
    }""",
    )
    text = "change field meadow { cost { 2 becomes 1 }, worth 7, harvest { 2 coin becomes 9 coin }, income { 2 becomes 20, 1 becomes 2 } }"
    game = load(tmp_path, base=base, a=text).new_game(1)
    assert list_holdings(game)["coin"] == 3
    game.choose("take meadow")
    game.choose("sell")
    held = list_holdings(game)
    assert (held["apple"], held["point"], held["coin"]) == (1, 7, 3 - 1 + 9)
    found = fault(tmp_path / "again", base=base, a="change field meadow { harvest { 7 becomes 8 } }")
    assert (found.code, found.message) == ("E0522", "`7` does not stand in the `harvest` of `meadow`")


# ---- what is wrong


@pytest.mark.nightly
@pytest.mark.parametrize(
    "new", ["shuffled order", "order from player", "random order", "1 to 3", "sort x in order by most x.coin", "nothing"]
)
def test_whatever_comes_to_stand_anywhere_is_looked_at(tmp_path: Path, new: str) -> None:
    for number, old in enumerate(("order", "season", "player.coin", "2 coin", "2", "player", "field", "orchard")):
        for what in ("phase autumn", "game", "value income", "rule frost", "table reward"):
            text = f"change {what} {{ {old} becomes {new} }}"
            assert all(isinstance(each, Found) for each in check(tmp_path / f"{number}{what}", base=WIDE, a=text))


@pytest.mark.slow
def test_many_long_formulas_in_many_places_are_too_many(tmp_path: Path) -> None:
    many = " + ".join(["(" + " + ".join(["prize"] * 20) + ")"] * 10)
    base = BASE.replace("= prize + bonus[season]", f"= {many} + bonus[season]")
    long = " + ".join(["(" + " + ".join(["season"] * 100) + ")"] * 10)
    assert [each.code for each in check(tmp_path, base=base, a=f"change value income {{ prize becomes {long} }}")] == ["E0520"]
