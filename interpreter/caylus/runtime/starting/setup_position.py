"""A position described in names -> a state: how scenarios and experiments begin in the middle of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..names import Names, UnknownThing
from ..worlds.reset_knowledge import forget

if TYPE_CHECKING:
    from caylus import model as m


def describe(names: Names, s: list[int], given: Mapping[str, Any]) -> None:
    """Writes what `given` says into the state. Keys name players, objects (`path 7`), states of the table and lists.

    Raises UnknownThing, with the path to the key or value, for whatever the rules do not have.
    """
    for key, value in given.items():
        write(names, s, key, value)
    forget(names, s)


def write(names: Names, s: list[int], key: str, value: Any) -> None:
    """Writes what is said of one thing into the state. Raises UnknownThing."""
    components = names.components
    if key in names.players:
        _player(names, s, names.players.index(key), _mapping(value, (key,)), (key,))
    elif key in components.states:
        names.write(s, components.states[key], 0, value, (key,))
    elif key in components.lists:
        _list(names, s, components.lists[key], 0, value, (key,))
    elif key in names.things:
        _object(names, s, names.things[key], _mapping(value, (key,)), (key,))
    else:
        known = [*names.players, *components.states, *components.lists, *names.things]
        raise UnknownThing((key,), f"`{key}` is not a player, an object, a state or a list of this ruleset", key, known)


def given_things(names: Names, given: Mapping[str, Any]) -> Iterator[tuple[m.Thing, int]]:
    """The things that are given, with the numbers of the players and objects whose they are."""
    things: dict[str, m.Thing]
    for key, value in given.items():
        found = names.find(key)
        if found is None:
            things, of, told = {**names.components.states, **names.components.lists}, 0, [key]
        else:
            states, lists = names.object_fields(*found)
            things, of, told = {**states, **lists}, found[1], list(value)
            if found[0].is_player:
                things |= names.resources
        yield from ((things[name], of) for name in told if name in things)


def _player(names: Names, s: list[int], player: int, values: Mapping[str, Any], path: tuple[str, ...]) -> None:
    states, lists = names.components.kinds["player"].states, names.components.kinds["player"].lists
    for key, value in values.items():
        if key in names.resources:
            resource = names.resources[key]
            if not isinstance(value, int) or isinstance(value, bool) or value < resource.least:
                raise UnknownThing((*path, key), f"an amount of {key} is a number from {resource.least} on, not `{value}`")
            s[names.layout.resources[resource] + player] = value
        elif key in states:
            names.write(s, states[key], player, value, (*path, key))
        elif key in lists:
            _list(names, s, lists[key], player, value, (*path, key))
        else:
            raise UnknownThing((*path, key), f"a player has no `{key}`", key, [*names.resources, *states, *lists])


def _object(names: Names, s: list[int], object_: m.Object, values: Mapping[str, Any], path: tuple[str, ...]) -> None:
    states, lists = names.object_fields(object_.kind, object_.id)
    for key, value in values.items():
        if key in lists:
            _list(names, s, lists[key], object_.id, value, (*path, key))
        elif key in states:
            names.write(s, states[key], object_.id, value, (*path, key))
        else:
            raise UnknownThing((*path, key), f"`{object_.name}` has no state `{key}`", key, [*states, *lists])


def _list(names: Names, s: list[int], list_: m.ListState, owner: int, value: object, path: tuple[str, ...]) -> None:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise UnknownThing(path, f"`{list_.name}` is a list")
    members = [names.id(list_.kind, item, path) for item in value]
    if -1 in members or not list_.kind.can_lie_together(members):
        raise UnknownThing(path, f"`{list_.name}` holds each member once, or as often as there are copies of it")
    base = names.layout.list_slot(list_, owner)
    room = names.layout.capacity(list_)
    s[base : base + 1 + room] = [len(members), *members, *[0] * (room - len(members))]


def _mapping(value: object, path: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise UnknownThing(path, f"`{path[-1]}` takes names with values")
    return value
