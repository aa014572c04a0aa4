"""Update what seats know while the rules run, in the state. Only rules that hide something call these functions.

A `region` says where what is known of the cards of a kind lies (see `caylus.knowledge`): its first slot, by how many seats, that
of whoever only watches among them, and which number the kind's first object has among all cards. Seats are the bits of a mask, -1
all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .layers import WIDTH, Layer, Layers, card_set, mix_layers, put, see_card

FOR_GENERATED_CODE = (
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
