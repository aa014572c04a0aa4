"""Opinions that a search goes by: the worth of a move to whoever makes it, and of a position to each seat."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Protocol

from .evaluation import Evaluation
from .judgement import Judgement
from .trained import Result, Trained

if TYPE_CHECKING:
    from collections.abc import Callable

    from caylus import Game

_STEEPNESS = 2.0
"""How fast the value of a position comes near 0 or 1, as its worth moves away from the mean."""


class Opinion(Protocol):
    """An opinion of one decision."""

    def judge(self, world: Game) -> Callable[[Game], float]:
        """What tells the worth of the positions after a decision, to whoever decides."""

    def values(self, world: Game) -> list[float]:
        """The value of a position to each seat, between 0 and 1."""


class OutlookOpinion:
    """By the ruleset's outlook."""

    def __init__(self, now: Game) -> None:
        self._evaluation = Evaluation(now)

    def judge(self, world: Game) -> Callable[[Game], float]:
        player = world.players[world.seat]
        return lambda seen: seen.outlook(player)

    def values(self, world: Game) -> list[float]:
        return self._evaluation.values(world)


class LearnedOpinion:
    """By what bots have learned."""

    def __init__(self, now: Game, learned: Trained) -> None:
        seats = range(len(now.players))
        self._scale = learned.scale
        self._judgements = [Judgement(learned.weights, now.rules, len(now.players), seat) for seat in seats]
        for judgement in self._judgements:
            judgement.rebase(now)

    def judge(self, world: Game) -> Callable[[Game], float]:
        seat = world.seat
        self._judgements[seat].rebase(world)
        return lambda seen: self.worth(seen, seat)

    def values(self, world: Game) -> list[float]:
        return [1 / (1 + exp(-_STEEPNESS * self.worth(world, seat))) for seat in range(len(self._judgements))]

    def worth(self, world: Game, seat: int) -> float:
        """The worth of a position to a seat, in spreads of results."""
        return self._scale.outcome(Result.of(world, seat)) if world.over else self._judgements[seat].worth(world)
