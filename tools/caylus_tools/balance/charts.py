"""The sorts of charts that the report draws, each with a series for every ruleset."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from caylus_tools.charts import Frame, Plot, categories, linear, logarithmic
from caylus_tools.common.english import join_words

from .estimates import Estimate, Numbers
from .rows import Row
from .sample import Sample
from .wording import capital

WIDTH = 420
NARROW = 240
"""Of a plot, in pixels of the page; text is still legible where a phone makes it smaller."""
_HEIGHT = 280
_BESIDE = 150
"""The room for words beside a cloud."""

Spot = tuple[float, float, str, bool]
"""Where something stands in a cloud, what it is called, and whether it is new."""


def across(caption: str, unit: str, rows: Sequence[Row], series: Sequence[Sequence[Estimate | None]], first: int = 0) -> Plot:
    """Intervals from left to right: a line for each row, and in it one for each series, the `first` of all that there are."""
    ends = [end for found in series for one in found if one is not None for end in (one.low, one.high)]
    height = 60 + len(rows) * (14 + 9 * len(series))
    labels = categories([row.label for row in reversed(rows)])
    frame = Frame(linear([0.0, *ends], unit, most=5), labels, width=WIDTH, height=height, grid="x")
    frame.rule_up(0)
    for at, found in enumerate(series):
        for place, one in enumerate(found):
            if one is not None:
                y = len(rows) - 1 - place - _offset_in_group(at, len(series))
                frame.interval((one.low, y), (one.value, y), (one.high, y), first + at)
    description = f"{caption}: {join_words([row.label for row in rows])}. The numbers stand in the tables below."
    return frame.plot(f"{caption}, with 95 % intervals", description)


def upright(caption: str, labels: Sequence[str], rows: Sequence[Row], fair: float) -> Plot:
    """Rates side by side, and the one that would be fair."""
    series = [[scale(found, 100) for found in column] for column in zip(*(row.estimates for row in rows), strict=True)]
    heights = [end for found in series for one in found if one is not None for end in (one.low, one.high)]
    frame = Frame(
        categories(labels), linear([0.0, 100 * fair, *heights], "share of wins", " %"), width=WIDTH, height=_HEIGHT, grid="y"
    )
    frame.rule_across(100 * fair, is_dashed=True)
    for at, found in enumerate(series):
        for place, one in enumerate(found):
            if one is not None:
                x = place + _offset_in_group(at, len(series))
                frame.interval((x, one.low), (x, one.value), (x, one.high), at)
    description = join_words(
        [f"{row.label} {one.value:.0f} %" for row, one in zip(rows, series[0], strict=True) if one is not None]
    )
    return frame.plot(f"{caption}, with 95 % intervals (dashed: fair share)", f"{caption}, in the base: {description}.")


def distribution(caption: str, unit: str, of: str, samples: Sequence[Sample], values: Sequence[Numbers]) -> Plot:
    """Outlines of histograms, all with the same bins; that of the base is filled."""
    low, high = min(float(v.min()) for v in values), max(float(v.max()) for v in values)
    step = max(1, round((high - low) / 30))
    around = step if high - low < 3 else 0
    bins = np.arange(np.floor(low) - 0.5 - around, high + step + 0.5 + around, step)
    shares = [np.histogram(numbers, bins)[0] / len(numbers) * 100 for numbers in values]
    most = max(float(share.max()) for share in shares)
    frame = Frame(
        linear([float(bins[0]), float(bins[-1])], unit, is_tight=True),
        linear([0.0, most], f"% of the {of}"),
        width=WIDTH,
        height=_HEIGHT,
        grid="y",
    )
    for at, share in enumerate(shares):
        outline = [(float(bins[0]), 0.0)]
        for begin, end, height in zip(bins, bins[1:], share, strict=False):
            outline += [(float(begin), float(height)), (float(end), float(height))]
        outline.append((float(bins[-1]), 0.0))
        if at == 0:
            frame.area(outline, at)
        frame.line(outline, at)
    means = join_words([f"{sample.title} {v.mean():.1f}" for sample, v in zip(samples, values, strict=True)])
    return frame.plot(caption, f"{caption}, as histograms. Means: {means}.")


def cloud(
    caption: str, series: int, spots: Sequence[Spot], named: Sequence[Spot], bounds: tuple[float, float], fair: float
) -> Plot:
    """Spots by how often something is chosen and how often whoever chooses it wins, in per cent; some have their names beside."""
    low, high = bounds
    gap = max(high - low, 1.0) / 16
    lowest_first = sorted(named, key=lambda spot: spot[1])
    frame = Frame(
        logarithmic([spot[0] for spot in spots], "times a game"),
        linear([low - gap, high + gap, 100 * fair], "wins of who chooses it, %", is_tight=True),
        width=WIDTH,
        height=320,
        right=_BESIDE,
    )
    frame.rule_across(100 * fair, is_dashed=True)
    for times, wins, _, is_new in spots:
        size, opacity = (4.5, 1.0) if is_new else (2.4, 0.65)
        frame.mark((times, wins), series, size, opacity)
    heights = _spread_labels([wins for _, wins, *_ in lowest_first], gap, low, high)
    for (times, wins, label, _), height in zip(lowest_first, heights, strict=True):
        frame.label((times, wins), height, label)
    description = join_words([f"{label} ({wins:.0f} %)" for _, wins, label, _ in reversed(lowest_first)])
    return frame.plot(caption, f"{caption}. Furthest from it: {description}.")


def flow(resource: str, title: str, rounds: int, samples: Sequence[Sample]) -> Plot:
    """Draw what comes in a round as a line above 0, and what goes as one below."""
    lines = [
        (at, [(round_, sign * sample.average_in_round(resource, came, round_)) for round_ in range(rounds)])
        for at, sample in enumerate(samples)
        for came, sign in ((True, 1), (False, -1))
    ]
    amounts = [amount for _, points in lines for _, amount in points if not np.isnan(amount)]
    frame = Frame(
        linear([0, rounds - 1], "round", is_tight=True, most=6), linear([0.0, *amounts], most=4), width=NARROW, height=150
    )
    frame.rule_across(0)
    for at, points in lines:
        frame.line(points, at, 1.5 if at else 3, 1 if at else 0.6)
    description = f"What a player gains and spends of {title} in each round, on average."
    return frame.plot(f"{capital(title)}: gained above 0, spent below", description)


def scale(found: Estimate | None, factor: float) -> Estimate | None:
    return found and Estimate(found.value * factor, found.low * factor, found.high * factor)


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
