"""Layers: what a seat knows of cards that it does not see, and the arrangements that are possible.

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
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

DEPTH = 8
"""Layers that a seat keeps apart. Beyond, the two oldest are joined: it knows less than it might."""

WIDTH = 2 * DEPTH
"""Numbers that they take: of each layer its cards and its pins."""


"""The names that a generated module gets from here."""


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
    found = 0
    for card in cards:
        found |= 1 << first + card
    return found


# ---- what happens, as a seat learns of it


def put(layers: Layers, source: int, card: int, *, leaving: bool, landing: bool, picked: bool) -> Layers:
    """A card was put out of a place with the cards `source`. `leaving`: the seat sees into it, `landing`: into where it went.

    `picked`: somebody chose the card, or a lot did; otherwise everybody could see which of the places in the list it had.
    """
    if leaving:
        return see_card(layers, card)
    if landing:
        return show_card(layers, source, card) if picked else see_card(layers, card)
    return mix_layers(layers, source) if picked else layers


def mix_layers(layers: Layers, cards: int) -> Layers:
    """Cards were mixed unseen: shuffled, or one of them taken away, nobody could say which."""
    layers = _prune_layers([*layers, Layer(cards)])
    while len(layers) > DEPTH:
        a, b, *newer = layers
        layers = _prune_layers([Layer(a.cards | b.cards, a.pins & ~b.cards | b.pins), *newer])
    return layers


def show_card(layers: Layers, source: int, card: int) -> Layers:
    """One card of a hand with the cards `source` was shown, nobody could say which of them it had been."""
    if knows(layers, card):
        return layers
    return see_card(mix_layers(layers, _reach(layers, card) & source), card)


def see_card(layers: Layers, card: int) -> Layers:
    """A card was seen where it is."""
    bit = 1 << card
    last = next((i for i in reversed(range(len(layers))) if (layers[i].cards | layers[i].pins) & bit), -1)
    if last < 0 or layers[last].pins & bit:
        return layers
    pinned = layers[last]._replace(pins=layers[last].pins | bit)
    return _prune_layers([*layers[:last], pinned, *layers[last + 1 :]])


def knows(layers: Layers, card: int) -> bool:
    """Return whether there is but one place where a card can be."""
    last = next((layer for layer in reversed(layers) if (layer.cards | layer.pins) >> card & 1), None)
    return last is None or bool(last.pins >> card & 1)


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
            first = 1 + next((i for i in reversed(range(last)) if layers[i].pins & bit), -1)
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
                layers[i - 1] = layers[i - 1]._replace(pins=layers[i - 1].pins | pins)
            return True
    return False


def _is_covered(layers: Sequence[Layer], inner: int, outer: int) -> bool:
    """Return whether a layer mixes nothing that another one does not, and nothing touches its cards between the two."""
    cards = layers[inner].cards
    first, last = sorted((inner, outer))
    between = all(not layer.cards & cards for layer in layers[first + 1 : last])
    return not cards & ~layers[outer].cards and between and not any(layer.pins & cards for layer in layers[first:last])


FOR_GENERATED_CODE = (
    "card_set",
    "learn_lots", "learn_mixed", "learn_put", "learn_seen", "one_seat", "raise_limits", "lower_limits", "was_set", "clamp_limits",
    "unknown",
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


def learn_lots(s: list[int], region: Region, held: Sequence[Any], members: Sequence[int], drawn: Any) -> Any:
    """Lots were drawn among objects that lie in no list, and nobody has seen them yet: what was drawn.

    `held` are the slots of what holds such objects from earlier draws, with those of what all know of that: from now on this is
    another matter than what has been drawn now.
    """
    for slot, candidates in held:
        if s[slot] >= 0 and s[candidates] == 0:
            s[candidates] = card_set(members)
    learn_mixed(s, region, 0, members)
    return drawn


def learn_put(
    s: list[int], region: Region, leaving: int, landing: int, source: Sequence[int], moved: Sequence[int], picked: bool
) -> None:
    """Objects were put out of a place that held `source`; seats `leaving` see into it, seats `landing` into the new one."""
    base, seats, first = region
    cards = card_set(source, first)
    for seat in range(seats):
        layers = known_layers(s, base, seat)
        leaves, lands = leaving >> seat & 1 == 1, landing >> seat & 1 == 1
        for member in moved:
            layers = put(layers, cards, first + member, leaving=leaves, landing=lands, picked=picked)
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


def keep(s: list[int], base: int, seat: int, layers: Layers) -> None:
    """Has a seat know this."""
    at = base + seat * WIDTH
    numbers = [number for layer in layers for number in layer]
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
