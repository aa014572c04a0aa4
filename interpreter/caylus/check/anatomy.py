"""What a model is made of: every rule of it, and every part of a rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache

from . import model as m
from .names import Names


def rules(names: Names, actions: Iterable[m.Action]) -> Iterator[object]:
    """What values, conditions and actions consist of: cases, modifiers, requirements and statements."""
    for entry in names.entries.values():
        if isinstance(entry.meaning, m.Value):
            yield from (part for case in entry.meaning.cases for part in case if part is not None)
            yield from entry.meaning.modifiers
        elif isinstance(entry.meaning, m.Condition):
            yield from entry.meaning.requires
    for action in actions:
        yield from action.body


def parts(*nodes: object) -> Iterator[object]:
    """The expressions and statements, and everything inside them; what they refer to is not inside them."""
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting += node
        elif names := _fields(type(node).__name__):
            yield node
            waiting += (getattr(node, name) for name in names)


def inside(node: object) -> list[object]:
    """The expressions and statements right inside one, or a tuple of them."""
    if isinstance(node, tuple):
        return [found for member in node for found in ([member] if _fields(type(member).__name__) else inside(member))]
    return inside(tuple(getattr(node, name) for name in _fields(type(node).__name__)))


@cache
def _fields(class_name: str) -> tuple[str, ...]:
    """The fields of a class of parts; none for things, which are equal to themselves alone, and for plain values."""
    class_ = getattr(m, class_name, None)
    if not is_dataclass(class_) or class_.__eq__ is object.__eq__ or class_ in (m.Type, m.Site):
        return ()
    return tuple(f.name for f in fields(class_))
