"""The table as JSON data, by `schemas/view`: everything, or what one seat may see (see `visibility`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from caylus.payments import unpack

from ..running.call_stack import describe_rule
from .visibility import Sight

if TYPE_CHECKING:
    from caylus import model as m

    from ..names import Names


def view(sight: Sight) -> dict[str, Any]:
    """Players, the table's states, lists, rows and objects, as far as they are seen."""
    names, components = sight.names, sight.names.components
    kind = components.kinds["player"]
    players = []
    for p, name in enumerate(names.players):
        own = {
            "resources": {resource.name: sight.amount(resource, p) for resource in components.resources},
            "state": {n: sight.state(state, p) for n, state in kind.states.items()},
            "lists": {n: sight.members(list_, p) for n, list_ in kind.lists.items()},
            "rows": {n: row(sight, spaces, p) for n, spaces in kind.rows.items()},
        }
        played = {"automaton": True} if p >= names.program.people else {}
        players.append({"name": name, "label": names.labels[p], **played, **own})
    return {
        "players": players,
        "table": {name: sight.state(state) for name, state in components.states.items()},
        "lists": {name: sight.members(list_) for name, list_ in components.lists.items()},
        "rows": {name: row(sight, members) for name, members in components.rows.items()},
        "objects": _objects(sight),
    }


def values(sight: Sight, wanted: Iterable[str]) -> dict[str, Any]:
    """Named values: what each comes to, or by name of each object that it takes, one within the other.

    What rests on something hidden is None, and what has grown beyond all bounds.
    """
    known = sight.names.program.metadata.values
    return {name: _value(sight, name, ()) for name in wanted if name in known}


def _value(sight: Sight, name: str, of: tuple[int, ...]) -> Any:
    names = sight.names
    info = names.program.metadata.values[name]
    if len(of) < len(info.params):
        kind = info.params[len(of)].type.kind
        assert kind is not None
        objects = range(kind.first, kind.first + names.layout.size(kind))
        return {names.name(kind, i) or "": _value(sight, name, (*of, i)) for i in objects}
    if not sight.value(info, of):
        return None
    try:
        found = names.program.value(name)(sight.s, *of)
    except OverflowError:
        return None
    if info.type.base == "payment":
        return [{names.components.resources[r].name: n for r, n in unpack(way)} for way in found]
    if info.type.base == "object" and info.type.kind is not None:
        return names.name(info.type.kind, found)
    return bool(found) if info.type.base == "flag" else found


def rule_tables(names: Names, wanted: Iterable[str]) -> dict[str, Any]:
    """Tables of the rules by name: their columns, rows and cells, in the words of the rules. They do not change in a game."""
    known = names.components.tables
    return {name: _table(known[name]) for name in wanted if name in known}


def _table(table: m.Table) -> dict[str, Any]:
    rows = [{"name": object_.name, "title": object_.title, "cells": list(cells)} for object_, cells in table.rows]
    return {**describe_rule(table.site), "columns": list(range(1, len(rows[0]["cells"]) + 1)), "rows": rows}


def row(sight: Sight, spaces: m.Row, player: int = 0) -> list[dict[str, Any]]:
    """The members of a row in order, of one that each player has those of one, each with its name and its states."""
    first = spaces.first + spaces.stride * player
    ids = range(first, first + spaces.size)
    return [{"name": sight.names.name(spaces.kind, id_), **object_contents(sight, spaces.kind, id_)} for id_ in ids]


def object_contents(sight: Sight, kind: m.Kind, id_: int) -> dict[str, Any]:
    """The contents of an object: its states, and its lists."""
    states, lists = sight.names.object_fields(kind, id_)
    found = {name: sight.state(state, id_) for name, state in states.items()}
    for name, list_ in lists.items():
        found[name] = sight.members(list_, id_)
    return found


def _objects(sight: Sight) -> dict[str, dict[str, dict[str, Any]]]:
    """By root kind, the states of the objects that stand in no row."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for kind in sight.names.components.kinds.values():
        if kind.parent is not None or kind.is_player:
            continue
        objects = {}
        for object_ in kind.objects:
            if object_.row is None and (holds := object_contents(sight, kind, object_.id)):
                objects[object_.name] = holds
        if objects:
            found[kind.name] = objects
    return found
