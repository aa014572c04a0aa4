"""Finds every fault of a text that cannot be parsed, and the definitions that can be read all the same.

A definition begins at the margin, and what belongs to a statement is indented below it: so the faults of one statement
are kept out of the next. The statement with the fault is reported once and left out. If what follows it then makes no
sense, the statement around it is left out too, without a word. A brace too few or too many is found by the indentation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate, groupby

from caylus.diagnostics.diagnostic import Diagnostic, Note, Span
from caylus.limits import LONGEST_LINE_MENDED, MOST_FAULTS

from .lalr import Recognizer
from .lexer import scan
from .line_ends import CONTINUES_AFTER, CONTINUES_BEFORE, is_complete
from .slips import Line
from .syntax_errors import missing, report_error
from .tokens import END, LINE_END, Token

_OPENERS = {"LPAR", "LSQB"}
_CLOSERS = {"RPAR", "RSQB"}
_TURN = {"LBRACE": 1, "RBRACE": -1}


def find_faults(tokens: Sequence[Token], path: str, known: set[int]) -> list[Diagnostic]:
    """The faults of one definition that cannot be parsed. `known` are the lines that have a fault reported already."""
    words = (token for token in tokens if token.type != LINE_END)
    lines = [list(line) for _, line in groupby(words, key=lambda token: token.line)]
    last_line = tokens[-1].line + (tokens[-1].type == LINE_END)
    return _Recovery(lines, path, known, last_line).run()


@dataclass(slots=True)
class _Brace:
    token: Token
    column: int  # of the statement it belongs to


@dataclass(slots=True)
class _Reader:
    """The recognizer, and what the layout needs to know of the tokens it has read."""

    recognizer: Recognizer
    last: Token | None = None
    parentheses: list[Token] = field(default_factory=list)
    braces: list[_Brace] = field(default_factory=list)

    def copy(self) -> _Reader:
        return _Reader(self.recognizer.copy(), self.last, self.parentheses[:], self.braces[:])

    def joins(self, token: Token) -> bool:
        """Return whether a line end before `token` separates nothing."""
        if self.last is None or self.parentheses or self.last.type in CONTINUES_AFTER:
            return True
        return token.type in CONTINUES_BEFORE

    def is_inside_statement(self, token: Token) -> bool:
        """Return whether `token`, the first of its line, goes on with a statement begun above."""
        if self.last is None:
            return False
        return bool(self.parentheses) or self.last.type in ("EQUAL", "VBAR") or token.type in CONTINUES_BEFORE

    def begin_line(self, token: Token) -> bool:
        """Reads the line end before `token`, if it separates. False: none can stand there."""
        return self.joins(token) or self.recognizer.feed(LINE_END)

    def admits_line(self, token: Token) -> bool:
        """Return whether a line may begin with `token`."""
        ahead = self.copy()
        return ahead.begin_line(token) and ahead.recognizer.admits(token.type)

    def feed(self, token: Token, column: int) -> bool:
        """Reads a token of the statement that begins at `column`. False: it cannot stand here, and nothing has changed."""
        if not self.recognizer.feed(token.type) and not self._begins_anew(token):
            return False
        self.last = token
        if token.type in _OPENERS:
            self.parentheses.append(token)
        elif token.type in _CLOSERS:
            del self.parentheses[-1:]
        elif token.type == "LBRACE":
            self.braces.append(_Brace(token, column))
        elif token.type == "RBRACE":
            del self.braces[-1:]
        return True

    def _begins_anew(self, token: Token) -> bool:
        """Reads a token that is separated from the one before by no more than that being a closing brace."""
        ahead = self.recognizer.copy()
        is_apart = self.last is not None and self.last.type == "RBRACE" and self.braces and is_complete(token)
        if not (is_apart and ahead.feed(LINE_END) and ahead.feed(token.type)):
            return False
        self.recognizer = ahead
        return True


@dataclass(slots=True)
class _Mark:
    """A statement begun and not yet left, and the reader as it was before it."""

    column: int
    reader: _Reader


class _Recovery:
    def __init__(self, lines: list[Line], path: str, known: set[int], last_line: int) -> None:
        self.lines, self.path, self.last_line = lines, path, last_line
        self.known, self.reported = known, set(known)
        self.reader = _Reader(Recognizer())
        self.marks: list[_Mark] = []
        self.just_left_out = False  # and nothing read since
        self.faults: list[Diagnostic] = []
        self.unclosed = _find_unclosed(lines)
        self.count_braces()

    def run(self) -> list[Diagnostic]:
        number = 0
        while number < len(self.lines) and len(self.faults) < MOST_FAULTS:
            number = self.line(number)
        if self.marks and number == len(self.lines):
            self.close_braces(number)
        return self.faults

    def line(self, number: int) -> int:
        """Reads one line, or leaves out its statement; the number of the line to go on with."""
        line = self.lines[number]
        if self.just_left_out and not self.reader.admits_line(line[0]):
            return self.leave_out(number)
        self.close_braces(number)
        self.enter(line[0])
        start = self.reader.copy()
        if not self.reader.begin_line(line[0]):
            return self.refuse(number, 0, start, self.reader.recognizer)
        before = self.reader.recognizer.copy()
        for place, token in enumerate(line):
            if token.type == "RBRACE" and self.balance(number, place) < 0 and self.closes_nothing(token, place):
                self.report(Diagnostic("E0108", "this `}` closes nothing", token.span(self.path), help="delete it"))
            elif self.feed(token) or (self.open_brace(number, place) and self.feed(token)):
                continue
            elif opener := self.find_unclosed(token):
                self.report(_not_closed(opener, self.path))
                return self.leave_out(self.line_number(opener) + 1)
            else:
                return self.refuse(number, place, start, before)
        if self.can_end(number):
            if self.admits(END):  # a head that can do without the block that seems to follow
                self.open_brace(number, len(line))
        elif not self.open_brace(number, len(line)):
            return self.refuse(number, len(line), start, before)
        self.just_left_out = False
        return number + 1

    def refuse(self, number: int, place: int, start: _Reader, before: Recognizer) -> int:
        """Reports the fault in a line, and reads it as it was meant, or leaves its statement out."""
        line = self.lines[number]
        following = self.lines[number + 1][0] if number + 1 < len(self.lines) else None
        fault, meant = report_error(line, place, before, self.path, following)
        is_worth_it = self.report(fault) and len(line) <= LONGEST_LINE_MENDED
        if instead := (is_worth_it and meant) or self.replace_opening(number, start):
            self.lines[number], self.reader = instead, start
            self.count_braces()
            return number
        return self.leave_out(number + 1)

    def replace_opening(self, number: int, start: _Reader) -> Line | None:
        """Another beginning for the block that this line opens, so that the block can be read."""
        line, body = self.lines[number], self.lines[number + 1 : number + 2]
        is_head = [token.type for token in line if token.type in _TURN] == ["LBRACE"] and line[-1].type == "LBRACE"
        if not is_head or not body or body[0][0].column <= line[0].column:
            return None
        for head in _stand_ins():
            reader = start.copy()
            if reader.begin_line(head[0]) and all(reader.feed(token, 0) for token in (*head, *body[0])):
                return [token._replace(line=line[0].line, column=line[0].column) for token in head]
        return None

    def feed(self, token: Token) -> bool:
        return self.reader.feed(token, self.marks[-1].column)

    def admits(self, kind: str) -> bool:
        return self.reader.recognizer.admits(kind)

    def can_end(self, number: int) -> bool:
        """Return whether the line just read is whole, as far as it goes."""
        if number + 1 == len(self.lines):
            self.close_braces(number + 1)
            return self.admits(END)
        following = self.lines[number + 1][0]
        if following.type in CONTINUES_BEFORE and self.admits(following.type):
            return True
        if self.reader.joins(following) and following.type not in CONTINUES_BEFORE:
            return True
        return self.admits(LINE_END) or self.admits(END)

    def enter(self, first: Token) -> None:
        """Notes the statement that `first` begins, if it begins one, and forgets those it does not stand in."""
        inside = self.reader.is_inside_statement(first)
        while self.marks and self.marks[-1].column >= first.column + inside:
            self.marks.pop()
        if not inside or not self.marks:
            self.marks.append(_Mark(first.column, self.reader.copy()))

    def leave_out(self, number: int) -> int:
        """Goes back to before the innermost statement, and on to the first line at or after `number` that is not in it."""
        self.just_left_out = True
        is_all = len(self.marks) == 1
        mark = self.marks.pop()
        self.reader = mark.reader
        if is_all:
            return len(self.lines)
        while number < len(self.lines) and self.belongs(number, mark.column):
            number += 1
        return number

    def belongs(self, number: int, column: int) -> bool:
        """Return whether this line is part of the statement at `column` that has just been left out."""
        first = self.lines[number][0]
        around = self.reader.braces[-1].column if self.reader.braces else 0
        return first.column > column or (first.column > around and first.type in CONTINUES_BEFORE | _CLOSERS)

    # ---- braces

    def count_braces(self) -> None:
        """Braces from each token on, as the lines are by now."""
        self.starts = list(accumulate(map(len, self.lines), initial=0))
        turns = [_TURN.get(token.type, 0) for line in self.lines for token in line]
        self.opened_ahead = list(accumulate(reversed(turns), initial=0))[::-1]

    def balance(self, number: int, place: int) -> int:
        """Braces open before this token that nothing from here on closes; negative: braces that close nothing."""
        return len(self.reader.braces) + self.opened_ahead[self.starts[number] + place]

    def closes_nothing(self, token: Token, place: int) -> bool:
        if not self.reader.braces:
            return True
        opener = self.reader.braces[-1]
        return token.column != opener.column if place == 0 else token.line != opener.token.line

    def close_braces(self, number: int) -> None:
        """Adds the closing braces that are missing before this line, going by its indentation."""
        first = self.lines[number][0] if number < len(self.lines) else None
        while self.balance(number, 0) > 0 and self.admits("RBRACE") and self.reader.braces:
            opener = self.reader.braces[-1]
            if first and first.column + (first.type == "RBRACE") > opener.column:
                return
            self.report_unclosed(opener.token, number)
            self.reader.feed(Token("RBRACE", "}", opener.token.line, opener.token.column), opener.column)

    def open_brace(self, number: int, place: int) -> bool:
        """Adds an opening brace, if one fits here and the closing braces are too many."""
        line = self.lines[number]
        is_end = place == len(line)
        if self.balance(number, place) >= 0 or not self.admits("LBRACE"):
            return False
        if is_end and (number + 1 == len(self.lines) or self.lines[number + 1][0].column <= self.marks[-1].column):
            return False
        self.report(missing("`{`", line, place, self.path))
        self.reader.feed(Token("LBRACE", "{", line[-1].line, line[-1].column), self.marks[-1].column)
        return True

    def find_unclosed(self, token: Token) -> Token | None:
        """A parenthesis on a line above that nothing closes."""
        return next((p for p in self.reader.parentheses if p in self.unclosed and p.line < token.line), None)

    # ---- reports

    def report(self, fault: Diagnostic) -> bool:
        """Notes the fault; False if its line has one already."""
        if fault.span is None or fault.span.line in self.reported:
            return False
        self.reported.add(fault.span.line)
        self.faults.append(fault)
        return True

    def report_unclosed(self, opener: Token, before: int) -> None:
        """Its closing brace is missing at the end of the line above `before`, or on a line of its own after that."""
        last = self.lines[before - 1][-1]
        if last.line in (opener.line, self.last_line):
            line, column = last.line, last.column + len(last.text)
        else:
            line, column = last.line + 1, self.reader.braces[-1].column
        if self.known.isdisjoint((opener.line, last.line)) and line not in self.reported:
            self.report(_not_closed(opener, self.path, Span(self.path, line, column, line, column + 1)))
            self.reported.add(line)

    def line_number(self, token: Token) -> int:
        return next(number for number, line in enumerate(self.lines) if line[0].line == token.line)


@cache
def _stand_ins() -> list[Line]:
    heads = (
        "if yes", "choose", "option", "use", "action a()", "kind a", "rule a", "condition a()", "value a()",
        "a a", "each a has", "table a() by a, a",
    )  # fmt: skip
    return [list(scan(head + " {", "").tokens) for head in heads]


def _not_closed(opener: Token, path: str, place: Span | None = None) -> Diagnostic:
    closer = {"{": "}", "(": ")", "[": "]"}[opener.text]
    message = f"this `{opener.text}` is not closed"
    notes = (Note(f"a `{closer}` belongs here", place),) if place is not None else ()
    return Diagnostic("E0107", message, opener.span(path), notes=notes, help="" if notes else f"a `{closer}` is missing")


def _find_unclosed(lines: list[Line]) -> set[Token]:
    """Parentheses and brackets that are still open where a brace stands, or at the end."""
    unclosed: set[Token] = set()
    open_: list[Token] = []
    for token in (token for line in lines for token in line):
        if token.type in _OPENERS:
            open_.append(token)
        elif token.type in _CLOSERS:
            del open_[-1:]
        elif token.type in _TURN:
            unclosed.update(open_)
            open_.clear()
    return unclosed.union(open_)
