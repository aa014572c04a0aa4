"""Student's t distribution, by approximations that need no library."""

from __future__ import annotations

import math
from statistics import NormalDist

CONFIDENCE = 0.95
_NORMAL = NormalDist()
Z = _NORMAL.inv_cdf((1 + CONFIDENCE) / 2)


def t_quantile(freedom: int) -> float:
    """Student's t for the confidence of all intervals, by the expansion of Cornish and Fisher; good from 5 games on."""
    z, n = Z, float(freedom)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / n + second / n**2 + third / n**3


def t_chance(t: float, freedom: int) -> float:
    """The probability that Student's t is as far from 0 as this, by Wallace's approximation."""
    z = (8 * freedom + 1) / (8 * freedom + 3) * math.sqrt(freedom * math.log1p(t * t / freedom))
    return 2 * _NORMAL.cdf(-z)
