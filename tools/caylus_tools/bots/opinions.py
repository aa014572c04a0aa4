"""Opinions that a search goes by: the worth of a move to whoever makes it, and of a position to each seat."""

from __future__ import annotations

from math import exp
from statistics import fmean
from typing import TYPE_CHECKING, Protocol

from .common import imagine_game
from .evaluation import Evaluation
from .greedy import futures
from .judgement import Judgement
from .trained import Result, Trained

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from caylus import Game, Ruleset

_STEEPNESS = 2.0
"""How fast the value of a position comes near 0 or 1, as its worth moves away from the mean."""


class Opinion(Protocol):
    """An opinion of one decision."""

    def judge(self, world: Game) -> Callable[[Game], float]:
        """A function that tells the worth of a position after a decision, to whoever decides."""

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
    """By what bots have learned of a table with so many players."""

    def __init__(self, learned: Trained, rules: Ruleset, players: int) -> None:
        self._learned = learned
        self._judgements = [Judgement(learned.weights, rules, players, seat) for seat in range(players)]

    def judge(self, world: Game) -> Callable[[Game], float]:
        seat = world.seat
        self._judgements[seat].rebase(world)
        return lambda seen: self.worth(seen, seat)

    def values(self, world: Game) -> list[float]:
        return [1 / (1 + exp(-_STEEPNESS * self.worth(world, seat))) for seat in range(len(self._judgements))]

    def worth(self, world: Game, seat: int) -> float:
        """The worth of a position to a seat, in spreads of results."""
        if world.over and self._learned.games:
            return self._learned.scale.outcome(Result.of(world, seat))
        return self._judgements[seat].worth(world)

    def worths(self, world: Game, draw: Random) -> list[float]:
        """The worth of each move of an imagined game to whoever decides."""
        worth = self.judge(world)
        return [worth(seen) for _, seen in futures(world, draw)]

    def mean_worths(self, game: Game, draw: Random, looks: int) -> list[float]:
        """The worth of each move in hand, on average over so many games that whoever decides could be in."""
        return [*map(fmean, zip(*(self.worths(imagine_game(game, draw), draw) for _ in range(looks)), strict=True))]
