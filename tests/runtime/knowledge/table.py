"""Six cards at a table of three, and all that may have happened there for what one of the players has seen.

A `History` is what really happened: where the cards are, and what the player in seat 0 knows by `caylus.knowledge`.
Each step of a script is carried out in all ways that the player could not tell apart from the one that happened; so the
places of the cards in the histories that are left are all there can be.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from random import Random
from typing import NamedTuple

from caylus.knowledge.cards import Layer, Layers, card_set, mix_layers, put, see_card, show_card
from caylus.runtime.imagine import arrange_cards

ME = 0
HANDS = ("hand 0", "hand 1", "hand 2")
PLACES = ("deck", "table", "pile", *HANDS)
OPEN = ("table", "hand 0")
"""What the player sees into."""


class Step(NamedTuple):
    """`verb`: shuffle a, gather b into a and shuffle, draw or steal from a into b, put one of a's into b, show one of a's to b,
    pass all hands on.
    """

    verb: str
    a: str = ""
    b: str = ""


World = tuple[object, ...]
"""Where the cards are: nobody orders a hand, or what lies open."""


@dataclass(frozen=True)
class History:
    """Cards by place, in order."""

    places: tuple[tuple[int, ...], ...]
    layers: Layers = ()

    def __getitem__(self, place: str) -> tuple[int, ...]:
        return self.places[PLACES.index(place)]

    def having(self, changed: Mapping[str, tuple[int, ...]]) -> History:
        return replace(self, places=tuple(changed.get(place, self[place]) for place in PLACES))

    def learning(self, layers: Layers) -> History:
        return replace(self, layers=layers)

    def cards(self) -> list[int]:
        return [card for place in self.places for card in place]

    def holding(self, cards: Iterable[int]) -> History:
        """The same with other cards in the places, in their order."""
        left = iter(cards)
        return replace(self, places=tuple(tuple(next(left) for _ in place) for place in self.places))

    def world(self) -> World:
        return tuple(self[place] if place in ("deck", "pile") else frozenset(self[place]) for place in PLACES)

    def layers_with_hands(self) -> Layers:
        """Of the hands that the player does not see into, the order is not known either."""
        return (*self.layers, *(Layer(card_set(self[hand])) for hand in HANDS[1:]))

    def imagine_world(self, seed: int) -> World:
        """A world that the player reckons with."""
        return self.imagining(seed)[0]

    def imagining(self, seed: int) -> tuple[World, Layers]:
        """The same, and what the player knows in it."""
        _, cards, layers = arrange_cards(self.layers_with_hands(), self.cards(), seed)
        return self.holding(cards).world(), layers[: len(self.layers)]


def play_step(history: History, step: Step) -> Iterator[tuple[object, History]]:
    """All ways in which a step may come out, each with what the player sees of it."""
    source = history[step.a] if step.a else ()
    match step.verb:
        case "shuffle" | "gather":
            gathered = source + history[step.b] if step.b else source
            layers = mix_layers(history.layers, card_set(gathered))
            for order in permutations(gathered):
                yield None, history.having({step.b: (), step.a: order}).learning(layers)
        case "draw":
            if source:
                yield _move_card(history, step, source[0], picked=False)
        case "put" | "steal":
            for card in source:
                yield _move_card(history, step, card, picked=True)
        case "show":
            for card in source:
                if step.a not in OPEN and step.b == HANDS[ME]:
                    yield card, history.learning(show_card(history.layers, card_set(source), card))
                else:
                    yield card if step.a in OPEN else None, history
        case "pass":
            passed = history.having({hand: history[HANDS[n - 1]] for n, hand in enumerate(HANDS)})
            for card in passed[HANDS[ME]]:
                passed = passed.learning(see_card(passed.layers, card))
            yield frozenset(passed[HANDS[ME]]), passed


def _move_card(history: History, step: Step, card: int, picked: bool) -> tuple[object, History]:
    leaving, landing = step.a in OPEN, step.b in OPEN
    layers = put(history.layers, card_set(history[step.a]), card, leaving=leaving, landing=landing, is_picked=picked)
    left = tuple(c for c in history[step.a] if c != card)
    moved = history.having({step.a: left, step.b: (*history[step.b], card)})
    return card if leaving or landing else None, moved.learning(layers)


MOST = 720
"""Histories that are followed."""


def list_indistinguishable(script: Sequence[Step], cards: int, lots: Random) -> tuple[History, dict[History, float]]:
    """The true history, by lot, and all histories that the player cannot tell from it; none if they are too many.

    With how likely each is, if whoever picks a card picks any. At first all cards lie in the deck, in an order known to all.
    """
    truth = History((tuple(range(cards)), (), (), (), (), ()))
    alike = {truth: 1.0}
    for step in script:
        if outcomes := list(play_step(truth, step)):
            told, truth = lots.choice(outcomes)
            later: dict[History, float] = defaultdict(float)
            for history, weight in alike.items():
                ways = list(play_step(history, step))
                for said, new in ways:
                    if said == told:
                        later[new] += weight / len(ways)
            alike = later
        if len(alike) > MOST:
            return truth, {}
    whole = sum(alike.values())
    return truth, {history: weight / whole for history, weight in alike.items()}
