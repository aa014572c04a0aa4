"""Evaluate a position for each seat, between 0 and 1, by the ruleset's outlook."""

from __future__ import annotations

from math import exp, tanh
from statistics import pstdev
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from caylus import Game

Side = tuple[str, ...]
"""Who win and lose together: a team, or one who plays alone."""


class Evaluation:
    """Seen from one decision.

    A ruleset's outlook may count in any unit. The one that makes a difference is how far the outlooks lie apart, those of
    the sides from one another and those of now from those a little later: it is taken from the first position that is
    looked at.
    """

    def __init__(self, now: Game) -> None:
        self._now = _outlooks(now, _sides(now))
        self._unit = 0.0

    def values(self, world: Game) -> list[float]:
        """The share of each seat's side in one victory; at the end, half of that goes to those who have won."""
        sides = _sides(world)
        outlooks = _outlooks(world, sides)
        self._unit = self._unit or pstdev(self._now + outlooks) or 1.0
        shares = self._shares(outlooks)
        if world.over:
            winners, winning = world.result.winners, len(world.result.winning)
            won = [1 / winning if winners.issuperset(side) else 0.0 for side in sides]
            shares = [(share + part) / 2 for share, part in zip(shares, won, strict=True)]
        worth = {name: share for side, share in zip(sides, shares, strict=True) for name in side}
        return [worth[name] for name in world.players]

    def _shares(self, outlooks: Sequence[int]) -> list[float]:
        """By how far one side is ahead of the others; a side that has no others plays against how it stood before."""
        if len(outlooks) == 1:
            return [(1 + tanh((outlooks[0] - sum(self._now)) / self._unit / 2)) / 2]
        best = max(outlooks)
        weights = [exp((outlook - best) / self._unit) for outlook in outlooks]
        whole = sum(weights)
        return [weight / whole for weight in weights]


def _sides(game: Game) -> list[Side]:
    """Of a game as it stands, in the order of their first seats."""
    return sorted((standing.players for standing in game.result.standings), key=lambda side: game.players.index(side[0]))


def _outlooks(game: Game, sides: Sequence[Side]) -> list[int]:
    return [sum(game.outlook(name) for name in side) for side in sides]
