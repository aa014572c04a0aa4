"""What a position is worth to each seat, between 0 and 1, by what the ruleset's outlook says of all of them."""

from __future__ import annotations

from math import exp
from statistics import pstdev
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caylus import Game


class Evaluation:
    """Seen from one decision.

    A ruleset's outlook may count in any unit. The one that makes a difference is how far the outlooks lie apart, those of
    the seats from one another and those of now from those a little later: it is taken from the first position that is
    looked at.
    """

    def __init__(self, now: Game) -> None:
        self._now = _outlooks(now)
        self._unit = 0.0

    def values(self, world: Game) -> list[float]:
        """The share of each seat in one victory; at the end, half of that goes to those who have won."""
        outlooks = _outlooks(world)
        self._unit = self._unit or pstdev(self._now + outlooks) or 1.0
        best = max(outlooks)
        weights = [exp((outlook - best) / self._unit) for outlook in outlooks]
        whole = sum(weights)
        shares = [weight / whole for weight in weights]
        if not world.over:
            return shares
        winners = world.winners
        won = [(name in winners) / len(winners) for name in world.players]
        return [(share + part) / 2 for share, part in zip(shares, won, strict=True)]


def _outlooks(game: Game) -> list[int]:
    return [game.outlook(name) for name in game.players]
