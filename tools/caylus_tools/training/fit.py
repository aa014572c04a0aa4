"""Fit weights to how games ended, by least squares.

The result of a game says little about a position in its middle: hundreds of choices lie between them. So the worth of a position
follows from the worth of the positions a little later as well; `_MEMORY` says in which proportion. This is least-squares temporal
differences with traces (Boyan, Technical update: least-squares temporal difference learning, 2002).

The worth of a thing depends on how much of the game is left. So each feature has a weight for the beginning of a game and a
change to its end. How much of a game is over is fitted first, by the same features.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import fmean, pstdev
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from caylus_tools.bots.trained import AIM, ALWAYS, NOTHING, OUTLOOK, Aim, Scale, Trained, Trust, Weight

from .games import Position, Seen, Standing

_MEMORY = 0.8
"""The part of the worth that later positions decide, not the next one; with 1, only the result of the game counts."""
_PENALTY = 400.0
"""Of what a weight differs from the one that was known, beside the rows: what shows in few games is trusted little."""
_SELDOM = 40
"""Features in fewer positions are left out."""
_LEAST = 1e-4
"""Weights whose feature moves the worth by less are left out."""

_DOUBT = 0.5
"""How far from 1 the part of a margin that comes about is expected to be at the end, and at the beginning from that."""
_TRUST = 0.1, 3.0
"""The least and the most part, whatever some games show."""

Floats = NDArray[np.float64]
Rows = NDArray[np.float32]


class _Columns(NamedTuple):
    """The column of each feature that is learned, and by what its numbers are divided: amounts by how far they go."""

    numbers: dict[str, int]
    spreads: Rows


def fit(games: Sequence[Seen], base_model: Trained | None = None, aim: Aim = AIM) -> Trained:
    """What the games teach beyond what is `base_model`, for whoever has this aim. There are some, and not all ended alike."""
    scale = replace(base_model.scale if base_model else _scale(games), aim=aim)
    columns = _columns(games)
    names, spreads = columns.numbers, columns.spreads
    least, most = (_PENALTY if base_model else 1.0), _PENALTY
    penalty = np.array([least if name == ALWAYS or name.startswith(OUTLOOK) else most for name in names])
    before = spreads[:, np.newaxis] * [base_model.weights.get(name, NOTHING) if base_model else NOTHING for name in names]
    elapsed = _fit_elapsed(games, columns, penalty, before[:, 2])
    early, change = np.split(_fit_worth(games, columns, penalty, before[:, :2], elapsed, scale), 2)
    weight_parts = zip(early, change, elapsed, strict=True)
    weights = {
        name: Weight(*(float(part / spread) for part in parts))
        for name, parts, spread in zip(names, weight_parts, spreads, strict=True)
        if max(map(abs, parts)) > _LEAST
    }
    return Trained(len(games), scale, weights)


def fit_trust(games: Sequence[Sequence[Sequence[Standing]]], scale: Scale) -> Trust:
    """The part of the margins that go with worths which came about in games, of which these are the standings in each round.

    A game counts once, however many rounds it has: they end alike.
    """
    standings = [(standing, 1 / len(rounds)) for rounds in games for seats in rounds for standing in seats]
    variance = sum(share * standing.margin**2 for standing, share in standings) / max(1.0, sum(share for _, share in standings))
    products = (variance or 1.0) / _DOUBT**2 * np.array([[1.0, -1.0], [-1.0, 2.0]])
    sums = (variance or 1.0) / _DOUBT**2 * np.array([0.0, 1.0])
    for standing, share in standings:
        columns = scale.points(standing.worth) * np.array([1 - standing.part, standing.part])
        products += share * np.outer(columns, columns)
        sums += share * standing.margin * columns
    early, late = np.clip(np.linalg.solve(products, sums), *_TRUST)
    return Trust(float(early), float(late))


def _fit_elapsed(games: Sequence[Seen], columns: _Columns, penalty: Floats, before: Floats) -> Floats:
    """The weights of how much of a game is over: 0 at its beginning, 1 at its end."""
    products, sums = np.diag(penalty), penalty * before
    for game in games:
        for positions in game.positions:
            rows = _rows(game, positions, columns)
            products += rows.T @ rows
            sums += rows.T @ (np.arange(len(rows)) / len(rows))
    return np.asarray(np.linalg.solve(products, sums), np.float64)


def _fit_worth(
    games: Sequence[Seen], columns: _Columns, penalty: Floats, before: Floats, elapsed: Floats, scale: Scale
) -> Floats:
    """The weights of the worth: those at the beginning, and then the changes."""
    products, sums = np.diag(np.concatenate([penalty, penalty])), (penalty * before.T).ravel()
    for game in games:
        for positions, result in zip(game.positions, game.results, strict=True):
            rows = _rows(game, positions, columns)
            part = np.clip(rows @ elapsed.astype(np.float32), 0, 1)[:, np.newaxis]
            rows = np.hstack([rows, rows * part])
            traces = rows.copy()
            for earlier, trace in pairwise(traces):
                trace += np.float32(_MEMORY) * earlier
            rows[:-1] -= rows[1:]
            products += traces.T @ rows
            sums += traces[-1] * scale.outcome(result)
    return np.asarray(np.linalg.solve(products, sums), np.float64)


def _scale(games: Sequence[Seen]) -> Scale:
    results = [result for game in games for result in game.results]
    scores = [result.score for result in results]
    margins = [result.margin for result in results if result.margin is not None]
    spread = pstdev(scores) or 1.0
    return Scale((pstdev(margins) if margins else 0.0) or spread, fmean(scores), spread)


def _columns(games: Sequence[Seen]) -> _Columns:
    counts, squares, most = Counter[str](), dict[str, float](), dict[str, float]()
    for game in games:
        positions = [position for positions in game.positions for position in positions]
        indexes = np.concatenate([position.indexes for position in positions])
        numbers = np.concatenate([position.numbers for position in positions])
        highest = np.zeros(len(game.names))
        np.maximum.at(highest, indexes, np.abs(numbers))
        for name, times, square, high in zip(
            game.names, np.bincount(indexes), np.bincount(indexes, numbers**2), highest, strict=True
        ):
            counts[name] += int(times)
            squares[name] = squares.get(name, 0.0) + square
            most[name] = max(most.get(name, 0.0), high)
    names = sorted(name for name, times in counts.items() if times >= _SELDOM)
    rows = counts[ALWAYS]
    spreads = [(squares[name] / rows) ** 0.5 if most[name] > 1 else 1.0 for name in names]
    return _Columns({name: column for column, name in enumerate(names)}, np.array(spreads, np.float32))


def _rows(game: Seen, positions: Sequence[Position], columns: _Columns) -> Rows:
    """The numbers of some positions of a game, a row each."""
    places = np.array([columns.numbers.get(name, len(columns.numbers)) for name in game.names])
    rows = np.zeros((len(positions), len(columns.numbers) + 1), np.float32)
    for row, position in zip(rows, positions, strict=True):
        row[places[position.indexes]] = position.numbers
    return rows[:, :-1] / columns.spreads
