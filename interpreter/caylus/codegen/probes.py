"""The interface of probes: programs report the statements they execute and the conditions they evaluate."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from caylus.diagnostics.diagnostic import Span
    from caylus.model import Site


class Point(NamedTuple):
    """A statement, or a case of a value, that can be carried out, or a condition that can be asked.

    `span` is that of the statement, of the attachment, or of the whole value whose cases `part` counts from 1; 0 elsewhere.
    """

    is_condition: bool
    span: Span
    part: int


class Probe:
    """Counts, by point: how often it was carried out, or how often the condition did not hold and held."""

    def __init__(self) -> None:
        self.points: dict[Point, int] = {}
        self.counts: list[list[int]] = []

    def number(self, is_condition: bool, site: Site, part: int) -> int:
        """The number by which generated code calls a point."""
        number = self.points.setdefault(Point(is_condition, site.span, part), len(self.points))
        if number == len(self.counts):
            self.counts.append([0, 0])
        return number

    def record_event(self) -> None:
        """One thing more has been told of what happens, where events are asked for."""

    def ran(self, number: int) -> None:
        self.counts[number][1] += 1

    def record_condition(self, number: int, holds: bool) -> bool:
        self.counts[number][bool(holds)] += 1
        return holds
