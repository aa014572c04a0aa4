"""Make up the part of a state that a seat does not know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from caylus.knowledge.layers import members
from caylus.model.components import Resource

from ..running import random
from ..viewing.visibility import Sight
from .card_sampler import Deal
from .frame_masking import FrameImagination, cards_in_frames

if TYPE_CHECKING:
    from caylus.model import State

    from ..names import Names
    from ..running.machine import Machine


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
