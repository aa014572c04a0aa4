"""What every piece of syntax is: a node with its place; names, texts and comments."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass

from caylus.diagnostics.span import Span


@dataclass(frozen=True, slots=True)
class Node:
    """Something written, and where."""

    span: Span


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name that stands by itself: of what is defined, or of what is meant."""

    text: str


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A quoted text, its escapes resolved."""

    text: str


@dataclass(frozen=True, slots=True)
class Comment(Node):
    """`-- text`."""

    text: str


def same(one: object, other: object) -> bool:
    """Whether two pieces of syntax say the same, wherever they stand."""
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if is_dataclass(one):
        return all(same(getattr(one, f.name), getattr(other, f.name)) for f in fields(one) if f.name != "span")
    return one == other
