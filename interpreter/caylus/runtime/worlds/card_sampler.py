"""The cards that a seat does not see, dealt anew to where each may lie."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import TYPE_CHECKING, NamedTuple

from caylus.knowledge.layers import Layer, card_set, members, mix_layers, see_card
from caylus.knowledge.learning import keep, known_layers

from ..running import random
from ..seats import BESIDE
from ..viewing.visibility import Sight
from .multiset_sampler import Pool
from .permutation_sampler import arrange_cards

if TYPE_CHECKING:
    from caylus.model.components import Kind, ListState, State

    from ..names import Names


class Heap(NamedTuple):
    """Slots of a state in which objects of a kind lie, whose first is `first` among all cards. `seers` are seats, as a set.

    `is_hand`: others do not know in what order.
    """

    kind: Kind
    first: int
    slots: range
    seers: int
    is_hand: bool


class Deal:
    """Of a state as it is in truth, for a seat; `layout.players` is that of whoever only watches. `held` are the cards that
    actions have in mind.

    Each card lies in one of the `heaps`. A card may be in several lists at once, but that would tell of one what lies in
    another: so every other time it is taken for one that lies nowhere. Heaps for which there are too few of these are `doubled`.
    """

    def __init__(self, names: Names, s: list[int], seat: int, held: Set[int]) -> None:
        layout = names.layout
        self.knowledge = layout.knowledge
        self.seat = seat
        self.seats = range(layout.players + 1)
        self.sights = [Sight(names, s, seat if seat < layout.players else BESIDE) for seat in self.seats]
        self.layout = layout
        self.heaps: list[Heap] = []
        self.doubled: list[Heap] = []
        self.lying: list[list[int]] = []
        self.pools = [Pool(self.sights[seat], kind, seat) for kind in layout.pools]
        if not layout.cards:
            return
        layers = known_layers(s, layout.knowledge, seat)
        self._part_heaps(s, list(self._heaps(names, s)), held, {card for layer in layers for card in members(layer.cards)})
        self.unseen = [at for at, heap in enumerate(self.heaps) if not heap.seers >> seat & 1]
        for at, heap in enumerate(self.heaps):
            for card in self.lying[at] if heap.seers >> seat & 1 else ():
                layers = see_card(layers, card)
        cards = dict.fromkeys(card for cards in self.lying for card in cards)
        nowhere = sorted({card for layer in layers for card in members(layer.cards)} - cards.keys())
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
                yield Heap(list_.kind, first, slots, self._seers(list_, owner), list_ in layout.hands)
        for state, base in layout.candidates.items():
            kind = state.type.kind
            if kind is None or (first := layout.cards.get(kind.root)) is None:
                continue
            for of, slot in layout.values(state):
                if s[slot] >= 0 and not s[base + slot - layout.place(state)]:
                    yield Heap(kind, first, range(slot, slot + 1), self._seers(state, of), False)

    def _seers(self, thing: ListState | State, of: int) -> int:
        return card_set([seat for seat in self.seats if self.sights[seat].sees(thing, of)])

    def _part_heaps(self, s: list[int], heaps: list[Heap], held: Set[int], mixed_up: Set[int]) -> None:
        """Finds the `heaps`, what is `lying` in each, and those `doubled`: by their sizes, which everybody may know."""
        somewhere = {heap.first + s[slot] for heap in heaps for slot in heap.slots}
        found: set[int] = set()
        for heap in sorted(heaps, key=lambda heap: not heap.seers >> self.seat & 1):
            lying = [heap.first + s[slot] for slot in heap.slots]
            if not heap.seers >> self.seat & 1:
                everything = {heap.first + i for i in self._cards_of(heap.kind)}
                kept = held - somewhere
                free = everything - found - kept
                if len(lying) > len(free):
                    self.doubled.append(heap)
                    continue
                others = iter(sorted(free - set(lying), key=lambda card: (card in somewhere, card not in mixed_up, card)))
                lying = [card if card in free else next(others) for card in lying]
            self.heaps.append(heap)
            self.lying.append(lying)
            found.update(lying)

    def _cards_of(self, kind: Kind) -> range:
        return range(kind.first, kind.first + self.layout.size(kind))

    def out(self, s: list[int]) -> dict[int, int]:
        """Deals the cards of a state by its own stream of chance: what has become of each."""
        for pool in self.pools:
            pool.out(s)
        if not self.layout.cards:
            return {}
        s[0], held, layers = arrange_cards(self.layers, self.cards, s[0])
        keep(s, self.knowledge, self.seat, layers[: self.known])
        becomes = dict(zip(self.cards, held, strict=True))
        for at in self.unseen:
            heap = self.heaps[at]
            s[heap.slots.start : heap.slots.stop] = [becomes[card] - heap.first for card in self.lying[at]]
        for heap in self.doubled:
            lying = {s[slot] for other in self.heaps if other.first == heap.first for slot in other.slots}
            s[0], found = random.shuffle_members(s[0], list(self._cards_of(heap.kind)))
            found.sort(key=lambda card: card not in lying)
            s[heap.slots.start : heap.slots.stop] = found[: len(heap.slots)]
        self._forget(s)
        return becomes

    def _forget(self, s: list[int]) -> None:
        """Forget what other seats know of cards beyond what they see: it would tell where these lie."""
        lying = [card_set(s[heap.slots.start : heap.slots.stop], heap.first) for heap in self.heaps]
        for seat in self.seats:
            if seat != self.seat:
                cards = 0
                for heap, there in zip(self.heaps, lying, strict=True):
                    cards |= 0 if heap.seers >> seat & 1 else there
                keep(s, self.knowledge, seat, mix_layers((), cards))
