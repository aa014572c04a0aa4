"""A machine as one seat knows it: what lies ahead is drawn anew, what others hide is made up, cards are dealt anew.

Places are numbered in an order that the seat could write down. What is drawn must not depend on what it cannot know, yet
layers hold true cards: so the past is first told anew in a way that the seat could tell it, from the newest layer back to
the oldest, with cards that are alike to it taken in a fixed order. From there on each layer is mixed, the oldest first.

A seat sees the table, and has been told what it may know of every choice (see `visibility`); so nothing of that changes. Cards
that it does not see are dealt anew among the places where they may be, hidden numbers are drawn between the limits that everybody
knows (see `codegen.state_layout`). Of what is only counted the seat has kept count.

What becomes of a seed is the same wherever the seat cannot tell the difference.

What is made up must not depend on what it really is. So an object is drawn anew from the list that it was taken from, as that
list is dealt by now, and nothing is kept that no rule will read any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple

from caylus.codegen.metadata import Loop, SecretVariable
from caylus.knowledge.cards import (
    Layer,
    Layers,
    card_set,
    empty_place,
    keep,
    known_batches,
    known_layers,
    members,
    mix_layers,
    one,
    possible,
    see_card,
    unknown,
    unpack_counts,
)
from caylus.limits import MOST_DEALS
from caylus.model.components import Kind, ListState, Resource, State, Variable

from .call_stack import ask_again, draw_anew
from .machine import Machine, draw_below, seed_state, shuffle_members
from .names import Names
from .seats import BESIDE
from .visibility import Sight

Way = list[int]
"""The place that a card has at the start, and after each layer."""


def arrange_cards(layers: Layers, cards: Sequence[int], state: int) -> tuple[int, list[int], Layers]:
    """The state of the stream after drawing, for each place the card that lies there in an arrangement, and the layers of that.

    `cards` are those that lie there in truth.
    """
    past = _Past(layers, cards)
    for _ in range(MOST_DEALS):
        state, ways = _ways(past, state)
        if ways is not None:
            break
    else:
        ways = past.ways
    stacks = past.start[:]
    card_layers: list[Layer] = []
    for i, mixed in enumerate(past.mixed):
        moves = {way[i]: way[i + 1] for way in ways.values() if len(way) > i + 1}
        settled = {there: stacks[here] for here, there in moves.items()}
        state, loose = shuffle_members(state, [stacks[place] for place in mixed if place not in moves])
        others = (place for place in mixed if place not in settled)
        for place, card in [*zip(others, loose, strict=True), *settled.items()]:
            stacks[place] = card
        card_layers.append(Layer(card_set(stacks[place] for place in mixed), card_set(stacks[place] for place in past.pinned[i])))
    return state, stacks, tuple(card_layers)


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
    state, order = shuffle_members(state, list(past.pins))
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
        state, lot = draw_below(state, sum(later[place] for place in open_))
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
            s[0], free[place] = shuffle_members(s[0], list(slots))
        others = self.unseen[:]
        left: list[int] = []
        for faces, places in self.batches:
            s[0], lying = shuffle_members(s[0], list(unpack_counts(faces)))
            for face in lying:
                others.remove(face)
            for place in unpack_counts(places):
                s[free[place].pop()] = lying.pop()
            left += lying
        s[0], lying = shuffle_members(s[0], sorted(others + left))
        for slot, face in zip((slot for slots in free.values() for slot in slots), lying, strict=True):
            s[slot] = face
        for seat in self.seats:
            keep(s, self.knowledge, seat, self.batches if seat == self.seat else ())


def _hidden_state_slots(sight: Sight, kind: Kind) -> Iterator[range]:
    """The slots of single cards in hidden states, unless other things are known of these (see `Layout.candidates`)."""
    s, layout = sight.s, sight.names.layout
    for state, of, slot, candidates in layout.candidate_slots(kind):
        if s[slot] >= 0 and not s[candidates] and not sight.sees(state, of):
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

    def __init__(self, names: Names, s: list[int], seat: int, hand: Set[int]) -> None:
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
        self._part_heaps(s, list(self._heaps(names, s)), hand, {card for layer in layers for card in members(layer.cards)})
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

    def _part_heaps(self, s: list[int], heaps: list[Heap], hand: Set[int], mixed_up: Set[int]) -> None:
        """Finds the `heaps`, what is `lying` in each, and those `doubled`: by their sizes, which everybody may know."""
        somewhere = {heap.first + s[slot] for heap in heaps for slot in heap.slots}
        cards: set[int] = set()
        for heap in sorted(heaps, key=lambda heap: not heap.seers >> self.seat & 1):
            lying = [heap.first + s[slot] for slot in heap.slots]
            if not heap.seers >> self.seat & 1:
                everything = {heap.first + i for i in self._cards_of(heap.kind)}
                kept = hand - somewhere
                free = everything - cards - kept
                if len(lying) > len(free):
                    self.doubled.append(heap)
                    continue
                others = iter(sorted(free - set(lying), key=lambda card: (card in somewhere, card not in mixed_up, card)))
                lying = [card if card in free else next(others) for card in lying]
            self.heaps.append(heap)
            self.lying.append(lying)
            cards.update(lying)

    def _cards_of(self, kind: Kind) -> range:
        return range(kind.first, kind.first + self.layout.size(kind))

    def out(self, s: list[int]) -> dict[int, int]:
        """Deals the cards of a state by its own stream of chance: what has become of each."""
        for pool in self.pools:
            pool.out(s)
        if not self.layout.cards:
            return {}
        s[0], hand, layers = arrange_cards(self.layers, self.cards, s[0])
        keep(s, self.knowledge, self.seat, layers[: self.known])
        becomes = dict(zip(self.cards, hand, strict=True))
        for at in self.unseen:
            heap = self.heaps[at]
            s[heap.slots.start : heap.slots.stop] = [becomes[card] - heap.first for card in self.lying[at]]
        for heap in self.doubled:
            lying = {s[slot] for other in self.heaps if other.first == heap.first for slot in other.slots}
            s[0], found = shuffle_members(s[0], list(self._cards_of(heap.kind)))
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
            keep(s, base, seat, ())


def _visible_cards(sight: Sight, kind: Kind, first: int) -> int:
    """The cards of a kind that lie in the open, or where only the seat sees them."""
    s, layout = sight.s, sight.names.layout
    cards = 0
    for base, (list_, owner) in layout.owned_lists().items():
        if list_.kind.root is kind and sight.sees(list_, owner):
            cards |= card_set(s[base + 1 : base + 1 + s[base]], first)
    single_cards = (s[slot] for state, of, slot, _ in layout.candidate_slots(kind) if s[slot] >= 0 and sight.sees(state, of))
    return cards | card_set(single_cards, first)


def cards_in_frames(names: Names, frames: Iterable[list[Any]]) -> set[int]:
    """The secret cards that actions still have in mind."""
    metadata, cards = names.program.metadata, names.layout.cards
    frame_cards: set[int] = set()
    for frame in frames:
        place = metadata.places.get(frame[0])
        if place is None:
            continue
        bindings = [(variable, frame[at]) for variable, at in place.bound if variable in place.ahead]
        for loop in place.loops:
            members = frame[loop.members][frame[loop.at] if loop.at else 0 :]
            columns = [members] if len(loop.variables) == 1 else zip(*members, strict=True)
            bindings += zip(loop.variables, columns, strict=False)
        for variable, value in bindings:
            kind = variable.type.kind
            if variable in metadata.secrets and kind is not None and kind.root in cards:
                members = value if isinstance(value, tuple) else (value,)
                frame_cards.update(cards[kind.root] + member for member in members if member >= 0)
    return frame_cards


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
        self.bindings = {variable: frame[at] for variable, at in place.bound}
        self.taken: set[tuple[Kind, int]] = set()  # objects that lie somewhere in the frame by now
        for variable, at in place.bound:
            secret = self.metadata.secrets.get(variable)
            if secret is not None:
                is_read = variable in place.ahead
                nothing = -1 if variable.type.base == "object" else 0
                new[at] = self._imagine_value(variable, secret) if is_read else nothing
        for loop in place.loops:
            new[loop.members] = tuple(self._imagine_members(loop, frame))
        return new

    # ---- variables

    def _imagine_value(self, variable: Variable, secret: SecretVariable) -> Any:
        value = self.bindings[variable]
        if self._is_known(secret):
            return value
        match variable.type.base:
            case "object" if value < 0 or not secret.is_there:
                return -1
            case "object":
                return next(self._draw_objects(variable, secret, (value,)))
            case "list" if not secret.is_there:
                return ()
            case "list" if variable.type.kind is None:
                return (0,) * len(value)
            case "list":
                return tuple(self._draw_objects(variable, secret, value))
            case "payment":
                return (0,)
            case "scale":
                return (0, (0,))
        return 0

    def _is_known(self, secret: SecretVariable) -> bool:
        """Return whether the secrets that a variable rests on are those of the seat."""
        return all(owner is not None and self.bindings.get(owner) == self.seat for owner in secret.owners)

    # ---- loops

    def _imagine_members(self, loop: Loop, frame: list[Any]) -> Iterator[Any]:
        """All members of a loop: nothing of those that it has left behind, which nobody can speak of."""
        members = frame[loop.members]
        done = frame[loop.at] if loop.at else 0
        rows = members if len(loop.variables) > 1 else [(member,) for member in members]
        columns = [
            [*[0] * done, *self._imagine_column(variable, is_mixed, [row[i] for row in rows[done:]])]
            for i, (variable, is_mixed) in enumerate(zip(loop.variables, loop.mixed, strict=True))
        ]
        return iter(columns[0]) if len(columns) == 1 else zip(*columns, strict=True)

    def _imagine_column(self, variable: Variable, is_mixed: bool, members: list[int]) -> list[int]:
        """The values that one variable of a loop will have."""
        secret = self.metadata.secrets.get(variable)
        if secret is not None and not self._is_known(secret):
            if variable.type.kind is None:
                return [0] * len(members)
            return list(self._draw_objects(variable, secret, members))
        return self._shuffle(sorted(members)) if is_mixed and secret is None else members

    # ---- objects

    def _draw_objects(self, variable: Variable, secret: SecretVariable, members: Sequence[int]) -> Iterator[int]:
        """Objects in the place of `members`, each another one, and none of those `taken`."""
        assert variable.type.kind is not None
        kind = variable.type.kind.root
        if secret.keeps_places and kind in self.names.layout.cards:
            first = self.names.layout.cards[kind]
            yield from (self.becomes.get(first + member, first + member) - first for member in members)
            return
        if not members:
            return
        drawn = [i for source in self._candidates(variable.type.kind, secret) for i in self._shuffle(source)]
        objects = iter([i for i in dict.fromkeys(drawn) if (kind, i) not in self.taken])
        for _ in members:
            one = next(objects, drawn[0])
            self.taken.add((kind, one))
            yield one

    def _candidates(self, kind: Kind, secret: SecretVariable) -> Iterator[list[int]]:
        """The sources of objects of a kind, the likeliest first: the list they were taken from, nowhere, one list, two."""
        layout, s = self.names.layout, self.s
        lying = {base: s[base + 1 : base + 1 + s[base]] for base in layout.lists_with(kind.root)}
        places = Counter(i for members in lying.values() for i in members)
        everything = range(kind.first, kind.first + layout.size(kind))
        of = 0 if secret.of is None else self.bindings.get(secret.of, -1)
        if secret.source is not None and isinstance(of, int) and of >= 0:
            yield [i for i in lying.get(layout.list_slot(secret.source, of), []) if i in everything]
        for often in sorted({places[i] for i in everything}):
            yield [i for i in everything if places[i] == often]

    def _shuffle(self, members: list[int]) -> list[int]:
        self.s[0], found = shuffle_members(self.s[0], members)
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
            candidates_found = (
                list(members(candidates)) if candidates > 0 else s[1 - candidates : 1 - candidates + s[-candidates]]
            )
            if candidates and candidates_found:
                s[slot] = candidates_found[self._lot(len(candidates_found))]
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
        s[0], lot = draw_below(s[0], below)
        return lot


_ATTEMPTS = 8  # Whoever decides has something to decide; where what is made up leaves nothing, something else is made up.


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
