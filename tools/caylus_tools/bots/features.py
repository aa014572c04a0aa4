"""Features: everything that a seat can count and compare on a table, each under a name made of names of the rules.

Names last: a variant that adds a thing or moves a slot leaves the features of everything else as they are. The numbers of a
state fall into groups that belong together, such as all amounts of one resource, or all states of one space. The features of
a group depend on the numbers of the group alone, so after a move only the groups that it has touched are looked at again.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from caylus.spaces import Cell, asking_rule, cells

if TYPE_CHECKING:
    from caylus import Game, Ruleset

Found = Iterable[tuple[str, float]]
"""Features that are not 0: a name and a number each."""

_STEPS = (0, 1, 2, 3, 4, 5, 6, 8, 11, 16)
"""Where the ranges begin that an amount is sorted into: the second of something may be worth less than the first."""
_MEMBER = re.compile(r"(?P<row>.*) (?P<number>[0-9]+)")


class Group(NamedTuple):
    """Slots of a state, and the features of the numbers there."""

    slots: tuple[int, ...]
    features: Callable[[Sequence[int]], Found]


@lru_cache(maxsize=64)
def groups(rules: Ruleset, players: int, seat: int) -> tuple[Group, ...]:
    """The groups of a table as a seat looks at it."""
    return tuple(_Table(cells(rules, players), players, seat).groups())


def outlook_features(game: Game, seat: int) -> Iterator[tuple[str, float]]:
    """The ruleset's own opinion, of the seat and of its rivals."""
    own, *rivals = (game.outlook(name) for name in (*game.players[seat:], *game.players[:seat]))
    yield OUTLOOK, own
    if rivals:
        yield f"{OUTLOOK} of the best rival", max(rivals)
        yield f"{OUTLOOK} of rivals", sum(rivals) / len(rivals)


def asked_feature(game: Game, seat: int) -> str:
    """The player who is asked, and the rule that asks."""
    return f"{'asked' if game.seat == seat else 'another asked'}: {asking_rule(game)}"


OUTLOOK = "outlook"
ALWAYS = "always"
"""The feature that every position has."""


class _Table:
    """Sorts the cells of a table into groups."""

    def __init__(self, table: Sequence[Cell], players: int, seat: int) -> None:
        self._players = players
        self._seat = seat
        self._amounts: dict[str, dict[int, int]] = defaultdict(dict)
        self._lists: dict[str, list[Cell]] = defaultdict(list)
        self._objects: dict[str, list[Cell]] = defaultdict(list)
        self._alone: list[Cell] = []
        for cell in table:
            owner, _, _ = cell.name.rpartition(".")
            if cell.length:
                self._lists[cell.name.rpartition("[")[0] + f" {cell.players}"].append(cell)
            elif len(cell.players) == 1 and cell.kind is None:
                self._amounts[cell.name][cell.players[0]] = cell.slot
            elif owner and not cell.players:
                self._objects[owner].append(cell)
            elif not cell.players or cell.players[0] == seat:
                self._alone.append(cell)
        self._pointers = [cell for cell in self._alone if cell.kind is not None and not cell.kind.is_player]

    def groups(self) -> Iterator[Group]:
        for name, slots in self._amounts.items():
            if len(slots) == self._players:
                order = (*range(self._seat, self._players), *range(self._seat))
                yield Group(tuple(slots[player] for player in order), _amount(name))
        for listed in self._lists.values():
            yield self._list(listed)
        for name, states in self._objects.items():
            yield self._object(name, states)
        for cell in self._alone:
            yield Group((cell.slot,), self._single(cell))

    def _list(self, listed: Sequence[Cell]) -> Group:
        first = listed[0]
        slots, name = (first.length, *(cell.slot for cell in listed)), first.name.rpartition("[")[0]
        if first.kind is not None and first.kind.is_player:
            return Group(slots, _places(name, self._seat))
        whose = "" if not first.players else "my " if first.players[0] == self._seat else "another's "
        return Group(slots, _contents(f"{whose}{name}", first.objects))

    def _object(self, name: str, states: Sequence[Cell]) -> Group:
        of_players = [cell for cell in states if cell.kind is not None and cell.kind.is_player]
        if not of_players:
            return Group(tuple(cell.slot for cell in states), _states(states))
        pointers = [cell for cell in self._pointers if name in cell.objects]
        used = [*states, *pointers]
        return Group(tuple(cell.slot for cell in used), _holders(name, states, pointers, self._seat))

    def _single(self, cell: Cell) -> Callable[[Sequence[int]], Found]:
        if cell.kind is not None and cell.kind.is_player:
            return _whose(cell.name, self._seat)
        if cell.kind is not None:
            return _pointed(cell)
        return _states((cell,))


