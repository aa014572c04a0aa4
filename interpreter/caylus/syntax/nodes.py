"""The base of all syntax: a node with its place; names, texts and comments."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, is_dataclass

from caylus.diagnostics.diagnostic import Span


@dataclass(frozen=True, slots=True)
class Node:
    """Something written, and where."""

    span: Span


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name that stands by itself: of what is defined, or of what is meant."""

    text: str


_ESCAPE = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t"}


def unescape(written: str) -> str:
    """The text that a quoted text, or a part of one, stands for."""
    return _ESCAPE.sub(lambda match: _ESCAPES.get(match[1], match[1]), written)


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A quoted text, as it is written between the quotation marks."""

    written: str

    @property
    def text(self) -> str:
        return unescape(self.written)


@dataclass(frozen=True, slots=True)
class Comment(Node):
    """`-- text`."""

    text: str


def same(one: object, other: object) -> bool:
    """Return whether two pieces of syntax say the same, wherever they stand."""
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if is_dataclass(one):
        return all(same(getattr(one, f.name), getattr(other, f.name)) for f in fields(one) if f.name != "span")
    return one == other
