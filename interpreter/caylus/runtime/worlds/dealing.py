"""The cards that a seat does not see, dealt anew to where each may lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from caylus.knowledge.layers import Layer, card_set, members, mix_layers, see_card
from caylus.knowledge.learning import keep, known_layers

from ..seats import BESIDE
from ..viewing.sight import Sight
from .arranging import arrange_cards
from .pooling import Pool

if TYPE_CHECKING:
    from caylus.model.components import ListState, State

    from ..names import Names


class Heap(NamedTuple):
    """Slots of a state in which objects of a kind lie, whose first is `first` among all cards. `seers` are seats, as a set.

    `is_hand`: others do not know in what order.
    """

    first: int
    slots: range
    seers: int
    is_hand: bool


class Deal:
    """Of a state as it is in truth, for a seat; `layout.players` is that of whoever only watches. `held` are the cards that
    actions have in mind: they too have an order that seats may not know, though they lie nowhere.
    """

    def __init__(self, names: Names, s: list[int], seat: int, held: Iterable[int]) -> None:
        layout = names.layout
        self.knowledge = layout.knowledge
        self.seat = seat
        self.seats = range(layout.players + 1)
        self.sights = [Sight(names, s, seat if seat < layout.players else BESIDE) for seat in self.seats]
        self.heaps = list(self._heaps(names, s))
        self.pools = [Pool(self.sights[seat], kind, seat) for kind in layout.pools]
        if not layout.cards:
            return
        self.lying = [[heap.first + s[slot] for slot in heap.slots] for heap in self.heaps]
        self.unseen = [at for at, heap in enumerate(self.heaps) if not heap.seers >> seat & 1]
        layers = known_layers(s, layout.knowledge, seat)
        for at, heap in enumerate(self.heaps):
            for card in self.lying[at] if heap.seers >> seat & 1 else ():
                layers = see_card(layers, card)
        cards = dict.fromkeys(card for cards in self.lying for card in cards)
        mixed_up = sorted({card for layer in layers for card in members(layer.cards)} - cards.keys())
        nowhere = dict.fromkeys([*(card for card in held if card in mixed_up), *mixed_up])
        hands = [Layer(card_set(self.lying[at])) for at in self.unseen if self.heaps[at].is_hand]
        self.known = len(layers)
        self.layers = (*layers, Layer(card_set(nowhere)), *hands)
        self.cards = [*cards, *nowhere]

    def _heaps(self, names: Names, s: list[int]) -> Iterator[Heap]:
        """Lists, and states that hold such objects unless other things are known of these (see `Layout.candidates`)."""
        layout = names.layout
        for base, (list_, owner) in layout.owned_lists().items():
            if (first := layout.cards.get(list_.kind.root)) is not None:
                slots = range(base + 1, base + 1 + s[base])
                yield Heap(first, slots, self._seers(list_, owner), list_ in layout.hands)
        for state, base in layout.candidates.items():
            first = layout.cards.get(state.type.kind.root) if state.type.kind is not None else None
            for of, slot in layout.values(state):
                if first is not None and s[slot] >= 0 and not s[base + slot - layout.place(state)]:
                    yield Heap(first, range(slot, slot + 1), self._seers(state, of), False)

    def _seers(self, thing: ListState | State, of: int) -> int:
        return card_set([seat for seat in self.seats if self.sights[seat].sees(thing, of)])

    def out(self, s: list[int]) -> dict[int, int]:
        """Deals the cards of a state by its own stream of chance: what has become of each."""
        for pool in self.pools:
            pool.out(s)
        if not self.heaps:
            return {}
        s[0], held, layers = arrange_cards(self.layers, self.cards, s[0])
        keep(s, self.knowledge, self.seat, layers[: self.known])
        becomes = dict(zip(self.cards, held, strict=True))
        for at in self.unseen:
            heap = self.heaps[at]
            s[heap.slots.start : heap.slots.stop] = [becomes[card] - heap.first for card in self.lying[at]]
        self._forget(s)
        return becomes

    def _forget(self, s: list[int]) -> None:
        """What other seats know of cards would tell where these lie: they are taken to know no more than what they see."""
        lying = [card_set(s[heap.slots.start : heap.slots.stop], heap.first) for heap in self.heaps]
        for seat in self.seats:
            if seat != self.seat:
                cards = 0
                for heap, there in zip(self.heaps, lying, strict=True):
                    cards |= 0 if heap.seers >> seat & 1 else there
                keep(s, self.knowledge, seat, mix_layers((), cards))
