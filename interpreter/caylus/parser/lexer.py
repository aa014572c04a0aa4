"""Text -> tokens and comments, and what is wrong with the text as a text.

Nothing a file can hold is expensive to read: the pattern is linear, and every size has a bound. A fault leaves a token
the parser can go on with, so that one fault has one report.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from caylus.diagnostics.diagnostic import Diagnostic, Edit, Fix, Span, end_span, split_lines
from caylus.diagnostics.render import first_hidden
from caylus.limits import DEEPEST_NESTING, GREATEST_NUMBER, LONGEST_NAME, LONGEST_TEXT, MOST_BYTES, MOST_FAULTS, MOST_TOKENS
from caylus.records import Record
from caylus.syntax import Comment

from .tokens import Token
from .typography import set_right

_QUOTES = "a text stands in double quotes"


class _Sign(NamedTuple):
    help: str
    meant: str = ""


_SIGNS = {
    "!=": _Sign("to say that things differ, write `is not`", "is not"),
    "!": _Sign("to deny something, write `not`", "not "),
    "&&": _Sign("to join conditions, write `and`", "and"),
    "&": _Sign("to join conditions, write `and`, to join payments `+`"),
    ";": _Sign("statements are separated by a line end or a comma"),
    "'": _Sign(f'{_QUOTES}: `"like this"`'),
    "`": _Sign(f'{_QUOTES}: `"like this"`'),
}


def read_sign(token: Token, behind: str, path: str) -> tuple[Diagnostic, list[Token]]:
    """The message about a sign, and the tokens to go on with; `behind` is what follows it on its line."""
    if token.type == "REMARK":
        return _remark(token, path), []
    if token.type == "QUOTED":
        return _fix_quote(token, path)
    if token.text[0] == ";" and not token.text.strip(";"):
        return _semicolon(token, behind, path)
    sign = _SIGNS.get(token.text) or _Sign(_SIGNS[token.text[0]].help if token.text[0] in _SIGNS else "")
    fix = _make_fix(token, path, sign.meant) if sign.meant else None
    return _fault(token, path, sign.help, fix), list(_words(sign.meant, token))


def _remark(token: Token, path: str) -> Diagnostic:
    mark = "#" if token.text[0] == "#" else token.text[:2]
    begin = token._replace(text=mark)
    edits = [Edit(begin.span(path), "--")]
    is_whole = mark != "/*"
    if mark == "//" and token.text[2:].lstrip()[:1].isdigit():
        return _fault(begin, path, "a division is `/`, and rounds down; a comment begins with `--`", None)
    if mark == "/*" and token.text.rstrip().endswith("*/") and len(token.text) > len("/**/"):
        end = token._replace(text="*/", column=token.column + len(token.text.rstrip()) - 2)
        edits.append(Edit(end.span(path), ""))
        is_whole = True
    fix = Fix("write `--`", tuple(edits)) if is_whole else None
    return _fault(begin, path, "a comment begins with `--` and ends with its line", fix)


def _fix_quote(token: Token, path: str) -> tuple[Diagnostic, list[Token]]:
    inside = token.text[1:-1].replace("\\", "\\\\").replace('"', '\\"')
    string_token = token._replace(type="STRING", text=f'"{inside}"')
    fix = _make_fix(token, path, string_token.text)
    return _fault(token._replace(text=token.text[0]), path, _QUOTES, fix), [string_token]


def _semicolon(token: Token, behind: str, path: str) -> tuple[Diagnostic, list[Token]]:
    separates = bool(behind.strip()) and behind.strip()[0] not in "}-"
    fix = Fix("write `,`", (Edit(token.span(path), ","),)) if separates else Fix("delete it", (Edit(token.span(path), ""),))
    return _fault(token, path, _SIGNS[";"].help, fix), [token._replace(type="COMMA", text=",")] if separates else []


def _words(replacement: str, token: Token) -> Iterator[Token]:
    from .lalr import lex

    yield from (token._replace(type=word.type, text=word.text) for word in lex(replacement))


def _make_fix(token: Token, path: str, text: str) -> Fix:
    return Fix(f"write `{text.strip()}`", (Edit(token.span(path), text),))


def _fault(token: Token, path: str, help: str, fix: Fix | None) -> Diagnostic:
    return Diagnostic("E0105", f"the language has no `{token.text[:LONGEST_NAME]}`", token.span(path), help=help, fix=fix)


_BRACES_AT_THE_END = re.compile(r"(?:[ \t][{}])+$")
_IN_FORMULA = 3  # words and symbols at least, its braces among them
_OPENERS = frozenset({"LPAR", "LSQB", "LBRACE"})
_CLOSERS = frozenset({"RPAR", "RSQB", "RBRACE"})
_SIGN_TYPES = frozenset({"UNKNOWN", "QUOTED", "REMARK"})


class Scanned(Record):
    """The tokens of a text; none, where it is too big or too strange to be parsed at all."""

    tokens: tuple[Token, ...]
    comments: tuple[Comment, ...]
    faults: tuple[Diagnostic, ...]


def scan(text: str, path: str) -> Scanned:
    """The tokens of `text`, line ends among them, and its comments."""
    if len(text) > MOST_BYTES or len(text.encode("utf-8", "replace")) > MOST_BYTES:
        place, help_ = end_span(text[:MOST_BYTES], path), "split it: a ruleset may consist of many files"
        return _nothing(Diagnostic("E0102", f"this file is larger than {MOST_BYTES // 1024} KB", place, help=help_))
    if invisible := first_hidden(text):
        span = end_span(text[: invisible.start()], path)
        label = f"the character U+{ord(invisible[0]):04X}"
        help_ = "delete it; a file of rules holds nothing that cannot be seen"
        return _nothing(Diagnostic("E0104", "an invisible character stands here", span, label, help=help_))
    return _Scanner(path).scan(text)


def scan_part(part: str, span: Span) -> Scanned:
    """The same of a part of a line, which stands at `span`."""
    return _Scanner(span.file, span.line, span.column).scan(part)


class _Scanner:
    def __init__(self, path: str, line: int = 1, column: int = 1) -> None:
        self.path = path
        self.begins = line, column
        self.tokens: list[Token] = []
        self.comments: list[Comment] = []
        self.faults: list[Diagnostic] = []
        self.lines: list[str] = []

    def scan(self, text: str) -> Scanned:
        from .lalr import lex  # Lark is imported where a text is read: not by whoever plays by remembered rules

        depth = in_texts = 0
        typeset = set_right(text, self.path, *self.begins)
        self.faults += typeset.faults
        for token in lex(typeset.text, *self.begins):
            kind = token.type
            if token.line in typeset.shifts:
                token = token._replace(column=typeset.original_column(token.line, token.column))
            if kind == "NAME":
                if len(token.text) > LONGEST_NAME:
                    self.fault(token, "E0111", f"this name has more than {LONGEST_NAME} letters")
            elif kind in _OPENERS:
                depth += 1
                if depth > DEEPEST_NESTING:
                    return self.give_up(token, "E0109", f"brackets stand more than {DEEPEST_NESTING} deep in one another")
            elif kind in _CLOSERS:
                depth = max(0, depth - 1)
            elif kind == "NUMBER":
                if len(token.text) > len(str(GREATEST_NUMBER)) or int(token.text) > GREATEST_NUMBER:
                    self.fault(token, "E0113", f"this number is greater than {GREATEST_NUMBER}")
                    token = token._replace(text="0")
            elif kind in ("STRING", "REPLACED"):
                if len(token.text) > LONGEST_TEXT:
                    self.fault(token, "E0112", f"this text has more than {LONGEST_TEXT} characters")
                in_texts += _IN_FORMULA * token.text.count("{")
            elif kind == "COMMENT":
                self.comments.append(Comment(token.span(self.path), token.text.rstrip()))
                continue
            elif kind == "MARGIN":
                in_texts += _IN_FORMULA * token.text.count("{")
                self.margin(token)
                if in_texts <= MOST_TOKENS:
                    continue
                return self.give_up(token, "E0103", f"this file has more than {MOST_TOKENS} words and symbols")
            elif kind == "UNCLOSED":
                self.close_text(token)
                continue
            elif kind in _SIGN_TYPES:
                self.sign(token, text)
                continue
            self.tokens.append(token)
            if len(self.tokens) + in_texts > MOST_TOKENS:
                return self.give_up(token, "E0103", f"this file has more than {MOST_TOKENS} words and symbols")
        return Scanned(tuple(self.tokens), tuple(self.comments), tuple(self.faults))

    def margin(self, token: Token) -> None:
        """A line of a paragraph, without the blanks around it."""
        text = token.text.strip()
        if len(text) > LONGEST_TEXT:
            self.fault(token, "E0112", f"this text has more than {LONGEST_TEXT} characters")
            text = text[:LONGEST_TEXT]
        column = token.column + len(token.text) - len(token.text.lstrip())
        self.comments.append(Comment(token._replace(text=text, column=column).span(self.path), text))

    def sign(self, token: Token, text: str) -> None:
        """One that the language has not; where it is plain what was meant, that is read in its place."""
        if not self.lines:
            self.lines = split_lines(text)
        before = self.begins[1] - 1 if token.line == self.begins[0] else 0
        start = token.column - 1 - before + len(token.text)
        behind = self.lines[token.line - self.begins[0]][start : start + LONGEST_NAME]
        fault, replacement = read_sign(token, behind, self.path)
        self.tokens += replacement
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(fault)

    def close_text(self, token: Token) -> None:
        """The text is taken to run to the end of its line, but not into the braces that stand there."""
        text = token.text.rstrip()
        braces = _BRACES_AT_THE_END.search(text[-LONGEST_NAME:])
        tail = braces[0] if braces else ""
        text = text[: len(text) - len(tail)]
        help_ = 'a text ends with `"` on the line it begins on'
        self.fault(token._replace(text='"'), "E0106", "this text is not closed", help_)
        self.tokens.append(Token("STRING", text + '"', token.line, token.column))
        for place, character in enumerate(tail, token.column + len(text)):
            if character in "{}":
                self.tokens.append(Token("LBRACE" if character == "{" else "RBRACE", character, token.line, place))

    def fault(self, token: Token, code: str, message: str, help: str = "") -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Diagnostic(code, message, token.span(self.path), help=help))

    def give_up(self, token: Token, code: str, message: str) -> Scanned:
        self.fault(token, code, message)
        return Scanned((), (), tuple(self.faults))


def _nothing(fault: Diagnostic) -> Scanned:
    return Scanned((), (), (fault,))
