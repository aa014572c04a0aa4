"""Recognise the slips of people who know other languages, or English, in a line that cannot be parsed.

A finder looks at a place where the text stops making sense, and says what is wrong there and, where that is plain, which
words should stand instead of which. The line as it was meant is read on, so that nothing else is reported because of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from caylus.diagnostics.diagnostic import Diagnostic, Edit, Fix, Span
from caylus.limits import LONGEST_LINE_MENDED

from .lalr import Recognizer
from .lexer import scan
from .line_ends import CONTINUES_AFTER
from .tokens import END, LINE_END, Token

Line = list[Token]

_TURNS = {"LBRACE": 1, "LPAR": 1, "LSQB": 1, "RBRACE": -1, "RPAR": -1, "RSQB": -1}


class Change(NamedTuple):
    """The tokens to write for the words of a line from the one numbered `first` to before `behind`; nothing, to insert there."""

    first: int
    behind: int
    text: str


class Slip(NamedTuple):
    """A slip in the words from `first` to before `behind`, and what was meant. `is_guess`: only if that can be read."""

    message: str
    first: int
    behind: int
    help: str = ""
    changes: tuple[Change, ...] = ()
    title: str = ""
    """How the fix is called."""
    code: str = "E0101"
    is_guess: bool = False


Finder = Callable[["At"], Slip | None]


@dataclass
class At:
    """A line, the place in it where it stops making sense, what follows the line, and the recognizer as it was before it."""

    line: Line
    place: int
    before: Recognizer
    path: str
    following: Token | None = None

    @cached_property
    def recognizers(self) -> list[Recognizer]:
        """The recognizer before each word up to the place."""
        found = [self.before.copy()]
        for token in self.line[: self.place]:
            found.append(found[-1].copy())
            found[-1].feed(token.type)
        return found

    @property
    def here(self) -> Recognizer:
        return self.recognizers[-1]

    @cached_property
    def accepted_types(self) -> frozenset[str]:
        return self.here.accepted_types()

    def type(self, offset: int = 0) -> str:
        """The type of the word so far from the place; empty beyond the line."""
        number = self.place + offset
        return self.line[number].type if 0 <= number < len(self.line) else ""

    def types(self, first: int = 0, last: int = 0) -> list[str]:
        return [self.type(offset) for offset in range(first, last + 1)]

    @cached_property
    def statement(self) -> int | None:
        """The number of the word that the statement at the place begins with, if it stands on this line."""
        return next(
            (i for i in range(self.place, -1, -1) if i < len(self.recognizers) and self.recognizers[i].admits("CLEAR")), None
        )

    def end_from(self, number: int) -> int:
        """The number of the first word from there on that ends a statement, or begins a block of it."""
        depth = 0
        for i, token in enumerate(self.line[number:], number):
            depth += _TURNS.get(token.type, 0)
            if depth < 0 or (depth == 0 and token.type == "COMMA") or (token.type == "LBRACE" and depth == 1):
                return i
        return len(self.line)

    def text(self, first: int, behind: int) -> str:
        """The words from number `first` to before number `behind`, with one blank where there were any."""
        return _join_tokens(self.line[first:behind])


def _join_tokens(tokens: Sequence[Token]) -> str:
    text = ""
    for before, token in zip((None, *tokens), tokens, strict=False):
        text += " " * (before is not None and token.column > before.column + len(before.text)) + token.text
    return text


def first_slip(at: At, finders: Sequence[Finder]) -> tuple[Diagnostic, Line | None] | None:
    """The fault that the first finder finds, and the line as it was meant, where that is plain."""
    if len(at.line) > LONGEST_LINE_MENDED:
        return None
    for find in finders:
        slip = find(at)
        if slip is None:
            continue
        meant = apply_changes(at.line, slip.changes) if slip.changes else None
        if meant is not None and not reads(at, meant):
            meant = None
        if meant is None and slip.is_guess:
            continue
        fix = Fix(slip.title, tuple(_edit(at, change) for change in slip.changes)) if meant is not None else None
        return Diagnostic(slip.code, slip.message, _span(at, slip.first, slip.behind), help=slip.help, fix=fix), meant or None
    return None


def apply_changes(line: Line, changes: Sequence[Change]) -> Line:
    """The line with changes made to it, from the last to the first."""
    for first, behind, text in sorted(changes, reverse=True):
        place = line[first] if first < len(line) else line[-1]._replace(column=line[-1].column + len(line[-1].text) + 1)
        new = [token._replace(line=place.line, column=place.column + token.column - 1) for token in scan(text, "").tokens]
        line = [*line[:first], *new, *line[behind:]]
    return line


def reads(at: At, line: Line) -> bool:
    """Return whether a line makes sense to its end, in the place of the one that does not."""
    recognizer, last = at.before.copy(), ""
    for token in line:
        apart = last == "RBRACE" and recognizer.admits(LINE_END) and not recognizer.admits(token.type)
        if (apart and not recognizer.feed(LINE_END)) or not recognizer.feed(token.type):
            return False
        last = token.type
    goes_on = at.following is not None and recognizer.admits(at.following.type)
    return goes_on or last in CONTINUES_AFTER or recognizer.admits(LINE_END) or recognizer.admits(END)


def _edit(at: At, change: Change) -> Edit:
    """The change as one of the text: words stand a blank apart from what is beside them, and leave none behind."""
    first, behind, text = change
    line = at.line
    before = _span(at, first - 1, first) if first else None
    touches = before is not None and first < len(line) and before.end_column == line[first].column
    if not text and behind < len(line) and not touches:
        return Edit(_span_between(_span(at, first, behind), _span(at, behind, behind + 1)), "")
    if first < behind:
        place = _span(at, first, behind)
        start = place if text or before is None else _span_after(before)
        is_apart = not touches or not text or line[first - 1].type in ("DOT", "LPAR", "LSQB")
        return Edit(start.to(place), text if is_apart else f" {text}")
    if before is not None and (first == len(line) or text[0] in ",)"):
        return Edit(_span_after(before), text if text[0] in ",)" else f" {text}")
    here = _span(at, first, first + 1)
    return Edit(Span(here.file, here.line, here.column, here.line, here.column), text if text[-1] == "(" else f"{text} ")


def _span_between(first: Span, behind: Span) -> Span:
    """From the start of one place to the start of another."""
    return Span(first.file, first.line, first.column, behind.line, behind.column)


def _span_after(place: Span) -> Span:
    """The place without width behind another."""
    return Span(place.file, place.end_line, place.end_column, place.end_line, place.end_column)


def _span(at: At, first: int, behind: int) -> Span:
    if first >= len(at.line):
        last = at.line[-1].span(at.path)
        return Span(at.path, last.line, last.end_column, last.line, last.end_column + 1)
    return at.line[first].span(at.path).to(at.line[max(first, min(behind, len(at.line)) - 1)].span(at.path))
