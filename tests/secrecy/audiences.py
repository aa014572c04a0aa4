"""Read off the declarations a second time who may know a place: a judge does not ask those it judges.

A seat is the number of a player, or `BESIDE` for whoever watches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import caylus
from caylus import model as m
from caylus.codegen.state_layout import RANDOM, Layout
from caylus.model.walk import every_statement


class Hidden(NamedTuple):
    """The places of a state that a seat may not know: numbers and flags; and objects, each with its root kind."""

    numbers: list[int]
    objects: dict[int, m.Kind]

    @property
    def slots(self) -> set[int]:
        return {*self.numbers, *self.objects}


def hides(rules: caylus.Ruleset) -> bool:
    """Return whether anybody may not know something."""
    model = rules.model
    kinds = model.kinds.values()
    things = [*model.resources, *model.states.values(), *model.lists.values(), *model.rows.values()]
    things += [thing for kind in kinds for thing in (*kind.states.values(), *kind.lists.values())]
    at_once = any(isinstance(statement, m.ForEach) and statement.at_once for statement in every_statement(model))
    return at_once or any(not thing.audience.is_public for thing in things)


def hidden_from(game: caylus.Game, seat: int) -> Hidden:
    """The places that `seat` may not know as the game is now. Everybody may know what is only counted. What is only counted,
    everybody may know.
    """
    found = Hidden([], {})
    for audience, owner, slots, kind in _places(game.rules, len(game.players)):
        if audience.is_secret and not _sees(game, audience, owner, seat):
            if kind is None:
                found.numbers.extend(slots)
            else:
                found.objects.update(dict.fromkeys(slots, kind.root))
    for slot in _open_slots(game):
        found.objects.pop(slot, None)
        if slot in found.numbers:
            found.numbers.remove(slot)
    return found


def differ_visibly(one: caylus.Game, two: caylus.Game, seat: int) -> bool:
    """Return whether something lies otherwise in the second game that the seat may see."""
    return not list_differences(one, two) <= hidden_from(one, seat).slots | hidden_from(two, seat).slots


def list_differences(one: caylus.Game, two: caylus.Game) -> set[int]:
    """The differences between the tables of two games; not chance, nor what is noted of who knows what."""
    layout = one.names.layout
    pairs = enumerate(zip(one._machine.s[: layout.notes], two._machine.s[: layout.notes], strict=True))
    return {slot for slot, (a, b) in pairs if a != b and slot != RANDOM}


def count_items(game: caylus.Game, seat: int) -> list[int]:
    """The numbers that a seat is not shown, but could have counted."""
    places = _places(game.rules, len(game.players))
    return [slot for audience, owner, slots, _ in places if audience.counted and owner != (seat,) for slot in slots]


def _sees(game: caylus.Game, audience: m.Audience, owner: tuple[int, ...], seat: int) -> bool:
    """`owner` is the object whose it is; () for a thing of the table."""
    match audience.seen_by:
        case "all":
            return True
        case "owner":
            return owner == (seat,)
        case "holder":
            holder, (id_,) = audience.holder, owner
            if isinstance(holder, m.Property):
                return holder.values[id_] == seat
            return game._machine.s[game.names.layout.states[holder] + id_] == seat >= 0
    return False


Place = tuple[m.Audience, tuple[int, ...], Sequence[int], m.Kind | None]
"""Who may see some slots of the state, whose they are, and the kind of object that lies there, if it is one."""


@cache
def _places(rules: caylus.Ruleset, players: int) -> tuple[Place, ...]:
    return tuple(_list_places(rules.program(players).layout))


def _list_places(layout: Layout) -> Iterator[Place]:
    for resource, base in layout.resources.items():
        for player in range(layout.players):
            yield resource.audience, (player,), range(base + player, base + player + 1), None
    for state in layout.states:
        for id_ in range(layout.objects(state)):
            slots = [slot for _, slot in layout.keyed_slots(state, id_)]
            owner = () if state.kind is None else (id_,)
            for audience in {state.audience, *_row_audiences(layout.components, state, id_)}:
                yield audience, owner, slots, state.type.kind
    for base, (list_, id_) in layout.owned_lists().items():
        yield (
            list_.audience,
            () if list_.owner is None else (id_,),
            range(base + 1, base + 1 + layout.capacity(list_)),
            list_.kind,
        )


def _row_audiences(components: m.Components, state: m.State, id_: int) -> Iterator[m.Audience]:
    """The audiences of what the members of a row hold, for an object that is one."""
    for row in components.rows.values():
        if state.kind is not None and row.kind.root is state.kind.root and 0 <= id_ - row.first < row.size:
            yield row.audience


def _open_slots(game: caylus.Game) -> Iterator[int]:
    """The slots that are open for the time being."""
    s, layout = game._machine.s, game.names.layout
    for state, marks in layout.face_up.items():
        for i in range(layout.stride(state) * layout.objects(state)):
            if s[marks + i]:
                yield layout.states[state] + i
