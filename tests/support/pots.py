"""A small game in which all choose at once: pots of which everybody may want the same, and bids that nobody sees.

Choices that are spoilt by what others do, choices that ask for more when their turn comes, players who have one option or none,
who are passed over, and loops around it all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import caylus

from . import tiny
from .texts import read_rules

TEXT = read_rules(__file__, "pots")

RULES = tiny.rules(TEXT)


def positions(picks: Sequence[int], players: int = 3, seed: int = 5, turns: Sequence[int] = (0,)) -> Iterator[caylus.Game]:
    """One game, the same object all along, at each of its decisions and at its end.

    The picks choose, over and over, among the options, the turns among those who have still to choose.
    """
    game = RULES.new_game(players, seed)
    for i in range(400):
        yield game
        if game.over:
            return
        asked = game.decisions[turns[i % len(turns)] % len(game.decisions)]
        game.choose(asked.options[picks[i % len(picks)] % len(asked.options)])
    raise AssertionError("the game does not end")


def wishing(players: int = 3, seed: int = 5) -> caylus.Game:
    """A game in which everybody is asked which pot to take, and holds as much as everybody else."""
    game = RULES.new_game(players, seed)
    for _ in range(players):
        game.choose("one")
    return game
