"""Names in generated modules, the author's words that may appear in them, and the probes that they report to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from caylus.diagnostics import visible
from caylus.diagnostics.diagnostic import Span

if TYPE_CHECKING:
    from caylus.model import Site


PROGRAM = "<rules>"
"""The file name of generated code in tracebacks."""

EXPLANATIONS, SHARED = "<explanations>", "shared"
"""The same of what only people need, and what the functions there call what they share."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def identifier(name: str) -> str:
    """A name that an author chose, as it may stand in generated code. Raises ValueError for anything that is none."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"no name can stand in generated code that is written {name!r}")
    return name


def comment(text: str) -> str:
    """Words that generated code says to its readers, on a line that they cannot leave."""
    return f"# {visible(text)}"


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
