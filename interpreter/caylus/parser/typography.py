"""Signs from word processors and other keyboards, and numbers as other languages spell them: what is written here instead.

A text is set right before it is cut into tokens, so that one sign has one message: `8９` is one number, and `сoin` one name.
Texts, comments and paragraphs stay as they are.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from caylus.diagnostics.diagnostic import Diagnostic, Edit, Fix, Span
from caylus.limits import LONGEST_NAME, MOST_FAULTS
from caylus.signs import find_lookalike

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
