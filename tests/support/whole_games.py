"""Whole games played by numbers that Hypothesis picks, and what has to hold at every step of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence

import caylus
import pytest

Check = Callable[["caylus.Game"], None]

EVERY = 5
"""At which choices games are saved and taken back, which takes as long as many choices."""
EVENTS_EVERY = 20
"""At which choices a whole log is read, which takes the longer the more there is in it."""


def play(rules: caylus.Ruleset, players: int, seed: int, picks: Sequence[int], check: Check) -> caylus.Game:
    """Plays a game to its end; each pick, taken in turn and over again, chooses among the options by its remainder."""
    game = rules.new_game(players, seed)
    numbers = _endless(picks)
    for _ in range(5000):
        check(game)
        if game.decision is None:
            return game
        game.play(next(numbers) % len(game.moves))
    pytest.fail("the game does not end")


def _endless(picks: Sequence[int]) -> Iterator[int]:
    """The picks, then numbers that go on from them, so that every list of picks is a whole game."""
    state = 1
    for pick in picks:
        state = (state * 31 + pick + 1) % 1_000_003
        yield pick
    while True:
        state = (state * 48271) % 2_147_483_647
        yield state


def now_and_then(*checks: Check) -> Check:
    """The checks at one of `EVERY` choices, and at the end."""

    def check(game: caylus.Game) -> None:
        for part in checks if game.over or len(game.chosen) % EVERY == 0 else ():
            part(game)

    return check


def options_are_complete(game: caylus.Game) -> None:
    """A decision has at least two options, all different, and each of them is legal by why_not."""
    decision = game.decision
    if decision is None:
        return
    ids = [option.id for option in decision.options]
    assert len(ids) >= 2
    assert len(set(ids)) == len(ids), ids


def saving_keeps_everything(game: caylus.Game) -> None:
    """Save -> JSON text -> resume, and copy, give an equal game with equal options."""
    ids = [o.id for o in game.decision.options] if game.decision else []
    for twin in (caylus.resume(json.loads(json.dumps(game.save()))), game.copy()):
        assert twin == game
        assert ([o.id for o in twin.decision.options] if twin.decision else []) == ids
        assert twin.digest() == game.digest()


def illegal_choices_change_nothing(game: caylus.Game) -> None:
    before = game.save()
    with pytest.raises(caylus.IllegalChoice):
        game.choose("no such option")
    assert game.save() == before


def undo_restores(game: caylus.Game) -> None:
    """Taking an option and taking it back leaves the game as it was."""
    if game.decision is None:
        return
    before = game.save()
    game.play(0)
    game.undo()
    assert game.save() == before
    if len(game.chosen) % EVENTS_EVERY == 0:
        events = game.events_for(None)
        game.play(0)
        game.undo()
        assert game.events_for(None) == events


def nothing_is_negative(game: caylus.Game) -> None:
    view = game.view()
    for player in view["players"]:
        for name, amount in player["resources"].items():
            assert amount >= 0, (player["name"], name, amount)
        _numbers_are_not_negative(player["state"])
    _numbers_are_not_negative(view["objects"])
    _numbers_are_not_negative(view["table"])


def _numbers_are_not_negative(value: object) -> None:
    if isinstance(value, dict):
        for item in value.values():
            _numbers_are_not_negative(item)
    elif isinstance(value, int):
        assert value >= 0
