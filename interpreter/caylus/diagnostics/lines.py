"""The lines of a text, as spans number them."""

from __future__ import annotations

from .span import Span


def lines_of(text: str) -> list[str]:
    """The lines without their ends; the line numbered n in a span is the item n - 1.

    A line ends with a line feed, or with a carriage return and a line feed, and with nothing else: `str.splitlines` breaks
    at a dozen other characters, so that every line after one of them would be the wrong one. After a last line end there
    is one more line, which is empty, for a span may stand there.
    """
    return [line.removesuffix("\r") for line in text.split("\n")]


def place_behind(text: str, path: str) -> Span:
    """The place of the letter that comes after `text`, the start of a file."""
    line, column = text.count("\n") + 1, len(text) - text.rfind("\n")
    return Span(path, line, column, line, column + 1)
