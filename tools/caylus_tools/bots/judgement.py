"""Judge a position by what bots have learned: the weights of its features, added up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import compress
from operator import ne
from typing import TYPE_CHECKING, NamedTuple

from caylus.spaces import numbers

from .features import ALWAYS, Found, Group, asked_feature, groups, outlook_features

if TYPE_CHECKING:
    from collections.abc import Sequence

    from caylus import Game, Ruleset


class Weight(NamedTuple):
    """The weight of a feature at the beginning of a game, how it changes to the end, and what it says of how much is over."""

    early: float
    change: float
    elapsed: float


Weights = Mapping[str, Weight]
"""The weight of each feature by its name; a feature without one counts nothing."""


NOTHING = Weight(0.0, 0.0, 0.0)


class Judgement:
    """The worth of positions to one seat, in spreads of the results of games; 0 is the mean.

    A position is judged by how it differs from another one, `base`, at first the first that is judged: what the numbers of a
    group are worth together is remembered, and of the groups only those are looked at whose numbers differ.
    """

    def __init__(self, weights: Weights, rules: Ruleset, players: int, seat: int) -> None:
        self._weights = weights
        self._seat = seat
        self._groups = groups(rules, players, seat)
        self._known: list[dict[tuple[int, ...], Weight]] = [{} for _ in self._groups]
        self._groups_of: dict[int, list[int]] = {}
        for number, group in enumerate(self._groups):
            for slot in group.slots:
                self._groups_of.setdefault(slot, []).append(number)
        self._base: list[int] = []
        self._parts: list[Weight] = []
        self._whole = NOTHING

    def rebase(self, game: Game) -> None:
        """Judges from here on by differences to this position."""
        now = list(numbers(game))
        if self._base:
            for number in self._touched(now):
                self._parts[number] = self._part(number, now)
        else:
            self._parts = [self._part(number, now) for number in range(len(self._groups))]
        self._base = now
        self._whole = Weight(*map(sum, zip(self._weights.get(ALWAYS, NOTHING), *self._parts, strict=True)))

    def worth(self, game: Game) -> float:
        """The worth of a position."""
        if not self._base:
            self.rebase(game)
        now = numbers(game)
        early, change, elapsed = self._whole
        for number in self._touched(now):
            new, old = self._part(number, now), self._parts[number]
            early += new[0] - old[0]
            change += new[1] - old[1]
            elapsed += new[2] - old[2]
        others = _sum(self._weights, _others(game, self._seat))
        return early + others[0] + part_over(elapsed + others[2]) * (change + others[1])

    def _touched(self, now: Sequence[int]) -> set[int]:
        """The groups whose numbers differ from those of the base."""
        touched: set[int] = set()
        for slot in compress(range(len(now)), map(ne, now, self._base)):
            touched.update(self._groups_of.get(slot, ()))
        return touched

    def _part(self, number: int, state: Sequence[int]) -> Weight:
        """The weight of the numbers of a group together."""
        group, known = self._groups[number], self._known[number]
        values = tuple([state[slot] for slot in group.slots])
        weight = known.get(values)
        if weight is None:
            weight = known[values] = _sum(self._weights, group.features(values))
        return weight


def part_over(elapsed: float) -> float:
    """The part of a game that is over, from 0 to 1, by the sum of what its features say of that."""
    return min(1.0, max(0.0, elapsed))


def _sum(weights: Weights, found: Found) -> Weight:
    early = change = elapsed = 0.0
    for name, number in found:
        if weight := weights.get(name):
            early += number * weight[0]
            change += number * weight[1]
            elapsed += number * weight[2]
    return Weight(early, change, elapsed)


def _others(game: Game, seat: int) -> Iterator[tuple[str, float]]:
    """The features that are of no group."""
    yield from outlook_features(game, seat)
    if not game.over:
        yield asked_feature(game, seat), 1.0


def features(game: Game, seat: int) -> Found:
    """All features of a position, to learn from."""
    return FeatureReader(game, seat).read(game)


class FeatureReader:
    """Reads the features of the positions of one game, as a seat sees them. It remembers those of each group."""

    def __init__(self, game: Game, seat: int) -> None:
        self._seat = seat
        self._groups: list[tuple[Group, dict[tuple[int, ...], tuple[tuple[str, float], ...]]]] = [
            (group, {}) for group in groups(game.rules, len(game.players), seat)
        ]

    def read(self, game: Game) -> Found:
        state = numbers(game)
        for group, known in self._groups:
            values = tuple([state[slot] for slot in group.slots])
            found = known.get(values)
            if found is None:
                found = known[values] = tuple(group.features(values))
            yield from found
        yield from _others(game, self._seat)
        yield ALWAYS, 1.0
