"""The table as JSON data, by `schemas/view`: everything, or what one seat may see."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from caylus.analysis.secrets import NOBODY
from caylus.payments import unpack

from .call_stack import rule_of

if TYPE_CHECKING:
    from caylus import model as m

    from .names import Names


def view(names: Names, s: list[int], seat: int | None) -> dict[str, Any]:
    """Players, the table's states, lists, rows and objects. What is hidden from `seat` is None; a `seat` of None sees all."""
    components, layout = names.components, names.layout
    players = []
    for p, name in enumerate(names.players):
        resources = {
            r.name: None if not r.audience.is_public and seat is not None and seat != p else s[layout.resources[r] + p]
            for r in components.resources
        }
        kind = components.kinds["player"]
        states = {n: names.read(s, state, p) for n, state in kind.states.items()}
        lists = {n: names.list(s, list_, p) for n, list_ in kind.lists.items()}
        players.append({"name": name, "label": names.labels[p], "resources": resources, "state": states, "lists": lists})
    return {
        "players": players,
        "table": {name: names.read(s, state) for name, state in components.states.items()},
        "lists": {name: names.list(s, list_) for name, list_ in components.lists.items()},
        "rows": {name: row(names, s, members) for name, members in components.rows.items()},
        "objects": _objects(names, s),
    }


def values(names: Names, s: list[int], seat: int | None, wanted: Iterable[str]) -> dict[str, Any]:
    """Named values: what each comes to, or by name of each object that it takes, one within the other.

    What rests on amounts that are hidden from `seat` is None, and what has grown beyond all bounds.
    """
    known = names.program.metadata.values
    return {name: _value(names, s, seat, name, ()) for name in wanted if name in known}


def _value(names: Names, s: list[int], seat: int | None, name: str, of: tuple[int, ...]) -> Any:
    info = names.program.metadata.values[name]
    if len(of) < len(info.params):
        kind = info.params[len(of)].type.kind
        assert kind is not None
        objects = range(kind.first, kind.first + names.layout.size(kind))
        return {names.name(kind, i) or "": _value(names, s, seat, name, (*of, i)) for i in objects}
    if seat is not None and any(at == NOBODY or of[at] != seat for at in info.secrets):
        return None
    try:
        found = names.program.value(name)(s, *of)
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
    return {**rule_of(table.site), "columns": list(range(1, len(rows[0]["cells"]) + 1)), "rows": rows}


def row(names: Names, s: list[int], spaces: m.Row) -> list[dict[str, Any]]:
    """The members of a row in order, each with its name and its states."""
    ids = range(spaces.first, spaces.first + spaces.size)
    return [{"name": names.name(spaces.kind, id_), **held(names, s, spaces.kind, id_)} for id_ in ids]


def held(names: Names, s: list[int], kind: m.Kind, id_: int) -> dict[str, Any]:
    """What an object holds: its states, and its lists."""
    states = {name: names.read(s, state, id_) for name, state in names.states_of(kind, id_).items()}
    return {**states, **{name: names.list(s, list_, id_) for name, list_ in names.lists_of(kind, id_).items()}}


def _objects(names: Names, s: list[int]) -> dict[str, dict[str, dict[str, Any]]]:
    """By root kind, the states of the objects that stand in no row."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for kind in names.components.kinds.values():
        if kind.parent is not None or kind.is_player:
            continue
        objects = {}
        for object_ in kind.objects:
            if object_.row is None and (holds := held(names, s, kind, object_.id)):
                objects[object_.name] = holds
        if objects:
            found[kind.name] = objects
    return found
