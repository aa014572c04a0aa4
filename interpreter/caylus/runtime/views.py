"""The table as JSON data, by `schemas/view`: everything, or what one seat may see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from caylus import model as m

    from .names import Readable


def view(readable: Readable, s: list[int], seat: int | None) -> dict[str, Any]:
    """Players, the table's states, lists, rows and objects. What is hidden from `seat` is None; a `seat` of None sees all."""
    model, layout = readable.model, readable.layout
    players = []
    for p, name in enumerate(readable.players):
        resources = {
            r.name: None if r.hidden and seat is not None and seat != p else s[layout.resources[r] + p] for r in model.resources
        }
        kind = model.kinds["player"]
        states = {n: readable.read(s, state, p) for n, state in kind.states.items()}
        players.append({"name": name, "resources": resources, "state": states})
    return {
        "players": players,
        "table": {name: readable.read(s, state) for name, state in model.states.items()},
        "lists": {name: readable.list(s, list_) for name, list_ in model.lists.items()},
        "rows": {name: _row(readable, s, row) for name, row in model.rows.items()},
        "objects": _objects(readable, s),
    }


def _row(readable: Readable, s: list[int], row: m.Row) -> list[dict[str, Any]]:
    members = []
    for id_ in range(row.first, row.first + row.size):
        name = readable.name(row.kind, id_)
        states = readable.states_of(row.kind, id_)
        members.append({"name": name, **{n: readable.read(s, state, id_) for n, state in states.items()}})
    return members


def _objects(readable: Readable, s: list[int]) -> dict[str, dict[str, dict[str, Any]]]:
    """By root kind, the states of the objects that stand in no row."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for kind in readable.model.kinds.values():
        if kind.parent is not None or kind.is_player:
            continue
        objects = {}
        for object_ in kind.objects:
            states = readable.states_of(kind, object_.id)
            if object_.row is None and states:
                objects[object_.name] = {n: readable.read(s, state, object_.id) for n, state in states.items()}
        if objects:
            found[kind.name] = objects
    return found
