"""What was measured, as a table for people and as data for programs."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence
from typing import Any

from .measure import Measure, Race, spread


def lines(measures: Sequence[Measure], races: Sequence[Race]) -> Iterator[str]:
    """The table, line by line, a part for each section."""
    yield f"Python {platform.python_version()} on {platform.machine()}: medians, in parentheses the lowest and the highest"
    columns = tuple(dict.fromkeys(measure.engine for measure in measures))
    parts: dict[str, dict[str, list[str]]] = {}
    for measure in measures:
        rows = parts.setdefault(measure.section, {measure.section: [*columns]})
        cells = rows.setdefault(f"  {measure.what}, {measure.unit}", [""] * len(columns))
        cells[columns.index(measure.engine)] = _cell(measure.figures)
    for race in races:
        rows = parts.setdefault(race.section, {race.section: ["theirs", "ours", "ours / theirs"]})
        for engine, ours in race.figures.items():
            named = f", {engine}" if len(race.figures) > 1 else ""
            rows[f"  {race.what}, {race.unit}{named}"] = [_cell(race.theirs), _cell(ours), _cell(race.ratios(engine), 2)]
    width = max(len(row) for rows in parts.values() for row in rows)
    for rows in parts.values():
        yield ""
        yield from (f"{row:<{width}}{''.join(f'{cell:>33}' for cell in cells)}".rstrip() for row, cells in rows.items())


def data(measures: Sequence[Measure], races: Sequence[Race]) -> dict[str, Any]:
    """The same as JSON data."""
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "measures": [
            {"section": x.section, "what": x.what, "unit": x.unit, "engine": x.engine, **spread(x.figures)._asdict()}
            for x in measures
        ],
        "races": [
            {
                "section": race.section,
                "what": race.what,
                "unit": race.unit,
                "theirs": spread(race.theirs)._asdict(),
                "ours": {engine: spread(figures)._asdict() for engine, figures in race.figures.items()},
                "ratio": {engine: spread(race.ratios(engine))._asdict() for engine in race.figures},
            }
            for race in races
        ],
    }


def _cell(figures: Sequence[float], digits: int | None = None) -> str:
    found = spread(figures)
    digits = (0 if found.median >= 100 else 1) if digits is None else digits
    median, low, high = (f"{figure:,.{digits}f}" for figure in found)
    return f"{median} ({low} to {high})"
