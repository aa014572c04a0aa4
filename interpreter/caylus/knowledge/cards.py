"""Layers and batches: what a seat knows of cards that it does not see, of those it can tell apart and of those that are alike.

Cards are numbers, sets of them bitmasks. Whenever cards are mixed out of a seat's sight, that is one more **layer** of what
it does not know: those cards, each of which may since have the place of any other. A card in no layer is known. Where the
seat learns where a card is, the card leaves its layers, if all ways by which it may have got there come to the same;
otherwise the layer **pins** it: whatever the layers up to this one did, they left that card where it is.

So an arrangement is possible if it comes from the true one by reordering the cards of each layer, the oldest first, with no
pinned card moved on the whole. Layers hold true cards, and yet two histories that a seat cannot tell apart have the same
possible arrangements, and `arrange_cards` finds the same one in both.

A `region` says where what is known of the cards of a kind lies (see `caylus.knowledge`): its first slot, by how many seats, that
of whoever only watches among them, and which number the kind's first object has among all cards. Seats are the bits of a mask, -1
all of them.

A **batch** are `faces`, and how many cards with such faces lie in each of its `places`. If it has more faces than cards in
places, the others may be anywhere: nobody saw whether it was one of the batch that went. Of cards in no batch a seat knows
but that they lie unseen somewhere. All of it follows from what the seat has seen, and it always holds in truth; but not all
that the seat could tell is kept: neither in what order cards lie, nor to which of two places one has gone.

Numbers of faces and of places are packed into one number each.

A `region` says where that lies: its first slot, by how many seats, and where each list lies that such cards may be in. These are
the places; -1 is anywhere else. Seats are the bits of a mask, -1 all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from caylus.arithmetic import Bits

DEPTH = 8  # Layers that a seat keeps apart. Beyond, the two oldest are joined: it knows less than it might.

WIDTH = 2 * DEPTH
"""Numbers that they take: of each layer its cards and its pins."""


class Layer(NamedTuple):
    """`cards` were mixed; once they were, the `pins` stood where they stand."""

    cards: int
    pins: int = 0


Layers = tuple[Layer, ...]
"""Oldest first."""


def members(cards: int) -> Iterator[int]:
    """The cards of a set, ascending."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


def card_set(cards: Iterable[int], first: int = 0) -> int:
    """Cards as a set; or the objects of a kind whose first is that card."""
    mask = 0
    for card in cards:
        mask |= 1 << first + card
    return mask


# ---- what happens, as a seat learns of it


def put(layers: Layers, source: int, card: int, *, leaving: bool, landing: bool, is_picked: bool) -> Layers:
    """A card was put out of a place with the cards `source`. `leaving`: the seat sees into it, `landing`: into where it went.

    `is_picked`: somebody chose the card, or a lot did; otherwise everybody could see which of the places in the list it had.
    """
    if leaving:
        return see_card(layers, card)
    if landing:
        return show_card(layers, source, card) if is_picked else see_card(layers, card)
    return mix_layers(layers, source) if is_picked else layers


def mix_layers(layers: Layers, cards: int) -> Layers:
    """Cards were mixed unseen: shuffled, or one of them taken away, nobody could say which."""
    layers = _prune_layers([*layers, Layer(cards)])
    while len(layers) > DEPTH:
        a, b = layers[0], layers[1]
        layers = _prune_layers([Layer(a.cards | b.cards, a.pins & ~b.cards | b.pins), *layers[2:]])
    return layers


def show_card(layers: Layers, source: int, card: int) -> Layers:
    """One card of a hand with the cards `source` was shown, nobody could say which of them it had been."""
    if knows(layers, card):
        return layers
    return see_card(mix_layers(layers, _reach(layers, card) & source), card)


def see_card(layers: Layers, card: int) -> Layers:
    """A card was seen where it is."""
    bit = 1 << card
    last = _last_layer(layers, bit)
    if last < 0 or layers[last].pins & bit:
        return layers
    pinned_layer = Layer(layers[last].cards, layers[last].pins | bit)
    return _prune_layers([*layers[:last], pinned_layer, *layers[last + 1 :]])


