"""What variants do to seats that rules play."""

from __future__ import annotations

from pathlib import Path

import caylus

from .garden import BASE, load

SEATED = (
    BASE.replace("for 1 to 3 players", "for 2 to 3 players")
    + 'seat king "The King" { takes take(field) where field is meadow }\n'
)


def first(rules: caylus.Ruleset) -> str:
    """What the seat does first."""
    game = rules.new_game(2)
    game.choose("rest")
    events = (event for event in game.events if event.kind == "choice" and event.player == game.players[-1])
    chosen = next(events)
    return f"{chosen.text.partition(':')[0]}: {chosen.data['option']}"


def test_a_variant_gives_a_game_a_seat_that_rules_play(tmp_path: Path) -> None:
    rules = load(tmp_path, a='seat queen "The Queen" { takes rest }\nchange game for 2 to 3 players')
    assert (first(rules), rules.automata) == ("The Queen: rest", {"queen": "The Queen"})


def test_a_seat_that_is_removed_is_for_people_again(tmp_path: Path) -> None:
    assert load(tmp_path, base=SEATED, a="remove seat king").new_game(2).players == ("Ann", "Ben")
