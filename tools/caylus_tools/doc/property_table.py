"""The properties of the objects of a kind as one table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caylus import model as m
from caylus.diagnostics import as_words

from caylus_tools.verbalize.definitions import Definitions, Grid, Row
from caylus_tools.verbalize.names import find_title, runs
from caylus_tools.verbalize.objects import has, kind_chain
from caylus_tools.verbalize.prose import Prose


def property_grid(objects: Sequence[m.Object], definitions: Definitions) -> Grid:
    """A row for each object; its properties that any of them has."""
    fixed = [f for kind in kind_chain(objects[0]) for f in kind.properties.values() if any(has(thing, f) for thing in objects)]
    rows = [
        Row(thing.name, ((definitions.label(thing),), *(_cell(field, thing, definitions) for field in fixed)))
        for thing in objects
    ]
    return Grid(("", *map(_head, fixed)), tuple(rows))


def _head(field: m.Property) -> str:
    title = find_title(field).replace("…", "").strip().removesuffix(":")
    return title if len(title) < 30 else as_words(field.name)


def _cell(field: m.Property, thing: m.Object, definitions: Definitions) -> Prose:
    if field.type.base != "scale":
        return definitions.objects.property(field, thing)
    value: Any = field.values[thing.id]
    return (runs(*value),)
