"""Measure copies, undo, saves and resumes of one game, always in the middle of a game of four. Always in the middle of a game of
four.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from random import Random

import caylus

from .measure import Measure, Sample, micros

_SECTION = "one game"
_MIDDLE = 100
_UNDONE = 20


def measures(rules: caylus.Ruleset) -> Iterator[Measure]:
    yield Measure(_SECTION, f"{rules.name}, copy", "µs", micros(_middle(rules).copy, 2000))
    told = _middle(rules)
    text = json.dumps(told.save())
    yield Measure(_SECTION, f"{rules.name}, undo", "µs", _undo(told))
    yield Measure(_SECTION, f"{rules.name}, save", "µs", micros(lambda: json.dumps(told.save()), 20))
    yield Measure(_SECTION, f"{rules.name}, resume", "µs", micros(lambda: caylus.resume(json.loads(text)), 5))


def _middle(rules: caylus.Ruleset) -> caylus.Game:
    """A game after a hundred random moves."""
    game = rules.new_game(4, seed=1)
    draw = Random(1).random
    for _ in range(_MIDDLE):
        game.play(int(draw() * len(game.moves)))
    return game


def _undo(game: caylus.Game) -> Sample:
    """Return how long it takes to take back one move of several."""

    def sample(run: int) -> float:
        draw = Random(run).random
        for _ in range(_UNDONE):
            game.play(int(draw() * len(game.moves)))
        begun = time.process_time()
        for _ in range(_UNDONE):
            game.undo()
        return (time.process_time() - begun) / _UNDONE * 1e6

    return sample
