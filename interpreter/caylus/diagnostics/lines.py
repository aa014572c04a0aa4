"""The lines of a text, as spans number them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from .span import Span

_COMMENT = re.compile(r'("[^"\\]*(?:\\.[^"\\]*)*")|--.*')
"""A text, which stays and may hold anything, or a comment."""


def split_lines(text: str) -> list[str]:
    """The lines without their ends; the line numbered n in a span is the item n - 1.

    A line ends with a line feed, or with a carriage return and a line feed, and with nothing else: `str.splitlines` breaks
    at a dozen other characters, so that every line after one of them would be the wrong one. After a last line end there
    is one more line, which is empty, for a span may stand there.
    """
    return [line.removesuffix("\r") for line in text.split("\n")]


def end_span(text: str, path: str) -> Span:
    """The place of the letter that comes after `text`, the start of a file."""
    line, column = text.count("\n") + 1, len(text) - text.rfind("\n")
    return Span(path, line, column, line, column + 1)


def excerpt(lines: Sequence[str], span: Span, instead: Iterable[tuple[Span, str]] = ()) -> str:
    """The text at a place of a file of so many lines: on one line, and without its comments.

    `instead` says what is to be read in some places of that text, in their order.
    """
    found, at = "", (span.line, span.column)
    for place, text in instead:
        if place.is_inside(span) and at <= (place.line, place.column):
            found += text_between(lines, at, (place.line, place.column)) + text
            at = place.end_line, place.end_column
    found += text_between(lines, at, (span.end_line, span.end_column))
    return " ".join(" ".join(_COMMENT.sub(r"\1", line) for line in found.split("\n")).split())


def text_between(lines: Sequence[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    found = list(lines[start[0] - 1 : end[0]])
    if found:
        found[-1] = found[-1][: end[1] - 1]
        found[0] = found[0][start[1] - 1 :]
    return "\n".join(found)