def _amount(name: str) -> Callable[[Sequence[int]], Found]:
    """The amount that a seat has of something, and how that stands to what its rivals have."""

    def features(values: Sequence[int]) -> Found:
        own, *rivals = values
        yield name, own
        yield f"{name}: {_STEPS[_step(own)]}", 1
        if rivals:
            best = max(rivals)
            yield f"{name} of the best rival", best
            yield f"{name} of rivals", sum(rivals) / len(rivals)
            if own != best:
                yield f"{name}: more than any rival" if own > best else f"{name}: less than a rival", 1

    return features


def _step(number: int) -> int:
    return max(0, bisect_right(_STEPS, number) - 1)


def _states(states: Sequence[Cell]) -> Callable[[Sequence[int]], Found]:
    """States of the table, and of things that belong to nobody."""
    names = [(cell.name, cell.objects) for cell in states]

    def features(values: Sequence[int]) -> Found:
        for (name, objects), value in zip(names, values, strict=True):
            if objects:
                if value >= 0:
                    yield f"{name}: {objects[value]}", 1
            elif value:
                yield name, value
                yield f"{name}: {_STEPS[_step(value)]}", 1

    return features


def _whose(name: str, seat: int) -> Callable[[Sequence[int]], Found]:
    def features(values: Sequence[int]) -> Found:
        if values[0] >= 0:
            yield f"my {name}" if values[0] == seat else f"another's {name}", 1

    return features


def _pointed(cell: Cell) -> Callable[[Sequence[int]], Found]:
    """The place of a state that holds a thing: its number, for a member of a row."""
    objects = cell.objects
    places = [_MEMBER.fullmatch(name) for name in objects]

    def features(values: Sequence[int]) -> Found:
        if values[0] >= 0:
            place = places[values[0]]
            yield (cell.name, int(place["number"])) if place else (f"{cell.name}: {objects[values[0]]}", 1)

    return features


def _places(name: str, seat: int) -> Callable[[Sequence[int]], Found]:
    """The place of a seat in a list of players."""

    def features(values: Sequence[int]) -> Found:
        size = values[0]
        members = values[1 : 1 + size]
        if seat in members:
            yield f"{name}: place {members.index(seat) + 1}", 1
        yield f"size of {name}", size

    return features


def _contents(name: str, objects: Sequence[str]) -> Callable[[Sequence[int]], Found]:
    def features(values: Sequence[int]) -> Found:
        size = values[0]
        yield f"size of {name}", size
        for value in values[1 : 1 + size]:
            if value >= 0:
                yield f"{name}: {objects[value]}", 1

    return features


def _holders(name: str, states: Sequence[Cell], pointers: Sequence[Cell], seat: int) -> Callable[[Sequence[int]], Found]:
    """The holders of things: each state of a thing that tells a player, with what else lies there and what stands before it."""
    own = [(cell.name.rpartition(".")[2], cell) for cell in states]
    whose = [(number, state) for number, (state, cell) in enumerate(own) if cell.kind is not None and cell.kind.is_player]
    things = [(number, cell.objects) for number, (_, cell) in enumerate(own) if cell.kind is not None and not cell.kind.is_player]
    numbers = [(number, state) for number, (state, cell) in enumerate(own) if cell.kind is None]
    here = [(number, cell.name, cell.objects.index(name)) for number, cell in enumerate(pointers, len(states))]

    def features(values: Sequence[int]) -> Found:
        lying = [objects[values[number]] for number, objects in things if values[number] >= 0] if things else [name]
        beyond = [pointer for number, pointer, index in here if 0 <= values[number] < index]
        for number, state in whose:
            if values[number] < 0:
                continue
            held = f"my {state}" if values[number] == seat else f"another's {state}"
            yield held, 1
            for thing in lying:
                yield f"{held}: {thing}", 1
                for pointer in beyond:
                    yield f"{held}: {thing}, beyond {pointer}", 1
            for pointer in beyond:
                yield f"{held}, beyond {pointer}", 1
            for other, state_name in numbers:
                if values[other]:
                    yield f"{held}: {name}, {state_name}", values[other]

    return features
