"""A machine as one seat knows it: what lies ahead is drawn anew, what others hide is made up as it may be.

A seat sees the table, and has been told what it may know of every choice (see `visibility`); so nothing of that changes. Cards
that it does not see are dealt anew among the places where they may be, hidden numbers are drawn between the limits that everybody
knows (see `codegen.state_layout`). Of what is only counted the seat has kept count.

What becomes of a seed is the same wherever the seat cannot tell the difference.

What is made up must not depend on what it really is. So an object is drawn anew from the list that it was taken from, as that
list is dealt by now, and nothing is kept that no rule will read any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caylus.knowledge.batches import keep_batches
from caylus.knowledge.layers import Layers, card_set, keep, members, mix_layers, unknown
from caylus.model.components import Resource

from ..names import Names
from ..running import random
from ..running.at_once import ask_again, draw_anew
from ..running.machine import Machine
from ..running.random import seed_state
from ..seats import BESIDE
from ..viewing.visibility import Sight
from .card_sampler import Deal

if TYPE_CHECKING:
    from caylus.codegen.metadata import Loop, SecretVariable
    from caylus.model import State
    from caylus.model.components import Kind, Variable


def forget(names: Names, s: list[int]) -> None:
    """Changes the state."""
    layout = names.layout
    for thing, base in layout.limits.items():
        unknown(s, base, layout.span(thing))
    for state, base in layout.candidates.items():
        s[base : base + layout.span(state)] = [0] * layout.span(state)
    for seat in range(layout.players + 1) if layout.cards else ():
        sight = Sight(names, s, seat if seat < layout.players else BESIDE)
        layers: Layers = ()
        for kind, first in layout.cards.items():
            layers = mix_layers(layers, card_set(range(layout.size(kind)), first) & ~_visible_cards(sight, kind, first))
        keep(s, layout.knowledge, seat, layers)
    for base in layout.pools.values():
        for seat in range(layout.players + 1):
            keep_batches(s, base, seat, ())


def _visible_cards(sight: Sight, kind: Kind, first: int) -> int:
    """The cards of a kind that lie in the open, or where only the seat sees them."""
    s, layout = sight.s, sight.names.layout
    cards = 0
    for base, (list_, owner) in layout.owned_lists().items():
        if list_.kind.root is kind and sight.sees(list_, owner):
            cards |= card_set(s[base + 1 : base + 1 + s[base]], first)
    for state in layout.candidates:
        if state.type.kind is not None and state.type.kind.root is kind:
            cards |= card_set([s[slot] for of, slot in layout.values(state) if s[slot] >= 0 and sight.sees(state, of)], first)
    return cards


Held = dict["Variable", Any]
"""What variables hold."""


def cards_in_frames(names: Names, frames: Iterable[list[Any]]) -> set[int]:
    """The secret cards that actions still have in mind."""
    metadata, cards = names.program.metadata, names.layout.cards
    found: set[int] = set()
    for frame in frames:
        place = metadata.places.get(frame[0])
        if place is None:
            continue
        held = [(variable, frame[at]) for variable, at in place.bound if variable in place.ahead]
        for loop in place.loops:
            members = frame[loop.members][frame[loop.at] if loop.at else 0 :]
            columns = [members] if len(loop.variables) == 1 else zip(*members, strict=True)
            held += zip(loop.variables, columns, strict=False)
        for variable, value in held:
            kind = variable.type.kind
            if variable in metadata.secrets and kind is not None and kind.root in cards:
                members = value if isinstance(value, tuple) else (value,)
                found.update(cards[kind.root] + member for member in members if member >= 0)
    return found


class FrameImagination:
    """Of frames beside a state `s`, in which everything else has been made up; `becomes` says what has become of each card."""

    def __init__(self, names: Names, s: list[int], becomes: Mapping[int, int], seat: int) -> None:
        self.names = names
        self.s = s
        self.becomes = becomes
        self.seat = seat
        self.metadata = names.program.metadata

    def imagine(self, frame: list[Any]) -> list[Any]:
        """The frame as it may be."""
        place, new = self.metadata.places.get(frame[0]), frame[:]
        if place is None:
            return new
        in_scope = {at for _, at in place.bound} | {loop.members for loop in place.loops}
        for at in self.metadata.variables[frame[0]]:
            if at not in in_scope:
                new[at] = 0
        held: Held = {variable: frame[at] for variable, at in place.bound}
        taken: set[tuple[Kind, int]] = set()
        for variable, at in place.bound:
            secret = self.metadata.secrets.get(variable)
            if secret is not None:
                is_read = variable in place.ahead
                nothing = -1 if variable.type.base == "object" else 0
                new[at] = self._imagine_value(variable, secret, held, taken) if is_read else nothing
        for loop in place.loops:
            new[loop.members] = tuple(self._imagine_members(loop, frame, held, taken))
        return new

    # ---- variables

    def _imagine_value(self, variable: Variable, secret: SecretVariable, held: Held, taken: set[tuple[Kind, int]]) -> Any:
        value = held[variable]
        if self._is_known(secret, held):
            return value
        match variable.type.base:
            case "object" if value < 0 or not secret.is_there:
                return -1
            case "object":
                return next(self._draw_objects(variable, secret, held, (value,), taken))
            case "list" if not secret.is_there:
                return ()
            case "list" if variable.type.kind is None:
                return (0,) * len(value)
            case "list":
                return tuple(self._draw_objects(variable, secret, held, value, taken))
            case "payment":
                return (0,)
            case "scale":
                return (0, (0,))
        return 0

    def _is_known(self, secret: SecretVariable, held: Held) -> bool:
        """Return whether the secrets that a variable rests on are those of the seat."""
        return all(owner is not None and held.get(owner) == self.seat for owner in secret.owners)

    # ---- loops

    def _imagine_members(self, loop: Loop, frame: list[Any], held: Held, taken: set[tuple[Kind, int]]) -> Iterator[Any]:
        """All members of a loop: nothing of those that it has left behind, which nobody can speak of."""
        members = frame[loop.members]
        done = frame[loop.at] if loop.at else 0
        rows = members if len(loop.variables) > 1 else [(member,) for member in members]
        columns = [
            [*[0] * done, *self._imagine_column(variable, is_mixed, held, [row[i] for row in rows[done:]], taken)]
            for i, (variable, is_mixed) in enumerate(zip(loop.variables, loop.mixed, strict=True))
        ]
        return iter(columns[0]) if len(columns) == 1 else zip(*columns, strict=True)

    def _imagine_column(
        self, variable: Variable, is_mixed: bool, held: Held, members: list[int], taken: set[tuple[Kind, int]]
    ) -> list[int]:
        """The values that one variable of a loop will have."""
        secret = self.metadata.secrets.get(variable)
        if secret is not None and not self._is_known(secret, held):
            if variable.type.kind is None:
                return [0] * len(members)
            return list(self._draw_objects(variable, secret, held, members, taken))
        return self._shuffle(sorted(members)) if is_mixed and secret is None else members

    # ---- objects

    def _draw_objects(
        self, variable: Variable, secret: SecretVariable, held: Held, members: Sequence[int], taken: set[tuple[Kind, int]]
    ) -> Iterator[int]:
        """Objects in the place of `members`, each another one, and none of those `taken`."""
        assert variable.type.kind is not None
        kind = variable.type.kind.root
        if secret.keeps_places and kind in self.names.layout.cards:
            first = self.names.layout.cards[kind]
            yield from (self.becomes.get(first + member, first + member) - first for member in members)
            return
        if not members:
            return
        drawn = [i for source in self._candidates(variable.type.kind, secret, held) for i in self._shuffle(source)]
        found = iter([i for i in dict.fromkeys(drawn) if (kind, i) not in taken])
        for _ in members:
            one = next(found, drawn[0])
            taken.add((kind, one))
            yield one

    def _candidates(self, kind: Kind, secret: SecretVariable, held: Held) -> Iterator[list[int]]:
        """The sources of objects of a kind, the likeliest first: the list they were taken from, nowhere, one list, two."""
        layout, s = self.names.layout, self.s
        lying = {base: s[base + 1 : base + 1 + s[base]] for base in layout.lists_with(kind.root)}
        places = Counter(i for members in lying.values() for i in members)
        everything = range(kind.first, kind.first + layout.size(kind))
        of = 0 if secret.of is None else held.get(secret.of, -1)
        if secret.source is not None and isinstance(of, int) and of >= 0:
            yield [i for i in lying.get(layout.list_slot(secret.source, of), []) if i in everything]
        for often in sorted({places[i] for i in everything}):
            yield [i for i in everything if places[i] == often]

    def _shuffle(self, members: list[int]) -> list[int]:
        self.s[0], found = random.shuffle_members(self.s[0], members)
        return found


class Imagination:
    """Of a machine, which it changes. Of what is hidden from the seat nothing counts but what the seat knows of it."""

    def __init__(self, machine: Machine, names: Names, seat: int) -> None:
        self.machine = machine
        self.names = names
        self.layout = names.layout
        self.frames = machine.stack[:]
        self.seat = seat
        self.truth = machine.s[:]
        self.sight = Sight(names, self.truth, seat)
        supplies = {thing.supply for thing in names.components.resources if thing in self.layout.limits}  # they have the rest
        self.numbers = [(t, base, list(self._unseen(t))) for t, base in self.layout.limits.items() if t not in supplies]
        self.objects = [
            (slot, self.truth[base + slot - self.layout.place(state)])
            for state, base in self.layout.candidates.items()
            for _, slot in self._unseen(state)
            if self.truth[slot] >= 0
        ]
        hides_cards = self.layout.cards or self.layout.pools
        dealt_to = seat if seat >= 0 else self.layout.players
        self.deal = Deal(names, self.truth, dealt_to, cards_in_frames(names, self.frames)) if hides_cards else None

    def make_up(self) -> None:
        """Another possible state, and other frames, drawn from the machine's stream of chance."""
        s = self.machine.s
        s[1:] = self.truth[1:]
        becomes = self.deal.out(s) if self.deal is not None else {}
        for slot, candidates in self.objects:
            found = list(members(candidates)) if candidates > 0 else s[1 - candidates : 1 - candidates + s[-candidates]]
            if candidates and found:
                s[slot] = found[self._lot(len(found))]
        for thing, base, unseen in self.numbers:
            for of, slot in unseen:
                self._guess(thing, of, slot, base + slot - self.layout.place(thing))
        self.machine.stack[:] = map(FrameImagination(self.names, s, becomes, self.seat).imagine, self.frames)
        self.machine.refresh()

    def _unseen(self, thing: Resource | State) -> Iterator[tuple[int, int]]:
        return ((of, slot) for of, slot in self.layout.values(thing) if not self.sight.sees(thing, of))

    def _guess(self, thing: Resource | State, of: int, slot: int, low: int) -> None:
        """A number between its limits, or its bounds; without any a rival is taken to hold what the seat sees of its own."""
        s = self.machine.s
        least, most = self.truth[low], self.truth[low + self.layout.span(thing)]
        bounds = thing.find_bounds(of) if least > most and not isinstance(thing, Resource) else None
        least, most = bounds or (least, most)
        if least <= most:
            s[slot] = least + self._lot(most - least + 1)
        else:
            own = slot + (self.seat - of) * (self.layout.span(thing) // self.layout.players)
            of_players = isinstance(thing, Resource) or (thing.kind is not None and thing.kind.is_player)
            is_seen = self.seat >= 0 and of_players and self.sight.sees(thing, self.seat)
            s[slot] = self.truth[own] if is_seen else 0
        supply = thing.supply if isinstance(thing, Resource) else None
        if supply is not None and supply in self.layout.limits:
            s[self.layout.resources[supply] + of] += self.truth[slot] - s[slot]

    def _lot(self, below: int) -> int:
        s = self.machine.s
        s[0], lot = random.draw_below(s[0], below)
        return lot


_ATTEMPTS = 8
"""Whoever decides has something to decide; where what is made up leaves nothing, something else is made up."""


def imagine(machine: Machine, names: Names, seat: int, seed: int) -> None:
    """Changes the machine. Where another seat decides, what is made up says what the options are; the seat's own it has seen."""
    machine.fixed = []
    machine.s[0] = seed_state(seed)
    if machine.player < 0:
        return  # at the end everything lies open
    if names.layout.hides:
        imagination = Imagination(machine, names, seat)
        for _ in range(_ATTEMPTS):
            imagination.make_up()
            ask_again(machine)
            if machine.player == seat or _has_options(machine):
                break
    draw_anew(machine, names, seat)


def _has_options(machine: Machine) -> bool:
    """Return whether whoever decides has options now, and they are those of the machine."""
    frame = machine.stack[-1]
    options = machine.program.options[frame[0]](machine, machine.s, frame)
    if options:
        machine.options = options
    return bool(options)
