"""Figures as a table for people and as data for programs."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence
from typing import Any

from .measure import Measure, Race, spread


def lines(measures: Sequence[Measure], races: Sequence[Race]) -> Iterator[str]:
    """The table, line by line, a part for each section."""
    yield f"Python {platform.python_version()} on {platform.machine()}: medians, in parentheses the lowest and the highest"
    parts: dict[str, dict[str, list[str]]] = {}
    for measure in measures:
        rows = parts.setdefault(measure.section, {measure.section: []})
        rows[f"  {measure.what}, {measure.unit}"] = [_cell(measure.figures)]
    for race in races:
        rows = parts.setdefault(race.section, {race.section: ["theirs", "ours", "ours / theirs"]})
        cells = [_cell(race.theirs), _cell(race.figures), _cell(race.ratios(), 2)]
        rows[f"  {race.what}, {race.unit}"] = cells
    width = max(len(row) for rows in parts.values() for row in rows)
    for rows in parts.values():
        yield ""
        yield from (f"{row:<{width}}{''.join(f'{cell:>33}' for cell in cells)}".rstrip() for row, cells in rows.items())


def data(measures: Sequence[Measure], races: Sequence[Race]) -> dict[str, Any]:
    """The same as JSON data."""
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "measures": [{"section": x.section, "what": x.what, "unit": x.unit, **spread(x.figures)._asdict()} for x in measures],
        "races": [
            {
                "section": race.section,
                "what": race.what,
                "unit": race.unit,
                "theirs": spread(race.theirs)._asdict(),
                "ours": spread(race.figures)._asdict(),
                "ratio": spread(race.ratios())._asdict(),
            }
            for race in races
        ],
    }


def _cell(figures: Sequence[float], digits: int | None = None) -> str:
    found = spread(figures)
    digits = (0 if found.median >= 100 else 1) if digits is None else digits
    median, low, high = (f"{figure:,.{digits}f}" for figure in found)
    return f"{median} ({low} to {high})"
