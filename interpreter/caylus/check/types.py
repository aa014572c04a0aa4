"""Compare types: kinds below kinds, `none` with any object, and the type of a mistake that is reported already."""

from __future__ import annotations

from caylus import model as m
from caylus.diagnostics.words import with_article

UNKNOWN = m.Type("unknown")
"""The type of an expression with an error in it; it goes with everything, so that one mistake is reported once."""

MISTAKE = m.Const(0, UNKNOWN)
"""Stands for an expression with an error in it."""

NONE = m.Const(-1, m.NOBODY)

_WORDS = {
    "number": "a number",
    "flag": "a flag",
    "payment": "a payment",
    "scale": "a scale",
    "unknown": "unclear",
}


def object_type(kind: m.Kind) -> m.Type:
    return m.Type("object", kind)


def list_type(kind: m.Kind | None) -> m.Type:
    """A list of objects of a kind, or of numbers."""
    return m.Type("list", kind)


def member_type(type_: m.Type) -> m.Type:
    """The type of a list's members."""
    if type_.base != "list":
        return UNKNOWN
    return object_type(type_.kind) if type_.kind else m.NUMBER


def is_unknown(*types: m.Type) -> bool:
    return any(t is UNKNOWN for t in types)


def describe(type_: m.Type) -> str:
    """A type in the author's words: `a number`, `an apple`, `a list of players`."""
    if type_.base == "object":
        return with_article(type_.kind.name) if type_.kind else "`none`"
    if type_.base == "list":
        return f"a list of {type_.kind.plural if type_.kind else 'numbers'}"
    return _WORDS[type_.base]


def fits(given: m.Type, wanted: m.Type) -> bool:
    """Return whether something of type `given` may stand where `wanted` is needed."""
    if is_unknown(given, wanted) or given == wanted:
        return True
    if given == m.NOBODY:
        return wanted.base == "object"
    if given.base != wanted.base or given.kind is None or wanted.kind is None:
        return False
    return given.kind.is_subkind_of(wanted.kind)


def comparable(left: m.Type, right: m.Type) -> bool:
    """Return whether one may be the same as the other: alike, or objects of one family of kinds."""
    if is_unknown(left, right) or left == right:
        return True
    if left.base != right.base or left.base != "object":
        return False
    return left.kind is None or right.kind is None or left.kind.root is right.kind.root


def common(left: m.Type, right: m.Type) -> m.Type | None:
    """The narrowest type that both fit, or None where there is none."""
    if is_unknown(left, right):
        return UNKNOWN
    if fits(left, right):
        return right
    if fits(right, left):
        return left
    kind = left.kind if left.base == right.base else None
    while kind is not None and not (right.kind is not None and right.kind.is_subkind_of(kind)):
        kind = kind.parent
    return m.Type(left.base, kind) if kind is not None else None
