"""Cards of which several are alike, dealt anew to where a seat does not see them, by what it knows of them (`caylus.batches`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from caylus.knowledge.batch_learning import keep_batches, known_batches
from caylus.knowledge.batches import empty_place, one, possible, unpack_counts

from ..running import random

if TYPE_CHECKING:
    from caylus.model.components import Kind

    from ..viewing.visibility import Sight


class Pool:
    """Of a kind; `sight` is that of the seat on the state as it is in truth."""

    def __init__(self, sight: Sight, kind: Kind, seat: int) -> None:
        s, layout = sight.s, sight.names.layout
        self.seat, self.seats, self.knowledge = seat, range(layout.players + 1), layout.pools[kind]
        batches = known_batches(s, self.knowledge, seat)
        owned = layout.owned_lists()
        self.places: dict[int, range] = {}
        for place, base in enumerate(layout.lists_with(kind)):
            if sight.sees(*owned[base]):
                batches = empty_place(batches, place, None)
            else:
                self.places[place] = range(base + 1, base + 1 + s[base])
        self.places |= dict(enumerate(_hidden_state_slots(sight, kind), len(layout.lists_with(kind))))
        self.unseen = sorted(s[slot] for slots in self.places.values() for slot in slots)
        sizes = sum(one(place) * len(slots) for place, slots in self.places.items())
        self.batches = possible(batches, sum(map(one, self.unseen)), sizes)

    def out(self, s: list[int]) -> None:
        """Deals the cards of a state by its own stream of chance. No seat is taken to know more than this one."""
        free: dict[int, list[int]] = {}
        for place, slots in self.places.items():
            s[0], free[place] = random.shuffle_members(s[0], list(slots))
        others = self.unseen[:]
        left: list[int] = []
        for faces, places in self.batches:
            s[0], lying = random.shuffle_members(s[0], list(unpack_counts(faces)))
            for face in lying:
                others.remove(face)
            for place in unpack_counts(places):
                s[free[place].pop()] = lying.pop()
            left += lying
        s[0], lying = random.shuffle_members(s[0], sorted(others + left))
        for slot, face in zip((slot for slots in free.values() for slot in slots), lying, strict=True):
            s[slot] = face
        for seat in self.seats:
            keep_batches(s, self.knowledge, seat, self.batches if seat == self.seat else ())


def _hidden_state_slots(sight: Sight, kind: Kind) -> Iterator[range]:
    """The slots of single cards in hidden states, unless other things are known of these (see `Layout.candidates`)."""
    s, layout = sight.s, sight.names.layout
    for state, base in layout.candidates.items():
        if state.type.kind is not None and state.type.kind.root is kind:
            for of, slot in layout.values(state):
                if s[slot] >= 0 and not s[base + slot - layout.place(state)] and not sight.sees(state, of):
                    yield range(slot, slot + 1)
