"""Characters that look like others, or like nothing: in rules, and in what people call themselves and write to each other."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from caylus.diagnostics.render import first_hidden
from caylus.limits import MOST_MARKS

_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs by their category that show nothing."""
_ENDS = re.compile("[\t\n\r]")
_SAME = str.maketrans("i1|0", "lllo")


@cache
def _lookalikes() -> Mapping[str, str]:
    lines = Path(__file__).with_name("lookalikes.txt").read_text("utf-8").strip().split("\n")
    return {sign: line[0] for line in lines if line[0] != "#" for sign in line[2:]}


def find_lookalike(sign: str) -> str:
    """The character of ASCII that another character looks like or is a form of; empty where there is none."""
    if sign.isspace():
        return " "
    if (digit := unicodedata.decimal(sign, None)) is not None:
        return str(digit)
    if unicodedata.decomposition(sign).startswith(("<super>", "<sub>")):
        return ""
    form = unicodedata.normalize("NFKC", sign)
    if len(form) == 1 and form.isascii():
        return form
    return _lookalikes().get(sign) or ("-" if unicodedata.category(sign) == "Pd" else "")


def is_blank(sign: str) -> bool:
    """Return whether a character by itself shows nothing."""
    return sign.isspace() or sign in _BLANKS or unicodedata.category(sign) in ("Cc", "Cf", "Co", "Mn", "Me", "Zs")


def clean_text(text: str, most: int) -> str:
    """A line of people in one normal form, without blanks around it; empty where it shows nothing.

    Of a heap of marks on one letter, some stay. Raises ValueError, with the reason, for a text of more than `most` letters, and
    for a text with characters that nobody can see.
    """
    if hidden := first_hidden(text) or _ENDS.search(text.strip()):
        raise ValueError(f"holds the character U+{ord(hidden[0]):04X}, which cannot be seen")
    letters, marks = [], 0
    for letter in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks <= MOST_MARKS:
            letters.append(letter)
    while letters and (letters[-1].isspace() or letters[-1] in _BLANKS):
        letters.pop()
    if all(map(is_blank, letters)):
        return ""
    if len(letters) > most:
        raise ValueError(f"is {len(letters)} letters long; the most are {most}")
    return "".join(letters).lstrip().lstrip("".join(_BLANKS))


def fold_looks(text: str) -> str:
    """A key that texts share if people could take one for the other."""
    letters = unicodedata.normalize("NFKD", text)
    text = "".join(letter for letter in letters if unicodedata.combining(letter) or not is_blank(letter))
    for _ in ("capitals", "small letters"):
        text = "".join(_lookalikes().get(letter, letter) for letter in text).casefold()
    return text.translate(_SAME)
