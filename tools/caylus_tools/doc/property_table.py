"""The properties of the objects of a kind as one table, a row of numbers in columns of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from caylus import model as m
from caylus.diagnostics import as_words

from caylus_tools.verbalize.definitions import Definitions, Grid, Row
from caylus_tools.verbalize.names import find_title
from caylus_tools.verbalize.objects import has, kind_chain
from caylus_tools.verbalize.prose import Prose


def property_grid(objects: Sequence[m.Object], definitions: Definitions) -> Grid:
    """A row for each object; its properties that any of them has. The last column of a row of numbers holds for all above it."""
    fixed = [f for kind in kind_chain(objects[0]) for f in kind.properties.values() if any(has(thing, f) for thing in objects)]
    head = [""]
    for field in fixed:
        head += _heads(field, objects)
    rows = []
    for thing in objects:
        cells: list[Prose] = [(definitions.label(thing),)]
        for field in fixed:
            cells += _cells(field, thing, objects, definitions)
        rows.append(Row(thing.name, tuple(cells)))
    return Grid(tuple(head), tuple(rows))


def _span(field: m.Property, objects: Sequence[m.Object]) -> range:
    """The indexes that the rows of numbers of any object have."""
    values: list[Any] = [field.values[thing.id] for thing in objects]
    return range(min(start for start, _ in values), max(start + len(numbers) for start, numbers in values))


def _heads(field: m.Property, objects: Sequence[m.Object]) -> Iterator[str]:
    title = find_title(field).replace("…", "").strip().removesuffix(":")
    if field.type.base != "scale":
        yield title if len(title) < 30 else as_words(field.name)
        return
    *first, last = _span(field, objects)
    yield from (f"{title} {index}" if index == first[0] else str(index) for index in first)
    yield f"{last} or more"


def _cells(field: m.Property, thing: m.Object, objects: Sequence[m.Object], definitions: Definitions) -> Iterator[Prose]:
    value: Any = field.values[thing.id]
    if field.type.base != "scale":
        yield definitions.objects.property(field, thing)
        return
    start, numbers = value
    for index in _span(field, objects):
        number = numbers[min(max(index - start, 0), len(numbers) - 1)] if index >= start else 0
        yield (str(number) if number else "–",)
