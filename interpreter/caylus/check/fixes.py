"""Make fixes for the mistakes that have one right answer."""

from __future__ import annotations

from collections.abc import Collection

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Edit, Fix

from .symbols import Symbols

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_MEANT = {
    "true": "yes", "yes": "yes", "false": "no", "no": "no", "null": "none", "nil": "none", "none": "none", "nobody": "none",
    "then": "", **{word: str(number) for number, word in enumerate(_NUMBERS)},
}  # fmt: skip
"""Words of English and of other languages, with the word or number of this language; nothing for a word to leave out."""


def fix_name(name: s.Name, known: Collection[str], symbols: Symbols) -> Fix | None:
    """A fix for a name that does not exist: a word of another language, or the plural of a known one.

    For a misspelt name see `did_you_mean`.
    """
    meant = _MEANT.get(name.text.lower())
    if meant == "":
        before = symbols.blank_before(name.span)
        return Fix("leave it out", (Edit(span_between(before, name.span), ""),)) if before is not None else None
    singular = name.text.removesuffix("s")
    if meant is None and singular != name.text and singular in known:
        meant = singular
    return instead(name, meant) if meant is not None else None


def instead(node: s.Node, text: str) -> Fix:
    """Something else in the place of a part."""
    return Fix(f"write `{text}`", (Edit(node.span, text),))


def ahead(node: s.Node, text: str, whole: str) -> Fix:
    """Something put in before a part; `whole` is how that reads."""
    start = s.Span(node.span.file, node.span.line, node.span.column, node.span.line, node.span.column)
    return Fix(f"write `{whole}`", (Edit(start, text),))


def insert_after(node: s.Node, text: str, whole: str) -> Fix:
    """Something put in right behind a part; `whole` is how that reads."""
    span = node.span
    end = s.Span(span.file, span.end_line, span.end_column, span.end_line, span.end_column)
    return Fix(f"write `{whole}`", (Edit(end, text),))


def operator(left: s.Node, right: s.Node, old: str, new: str, symbols: Symbols) -> Fix | None:
    """Another operator between two operands that stand on one line."""
    place = symbols.find(old, left.span, right.span)
    return Fix(f"write `{new}`", (Edit(place, new),)) if place is not None else None


def span_between(first: s.Span, last: s.Span) -> s.Span:
    return s.Span(first.file, first.line, first.column, last.end_line, last.end_column)
