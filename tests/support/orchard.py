"""A small game with everything in flight at once, for tests of what is kept, copied, drawn and told.

Chance, hidden amounts, a supply, lists, objects' own actions, payments and flags that are handed on, decisions inside loops
inside loops, gains of several kinds, something said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import caylus

from . import tiny
from .texts import read_rules

TEXT = read_rules(__file__, "orchard")

RULES = tiny.rules(TEXT)


def positions(picks: Sequence[int], players: int = 3, seed: int = 5, most: int = 400) -> Iterator[caylus.Game]:
    """One game, the same object all along, at each of its decisions and at its end, as the picks, over and over, choose."""
    game = RULES.new_game(players, seed)
    for i in range(most):
        yield game
        if game.decision is None:
            return
        game.play(picks[i % len(picks)] % len(game.moves))
    raise AssertionError("the game does not end")


def moment(number: int, picks: Sequence[int] = (3, 1, 0, 2, 5), players: int = 3) -> caylus.Game:
    """The game of the picks at the decision of this number, counted from 0."""
    return next(islice(positions(picks, players), number, None))
