"""The games of one ruleset, kept as columns of numbers: memory grows with their number, not with their length."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

import numpy as np
from caylus import Ruleset
from numpy.typing import NDArray

from caylus_tools.common.choices import Choice

from .estimates import Numbers
from .observation import Observed, Seats, Source

K = TypeVar("K")
Table = NDArray[np.float64]
"""A row for each game, in it a number for each seat."""


class Columns(Generic[K]):
    """By key a number for each seat in each game; 0 where a game knows nothing of the key."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._games = 0
        self._columns: dict[K, array[int]] = {}

    def add(self, game: Mapping[K, Seats]) -> None:
        for key, numbers in game.items():
            column = self._columns.setdefault(key, array("i"))
            self._fill(column)
            column.extend(numbers)
        self._games += 1

    def __iter__(self) -> Iterator[K]:
        return iter(self._columns)

    def __getitem__(self, key: K) -> Table:
        """A table of zeros for a key that is not there."""
        column = array("i", self._columns.get(key, ()))
        self._fill(column)
        return np.array(column, dtype=float).reshape(self._games, self._seats)

    def _fill(self, column: array[int]) -> None:
        column.extend([0] * (self._games * self._seats - len(column)))


class Sample:
    """`title` is what people call the ruleset; `reached` counts the games that had a round, the setup being round 0."""

    def __init__(self, title: str, rules: Ruleset, players: int) -> None:
        self.title = title
        self.rules = rules
        self.players = players
        self.chosen: Columns[Choice] = Columns(players)
        self.points: Columns[Source] = Columns(players)
        self.moved: Columns[tuple[str, bool]] = Columns(1)
        self.reached: Counter[int] = Counter()
        self._by_round: dict[tuple[str, bool], Counter[int]] = {}
        self._games: list[tuple[int, int, Seats, tuple[int, ...], tuple[Seats, ...], Seats]] = []

    def __len__(self) -> int:
        return len(self._games)

    def add(self, game: Observed) -> None:
        self._games.append((game.rounds, game.decisions, game.scores, game.ranked, game.winners, game.order))
        self.chosen.add(game.chosen)
        self.points.add(game.points)
        self.moved.add({key: (sum(amounts),) for key, amounts in game.flow.items()})
        self.reached.update(range(game.rounds + 1))
        for key, amounts in game.flow.items():
            self._by_round.setdefault(key, Counter()).update(dict(enumerate(amounts)))

    @property
    def rounds(self) -> Numbers:
        return np.array([rounds for rounds, *_ in self._games], dtype=float)

    @property
    def decisions(self) -> Numbers:
        return np.array([decisions for _, decisions, *_ in self._games], dtype=float)

    @property
    def scores(self) -> Table:
        return np.array([scores for _, _, scores, *_ in self._games], dtype=float)

    @property
    def ranked_scores(self) -> list[tuple[int, ...]]:
        """The points of each side of each game, the best first."""
        return [ranked for _, _, _, ranked, *_ in self._games]

    @property
    def wins(self) -> Table:
        """1 for each player of the side that won a game, else 0; sides that share a win share the 1."""
        wins = np.zeros((len(self), self.players))
        for row, (*_, winners, _) in zip(wins, self._games, strict=True):
            for side in winners:
                row[list(side)] = 1 / len(winners)
        return wins

    @property
    def fair(self) -> float:
        """The share of wins that each seat has where all have the same."""
        return float(self.wins.mean())

    @property
    def wins_in_order(self) -> Table:
        """The same, not by seat, but by who made the first decision of the game, who was the second to make one, and so on."""
        return np.take_along_axis(self.wins, np.array([order for *_, order in self._games]), axis=1)

    def average_in_round(self, resource: str, came: bool, round_: int) -> float:
        """Return how much of a resource a player got, or spent, in a round on average over the games that had it, if any had."""
        amounts = self._by_round.get((resource, came), Counter())
        return amounts[round_] / self.reached[round_] / self.players if self.reached[round_] else math.nan
