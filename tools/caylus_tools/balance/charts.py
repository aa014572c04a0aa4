"""The sorts of charts that the report draws, each with a series for every ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator, PercentFormatter

from caylus_tools.common.english import join_words

from . import svg as d
from .estimates import Estimate, Numbers
from .rows import Row
from .sample import Sample
from .wording import capital

Spot = tuple[float, float, str, bool]
"""Where something stands in a cloud, what it is called, and whether it is new."""


def across(
    name: str, caption: str, unit: str, rows: Sequence[Row], series: Sequence[Sequence[Estimate | None]], first: int = 0
) -> d.Plot:
    """Intervals from left to right: a line for each row, and in it one for each series, the `first` of all that there are."""

    def draw(axes: Axes) -> None:
        d.only(axes, "x")
        axes.axvline(0, color=d.SOFT, linewidth=1)
        for at, found in enumerate(series):
            for place, one in enumerate(found):
                if one is not None:
                    _interval(axes, place + _offset_in_group(at, len(series)), one, first + at, upright=False)
        axes.set_yticks(range(len(rows)), [row.label for row in rows])
        axes.invert_yaxis()
        axes.set_xlabel(unit)

    description = f"{caption}: {join_words([row.label for row in rows])}. The numbers stand in the tables below."
    height = 60 + len(rows) * (14 + 9 * len(series))
    return d.plot(name, f"{caption}, with 95 % intervals", description, draw, height=height)


def upright(name: str, caption: str, labels: Sequence[str], rows: Sequence[Row], fair: float) -> d.Plot:
    """Rates side by side, and the one that would be fair."""
    series = [[scale(found, 100) for found in column] for column in zip(*(row.estimates for row in rows), strict=True)]

    def draw(axes: Axes) -> None:
        d.only(axes, "y")
        _draw_dashed_line(axes, 100 * fair)
        for at, found in enumerate(series):
            for place, one in enumerate(found):
                if one is not None:
                    _interval(axes, place + _offset_in_group(at, len(series)), one, at, upright=True)
        axes.set_xticks(range(len(rows)), list(labels))
        axes.set_xlim(-0.6, len(rows) - 0.4)
        axes.set_ylim(bottom=0)
        axes.yaxis.set_major_formatter(PercentFormatter(decimals=0))
        axes.set_ylabel("share of wins")

    description = join_words(
        [f"{row.label} {one.value:.0f} %" for row, one in zip(rows, series[0], strict=True) if one is not None]
    )
    return d.plot(name, f"{caption}, with 95 % intervals (dashed: fair share)", f"{caption}, in the base: {description}.", draw)


def distribution(name: str, caption: str, unit: str, of: str, samples: Sequence[Sample], values: Sequence[Numbers]) -> d.Plot:
    """Outlines of histograms, all with the same bins; that of the base is filled."""
    low, high = min(float(v.min()) for v in values), max(float(v.max()) for v in values)
    step = max(1, round((high - low) / 30))
    around = step if high - low < 3 else 0
    bins = np.arange(np.floor(low) - 0.5 - around, high + step + 0.5 + around, step)

    def draw(axes: Axes) -> None:
        d.only(axes, "y")
        for at, numbers in enumerate(values):
            share = np.histogram(numbers, bins)[0] / len(numbers) * 100
            if at == 0:
                axes.stairs(share, bins, fill=True, color=d.colour(at), alpha=0.25)
            axes.stairs(share, bins, color=d.colour(at), linewidth=1.8)
        axes.set_xlabel(unit)
        axes.set_ylabel(f"% of the {of}")
        axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))

    means = join_words([f"{sample.title} {v.mean():.1f}" for sample, v in zip(samples, values, strict=True)])
    return d.plot(name, caption, f"{caption}, as histograms. Means: {means}.", draw)


def cloud(
    name: str, caption: str, series: int, spots: Sequence[Spot], named: Sequence[Spot], bounds: tuple[float, float], fair: float
) -> d.Plot:
    """Spots by how often something is chosen and how often whoever chooses it wins, in per cent; some have their names beside."""
    low, high = bounds
    gap = max(high - low, 1.0) / 16
    lowest_first = sorted(named, key=lambda spot: spot[1])
    often = [spot[0] for spot in spots]
    ticks = (1, 3) if max(often) < 300 * min(often) else (1,)
    line = {"arrowstyle": "-", "color": d.SOFT, "linewidth": 0.6, "shrinkA": 1, "shrinkB": 3}
    beside: dict[str, Any] = {"textcoords": ("axes fraction", "data"), "annotation_clip": False, "va": "center", "fontsize": 10}

    def draw(axes: Axes) -> None:
        _draw_dashed_line(axes, 100 * fair)
        for times, wins, _, is_new in spots:
            size, alpha = (9.0, 1.0) if is_new else (4.5, 0.65)
            axes.plot(times, wins, d.marker(series), color=d.colour(series), markersize=size, alpha=alpha, markeredgewidth=0)
        heights = _spread_labels([wins for _, wins, *_ in lowest_first], gap, low, high)
        for (times, wins, label, _), height in zip(lowest_first, heights, strict=True):
            axes.annotate(label, (times, wins), (1.04, height), arrowprops=line, **beside)
        axes.set_xscale("log")
        axes.xaxis.set_major_locator(LogLocator(subs=ticks))
        axes.xaxis.set_minor_locator(NullLocator())
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axes.set_ylim(low - gap, high + gap)
        axes.set_xlabel("times a game")
        axes.set_ylabel("wins of who chooses it, %")

    description = join_words([f"{label} ({wins:.0f} %)" for _, wins, label, _ in reversed(lowest_first)])
    return d.plot(name, caption, f"{caption}. Furthest from it: {description}.", draw, height=320)


def flow(name: str, resource: str, title: str, rounds: int, samples: Sequence[Sample]) -> d.Plot:
    """Draw what comes in a round as a line above 0, and what goes as one below."""

    def draw(axes: Axes) -> None:
        axes.axhline(0, color=d.SOFT, linewidth=0.8)
        for at, sample in enumerate(samples):
            for came, sign in ((True, 1), (False, -1)):
                amounts = [sign * sample.average_in_round(resource, came, round_) for round_ in range(rounds)]
                axes.plot(range(rounds), amounts, color=d.colour(at), linewidth=1.5 if at else 3, alpha=1 if at else 0.6)
        axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        axes.set_xlabel("round")

    description = f"What a player gains and spends of {title} in each round, on average."
    caption = f"{capital(title)}: gained above 0, spent below"
    return d.plot(name, caption, description, draw, width=d.NARROW, height=150)


def scale(found: Estimate | None, factor: float) -> Estimate | None:
    return found and Estimate(found.value * factor, found.low * factor, found.high * factor)


def _draw_dashed_line(axes: Axes, height: float) -> None:
    axes.axhline(height, color=d.SOFT, linewidth=1, linestyle=(0, (4, 3)))


def _interval(axes: Axes, place: float, found: Estimate, series: int, *, upright: bool) -> None:
    ends = [[found.value - found.low], [found.high - found.value]]
    draw = partial(axes.errorbar, fmt=d.marker(series), color=d.colour(series), markersize=5, elinewidth=1.6)
    if upright:
        draw([place], [found.value], yerr=ends)
    else:
        draw([found.value], [place], xerr=ends)


def _offset_in_group(at: int, count: int) -> float:
    """The place of a series beside the others of its row."""
    return (at - (count - 1) / 2) * min(0.22, 0.7 / count)


def _spread_labels(heights: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Ascending heights, moved apart as little up as down, and kept between the bounds, so that labels do not overlap."""
    up: list[float] = []
    down: list[float] = []
    for height in heights:
        up.append(max(height, up[-1] + gap) if up else height)
    for height in reversed(heights):
        down.append(min(height, down[-1] - gap) if down else height)
    middle = [(one + other) / 2 for one, other in zip(up, reversed(down), strict=True)]
    last = len(middle) - 1
    return [min(max(height, low + gap * at), high - gap * (last - at)) for at, height in enumerate(middle)]
