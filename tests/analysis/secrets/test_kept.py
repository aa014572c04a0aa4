"""Rules that keep what is hidden, or tell it on purpose, are let through."""

from __future__ import annotations

import pytest

from .world import LINES, check_rules


def test_when_nobody_decides_anything_any_more_everything_may_be_told() -> None:
    game = """
        game "World" for 2 to 4 players {
          repeat until round is 3 at most 9 times { raise round by 1, do turn() }
          do settle()
        }
        action turn() { for each player in players { may gain 1 gem } }
        action settle() { for each player in players where player.gem > 2 { gain 2 coin, say "{player} had {player.gem}" } }"""
    assert [fault.code for fault in check_rules(game, LINES[1:]) if fault.is_error] == []
    early = game.replace("do turn() }", "do turn(), do settle() }")
    assert {fault.code for fault in check_rules(early, LINES[1:]) if fault.is_error} == {"E1001"}


@pytest.mark.parametrize(
    ("rules", "codes"),
    [
        ("reveal player.note, raise round by player.note", ["W1012"]),
        ("reveal player.bid, raise round by player.bid", []),
        ("reveal shelf[1].card, raise round by 1", ["W1012"]),
        ("reveal vault[1].card, raise round by 1", []),
        ("gain (reveal player.note + 1) coin", ["W1012"]),
        ("gain (reveal player.gem + 1) coin", []),
        ('choose "Bid" { option low { set player.bid to 1 }, option out { gain 1 coin } }', ["E1001"]),
        ('choose "Bid" { option more { raise player.bid by 1 }, option out { gain 1 coin } }', ["W1013"]),
        ('choose "Bid" { option again { set player.bid to player.bid }, option out { gain 1 coin } }', ["W1013"]),
        ('choose "Bid" { option low { set player.bid to 1 }, option high { set player.bid to 2 } }', []),
        ('choose "Bid" { option bid(n in 1 to 2) { set player.bid to n }, option out { gain 1 coin } }', []),
        ('choose "Bid" { option out { }, option in_ { gain 1 coin } }', []),
    ],
)
def test_what_is_revealed_needlessly_or_told_by_a_name_is_warned_of(rules: str, codes: list[str]) -> None:
    found = check_rules(f"rule extra {{ after begin() {{ for each player in players {{ {rules} }} }} }}")
    assert [fault.code for fault in found if fault.is_error or fault.code in ("W1012", "W1013")] == codes
