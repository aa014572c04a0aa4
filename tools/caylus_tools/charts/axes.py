"""The axes of a plot: what they reach, and where their marks are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

_MOST_MARKS = 7
_STEPS = (1.0, 2.0, 5.0, 10.0)
_PADDING = 0.04
"""How much an axis goes on beyond what it has to show, as a part of it."""


class Axis(NamedTuple):
    """From `low` to `high`, with marks: a place and its label each. On a logarithmic one, all are logarithms."""

    low: float
    high: float
    marks: tuple[tuple[float, str], ...]
    title: str = ""
    is_logarithmic: bool = False

    def place(self, value: float) -> float:
        """The place of a value, 0 at the begin and 1 at the end."""
        number = math.log10(value) if self.is_logarithmic else value
        return (number - self.low) / (self.high - self.low)


def linear(values: Sequence[float], title: str = "", unit: str = "", *, is_tight: bool = False, most: int = _MOST_MARKS) -> Axis:
    """An axis for these values. It ends with them if it `is_tight`, else a little beyond."""
    low, high = min(values), max(values)
    if high - low < 1e-9:
        low, high = low - 0.5, high + 0.5
    step = _find_step((high - low) / most)
    if not is_tight:
        low, high = low - _PADDING * (high - low), high + _PADDING * (high - low)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    marks = [(at * step, f"{at * step + 0.0:,.{decimals}f}{unit}".replace("-", "−")) for at in range(first, last + 1)]
    return Axis(low, high, tuple(marks), title)


def logarithmic(values: Sequence[float], title: str = "") -> Axis:
    """An axis for values above 0."""
    low, high = math.log10(min(values)), math.log10(max(values))
    width = max(high - low, 0.3)
    steps = (1, 2, 5) if width < 1.2 else (1, 3) if width < 2.5 else (1,)
    found = [step * 10.0**power for power in range(math.floor(low) - 1, math.ceil(high) + 1) for step in steps]
    low, high = low - _PADDING * width, high + _PADDING * width
    marks = [(math.log10(value), f"{value:g}") for value in found if low <= math.log10(value) <= high]
    return Axis(low, high, tuple(marks), title, is_logarithmic=True)


def categories(labels: Sequence[str], *, margin: float = 0.6) -> Axis:
    """An axis with a place for each label, at 0, 1, 2 …"""
    return Axis(-margin, len(labels) - 1 + margin, tuple((float(at), label) for at, label in enumerate(labels)))


def _find_step(least: float) -> float:
    """The smallest of 1, 2 and 5 times a power of ten that is no less."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in _STEPS if step * power >= least * (1 - 1e-9))
