"""Compare moves by playing on: from each move, bots play the game further, in the same worlds and with the same draws to come.

The bots misjudge a little, each time in another way. So a game without chance shows as well how much depends on the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, pstdev, stdev
from typing import TYPE_CHECKING, NamedTuple

from caylus_tools.verbalize.option_texts import load_option_texts

from .common import imagine_game
from .deadline import Deadline
from .greedy import best, futures
from .opinions import LearnedOpinion
from .trained import Trained

if TYPE_CHECKING:
    from caylus import Game

_WORLDS = 12
_FEWEST = 4
"""Worlds that are looked at, however little time there is."""
_ROUNDS = 1
"""How many rounds are played on after the one of the decision."""
_LONGEST = 80
"""Decisions, in rulesets whose rounds are long or that have none."""
_ERROR = 0.3
"""How far the bots misjudge, in spreads of the worth of the moves in hand; in the first world not at all."""
_MOST_EXPECTED = 3
_TWO_SIDED = 2.2
"""How many standard errors an interval of 95 % reaches to each side, for a dozen of worlds."""


class Prospect(NamedTuple):
    """The index of a move, and the points by which it is worse than the best one, give or take `margin`.

    `expected` are the next moves after it: a player's label and the text of the option each.
    """

    move: int
    behind: float
    margin: float
    expected: tuple[tuple[str, str], ...]


def compare_moves(game: Game, learned: Trained, indexes: Sequence[int], seed: int, seconds: float = 60.0) -> list[Prospect]:
    """The moves at these indexes, the best first, by what whoever decides may know. Raises `caylus.RuleFault`."""
    draw, deadline = Random(seed), Deadline(seconds)
    opinion = LearnedOpinion(learned, game.rules, len(game.players))
    worths: list[list[float]] = [[] for _ in indexes]
    expected: list[tuple[tuple[str, str], ...]] = []
    for number in range(_WORLDS):
        if number >= _FEWEST and deadline.has_passed():
            break
        world = imagine_game(game, draw)
        chance = draw.getrandbits(64)
        for place, index in enumerate(indexes):
            line = _Line(world.copy(), opinion, Random(chance), error=_ERROR if number else 0.0)
            worths[place].append(line.play(index))
            if not number:
                expected.append(tuple(line.texts))
    means = [fmean(found) for found in worths]
    first = means.index(max(means))
    points = learned.scale.points
    found = [
        Prospect(index, points(means[first] - mean), points(_margin(worths[first], worths[place])), expected[place])
        for place, (index, mean) in enumerate(zip(indexes, means, strict=True))
    ]
    return sorted(found, key=lambda prospect: prospect.behind)


def _margin(one: Sequence[float], other: Sequence[float]) -> float:
    """Half of the interval of a mean difference, world by world."""
    differences = [a - b for a, b in zip(one, other, strict=True)]
    return _TWO_SIDED * stdev(differences) / sqrt(len(differences))


class _Line:
    """One game that is played on by bots with an `error`; `texts` are the first moves after the one that is looked at, if they
    have none.
    """

    def __init__(self, game: Game, opinion: LearnedOpinion, draw: Random, error: float) -> None:
        self._game = game
        self._opinion = opinion
        self._draw = draw
        self._error = error
        self.texts: list[tuple[str, str]] = []

    def play(self, index: int) -> float:
        """The worth, to whoever decides now, of the position that the move leads to in the end."""
        seat, last = self._game.seat, self._game.rounds + _ROUNDS
        self._game.play(index)
        for _ in range(_LONGEST):
            if self._game.over or self._game.rounds > last:
                break
            self._play_best()
        return self._opinion.worth(self._game, seat)

    def _play_best(self) -> None:
        worth = self._opinion.judge(self._game)
        later, worths = zip(*((later, worth(seen)) for later, seen in futures(self._game, self._draw)), strict=True)
        error = self._error * pstdev(worths)
        index = best([found + self._draw.gauss(0, error) for found in worths] if error else worths, self._draw)
        decision = self._game.decision
        if not self._error and decision is not None and len(self.texts) < _MOST_EXPECTED:
            self.texts.append((decision.label, load_option_texts(self._game.rules).texts(decision)[index]))
        self._game = later[index]
