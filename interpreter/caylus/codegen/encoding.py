"""Metadata -> plain data that `marshal` takes, and back.

Objects of the few classes named here become rows of numbers in one list, each able to be made from those before it, so
what is read back can hold nothing else. Things with an identity may refer to each other in a circle: they are made empty
where they first appear, and the fillings say what belongs into them.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from caylus.diagnostics.diagnostic import Span
from caylus.model import (
    Audience,
    Components,
    Kind,
    ListState,
    Object,
    Property,
    Resource,
    Row,
    Site,
    State,
    Table,
    Type,
    Variable,
)

from .metadata import Choices, DecisionInfo, Entry, Loop, Metadata, OptionInfo, Place, SecretVariable, Spot, ValueInfo
from .state_layout import Layout

_THINGS: tuple[Any, ...] = (Resource, Kind, Object, Property, State, ListState, Row, Variable)
_VALUES: tuple[Any, ...] = (
    Audience, Type, Site, Table, Components, Layout, OptionInfo, DecisionInfo, Loop, Place, SecretVariable, Spot, ValueInfo,
    Entry, Choices,
    Metadata,
)  # fmt: skip
_CLASSES: tuple[Any, ...] = (*_THINGS, *_VALUES, tuple, list, dict, Span)
_NUMBERS = {class_: number for number, class_ in enumerate(_CLASSES)}

Encoded = tuple[list[Any], list[tuple[int, ...]], int]
"""The items, rows of which the first number is that of a class, or constants as they are; the fillings; the whole."""


def encode(metadata: Metadata) -> Encoded:
    items: list[Any] = []
    fillings: list[tuple[int, ...]] = []
    by_identity: dict[int, int] = {}
    by_value: dict[object, int] = {}
    empty: deque[object] = deque()

    def number(of: Any) -> int:
        found = by_identity.get(id(of))
        if found is None:
            found = by_identity[id(of)] = first(of)
        return found

    def first(of: Any) -> int:
        class_ = type(of)
        if class_ in _THINGS:
            empty.append(of)
            return new((_NUMBERS[class_],))
        if class_ is Span:  # there are many: they hold their constants themselves
            row = (_NUMBERS[Span], *_fields(of))
            return once(row, row)
        if class_ is list:
            return new((_NUMBERS[list], *[by_identity.get(id(part)) or number(part) for part in of]))
        if class_ is dict:
            return new((_NUMBERS[dict], *(number(part) for item in of.items() for part in item)))
        if class_ in _NUMBERS:
            row = (_NUMBERS[class_], *map(number, of if class_ is tuple else _fields(of)))
            return once(row, row)
        if of is None or class_ in (bool, int, str):
            return once((class_, of), of)
        raise TypeError(f"{class_.__name__} is no part of metadata")

    def once(key: object, item: object) -> int:
        if key not in by_value:
            by_value[key] = new(item)
        return by_value[key]

    def new(item: object) -> int:
        items.append(item)
        return len(items) - 1

    whole = number(metadata)
    while empty:
        thing = empty.popleft()
        fillings.append((number(thing), *map(number, _fields(thing))))
    return items, fillings, whole


_NO_ACTIONS: dict[str, Any] = {}
"""What an object does of its own is code by now, and would bring all the rules along."""


def _fields(of: Any) -> list[Any]:
    return [_NO_ACTIONS if name == "actions" else getattr(of, name) for name in type(of).__match_args__]


def decode(encoded: Encoded) -> Metadata:
    items, fillings, whole = encoded
    made: list[Any] = []
    for item in items:
        if type(item) is not tuple:
            made.append(item)
            continue
        class_ = _CLASSES[item[0]]
        if item[0] < len(_THINGS):
            made.append(class_.__new__(class_))
        elif class_ is Span:
            made.append(Span(*item[1:]))
        else:
            parts = [made[number] for number in item[1:]]
            if class_ is dict:
                made.append(dict(zip(parts[::2], parts[1::2], strict=True)))
            else:
                made.append(class_(parts) if class_ in (tuple, list) else class_(*parts))
    for number, *numbers in fillings:
        thing = made[number]
        for name, part in zip(thing.__match_args__, numbers, strict=True):
            setattr(thing, name, made[part])
    metadata: Metadata = made[whole]
    return metadata
