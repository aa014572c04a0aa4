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
        elif names := _fields(type(node)):
            yield node
            waiting += (getattr(node, name) for name in names)


@cache
def _fields(class_: type) -> tuple[str, ...]:
    """The fields of a class of parts; none for what has a life of its own, and for plain values."""
    if not is_dataclass(class_) or not class_.__dataclass_params__.frozen or class_ in (m.Type, m.Site):
        return ()
    return tuple(f.name for f in fields(class_))
