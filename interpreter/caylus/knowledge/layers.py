"""Layers: what a seat knows of cards that it does not see, and the arrangements that are possible.

Cards are numbers, sets of them bitmasks. Whenever cards are mixed out of a seat's sight, that is one more **layer** of what
it does not know: those cards, each of which may since have the place of any other. A card in no layer is known. Where the
seat learns where a card is, the card leaves its layers, if all ways by which it may have got there come to the same;
otherwise the layer **pins** it: whatever the layers up to this one did, they left that card where it is.

So an arrangement is possible if it comes from the true one by reordering the cards of each layer, the oldest first, with no
pinned card moved on the whole. Layers hold true cards, and yet two histories that a seat cannot tell apart have the same
possible arrangements, and `arrange_cards` finds the same one in both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

DEPTH = 8
"""Layers that a seat keeps apart. Beyond, the two oldest are joined: it knows less than it might."""

WIDTH = 2 * DEPTH
"""Numbers that they take: of each layer its cards and its pins."""


FOR_GENERATED_CODE = ("card_set",)
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
