"""The cards that a seat does not see, dealt anew to where each may lie.

Places are numbered in an order that the seat could write down. What is drawn must not depend on what it cannot know, yet
layers hold true cards: so the past is first told anew in a way that the seat could tell it, from the newest layer back to
the oldest, with cards that are alike to it taken in a fixed order. From there on each layer is mixed, the oldest first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import TYPE_CHECKING, NamedTuple

from caylus.knowledge.batches import empty_place, keep_batches, known_batches, one, possible, unpack_counts
from caylus.knowledge.layers import Layer, Layers, card_set, keep, known_layers, members, mix_layers, see_card

from ..running import random
from ..seats import BESIDE
from ..viewing.visibility import Sight

if TYPE_CHECKING:
    from caylus.model.components import Kind, ListState, State

    from ..names import Names


_ATTEMPTS = 20

Way = list[int]
"""The place that a card has at the start, and after each layer."""


def arrange_cards(layers: Layers, cards: Sequence[int], state: int) -> tuple[int, list[int], Layers]:
    """The state of the stream after drawing, for each place the card that lies there in an arrangement, and the layers of that.

    `cards` are those that lie there in truth.
    """
    past = _Past(layers, cards)
    for _ in range(_ATTEMPTS):
        state, ways = _ways(past, state)
        if ways is not None:
            break
    else:
        ways = past.ways
    held = past.start[:]
    told: list[Layer] = []
    for i, mixed in enumerate(past.mixed):
        moves = {way[i]: way[i + 1] for way in ways.values() if len(way) > i + 1}
        settled = {there: held[here] for here, there in moves.items()}
        state, loose = random.shuffle_members(state, [held[place] for place in mixed if place not in moves])
        others = (place for place in mixed if place not in settled)
        for place, card in [*zip(others, loose, strict=True), *settled.items()]:
            held[place] = card
        told.append(Layer(card_set(held[place] for place in mixed), card_set(held[place] for place in past.pinned[i])))
    return state, held, tuple(told)


class _Past:
    """A past that the seat could tell: `start` is the card at each place before anything was mixed, `mixed` the places of each
    layer, `pins` each pinned card's (layer, place), the oldest first, and `ways` how they get there.
    """

    def __init__(self, layers: Layers, cards: Sequence[int]) -> None:
        place = {card: n for n, card in enumerate(cards)}
        self.mixed: list[list[int]] = []
        self.pins: dict[int, list[tuple[int, int]]] = {card: [] for layer in layers for card in members(layer.pins)}
        self.ways: dict[int, Way] = {card: [] for card in self.pins}
        self.pinned: list[list[int]] = []
        for i in reversed(range(len(layers))):
            for card, way in self.ways.items():
                way.insert(0, place[card])
            for card in members(layers[i].pins):
                self.pins[card].insert(0, (i, place[card]))
            self.pinned.insert(0, [place[card] for card in members(layers[i].pins)])
            mixed = sorted(members(layers[i].cards), key=lambda card: _likeness(layers[:i], card))
            places = sorted(place[card] for card in mixed)
            place.update(zip(mixed, places, strict=True))
            self.mixed.insert(0, places)
        for card, way in self.ways.items():
            way.insert(0, place[card])
        self.start = sorted(place, key=lambda card: place[card])


def _likeness(layers: Layers, card: int) -> tuple[int, ...]:
    """Equal for cards that the seat could not tell apart, if these are the layers."""
    number = 0
    for i, (cards, pins) in enumerate(layers):
        number |= (cards >> card & 1) << i
        if pins >> card & 1:
            number = 0
    return (number,) if number else (0, card)


def _ways(past: _Past, state: int) -> tuple[int, dict[int, Way] | None]:
    """Ways for all pinned cards at once, drawn one after the other; None if the last ones found all places taken."""
    ways: dict[int, Way] = {}
    taken: list[set[int]] = [set() for _ in range(len(past.mixed) + 1)]
    for pins in past.pins.values():
        for i, place in pins:
            taken[i + 1].add(place)
    state, order = random.shuffle_members(state, list(past.pins))
    for card in order:
        start = past.ways[card][0]
        way = [start]
        for last, place in past.pins[card]:
            state, more = _way(past, way[-1], len(way) - 1, last, place, taken, state)
            if more is None:
                return state, None
            way += more
        for time, place in enumerate(way[1:], 1):
            taken[time].add(place)
        ways[card] = way
    return state, ways


def _way(past: _Past, begin: int, time: int, last: int, end: int, taken: list[set[int]], state: int) -> tuple[int, Way | None]:
    """The places from one after a time to `end` after the layer `last`, each way as likely as it is to have been the true one."""
    weights = [{end: 1}]
    for i in range(last, time - 1, -1):
        mixed, later = past.mixed[i], weights[-1]
        through = sum(later.get(place, 0) for place in mixed)
        sooner = {place: weight * len(mixed) for place, weight in later.items()}
        sooner |= dict.fromkeys(mixed, through)
        weights.append({place: weight for place, weight in sooner.items() if weight and (i == time or place not in taken[i])})
    if begin not in weights.pop():
        return state, None
    way = [begin]
    for i in range(time, last + 1):
        later = weights.pop()
        open_ = [place for place in past.mixed[i] if place in later] if way[-1] in past.mixed[i] else [way[-1]]
        state, lot = random.draw_below(state, sum(later[place] for place in open_))
        for place in open_:
            lot -= later[place]
            if lot < 0:
                way.append(place)
                break
    return state, way[1:]


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
