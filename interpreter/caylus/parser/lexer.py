"""Text -> tokens and comments, and what is wrong with the text as a text.

Nothing a file can hold is expensive to read: the pattern is linear, and every size has a bound. A fault leaves a token
the parser can go on with, so that one fault has one report.

Signs from word processors and other keyboards, and numbers as other languages spell them, are set right before a text is cut
into tokens, so that one sign has one message: `8９` is one number, and `сoin` one name. Texts, comments and paragraphs stay as
they are.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from caylus.diagnostics.diagnostic import Diagnostic, Edit, Fix, Span, end_span, split_lines
from caylus.diagnostics.render import first_hidden
from caylus.limits import DEEPEST_NESTING, GREATEST_NUMBER, LONGEST_NAME, LONGEST_TEXT, MOST_BYTES, MOST_FAULTS, MOST_TOKENS
from caylus.records import Record
from caylus.signs import find_lookalike
from caylus.syntax import Comment

from .tokens import Token

_MEANT = {
    **dict.fromkeys("×·⋅∙✕✖", "*"), **dict.fromkeys("÷➗", "/"), **dict.fromkeys("≤⩽≦", "<="), **dict.fromkeys("≥⩾≧", ">="),
    **dict.fromkeys("≠≢", " is not "), "≡": " is ", "∧": " and ", "¬": " not ", "∈": " is in ", "∉": " is not in ",
}  # fmt: skip
"""Signs with a meaning, which do not look like what is written here."""
_HELP = {
    **dict.fromkeys("“”„«»‘’‚", 'a text stands in double quotes: `"like this"`'),
    "…": "write what the dots stand for: nothing is left out in rules",
    "—": "a minus is `-`, a comment begins with `--`",
    "→": "say in words what becomes of what: `set place to 3`, `becomes`",
}
_USELESS = "write it in words; a text in double quotes may hold any sign"
_DIGITS = "a number is written in digits, and nothing stands between them"
_WHOLE = "numbers are whole: multiply first, then divide, as in `x * 3 / 2`"
_MARKER = "keep one of the two sides, and delete the three lines that Git has written"
_GROUP = "[,'’\u00a0\u2009\u202f_]"
_PATTERN = re.compile(
    rf"""
      (?P<marker>^(?:<{{7}}|>{{7}}|={{7}}|\|{{7}})(?:[ ][^\n]*)?$)
    | (?P<kept>^[ \t]*\|[^\n]*|--[^\n]*|//[^\n]*|/\*[^\n]*|\#[^\n]*
      |"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|[“”„«»‘’‚][^\n“”"„«»‘’‚]*[“”"«»‘’]|'[^'\n]*')
    | (?P<opens>[\[(])|(?P<closes>[\])])
    | (?<![\w.])(?P<number>
        0[xX][0-9a-fA-F]{{1,16}}\b|0[bB][01]{{1,64}}\b|0[oO][0-7]{{1,20}}\b
      | [0-9]{{1,3}}(?:{_GROUP}[0-9]{{3}})+(?![\w.,])|[0-9]+(?:_[0-9]+)+\b
      | [0-9]+(?:\.[0-9]+)?[eE][+-]?[0-9]+\b|[0-9]+\.[0-9]+\b
      | [0-9]+[ ]?%(?=[ \t]*(?:[\n,)\]}}]|--|\Z))|[0-9]*[¼-¾⅐-⅞])
    | (?P<word>[A-Za-z0-9_]+)
    | (?P<signs>[^\x00-\x7f]+)
    """,
    re.VERBOSE | re.MULTILINE,
)


@dataclass(slots=True)
class Typeset:
    """A text that is set right, what was wrong with it, and by line the columns behind which it is longer or shorter."""

    text: str
    faults: list[Diagnostic] = field(default_factory=list)
    shifts: dict[int, list[tuple[int, int]]] = field(default_factory=dict)

    def original_column(self, line: int, column: int) -> int:
        """The column of the text as it is written."""
        shifts = self.shifts.get(line, [])
        number = bisect_right(shifts, (column, sys.maxsize))
        return max(1, column - shifts[number - 1][1]) if number else column


def set_right(text: str, path: str, line: int = 1, column: int = 1) -> Typeset:
    """The text with the signs and numbers of this language; it begins on this line in this column."""
    return _Setter(path, line, column).set_right(text)


class _Setter:
    def __init__(self, path: str, line: int, column: int) -> None:
        self._path = path
        self._line = line
        self._start = 1 - column
        """The place in the text where the line begins."""
        self._text = ""
        self._grown = 0
        """By how much the line is longer so far."""
        self._result = Typeset("")

    def set_right(self, text: str) -> Typeset:
        self._text = text
        parts: list[str] = []
        at = depth = 0
        for match in _PATTERN.finditer(text):
            kind, begin = match.lastgroup, match.start()
            depth += (kind == "opens") - (kind == "closes" and depth > 0)
            if kind in ("opens", "closes", "kept", "word"):
                continue
            if kind == "number" and depth and (_is_list(match[0]) or _goes_on(match)):
                continue
            self._move(text, at, begin)
            parts.append(text[at:begin])
            at = match.end()
            for start, piece, new in self._replace(kind or "", match[0], begin):
                parts.append(new)
                if len(new) != len(piece):
                    self._grown += len(new) - len(piece)
                    end = start + len(piece) - self._start + 1 + self._grown
                    self._result.shifts.setdefault(self._line, []).append((end, self._grown))
        self._result.text = "".join([*parts, text[at:]])
        return self._result

    def _move(self, text: str, old: int, new: int) -> None:
        """Go on to a place in the text."""
        if ends := text.count("\n", old, new):
            self._line += ends
            self._start, self._grown = text.rindex("\n", old, new) + 1, 0

    def _replace(self, kind: str, text: str, begin: int) -> Iterator[tuple[int, str, str]]:
        """The pieces of a part of the text, where they begin, and what is read instead."""
        if kind == "marker":
            self._fault(begin, text, "here is a conflict that Git could not merge", _MARKER, None, "E0101")
            yield begin, text, " " * len(text)
        elif kind == "number":
            value, is_exact = _value(text)
            help = _DIGITS if is_exact else _WHOLE
            self._fault(begin, text, f"`{text}` is no number of the language", help, str(value) if is_exact else None)
            yield begin, text, str(value)
        else:
            for _, group in groupby(text, _sort):
                piece = "".join(group)
                yield begin, piece, self._read_signs(piece, begin)
                begin += len(piece)

    def _read_signs(self, piece: str, begin: int) -> str:
        """Report signs of one sort, and return what is read instead."""
        sign = piece[0]
        numbers = " ".join(f"U+{ord(letter):04X}" for letter in dict.fromkeys(piece[:LONGEST_NAME]))
        sort = _sort(sign)
        if sort == "letters":
            return self._read_letters(piece, begin, numbers)
        if sort == "marks":
            what = f"names have no marks such as {numbers} ({unicodedata.name(sign, 'a mark').lower()})"
            self._fault(begin, piece, what, "names consist of the letters a to z, digits and `_`", "")
            return ""
        ours = "".join(_MEANT.get(each) or find_lookalike(each) or "\0" for each in piece)
        if sign.isspace():
            self._fault(
                begin,
                piece,
                f"the language has no blank {numbers} ({unicodedata.name(sign, 'a blank').lower()})",
                "write a blank",
                " ",
            )
            return " " * len(piece)
        what = f"the language has no `{piece[:LONGEST_NAME]}` ({numbers})"
        if sign in _HELP or "\0" in ours:
            power = unicodedata.decomposition(sign).startswith("<super>")
            help = "a power is a product, as in `x * x`" if power else _HELP.get(sign, _USELESS)
            self._fault(begin, piece, what, help, None)
            return "--" if sign == "—" else " " * len(piece)
        before, behind = self._text[begin - 1 : begin], self._text[begin + len(piece) : begin + len(piece) + 1]
        ours = ours[before.isspace() and ours[0] == " " :]
        ours = ours[: len(ours) - (behind.isspace() and ours[-1] == " ")]
        self._fault(begin, piece, what, f"write `{ours.strip()}`", ours)
        return ours

    def _read_letters(self, piece: str, begin: int, numbers: str) -> str:
        """Report letters that no name may have, and return a name that is read instead."""
        ours = [_find_letter(letter) for letter in piece]
        script = unicodedata.name(piece[0], "").partition(" ")[0].capitalize()
        letters, is_one = piece[:LONGEST_NAME], len(piece) == 1
        what = f"`{letters}` is a {script} letter" if is_one else f"`{letters}` are {script} letters"
        help = "names consist of the letters a to z, digits and `_`"
        if script == "Latin":
            what = f"the language has no `{letters}`"
        elif all(map(find_lookalike, piece)):
            mine = "".join(ours)
            help = (
                f"it looks like `{mine}`, but is another letter" if is_one else f"they look like `{mine}`, but are other letters"
            )
        self._fault(begin, piece, f"{what} ({numbers})", help, "".join(ours) if all(ours) else None)
        return "".join(own or f"u{ord(letter):x}" for own, letter in zip(ours, piece, strict=True))

    def _fault(self, begin: int, text: str, what: str, help: str, instead: str | None, code: str = "E0105") -> None:
        if len(self._result.faults) >= MOST_FAULTS:
            return
        column = begin - self._start + 1
        span = Span(self._path, self._line, column, self._line, column + len(text))
        title = f"write `{instead.strip()}`" if instead and instead.strip() else "write a blank" if instead else "delete it"
        fix = None if instead is None else Fix(title, (Edit(span, instead),))
        self._result.faults.append(Diagnostic(code, what, span, help=help, fix=fix))


def _sort(sign: str) -> object:
    """A key of signs that one message is about: letters with their vowels, marks, digits, or a sign and its like."""
    if "\u0300" <= sign <= "\u036f":
        return "marks"
    ours = find_lookalike(sign)
    if (sign.isalpha() and (ours.isalnum() or not ours)) or unicodedata.category(sign)[0] == "M":
        return "letters"
    return "digits" if unicodedata.decimal(sign, None) is not None else sign


def _find_letter(letter: str) -> str:
    """The letter of ours that another one looks like, or carries a mark on; empty where there is none."""
    bare = unicodedata.normalize("NFKD", letter)[0]
    ours = bare if bare.isascii() and bare.isalpha() else find_lookalike(letter)
    return ours.upper() if ours == "l" and letter.isupper() else ours if ours.isalnum() else ""


def _is_list(text: str) -> bool:
    """Return whether commas between digits may separate the numbers of a list: `8,100` does, `1,000` does not."""
    return "," in text and not any(group.startswith("0") for group in text.split(",")[1:])


def _goes_on(match: re.Match[str]) -> bool:
    """Return whether a number with `%` is the beginning of a division with a rest, which goes on in the next line."""
    rest = match.string[match.end() : match.end() + LONGEST_NAME].lstrip(" \t")
    return match[0][-1] == "%" and rest[:1] in ("\n", "-")


def _value(text: str) -> tuple[int, bool]:
    """The number that a text spells, and whether it is this whole number; else the one to read on with."""
    if text[:2].lower() in ("0x", "0b", "0o"):
        return int(text, 0), True
    digits = re.sub(_GROUP, "", text)
    if digits.isdecimal() and digits.isascii():
        return int(digits[:LONGEST_NAME]), True
    if exponent := re.fullmatch(r"([0-9]+)[eE]\+?([0-9]{1,2})", text):
        return int(exponent[1][:LONGEST_NAME]) * 10 ** int(exponent[2]), True
    start = re.match("[0-9]+", text)
    return int(start[0][:LONGEST_NAME]) if start else 1, False


_QUOTES = "a text stands in double quotes"


class _Sign(NamedTuple):
    help: str
    meant: str = ""


_SIGNS = {
    **dict.fromkeys(("!=", "~="), _Sign("to say that things differ, write `is not`", "is not")),
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
    behind = token.text[2:]
    if mark == "//" and (behind.lstrip()[:1].isdigit() or any(behind.count(a) < behind.count(b) for a, b in ("{}", "()"))):
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
