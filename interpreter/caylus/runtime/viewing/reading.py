"""One thing of the table by its name, for whoever wants no more than that of a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..names import UnknownThing
from .views import object_contents, row
from .visibility import Sight


def read(sight: Sight, name: str) -> Any:
    """The value of a name, as a view has it; see `Game.read`."""
    names, components = sight.names, sight.names.components
    thing, *keys = name.split(".")
    if thing in components.states:
        return _inside(sight.state(components.states[thing]), thing, keys)
    if thing in components.lists:
        return _inside(sight.members(components.lists[thing]), thing, keys)
    if thing in components.rows:
        return _inside(row(sight, components.rows[thing]), thing, keys)
    if thing in names.players:
        return _player(sight, names.players.index(thing), keys)
    if thing in names.things:
        object_ = names.things[thing]
        holds = object_contents(sight, object_.kind, object_.id)
        if not keys:
            return holds
        if keys[0] in holds:
            return _inside(holds[keys[0]], f"{thing}.{keys[0]}", keys[1:])
        raise UnknownThing((name,), f"`{thing}` has no state `{keys[0]}`", keys[0], holds)
    known = [*components.states, *components.lists, *components.rows, *names.players, *names.things]
    raise UnknownThing((name,), f"`{thing}` is nothing on the table of this ruleset", thing, known)


def _player(sight: Sight, player: int, keys: list[str]) -> Any:
    names = sight.names
    kind = names.components.kinds["player"]
    known = (*names.resources, *kind.states, *kind.lists, *kind.rows)
    if not keys:
        return {key: _player(sight, player, [key]) for key in known}
    key, *more = keys
    if key in kind.states:
        return _inside(sight.state(kind.states[key], player), key, more)
    if key in kind.lists:
        return _inside(sight.members(kind.lists[key], player), key, more)
    if key in kind.rows:
        return _inside(row(sight, kind.rows[key], player), key, more)
    if key not in names.resources:
        raise UnknownThing((key,), f"a player has no `{key}`", key, known)
    return _inside(sight.amount(names.resources[key], player), key, more)


def _inside(value: Any, name: str, keys: list[str]) -> Any:
    """The value, or what it has for the names of what it is kept for."""
    if not keys:
        return value
    if not isinstance(value, Mapping):
        raise UnknownThing((name,), f"`{name}` has nothing inside that is called `{'.'.join(keys)}`")
    if keys[0] not in value:
        raise UnknownThing((name,), f"`{name}` has no value for `{keys[0]}`", keys[0], value)
    return _inside(value[keys[0]], f"{name}.{keys[0]}", keys[1:])
