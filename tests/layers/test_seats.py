"""What variants do to seats that rules play."""

from __future__ import annotations

from pathlib import Path

import caylus
import pytest

from .garden import BASE, Variant, check, load

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


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("change seat king { takes rest }", "The King: rest"),
        ('change seat king "The Prince"', "The Prince: take meadow"),
        ("change seat king { takes take(field) where field is none }", "The King: take meadow"),
        ("replace seat king { takes rest }", "king: rest"),
        ('change seat king see "House rule" { takes take }', "The King: take orchard"),
    ],
)
def test_what_a_variant_takes_comes_before_what_was_taken(tmp_path: Path, change: str, told: str) -> None:
    assert first(load(tmp_path, base=SEATED, a=change)) == told


def test_a_seat_that_is_removed_is_for_people_again(tmp_path: Path) -> None:
    assert load(tmp_path, base=SEATED, a="remove seat king").new_game(2).players == ("Ann", "Ben")


@pytest.mark.parametrize(
    ("variants", "codes"),
    [
        ({"a": "change seat king { takes rest }", "b": "change seat king { takes take }"}, ["E0506"]),
        ({"a": "change seat king { takes rest }", "b": Variant("change seat king { takes take }", {"after": ["a"]})}, []),
        ({"a": 'change seat king "The Prince"', "b": "change seat king { takes take }"}, []),
        ({"a": 'seal king "he stays"', "b": Variant("remove seat king", {"after": ["a"]})}, ["E0508"]),
        ({"a": "change seat kin { takes rest }"}, ["E0501"]),
        ({"a": "change seat meadow { takes rest }"}, ["E0507"]),
    ],
)
def test_two_variants_of_a_seat_are_told_apart(tmp_path: Path, variants: dict[str, str | Variant], codes: list[str]) -> None:
    assert [found.code for found in check(tmp_path, base=SEATED, **variants)] == codes
