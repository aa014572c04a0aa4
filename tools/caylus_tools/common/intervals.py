"""Intervals of 95 %: Student's t for means, approximated so that it takes no library, and Wilson's interval for shares."""

from __future__ import annotations

import math
from statistics import NormalDist

CONFIDENCE = 0.95
NORMAL = NormalDist()
Z = NORMAL.inv_cdf((1 + CONFIDENCE) / 2)


def t_quantile(freedom: int) -> float:
    """Student's t for the confidence of all intervals, by the expansion of Cornish and Fisher; good from 4 games on."""
    z, n = Z, float(freedom)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / n + second / n**2 + third / n**3 + fourth / n**4


def t_chance(t: float, freedom: int) -> float:
    """The probability that Student's t is as far from 0 as this, by Wallace's approximation."""
    z = (8 * freedom + 1) / (8 * freedom + 3) * math.sqrt(freedom * math.log1p(t * t / freedom))
    return 2 * NORMAL.cdf(-z)


def wilson_interval(share: float, trials: float) -> tuple[float, float]:
    """Within which the true share lies, of so many independent trials."""
    middle = (share + Z**2 / (2 * trials)) / (1 + Z**2 / trials)
    margin = Z / (1 + Z**2 / trials) * math.sqrt(share * (1 - share) / trials + Z**2 / (4 * trials**2))
    return max(0.0, middle - margin), min(1.0, middle + margin)
