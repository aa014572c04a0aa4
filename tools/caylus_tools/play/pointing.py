"""Find the choices on the screen, for arrow keys and the mouse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from caylus_tools.screen.marked import Line, line_width


class _Place(NamedTuple):
    """The cells that a choice takes: from `start` up to `end` of a line."""

    key: str
    line: int
    start: int
    end: int


def find_key(column: int, line: int, lines: Sequence[Line]) -> str:
    """The key of the choice that stands there; none if none does."""
    found = (place.key for place in _places(lines) if place.line == line and place.start <= column < place.end)
    return next(found, "")


def find_neighbour(key: str, direction: str, lines: Sequence[Line]) -> str:
    """The key of the choice that is next in a direction (`up`, `down`, `left`, `right`), from the first one or round about."""
    first: dict[str, _Place] = {}
    for place in _places(lines):
        first.setdefault(place.key, place)
    if key not in first:
        keys = [*first]
        return key if not keys else keys[-1] if direction in ("up", "left") else keys[0]
    here = first[key]
    forward = direction in ("down", "right")
    if direction in ("up", "down"):
        others = [place for place in first.values() if place.line != here.line and (place.line > here.line) == forward]
        return min(others, key=lambda place: (abs(place.line - here.line), abs(place.start - here.start)), default=here).key
    keys = [place.key for place in sorted(first.values(), key=lambda place: (place.line, place.start))]
    return keys[(keys.index(key) + (1 if forward else -1)) % len(keys)]


def _places(lines: Sequence[Line]) -> Iterator[_Place]:
    for number, line in enumerate(lines):
        column = 0
        for span in line:
            end = column + line_width(span.text)
            if span.key:
                yield _Place(span.key, number, column, end)
            column = end
