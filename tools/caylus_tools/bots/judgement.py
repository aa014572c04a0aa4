"""Judge a position by what bots have learned: the weights of its features, added up."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import compress
from operator import ne
from typing import TYPE_CHECKING

from caylus.spaces import numbers

from .features import Found, asked_feature, groups, outlook_features

if TYPE_CHECKING:
    from collections.abc import Sequence

    from caylus import Game, Ruleset

Weights = Mapping[str, float]
"""The weight of each feature by its name; a feature without one counts nothing."""


class Judgement:
    """The worth of positions to one seat, in spreads of the results of games; 0 is the mean.

    A position is judged by how it differs from the first one, `base`: what the numbers of a group are worth together is
    remembered, and of the groups only those are looked at whose numbers differ.
    """

    def __init__(self, weights: Weights, rules: Ruleset, players: int, seat: int) -> None:
        self._weights = weights
        self._seat = seat
        self._groups = groups(rules, players, seat)
        self._known: list[dict[tuple[int, ...], float]] = [{} for _ in self._groups]
        self._groups_of: dict[int, list[int]] = {}
        for number, group in enumerate(self._groups):
            for slot in group.slots:
                self._groups_of.setdefault(slot, []).append(number)
        self._base: list[int] = []
        self._parts: list[float] = []
        self._whole = 0.0

    def rebase(self, game: Game) -> None:
        """Judges from here on by differences to this position."""
        now = list(numbers(game))
        if self._base:
            for number in self._touched(now):
                self._parts[number] = self._part(number, now)
        else:
            self._parts = [self._part(number, now) for number in range(len(self._groups))]
        self._base = now
        self._whole = sum(self._parts)

    def worth(self, game: Game) -> float:
        """The worth of a position. `rebase` comes first."""
        now = numbers(game)
        worth = self._whole + sum([self._part(number, now) - self._parts[number] for number in self._touched(now)])
        weights = self._weights
        worth += sum(value * weights.get(name, 0.0) for name, value in outlook_features(game, self._seat))
        return worth if game.over else worth + weights.get(asked_feature(game, self._seat), 0.0)

    def _touched(self, now: Sequence[int]) -> set[int]:
        """The groups whose numbers differ from those of the base."""
        touched: set[int] = set()
        for slot in compress(range(len(now)), map(ne, now, self._base)):
            touched.update(self._groups_of.get(slot, ()))
        return touched

    def _part(self, number: int, state: Sequence[int]) -> float:
        """What the numbers of a group are worth together."""
        group, known = self._groups[number], self._known[number]
        values = tuple([state[slot] for slot in group.slots])
        worth = known.get(values)
        if worth is None:
            weights = self._weights
            worth = known[values] = sum(value * weights.get(name, 0.0) for name, value in group.features(values))
        return worth


def features(game: Game, seat: int) -> Found:
    """All features of a position, to learn from."""
    state = numbers(game)
    for group in groups(game.rules, len(game.players), seat):
        yield from group.features([state[slot] for slot in group.slots])
    yield from outlook_features(game, seat)
    if not game.over:
        yield asked_feature(game, seat), 1.0