def knows(layers: Layers, card: int) -> bool:
    """Return whether there is but one place where a card can be."""
    last = _last_layer(layers, 1 << card)
    return last < 0 or layers[last].pins >> card & 1 == 1


def _last_layer(layers: Layers, bit: int) -> int:
    """The newest layer that mixes or pins a card; -1 where there is none."""
    for i in reversed(range(len(layers))):
        if (layers[i].cards | layers[i].pins) & bit:
            return i
    return -1


# ---- keeping it short


def _reach(layers: Sequence[Layer], card: int) -> int:
    """The cards in whose place a card may be by now."""
    reach = bit = 1 << card
    for cards, pins in layers:
        if reach & cards:
            reach |= cards
        reach = bit if pins & bit else reach & ~pins
    return reach


def _prune_layers(layers: list[Layer]) -> Layers:
    """The same with as few layers, and as few cards in them, as can be."""
    while _let_go(layers) or _drop(layers):
        pass
    return tuple(layers)


def _let_go(layers: list[Layer]) -> bool:
    """Takes a card out of the layers up to where it is pinned, if it makes no difference by which of them it got there."""
    for last, (_, pins) in enumerate(layers):
        for card in members(pins):
            bit = 1 << card
            first = last
            while first > 0 and not layers[first - 1].pins & bit:
                first -= 1
            if _is_one_way(layers, bit, first, last):
                for i in range(first, last + 1):
                    layers[i] = Layer(layers[i].cards & ~bit, layers[i].pins & ~bit)
                return True
    return False


def _is_one_way(layers: Sequence[Layer], bit: int, first: int, last: int) -> bool:
    """Return whether a card, wherever it may have been on its way through these layers, went through the same ones.

    Then two places that it may have had between two of them lie in both, and whatever came of the one may have come of the
    other, the two cards there changed over.
    """
    ends = [bit]  # from where, before each layer, it may have come to its place
    for cards, pins in reversed(layers[first : last + 1]):
        end = ends[-1] if ends[-1] == bit else ends[-1] & ~pins
        ends.append(end | cards if end & cards else end)
    reach = bit
    for i in range(first, last + 1):
        cards, pins = layers[i]
        reach &= ends[last + 1 - i]
        if reach & cards:
            if reach & ~cards:
                return False
            reach |= cards
        reach &= ~pins
    return True


def _drop(layers: list[Layer]) -> bool:
    """Takes away a layer that adds nothing; what it pins, the layer before it does."""
    for i, (cards, pins) in enumerate(layers):
        if not cards & (cards - 1) or any(_is_covered(layers, i, j) for j in range(len(layers)) if j != i):
            del layers[i]
            if i:
                layers[i - 1] = Layer(layers[i - 1].cards, layers[i - 1].pins | pins)
            return True
    return False


def _is_covered(layers: Sequence[Layer], inner: int, outer: int) -> bool:
    """Return whether a layer mixes nothing that another one does not, and nothing touches its cards between the two."""
    cards = layers[inner].cards
    first, last = min(inner, outer), max(inner, outer)
    between = all(not layer.cards & cards for layer in layers[first + 1 : last])
    return not cards & ~layers[outer].cards and between and not any(layer.pins & cards for layer in layers[first:last])


FOR_GENERATED_CODE = (
    "card_set",
    "learn_lots", "learn_mixed", "learn_put", "learn_seen", "one_seat", "raise_limits", "lower_limits", "was_set", "clamp_limits",
    "unknown", "learn_alike_put", "learn_alike_shown",
)  # fmt: skip
"""The names that a generated module gets from here."""

Region = tuple[int, ...]


def one_seat(player: int) -> int:
    """The mask of a player's seat; of no player none."""
    return 1 << player if player >= 0 else 0


