"""Fit weights to games: ridge regression of how games ended on what the positions in them showed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean, pstdev

import numpy as np
from numpy.typing import NDArray

from caylus_tools.bots.features import OUTLOOK
from caylus_tools.bots.trained import Scale, Trained

from .games import Position, Seen

_PENALTY = 2000.0
"""Of a weight, beside the rows: what shows in few games is trusted little."""
_SELDOM = 40
"""Features in fewer rows are left out."""
_CHUNK = 2000
"""Rows at a time, so that memory is bounded."""
_LEAST = 1e-4
"""Weights whose feature moves the worth by less are left out."""

Floats = NDArray[np.float64]


def fit(games: Sequence[Seen]) -> Trained:
    """What the games teach. There are some, and not all ended alike."""
    scale = _scale(games)
    names = _names(games)
    columns = {name: column for column, name in enumerate(names)}
    spreads = _spreads(games, columns)
    size = len(names) + 1
    products, sums = np.zeros((size, size)), np.zeros(size)
    for rows, outcomes in _rows(games, columns, scale):
        rows[:, :-1] /= spreads
        products += rows.T @ rows
        sums += rows.T @ outcomes
    penalty = np.full(size, _PENALTY)
    penalty[[column for name, column in columns.items() if name.startswith(OUTLOOK)]] = 1.0
    penalty[-1] = 1.0
    products[np.diag_indices(size)] += penalty
    found = np.linalg.solve(products, sums)[:-1]
    weights = {
        name: float(weight / spread) for name, weight, spread in zip(names, found, spreads, strict=True) if abs(weight) > _LEAST
    }
    return Trained(len(games), scale, weights)


def _scale(games: Sequence[Seen]) -> Scale:
    results = [result for game in games for result in game.results]
    scores = [result.score for result in results]
    margins = [result.margin for result in results if result.margin is not None]
    spread = pstdev(scores) or 1.0
    return Scale((pstdev(margins) if margins else 0.0) or spread, fmean(scores), spread)


def _names(games: Sequence[Seen]) -> list[str]:
    counted = Counter(name for game in games for position in game.positions for name in position.names)
    return sorted(name for name, count in counted.items() if count >= _SELDOM)


def _spreads(games: Sequence[Seen], columns: dict[str, int]) -> Floats:
    """By what to divide each column: amounts by how far they go, what is there or not by nothing."""
    most = np.ones(len(columns))
    squares = np.zeros(len(columns))
    count = 0
    for position in _positions(games):
        count += 1
        for name, number in zip(position.names, position.numbers, strict=True):
            column = columns.get(name)
            if column is not None:
                most[column] = max(most[column], abs(number))
                squares[column] += number * number
    return np.where(most > 1, np.sqrt(squares / max(count, 1)), 1.0)


def _positions(games: Sequence[Seen]) -> Iterable[Position]:
    return (position for game in games for position in game.positions)


def _rows(games: Sequence[Seen], columns: dict[str, int], scale: Scale) -> Iterable[tuple[Floats, Floats]]:
    """Chunks of rows, the last column of which is 1, and what became of each."""
    pairs = [(position, scale.outcome(game.results[position.seat])) for game in games for position in game.positions]
    for start in range(0, len(pairs), _CHUNK):
        chunk = pairs[start : start + _CHUNK]
        rows = np.zeros((len(chunk), len(columns) + 1))
        rows[:, -1] = 1.0
        for row, (position, _) in zip(rows, chunk, strict=True):
            for name, number in zip(position.names, position.numbers, strict=True):
                column = columns.get(name)
                if column is not None:
                    row[column] += number
        yield rows, np.array([outcome for _, outcome in chunk])
