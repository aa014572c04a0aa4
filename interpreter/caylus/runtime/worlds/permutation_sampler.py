"""One of the arrangements of cards that a seat has to reckon with (see `caylus.knowledge`), drawn by lot.

Places are numbered in an order that the seat could write down. What is drawn must not depend on what it cannot know, yet
layers hold true cards: so the past is first told anew in a way that the seat could tell it, from the newest layer back to
the oldest, with cards that are alike to it taken in a fixed order. From there on each layer is mixed, the oldest first.
"""

from __future__ import annotations

from collections.abc import Sequence

from caylus.knowledge.layers import Layer, Layers, card_set, members

from ..running import random

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