def known_layers(s: list[int], base: int, seat: int) -> Layers:
    """The layers that a seat knows."""
    at = base + seat * WIDTH
    return tuple([Layer(s[i], s[i + 1]) for i in range(at, at + WIDTH, 2) if s[i]])


def learn_mixed(s: list[int], region: Region, seers: int, members: Sequence[int]) -> None:
    """Objects were put into an order drawn by lot, which `seers` see."""
    base, seats, first = region
    cards = card_set(members, first)
    for seat in range(seats):
        if not seers >> seat & 1:
            keep(s, base, seat, mix_layers(known_layers(s, base, seat), cards))


def learn_lots(s: list[int], region: Region, holder_slots: Sequence[tuple[int, int]], members: Sequence[int], lots: Any) -> Any:
    """Lots were drawn among objects that lie in no list, and nobody has seen them yet: what was drawn.

    `holder_slots` are the slots of what holds such objects from earlier draws, with those of what all know of that: from now on
    this is another matter than what has been drawn now.
    """
    for slot, candidates in holder_slots:
        if s[slot] >= 0 and s[candidates] == 0:
            s[candidates] = card_set(members)
    learn_mixed(s, region, 0, members)
    return lots


def learn_put(
    s: list[int], region: Region, leaving: int, landing: int, source: Sequence[int], moved_members: Sequence[int], is_picked: bool
) -> None:
    """Objects were put out of a place that held `source`; seats `leaving` see into it, seats `landing` into the new one."""
    base, seats, first = region
    cards = card_set(source, first)
    for seat in range(seats):
        layers = known_layers(s, base, seat)
        leaves, lands = leaving >> seat & 1 == 1, landing >> seat & 1 == 1
        for member in moved_members:
            layers = put(layers, cards, first + member, leaving=leaves, landing=lands, is_picked=is_picked)
        keep(s, base, seat, layers)


def learn_seen(s: list[int], region: Region, seers: int, members: Sequence[int]) -> None:
    """The seats `seers` see which objects lie somewhere."""
    base, seats, first = region
    for seat in range(seats):
        if seers >> seat & 1:
            layers = known_layers(s, base, seat)
            for member in members:
                if member >= 0:
                    layers = see_card(layers, first + member)
            keep(s, base, seat, layers)


def keep(s: list[int], base: int, seat: int, pairs: Sequence[tuple[int, int]]) -> None:
    """Has a seat know these layers, or batches."""
    at = base + seat * WIDTH
    numbers = [number for one, other in pairs for number in (one, other)]
    s[at : at + WIDTH] = [*numbers, *[0] * (WIDTH - len(numbers))]


# ---- between what numbers a hidden one is known to lie: `s[low]` and `s[high]`, the other way about where nothing is known


def raise_limits(s: list[int], low: int, high: int, least: int, most: int, perhaps: bool) -> None:
    """A number grew by at least and at most so much; if only `perhaps`, not at all."""
    if perhaps:
        least, most = min(least, 0), max(most, 0)
    if s[low] <= s[high]:
        s[low], s[high] = (s[low] + least, s[high] + most) if least <= most else (1, 0)


def lower_limits(s: list[int], low: int, high: int, least: int, most: int, perhaps: bool) -> None:
    raise_limits(s, low, high, -most, -least, perhaps)


def was_set(s: list[int], low: int, high: int, least: int, most: int, perhaps: bool) -> None:
    """A number became one between these."""
    if perhaps and s[low] <= s[high] and least <= most:
        least, most = min(s[low], least), max(s[high], most)
    s[low], s[high] = (least, most) if least <= most and not (perhaps and s[low] > s[high]) else (1, 0)


def clamp_limits(s: list[int], low: int, high: int, least: int, most: int) -> None:
    """A number never lies beyond these."""
    if s[low] <= s[high]:
        s[low], s[high] = min(max(s[low], least), most), max(min(s[high], most), least)


