"""Plots as pieces of SVG for a page of HTML: the same bytes for the same numbers, in the colours of the page, light or dark.

A `Frame` draws axes and what is between them. Nothing but Python is needed. The colours are in the style of the
page: `page.css` of `doc`, and `charts.css` for the series.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from importlib.resources import files
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
    ticks = [step * 10.0**power for power in range(math.floor(low) - 1, math.ceil(high) + 1) for step in steps]
    low, high = low - _PADDING * width, high + _PADDING * width
    marks = [(math.log10(value), f"{value:g}") for value in ticks if low <= math.log10(value) <= high]
    return Axis(low, high, tuple(marks), title, is_logarithmic=True)


def categories(labels: Sequence[str], *, margin: float = 0.6) -> Axis:
    """An axis with a place for each label, at 0, 1, 2 …"""
    return Axis(-margin, len(labels) - 1 + margin, tuple((float(at), label) for at, label in enumerate(labels)))


def _find_step(least: float) -> float:
    """The smallest of 1, 2 and 5 times a power of ten that is no less."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in _STEPS if step * power >= least * (1 - 1e-9))


_LINE = 14
"""The height of a line of text, and about the width of two letters, in pixels."""
_LETTER = 6.1
_TICK = 5
_MARKS = (
    ("●", "M{0} 0a{0} {0} 0 1 0 -{1} 0a{0} {0} 0 1 0 {1} 0z"),
    ("◆", "M0 -{0}L{0} 0L0 {0}L-{0} 0z"),
    ("■", "M-{0} -{0}H{0}V{0}H-{0}z"),
    ("▲", "M0 -{0}L{0} {0}H-{0}z"),
    ("▼", "M0 {0}L{0} -{0}H-{0}z"),
    ("✚", "M-{0} 0H{0}M0 -{0}V{0}"),
)
"""For each series a letter, and a path by the half of its size and the whole."""
_COLOURS = len(_MARKS)
_LAST = _COLOURS - 1

Point = tuple[float, float]


class Plot(NamedTuple):
    """`width` is in pixels of the page."""

    caption: str
    width: int
    svg: str


def colour(series: int) -> str:
    return f"var(--series-{series % _COLOURS})"


def sign(series: int) -> tuple[str, str]:
    """The colour and the mark of a series, for the text of the page."""
    return colour(series), _MARKS[series % _COLOURS][0]


