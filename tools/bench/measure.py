"""Figures: what is measured, taken again and again in turn, so that a slow moment of the machine falls on all alike.

What is done within this process is measured by the time that the processor spends on it.
"""

from __future__ import annotations

import platform
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Sample = Callable[[int], float]
"""Takes the number of the run, and returns one figure."""


class Spread(NamedTuple):
    """The median of several figures, the lowest and the highest."""

    median: float
    low: float
    high: float


def spread(figures: Sequence[float]) -> Spread:
    return Spread(statistics.median(figures), min(figures), max(figures))


@dataclass
class Measure:
    """One figure of ours."""

    section: str
    what: str
    unit: str
    sample: Sample
    figures: list[float] = field(default_factory=list)

    def take(self, run: int) -> None:
        self.figures.append(self.sample(run))


@dataclass
class Race:
    """A peer's rate and ours, one right after the other in each run; what counts is their ratio."""

    section: str
    what: str
    unit: str
    peer: Sample
    ours: Sample
    theirs: list[float] = field(default_factory=list)
    figures: list[float] = field(default_factory=list)

    def take(self, run: int) -> None:
        self.theirs.append(self.peer(run))
        self.figures.append(self.ours(run))

    def ratios(self) -> list[float]:
        """Return how many times as fast as the peer we are, run by run."""
        return [ours / theirs for ours, theirs in zip(self.figures, self.theirs, strict=True)]


def rate(play: Callable[[int], int], seconds: float) -> Sample:
    """Return how much of something is done a second: `play(seed)` does it for one game and returns how much it was."""

    def sample(run: int) -> float:
        done, seed = 0, 1000 * run
        begun = time.process_time()
        while (passed := time.process_time() - begun) < seconds:
            done += play(seed)
            seed += 1
        return done / passed

    return sample


def micros(do: Callable[[], object], times: int) -> Sample:
    """Return how many microseconds something takes."""

    def sample(_: int) -> float:
        begun = time.process_time()
        for _ in range(times):
            do()
        return (time.process_time() - begun) / times * 1e6

    return sample


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
