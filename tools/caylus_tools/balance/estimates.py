"""Estimates with 95 % intervals: means, rates and paired differences, and corrections for many comparisons."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from caylus.records import Record
from numpy.typing import NDArray

from caylus_tools.common.intervals import NORMAL, Z, t_chance, t_quantile, wilson_interval

Numbers = NDArray[np.float64]
"""One for each game, in the order of the games."""
Trials = tuple[Numbers, Numbers]
"""The hits of each game, and the trials."""

FALSE_ALARMS = 0.05
"""The chance that a report says of anything at all that it is more than chance where it is not."""
EXTRA_OF_RATES = Z**2 / 4
EXTRA_OF_PAIRS = 2.0
"""What `rate` and `rate_difference` add to the sum of squares that a margin comes from."""
_NOTHING = 1e-12
"""What is less than this is a rounding error."""


class Estimate(Record):
    """A number and the interval that holds the true one, with a confidence of 95 %."""

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


class Difference(Estimate):
    """`p` is how likely chance alone would bring a difference as large."""

    p: float

    @property
    def furthest(self) -> float:
        """The largest change, up or down, that the interval leaves open."""
        return max(abs(self.low), abs(self.high))


def mean(values: Numbers) -> Estimate:
    """By Student's t."""
    middle = float(values.mean())
    margin = t_quantile(len(values) - 1) * _error(values)
    return Estimate(middle, middle - margin, middle + margin)


def rate(hits: Numbers, trials: Numbers) -> Estimate:
    """The share of trials that were hits, games having any number of each, and some at least one.

    Wilson's interval, on as many independent trials as would vary like these: the trials of one game are not independent.
    """
    share, independent = _independent(hits, trials)
    return Estimate(share, *wilson_interval(share, independent)) if math.isfinite(independent) else Estimate(share, share, share)


def mean_difference(base: Numbers, other: Numbers) -> Difference:
    """Of the second from the first, game by game: a paired t interval."""
    change = other - base
    return _make_difference(float(change.mean()), change)


def rate_difference(base: Numbers, other: Numbers) -> Difference:
    """Like `mean_difference` for what lies between 0 and 1 in each game.

    Bonett and Price's interval: one more pair that changes up and one that changes down keep it honest when few or no
    pairs change.
    """
    change = other - base
    padded_changes = np.append(change, (1.0, -1.0))
    interval = _make_difference(float(padded_changes.mean()), padded_changes)
    return Difference(float(change.mean()), interval.low, interval.high, interval.p)


def compare_rate(fair: float, of: Trials) -> Difference:
    """Return how far a rate is from one that is known: by Wilson's interval, and the score test that it comes from."""
    share, independent = _independent(*of)
    estimate = rate(*of)
    is_open = share != fair and 0 < fair < 1  # what never or always happens is no yardstick
    z = (share - fair) * math.sqrt(independent / (fair * (1 - fair))) if is_open else 0.0
    return Difference(share - fair, estimate.low - fair, estimate.high - fair, 2 * NORMAL.cdf(-abs(z)))


def share_difference(base: Trials, other: Trials) -> Difference:
    """Of two rates of the same games."""
    (before, spread_before), (share, spread) = _spread(*base), _spread(*other)
    return _make_difference(share - before, spread - spread_before)


def holm(ps: Sequence[float], chance: float) -> list[bool]:
    """The findings that remain when the chance that any of them is an accident is to be at most `chance`."""
    stand = [False] * len(ps)
    for rank, at in enumerate(sorted(range(len(ps)), key=lambda at: ps[at])):
        if not ps[at] <= chance / (len(ps) - rank):
            break
        stand[at] = True
    return stand


def games_needed(games: int, margin: float, target_margin: float, extra: float = 0.0) -> int:
    """Return how many games bring a margin down to the one wanted.

    The square of a margin shrinks as fast as their number grows, except for what an interval adds to its sum of squares.
    """
    wanted_error, error = (target_margin / Z) ** 2, (margin / Z) ** 2
    spread = max(0.0, error * games - extra / games)
    return max(2, math.ceil((spread + math.sqrt(spread**2 + 4 * extra * wanted_error)) / (2 * wanted_error)))


def _independent(hits: Numbers, trials: Numbers) -> tuple[float, float]:
    """A rate, and how many independent trials would make it vary as much; infinitely many where it cannot vary."""
    total = float(trials.sum())
    share = float(hits.sum()) / total
    if share in (0, 1):
        return share, float(np.count_nonzero(trials))
    variance = float(np.var(hits - share * trials)) * len(trials) / total**2
    return share, share * (1 - share) / variance if variance > _NOTHING else math.inf


def _spread(hits: Numbers, trials: Numbers) -> tuple[float, Numbers]:
    """A share, and how far each game draws it up or down."""
    share = float(hits.sum() / trials.sum())
    return share, (hits - share * trials) / float(trials.mean())


def _make_difference(value: float, spread: Numbers) -> Difference:
    """A difference with the error of a mean of `spread`, to which each game adds its part."""
    error = _error(spread)
    quantile = t_quantile(len(spread) - 1)
    return Difference(value, value - quantile * error, value + quantile * error, _chance(value, spread))


def _chance(value: float, spread: Numbers) -> float:
    error = _error(spread)
    if not error:
        return 0.0 if abs(value) > _NOTHING else 1.0
    return t_chance(value / error, len(spread) - 1)


def _error(values: Numbers) -> float:
    sd = float(np.std(values, ddof=1))
    return sd / math.sqrt(len(values)) if sd > _NOTHING else 0.0
