"""A diagnostic: one fault of a text, with all its author needs to mend it. One model behind every output."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate

_GUESSED = re.compile(r"did you mean `(\w+)`\?")


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a source file: 1-based lines and columns, the end exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __reduce__(self) -> tuple[type[Span], tuple[str, int, int, int, int]]:
        """A fifth quicker than a dataclass has it, of all that is kept of rules."""
        return Span, (self.file, self.line, self.column, self.end_line, self.end_column)

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of `other`; of texts that variants have put together, this one alone."""
        if other.file != self.file or (other.end_line, other.end_column) < (self.line, self.column):
            return self
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)

    def is_inside(self, other: Span) -> bool:
        """Return whether it lies in another, in the same file."""
        return (
            self.file == other.file
            and (other.line, other.column) <= (self.line, self.column)
            and (self.end_line, self.end_column) <= (other.end_line, other.end_column)
        )

    @property
    def order(self) -> tuple[str, int, int, int, int]:
        """Sorts places from the front to the back; of two that begin together the one that holds the other comes first."""
        return self.file, self.line, self.column, -self.end_line, -self.end_column

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


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
    result_text, at = "", (span.line, span.column)
    for place, text in instead:
        if place.is_inside(span) and at <= (place.line, place.column):
            result_text += text_between(lines, at, (place.line, place.column)) + text
            at = place.end_line, place.end_column
    result_text += text_between(lines, at, (span.end_line, span.end_column))
    return " ".join(" ".join(_COMMENT.sub(r"\1", line) for line in result_text.split("\n")).split())


def text_between(lines: Sequence[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    text_lines = list(lines[start[0] - 1 : end[0]])
    if text_lines:
        text_lines[-1] = text_lines[-1][: end[1] - 1]
        text_lines[0] = text_lines[0][start[1] - 1 :]
    return "\n".join(text_lines)


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
    applied_edits: list[tuple[int, int, str]] = []
    for fix in fixes:
        edits = [(*_place(edit.span, starts), edit.text) for edit in fix.edits if edit.span.file == path]
        if len(edits) == len(fix.edits) and not any(_meets(edit, other) for edit in edits for other in applied_edits):
            applied_edits += edits
    for start, end, new in sorted(applied_edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _place(span: Span, starts: list[int]) -> tuple[int, int]:
    return starts[span.line - 1] + span.column - 1, min(starts[span.end_line - 1] + span.end_column - 1, starts[-1] - 1)


def _meets(edit: tuple[int, int, str], other: tuple[int, int, str]) -> bool:
    """Return whether two edits touch: the one may have been thought of without the other."""
    return edit[0] <= other[1] and other[0] <= edit[1]


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Note:
    """A fact that bears on the fault; with a span where it stands somewhere."""

    text: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """`code` is `E` or `W` and four digits, never reused. `message` makes sense alone, in the author's words.

    `span` is the smallest place that shows the fault (None only for a fault of no place, such as a missing file);
    `label` says what is the matter right there. `notes` are facts, `help` is what to change, and `fix` that change itself where
    there is but one.
    """

    code: str
    message: str
    span: Span | None
    label: str = ""
    notes: tuple[Note, ...] = ()
    help: str = ""
    severity: Severity = Severity.ERROR
    fix: Fix | None = None

    @property
    def guess(self) -> Fix | None:
        """The name that was probably meant, as an edit for its author to choose; nothing where there is a `fix`."""
        match = _GUESSED.fullmatch(self.help)
        if match is None or self.fix is not None or self.span is None or self.span.line != self.span.end_line:
            return None
        return Fix(f"write `{match[1]}`", (Edit(self.span, match[1]),))

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR


class RulesetError(Exception):
    """A ruleset, scenario, save or transcript cannot be used. `diagnostics` say why, errors first, in the order of the text.

    `sources` holds the texts that spans point into, by path, as far as they could be read.
    """

    def __init__(self, diagnostics: tuple[Diagnostic, ...], sources: Mapping[str, str] | None = None) -> None:
        super().__init__(
            "\n".join(f"{d.span}: {d.message} [{d.code}]" if d.span else f"{d.message} [{d.code}]" for d in diagnostics)
        )
        self.diagnostics = diagnostics
        self.sources = dict(sources or {})

    def __reduce__(self) -> tuple[type[RulesetError], tuple[tuple[Diagnostic, ...], dict[str, str]]]:
        """For the way from one process to another."""
        return RulesetError, (self.diagnostics, self.sources)


def warning(
    code: str, span: Span | None, message: str, label: str = "", *, notes: Iterable[Note] = (), help: str = ""
) -> Diagnostic:
    return Diagnostic(code, message, span, label, tuple(notes), help, Severity.WARNING)


def first_word(span: Span, word: str) -> Span:
    """The place of the word that a long statement begins with."""
    return Span(span.file, span.line, span.column, span.line, span.column + len(word))


class Collector:
    """Diagnostics as they are found; the same one twice counts once, however often a pass comes by."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, Span | None, str], Diagnostic] = {}

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        return tuple(self._found.values())

    def error(
        self,
        code: str,
        span: Span | None,
        message: str,
        label: str = "",
        *,
        notes: Iterable[Note] = (),
        help: str = "",
        fix: Fix | None = None,
    ) -> None:
        self.add(Diagnostic(code, message, span, label, tuple(notes), help, fix=fix))

    def warning(
        self, code: str, span: Span | None, message: str, label: str = "", *, notes: Iterable[Note] = (), help: str = ""
    ) -> None:
        self.add(warning(code, span, message, label, notes=notes, help=help))

    def add(self, diagnostic: Diagnostic) -> None:
        """Writes down what somebody else has found."""
        self._found.setdefault((diagnostic.code, diagnostic.span, diagnostic.message), diagnostic)