class Frame:
    """`grid` names the axes that have lines across the plot; `right` is the room beside it, for words."""

    def __init__(self, x: Axis, y: Axis, *, width: int, height: int, grid: str = "xy", right: int = 12) -> None:
        lines = max((label.count("\n") for _, label in x.marks), default=0) + 1
        self._x = x
        self._y = y
        self._size = width, height
        self._left = 12 + round(_LETTER * max((len(label) for _, label in y.marks), default=0)) + (_LINE if y.title else 0)
        self._right = width - right
        self._top = 8
        self._bottom = height - 8 - _LINE * lines - (_LINE + 4 if x.title else 0)
        self._drawn: list[str] = []
        self._draw_axes(grid)

    def _at(self, point: Point) -> Point:
        x, y = self._x.place(point[0]), self._y.place(point[1])
        return self._left + x * (self._right - self._left), self._bottom - y * (self._bottom - self._top)

    def _draw_axes(self, grid: str) -> None:
        left, right, top, bottom = self._left, self._right, self._top, self._bottom
        across, up = [], []
        for place, label in self._x.marks:
            x = left + (place - self._x.low) / (self._x.high - self._x.low) * (right - left)
            across.append(f"M{_number(x)} {top if 'x' in grid else bottom}V{bottom}")
            for row, line in enumerate(label.split("\n")):
                self._text(x, bottom + _TICK + 10 + _LINE * row, line, "middle", "ink2")
        for place, label in self._y.marks:
            y = bottom - (place - self._y.low) / (self._y.high - self._y.low) * (bottom - top)
            up.append(f"M{left} {_number(y)}H{right if 'y' in grid else left}")
            self._text(left - _TICK, y + 4, label, "end", "ink2")
        self._path("".join((*across, *up, f"M{left} {top}V{bottom}H{right}")), "line", 0.8)
        if self._x.title:
            self._text((left + right) / 2, bottom + _TICK + 10 + self._lines_below() * _LINE, self._x.title, "middle", "ink2")
        if self._y.title:
            self._drawn.append(
                f'<text transform="translate(11 {_number((top + bottom) / 2)})rotate(-90)" text-anchor="middle" '
                f'fill="var(--ink2)">{escape(self._y.title)}</text>'
            )

    def _lines_below(self) -> int:
        return max((label.count("\n") for _, label in self._x.marks), default=0) + 1

    # ---- what stands in a plot

    def line(self, points: Sequence[Point], series: int, width: float = 1.8, opacity: float = 1.0) -> None:
        """A line through points; a point with a number that is none leaves a gap."""
        self._drawn.append(
            f'<path d="{self._way(points)}" fill="none" stroke="{colour(series)}" stroke-width="{width:g}"{_opacity(opacity)}/>'
        )

    def area(self, points: Sequence[Point], series: int) -> None:
        """The area that a line and its two ends enclose, lightly filled."""
        self._drawn.append(f'<path d="{self._way(points)}" fill="{colour(series)}" fill-opacity=".25"/>')

    def mark(self, point: Point, series: int, size: float = 3.0, opacity: float = 1.0) -> None:
        x, y = self._at(point)
        shape = _MARKS[series % _COLOURS][1].format(f"{size:g}", f"{2 * size:g}")
        style = (
            f'fill="none" stroke="{colour(series)}" stroke-width="2"'
            if series % _COLOURS == _LAST
            else f'fill="{colour(series)}"'
        )
        self._drawn.append(f'<path transform="translate({_number(x)} {_number(y)})" d="{shape}" {style}{_opacity(opacity)}/>')

    def interval(self, low: Point, middle: Point, high: Point, series: int) -> None:
        """A mark, and a line from one end of its interval to the other."""
        self.line((low, high), series, 1.6)
        self.mark(middle, series)

    def rule_across(self, height: float, *, is_dashed: bool = False) -> None:
        """A thin line at a height, to compare with."""
        y = _number(self._bottom - self._y.place(height) * (self._bottom - self._top))
        dashes = ' stroke-dasharray="4 3"' if is_dashed else ""
        self._drawn.append(f'<path d="M{self._left} {y}H{self._right}" stroke="var(--ink2)"{dashes}/>')

    def rule_up(self, place: float) -> None:
        """A thin line up from a place on the lower axis."""
        x = _number(self._left + self._x.place(place) * (self._right - self._left))
        self._drawn.append(f'<path d="M{x} {self._top}V{self._bottom}" stroke="var(--ink2)"/>')

    def label(self, point: Point, height: float, text: str) -> None:
        """Words beside the plot at a `height` on the upright axis, with a line from the point that they are about."""
        (x, y), (_, beside) = self._at(point), self._at((point[0], height))
        self._path(f"M{_number(x)} {_number(y)}L{self._right + 8} {_number(beside)}", "ink2", 0.6)
        self._text(self._right + 11, beside + 4, text, "start", "ink")

    def plot(self, caption: str, description: str) -> Plot:
        """The finished plot; the `description` is for those who do not see it."""
        width, height = self._size
        svg = f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(description)}">'
        return Plot(caption, width, "\n".join((svg, *self._drawn, "</svg>")))

    def _way(self, points: Sequence[Point]) -> str:
        parts, letter = [], "M"
        for point in points:
            if point[1] != point[1]:  # no number
                letter = "M"
                continue
            x, y = self._at(point)
            parts.append(f"{letter}{_number(x)} {_number(y)}")
            letter = "L"
        return "".join(parts)

    def _path(self, way: str, of: str, width: float) -> None:
        self._drawn.append(f'<path d="{way}" fill="none" stroke="var(--{of})" stroke-width="{width:g}"/>')

    def _text(self, x: float, y: float, text: str, anchor: str, of: str) -> None:
        self._drawn.append(
            f'<text x="{_number(x)}" y="{_number(y)}" text-anchor="{anchor}" fill="var(--{of})">{escape(text)}</text>'
        )


def _opacity(opacity: float) -> str:
    return f' opacity="{opacity:g}"' if opacity < 1 else ""


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def write_key(titles: Sequence[str]) -> str:
    """The legend: the colour and the mark of each series."""
    signs = ((escape(title), *sign(series)) for series, title in enumerate(titles))
    spans = (f'<span><span style="color: {colour}">{mark}</span> {title}</span>' for title, colour, mark in signs)
    return f'<p class="key" aria-hidden="true">{"".join(spans)}</p>'


def write_head(title: str, mark: str, kind: str, skip: str) -> list[str]:
    """Lines down to the link that skips to `main-part`.

    `mark` is what programs know such a page by, `kind` the class of its body and the package that has its style.
    """
    styles = ("doc/page.css", "charts/charts.css", f"{kind}/page.css")
    style = "".join(files("caylus_tools").joinpath(file).read_text(encoding="utf-8") for file in styles)
    return [
        "<!DOCTYPE html>",
        '<html lang="en">',
        '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta name="generator" content="{mark}"><meta name="color-scheme" content="light dark"><title>{escape(title)}</title>',
        f"<style>\n{style}</style></head>",
        f'<body class="{kind} charts">',
        f'<a class="skip" href="#main-part">{skip}</a>',
    ]