def unknown(s: list[int], base: int, span: int) -> None:
    """All numbers of a thing may be any: `base` is where the first of their limits lies."""
    s[base : base + 2 * span] = [1] * span + [0] * span


BITS = 16  # Of each number that is packed.


class Batch(NamedTuple):
    faces: Bits
    places: Bits


Batches = tuple[Batch, ...]
"""Oldest first. Beyond `DEPTH` of them, the oldest is forgotten."""


def is_certain(batch: Batch) -> bool:
    """Return whether all of it lies in one place."""
    size = batch.places >> BITS * lowest(batch.places)
    return size < 1 << BITS and total(batch.faces) == size


def one(number: int) -> Bits:
    return 1 << BITS * number


def count(packed_amounts: Bits, number: int) -> int:
    return packed_amounts >> BITS * number & (1 << BITS) - 1


def unpack_counts(packed_amounts: Bits) -> Iterator[int]:
    """Each number as often as it is counted, ascending."""
    number = 0
    while packed_amounts:
        yield from [number] * count(packed_amounts, 0)
        packed_amounts >>= BITS
        number += 1


def total(packed_amounts: Bits) -> int:
    return packed_amounts % ((1 << BITS) - 1)  # the sum of the digits


def lowest(packed_amounts: Bits) -> int:
    """The lowest number that is counted."""
    return ((packed_amounts & -packed_amounts).bit_length() - 1) // BITS


# ---- what happens, as a seat learns of it. A `place` is one that it does not see into, and that holds `size` cards before


def came(batches: Batches, place: int, faces: Sequence[int]) -> Batches:
    """Cards were put into a place, and the seat saw their faces."""
    return _tidy([*batches, Batch(sum(one(face) for face in faces), one(place) * len(faces))])


def took(batches: Batches, place: int, size: int, face: int) -> Batches:
    """A card was taken out of a place, and the seat saw its face. It may as well be the one that the seat knew to lie there."""
    here = [batch for batch in batches if count(batch.places, place)]
    may = [batch for batch in here if count(batch.faces, face)]
    certain = [batch for batch in may if is_certain(batch)]
    is_of_one = len(certain) > 0 or (len(may) == 1 and _others(here, place, size) == 0)
    less = one(face) if is_of_one else 0
    smaller_batches = certain[:1] if certain else may
    return _tidy([Batch(b.faces - less, b.places - one(place)) if b in smaller_batches else b for b in batches])


def cross_card(batches: Batches, source: int, target: int | None, size: int) -> Batches:
    """A card was put from a place into another one, or to where none of them is followed, and the seat did not see its face."""
    here = [batch for batch in batches if count(batch.places, source)]
    is_of_one = len(here) == 1 and _others(here, source, size) == 0
    there = one(target) if target is not None and is_of_one else 0
    return _tidy([Batch(b.faces, b.places - one(source) + there) if b in here else b for b in batches])


def empty_place(batches: Batches, source: int, target: int | None) -> Batches:
    """All cards were put from a place into another one, unseen."""
    there = one(target) if target is not None else 0
    return _tidy([Batch(b.faces, b.places + count(b.places, source) * (there - one(source))) for b in batches])


def show_place(batches: Batches, place: int, faces: Sequence[int]) -> Batches:
    """The seat saw all that lies in a place."""
    return came(empty_place(batches, place, None), place, faces)


def possible(batches: Batches, faces: int, places: int) -> Batches:
    """The possible batches, where these are all cards that the seat does not see, by face and by place.

    A batch may still count a face that has been seen since: nobody saw out of which batch. Nothing is, where it cannot be.
    """
    possible_batches = list(batches)
    for face in set(unpack_counts(sum(batch.faces for batch in batches))):
        surplus = sum(count(batch.faces, face) for batch in possible_batches) - count(faces, face)
        if surplus > 0:
            doubtful = [batch for batch in possible_batches if count(batch.faces, face) and not is_certain(batch)]
            if sum(count(batch.faces, face) for batch in doubtful) < surplus:
                return ()
            merged_batch = Batch(sum(b.faces for b in doubtful) - surplus * one(face), sum(b.places for b in doubtful))
            possible_batches = [*(batch for batch in possible_batches if batch not in doubtful), merged_batch]
    lying = sum(batch.places for batch in possible_batches)
    fits = all(count(lying, place) <= count(places, place) for place in set(unpack_counts(lying)))
    return (
        tuple(possible_batches) if fits and all(total(batch.places) <= total(batch.faces) for batch in possible_batches) else ()
    )


