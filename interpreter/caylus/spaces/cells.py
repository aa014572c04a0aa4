"""The cells of a table: the meaning of each number of a state, for programs that learn.

Cells hold all that lies on the table and nothing of how the rules run: no random stream, no frames. An object is its number
among those of its root kind, none is -1, a flag 0 or 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from caylus import model as m
from caylus.codegen.state_layout import ROUNDS, Layout
from caylus.limits import NUMBER_BOUND
from caylus.runtime.visibility import Watchers, watchers

if TYPE_CHECKING:
    from caylus.runtime.game import Game
    from caylus.runtime.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Cell:
    """One number, from `low` to `high`. `players` are those it belongs to or is kept for, by seat.

    `kind` is the kind of object it tells, if any. A member of a list is there while the number at slot `length` is at least
    `place`. Until the game is over a number is seen only by its `watchers`, where it has some.
    """

    name: str
    players: tuple[int, ...]
    slot: int
    low: int
    high: int
    kind: m.Kind | None = None
    watchers: Watchers | None = None
    length: int = 0
    place: int = 0

    @property
    def objects(self) -> tuple[str, ...]:
        """The names of the objects that the cell may hold, in the order of their numbers."""
        if self.kind is None:
            return ()
        if self.kind.is_player:
            return tuple(f"player {player}" for player in range(self.high + 1))
        things = self.kind.root.objects[: self.high + 1]
        return tuple(thing.name if thing.owner < 0 else f"player {thing.owner} {thing.name}" for thing in things)


def cells(rules: Ruleset, players: int) -> list[Cell]:
    """The cells of a table: the round, what players hold, states of the table, of players and of objects, and lists.

    Within each part they stand in the order of the rules, then by object or player.
    """
    layout = rules.program(players, traced=False).layout
    return [Cell("the round", (), ROUNDS, 0, NUMBER_BOUND), *_resources(layout), *_states(layout), *_lists(layout)]


def numbers(game: Game) -> Sequence[int]:
    """The numbers on the table of a game, where cells have their slots. Reading it tells what is hidden."""
    return game._machine.s[: game.names.layout.notes]


def _resources(layout: Layout) -> Iterator[Cell]:
    for resource, slot in layout.resources.items():
        for player in range(layout.players):
            watching = watchers(layout, resource, player, slot + player)
            yield Cell(resource.name, (player,), slot + player, resource.least, NUMBER_BOUND, None, watching)


def _states(layout: Layout) -> Iterator[Cell]:
    for state in layout.states:
        for id_ in (0,) if state.kind is None else _ids(layout, state.kind):
            owner, owners = _owner_name(state.kind, id_)
            low, high, kind = _range(layout, state.type)
            low, high = state.find_bounds(id_) or (low, high)
            for keys, slot in layout.keyed_slots(state, id_):
                kept_for = [_owner_name(index, key) for index, key in zip(state.indices, keys, strict=True)]
                index = ", ".join(called for called, _ in kept_for if called)
                name = f"{owner + '.' if owner else ''}{state.name}{f'[{index}]' if index else ''}"
                others = (player for _, players in kept_for for player in players)
                yield Cell(name, (*owners, *others), slot, low, high, kind, watchers(layout, state, id_, slot))


def _lists(layout: Layout) -> Iterator[Cell]:
    for base, (list_, id_) in layout.owned_lists().items():
        owner, owners = _owner_name(list_.owner, id_)
        name = f"{owner}.{list_.name}" if owner else list_.name
        watching = watchers(layout, list_, id_, base)
        if watching is not None:
            yield Cell(f"size of {name}", owners, base, 0, layout.capacity(list_))
        for place in range(1, layout.capacity(list_) + 1):
            low, high, kind = _range(layout, m.Type("object", list_.kind))
            yield Cell(f"{name}[{place}]", owners, base + place, low, high, kind, watching, base, place)


def _ids(layout: Layout, kind: m.Kind) -> range:
    return range(kind.first, kind.first + layout.size(kind))


def _owner_name(kind: m.Kind | None, id_: int) -> tuple[str, tuple[int, ...]]:
    """The name of an object, empty for a player or for nothing, and the player that it is or belongs to."""
    if kind is None:
        return "", ()
    if kind.is_player:
        return "", (id_,)
    thing = kind.root.objects[id_]
    return thing.name, (thing.owner,) if thing.owner >= 0 else ()


def _range(layout: Layout, type_: m.Type) -> tuple[int, int, m.Kind | None]:
    if type_.base == "object" and type_.kind is not None:
        return -1, max(-1, type_.kind.first + layout.size(type_.kind) - 1), type_.kind
    return (0, 1, None) if type_.base == "flag" else (-NUMBER_BOUND, NUMBER_BOUND, None)
