"""A fix: the one right answer to a fault, ready to be written into the text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

from .span import Span


@dataclass(frozen=True, slots=True)
class Edit:
    """A place of a text, and what should stand there; a place of no width is where something is put in."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A fix of a fault. `title` says it in words, as in "write `is`"; its edits lie apart, in one file."""

    title: str
    edits: tuple[Edit, ...]


def apply_fixes(text: str, path: str, fixes: Iterable[Fix]) -> str:
    """The text of a file with fixes written in: each whole or, where it meets one that came before it, not at all."""
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]  # the last one, of no line, behind the end
    taken: list[tuple[int, int, str]] = []
    for fix in fixes:
        edits = [(*_place(edit.span, starts), edit.text) for edit in fix.edits if edit.span.file == path]
        if len(edits) == len(fix.edits) and not any(_meets(edit, other) for edit in edits for other in taken):
            taken += edits
    for start, end, new in sorted(taken, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _place(span: Span, starts: list[int]) -> tuple[int, int]:
    return starts[span.line - 1] + span.column - 1, min(starts[span.end_line - 1] + span.end_column - 1, starts[-1] - 1)


def _meets(edit: tuple[int, int, str], other: tuple[int, int, str]) -> bool:
    """Return whether two edits touch: the one may have been thought of without the other."""
    return edit[0] <= other[1] and other[0] <= edit[1]