def _others(here: Sequence[Batch], place: int, size: int) -> int:
    """Return how many cards lie in a place that are in no batch."""
    return size - sum(count(batch.places, place) for batch in here)


def _tidy(batches: Sequence[Batch]) -> Batches:
    """Without batches of which nothing is known to lie anywhere; what is certain of a place is one batch."""
    tidy_batches: list[Batch] = []
    for batch in batches:
        if not batch.places:
            continue
        place = lowest(batch.places)
        faces, places = batch.faces, batch.places
        like = [other for other in tidy_batches if count(other.places, place) and is_certain(other)]
        for other in like if is_certain(batch) else ():
            tidy_batches.remove(other)
            faces, places = faces + other.faces, places + other.places
        tidy_batches.append(Batch(faces, places))
    return tuple(tidy_batches[-DEPTH:])


BatchRegion = tuple[int, int, tuple[int, ...]]


def known_batches(s: list[int], base: int, seat: int) -> Batches:
    """The batches that a seat knows."""
    at = base + seat * WIDTH
    return unpack_batches(tuple(s[at : at + WIDTH]))


@lru_cache(maxsize=1 << 14)
def unpack_batches(numbers: tuple[int, ...]) -> Batches:
    return tuple([Batch(numbers[i], numbers[i + 1]) for i in range(0, WIDTH, 2) if numbers[i]])


@lru_cache(maxsize=1 << 14)
def move_cards(
    batches: Batches, source: int | None, target: int | None, sees_faces: int, size: int, faces: tuple[int, ...]
) -> Batches:
    """Cards were put from a place with `size` of them into another one; None is where the seat sees them, or follows none."""
    if source is not None:
        for count_removed, face in enumerate(faces if len(faces) < size or sees_faces else ()):
            left = size - count_removed
            batches = took(batches, source, left, face) if sees_faces else cross_card(batches, source, target, left)
        if len(faces) == size:
            batches = empty_place(batches, source, None if sees_faces else target)
    return came(batches, target, faces) if target is not None and sees_faces else batches


def learn_alike_put(
    s: list[int], region: BatchRegion, source: int, target: int, sees: tuple[int, int, int], held: int, moved: Sequence[int]
) -> None:
    """Cards were put from the list at `source`, which `held` so many, into that at `target`.

    `sees` are the seats that see into the one, into the other, and those that see the faces wherever they lie.
    """
    base, seats, places = region
    if source == target or not moved:
        return
    from_ = places.index(source) if source >= 0 else None
    into = places.index(target) if target >= 0 else None
    leaving, landing, faces = sees
    for seat in range(seats):
        bit = 1 << seat
        a = None if leaving & bit else from_
        b = None if landing & bit else into
        sees_faces = (leaving | landing | faces) & bit
        batches = known_batches(s, base, seat)
        if not batches and not sees_faces:
            continue
        keep(s, base, seat, move_cards(batches, a, b, sees_faces, held, tuple(moved)))


def learn_alike_shown(s: list[int], region: BatchRegion, list_: int, into: int, seers: int, members: Sequence[int]) -> None:
    """The seats `seers` see all that lies in a list; those of `into` always do."""
    base, seats, places = region
    for seat in range(seats):
        if seers >> seat & 1 and not into >> seat & 1:
            keep(s, base, seat, show_place(known_batches(s, base, seat), places.index(list_), members))
