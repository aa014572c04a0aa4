"""Visibility: the one place that decides what of a table and its events is shown to a seat.

Views, readings, events, decisions, scores, saves and transcripts all ask here; nothing else of a game looks at an audience.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus.model.components import Thing, things
from caylus.payments import pack, unpack

if TYPE_CHECKING:
    from caylus import model as m
    from caylus.codegen.metadata import DecisionInfo, ValueInfo
    from caylus.codegen.state_layout import Layout

    from .call_stack import Bound
    from .machine import Move
    from .names import Names


def lies_open(thing: Thing, of: int) -> bool:
    """Return whether all may see what a thing of an object is, by its number among those of the root kind."""
    return not any(True for _ in _audiences(thing, of))


def secrets_on(components: m.Components) -> list[Thing]:
    """The things on the table that may be hidden from somebody."""
    in_rows = [row.kind.root for row in components.rows.values() if not row.audience.is_public]
    secret_things = things(components)
    return [thing for thing in secret_things if not thing.audience.is_public or (thing.owner and thing.owner.root in in_rows)]


def keeps_secrets(secrets: Iterable[Thing]) -> bool:
    """Return whether any of what may be hidden is more than a sum that everybody could have counted."""
    return any(thing.audience.is_secret for thing in secrets)


def holder_slots(layout: Layout, secrets: Iterable[Thing]) -> Iterator[int]:
    """The slots that name the players to whom things are shown."""
    holders = {thing.audience.holder for thing in secrets if thing.audience.holder is not None}
    for holder in holders:
        yield from range(layout.states[holder], layout.states[holder] + layout.objects(holder))


class Watchers(NamedTuple):
    """The seats that see a number that not everybody does: the player `owner`, if any; otherwise whoever all of the slots
    `holders` name, if any; and everybody while the number at `face_up` is not 0, if that is a slot.
    """

    owner: int | None
    holders: tuple[int, ...]
    face_up: int | None


def watchers(layout: Layout, thing: Thing, of: int, slot: int) -> Watchers | None:
    """The seats that see the content of a slot; None for everybody."""
    kept_for = [*_audiences(thing, of)]
    if not kept_for:
        return None
    is_own = all(audience.seen_by == "owner" for audience in kept_for)
    holders = [layout.states[audience.holder] + of for audience in kept_for if audience.holder is not None]
    face_up = (slot - layout.states[state] + at for state, at in layout.face_up.items() if state is thing)
    return Watchers(of if is_own else None, tuple(holders) if len(holders) == len(kept_for) else (), next(face_up, None))


def _audiences(thing: Thing, of: int) -> Iterator[m.Audience]:
    """Those that a thing is hidden but for: its own, and that of the row that its object stands in."""
    if not thing.audience.is_public:
        yield thing.audience
    if thing.owner is not None and not thing.owner.is_player:
        row = thing.owner.root.objects[of].row
        if row is not None and not row.audience.is_public:
            yield row.audience


class Sight:
    """The view of a table on which `s` lies from a seat, by its number; of everything where `seat` is None."""

    def __init__(self, names: Names, s: list[int], seat: int | None) -> None:
        self.names = names
        self.s = s
        self.seat = seat
        self._sees_all = seat is None or not names.secrets
        self.shows_internal = seat is None

    # ---- things on the table

    def sees(self, thing: Thing, of: int = 0) -> bool:
        """Return whether the seat is one of those that a thing of the table, or of an object, is not hidden from."""
        if self._sees_all or thing not in self.names.secrets:
            return True
        return all(self._belongs_to_audience(audience, of) for audience in _audiences(thing, of))

    def _belongs_to_audience(self, audience: m.Audience, of: int) -> bool:
        if audience.holder is not None:
            return self.seat == self.s[self.names.layout.states[audience.holder] + of] >= 0
        return audience.seen_by == "owner" and of == self.seat

    def counts(self, thing: Thing) -> bool:
        """Return whether the seat hears of each change of a thing, although the sum is hidden."""
        return thing.audience.counted

    def amount(self, resource: m.Resource, player: int) -> int | None:
        """The amount that a player holds; None where that is hidden."""
        return self.s[self.names.layout.resources[resource] + player] if self.sees(resource, player) else None

    def state(self, state: m.State, of: int = 0) -> Any:
        """The value of a state, or its values by the names of what they are kept for. Where it is hidden see `_facet`."""
        if self._sees_all or self.sees(state, of):
            return self.names.codec.read(self.s, state, of)
        return self.names.codec.visible_values(state, of, lambda slot: self._facet(state, slot))

    def states(self, kind: m.Kind, of: int) -> dict[str, Any]:
        """The values of all states of an object, by name."""
        s, secrets = self.s, () if self._sees_all else self.names.secrets
        return {
            name: self.state(state, of) if state in secrets else read(s, of)
            for name, state, read in self.names.codec.readers(kind, of)
        }

    def _facet(self, state: m.State, slot: int) -> Any:
        """Of a hidden object, whether there is one; of a hidden number or flag nothing, unless it was revealed."""
        layout = self.names.layout
        if state in layout.face_up and self.s[slot - layout.states[state] + layout.face_up[state]]:
            return self.names.codec.encode(state, self.s[slot])
        return {"there": True} if state.type.base == "object" and self.s[slot] >= 0 else None

    def members(self, list_: m.ListState, of: int = 0) -> list[str] | dict[str, int]:
        """The members of a list; where they are hidden, how many there are."""
        members = self.names.codec.list(self.s, list_, of)
        return members if self.sees(list_, of) else {"size": len(members)}

    def numbers(self) -> Iterator[object]:
        """The numbers on the table as far as the seat sees them: equal for tables that look the same from there."""
        s, layout = self.s, self.names.layout
        yield self.names.open_numbers(s)
        for slot, (thing, of) in self.names.secret_slots.items():
            if thing in layout.lists:
                yield s[slot : slot + 1 + s[slot]] if self.sees(thing, of) else s[slot]
            elif self.sees(thing, of) or (thing in layout.face_up and s[slot - layout.states[thing] + layout.face_up[thing]]):
                yield s[slot]
            else:
                yield thing.holds is not None and s[slot] >= 0

    def value(self, info: ValueInfo, of: Sequence[int]) -> bool:
        """Return whether nothing that a named value of these objects rests on is hidden."""
        return not info.secrets or self.seat is None or not any(at < 0 or of[at] != self.seat for at in info.secrets)

    def always_sees(self, thing: Thing, of: int = 0) -> bool:
        """Return whether the seat sees the thing on every table."""
        return self._sees_all or thing not in self.names.secrets or (thing.audience.seen_by == "owner" and of == self.seat)

    # ---- what happens

    def visible_amount(self, player: int, way: int) -> int:
        """The part of a packed amount, gained or paid by a player, of which the seat is told."""
        if self._sees_all:
            return way
        resources = self.names.components.resources
        return pack([(i, n) for i, n in unpack(way) if self.counts(resources[i]) or self.sees(resources[i], player)])

    def open_amount(self, way: int) -> int:
        """The part of a packed amount that was not there to be lost, of which the seat is told.

        Of what may be hidden it is told nothing: where nothing changes, nobody learns whom a secret choice meant.
        """
        if self._sees_all:
            return way
        resources = self.names.components.resources
        return pack([(i, n) for i, n in unpack(way) if resources[i] not in self.names.secrets])

    def draws_openly(self, kind: str) -> bool:
        """Return whether nothing drawn of a root kind, or of numbers, can come to lie where the seat may not see it."""
        hidden = (thing.holds for thing in self.names.secrets if not thing.audience.counted)
        return self._sees_all or kind not in (held.root.name if held is not None else "" for held in hidden)

    # ---- what is asked

    def question(self, player: int, asked: DecisionInfo) -> bool:
        """Return whether the seat may know the words with which a player is asked."""
        return self.seat in (None, player) or asked.is_asked_openly

    def options(self, player: int, asked: DecisionInfo) -> bool:
        """Return whether the seat may know what a player can choose from."""
        return self.seat in (None, player) or asked.is_open

    def choices(self, player: int, asked: DecisionInfo, move: Move) -> tuple[bool, ...] | None:
        """Of each choice in a player's move, whether the seat is told; None where it learns nothing of the move at all."""
        tells = asked.options[move[0]].tells if move[0] < len(asked.options) else ()
        if self.seat in (None, player):
            return (True,) * len(tells)
        return None if asked.is_secret else tells

    def whole(self, player: int, asked: DecisionInfo, move: Move) -> bool:
        """Return whether the seat may know all of a player's move; a way of paying where it may know what ways there were."""
        tells = self.choices(player, asked, move)
        return tells is not None and all(tells) and (len(move) <= len(tells) + 1 or self.options(player, asked))

    def beforehand(self, player: int) -> bool:
        """Return whether the seat is told what a player has chosen at once with others before all have chosen."""
        return self.seat in (None, player)

    def public(self, bound: Sequence[Bound]) -> list[Bound]:
        """Those variables whose contents all may know; every one for who sees everything."""
        return [pair for pair in bound if self.seat is None or pair[0] not in self.names.secret_variables]
