"""What a player reckons with is exactly what may be: compared with all that may have happened, found by trying everything."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import islice, permutations
from random import Random

import pytest
from caylus.knowledge.cards import DEPTH, Layer, Layers, knows, members, mix_layers, see_card, show_card
from hypothesis import assume, given, strategies as st

from .table import HANDS, History, Step, World, list_indistinguishable

hands = st.sampled_from(HANDS)
ordinary = st.one_of(
    st.builds(Step, st.just("draw"), st.just("deck"), hands),
    st.builds(Step, st.just("put"), hands, st.just("table")),
    st.builds(Step, st.just("put"), st.just("table"), hands),
    st.just(Step("gather", "deck", "table")),
    st.builds(Step, st.just("show"), hands, hands),
    st.just(Step("pass")),
)
secret = st.one_of(
    st.builds(Step, st.just("put"), hands, st.just("pile")),
    st.builds(Step, st.just("draw"), st.just("pile"), st.sampled_from(["table", *HANDS])),
    st.just(Step("gather", "deck", "pile")),
    st.builds(Step, st.just("steal"), hands, hands).filter(lambda step: step.a != step.b),
)
scripts = st.lists(st.one_of(ordinary, ordinary, secret), min_size=4, max_size=16).map(
    lambda steps: [Step("shuffle", "deck"), *steps]
)
lots = st.randoms(use_true_random=False)

CARDS = 5


def list_possible(history: History) -> set[World]:
    """All worlds that the layers stand for: each reordered in all ways, the oldest first, none of the pinned cards moved."""
    orders = {tuple(range(CARDS))}
    for cards, pins in history.layers_with_hands():
        mixed_up = tuple(members(cards))
        reordered = set()
        for order in orders:
            for new in permutations(mixed_up):
                held = list(order)
                for place, other in zip(mixed_up, new, strict=True):
                    held[place] = order[other]
                if all(held[card] == card for card in members(pins)):
                    reordered.add(tuple(held))
        orders = reordered
    return {history.holding([order[card] for card in history.cards()]).world() for order in orders}


@pytest.mark.slow
@given(script=scripts, lots=lots)
def test_the_worlds_reckoned_with_are_those_that_are_possible(script: list[Step], lots: Random) -> None:
    truth, alike = list_indistinguishable(script, CARDS, lots)
    assume(alike)
    assert list_possible(truth) == {history.world() for history in alike}


@pytest.mark.slow
@given(script=scripts, lots=lots, seed=st.integers(0, 2**64 - 1))
def test_histories_that_cannot_be_told_apart_give_equal_worlds_for_equal_seeds(
    script: list[Step], lots: Random, seed: int
) -> None:
    _, alike = list_indistinguishable(script, CARDS, lots)
    assert len({history.imagining(seed) for history in islice(alike, 40)}) <= 1


@pytest.mark.slow
@given(script=scripts, lots=lots, seed=st.integers(0, 2**64 - 1))
def test_what_is_imagined_is_possible_and_looks_the_same(script: list[Step], lots: Random, seed: int) -> None:
    truth, alike = list_indistinguishable(script, CARDS, lots)
    assume(alike)
    assert truth.imagine_world(seed) in {history.world() for history in alike}


BY_TWO_WAYS = [
    Step("shuffle", "deck"),
    Step("draw", "deck", "hand 0"),
    Step("draw", "deck", "hand 2"),
    Step("put", "hand 0", "table"),
    Step("gather", "deck", "table"),
    Step("draw", "deck", "hand 0"),
    Step("draw", "deck", "hand 2"),
    Step("put", "hand 2", "pile"),
    Step("draw", "pile", "table"),
]
"""What comes to the table at last may have been the first or the second card of that hand, which came of different mixings."""


SEEN_AND_PLAYED = [
    Step("shuffle", "deck"),
    Step("draw", "deck", "hand 0"),
    Step("draw", "deck", "hand 1"),
    Step("draw", "deck", "hand 1"),
    Step("put", "hand 1", "table"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("script", "cards"), [(BY_TWO_WAYS, 4), (SEEN_AND_PLAYED, 6)])
def test_worlds_come_up_as_often_as_they_are_likely(script: list[Step], cards: int) -> None:
    """Chi-square. The limit is passed by one sampler in a million that is right, chosen by its seeds; these never change."""
    truth, alike = list_indistinguishable(script, cards, Random(2))
    expected: dict[World, float] = defaultdict(float)
    for history, weight in alike.items():
        expected[history.world()] += weight
    size = 5000
    drawn = Counter(truth.imagine_world(seed) for seed in range(size))
    assert set(drawn) <= set(expected)
    free = len(expected) - 1
    limit = free * (1 - 2 / (9 * free) + 4.753 * (2 / (9 * free)) ** 0.5) ** 3  # Wilson and Hilferty
    assert sum((drawn[world] - size * part) ** 2 / (size * part) for world, part in expected.items()) < limit


def test_a_card_that_came_by_one_of_two_ways_is_pinned_and_known() -> None:
    truth, _ = list_indistinguishable(BY_TWO_WAYS, 4, Random(2))
    assert any(layer.pins for layer in truth.layers)
    assert all(knows(truth.layers, card) for card in (*truth["table"], *truth["hand 0"]))
    assert not any(knows(truth.layers, card) for card in (*truth["hand 2"], *truth["deck"]))


def test_what_is_mixed_within_what_was_mixed_before_is_nothing_new() -> None:
    assert mix_layers(mix_layers((), 0b111111), 0b11) == (Layer(0b111111),)
    assert mix_layers(mix_layers((), 0b11), 0b111111) == (Layer(0b111111),)


def test_the_last_card_of_a_layer_is_known() -> None:
    layers = mix_layers((), 0b111)
    assert not knows(layers, 2)
    assert see_card(see_card(layers, 0), 1) == ()


def test_a_known_card_that_is_shown_tells_nothing_of_the_others() -> None:
    layers = mix_layers((), 0b1100)
    assert show_card(layers, 0b0111, 0) == layers


@given(st.lists(st.integers(1, 2**12 - 1), min_size=DEPTH, max_size=3 * DEPTH))
def test_no_more_layers_are_kept_than_there_is_room_for_and_no_doubt_is_forgotten(mixings: list[int]) -> None:
    layers: Layers = ()
    for cards in mixings:
        layers = mix_layers(layers, cards)
        assert len(layers) <= DEPTH
    doubtful = {card for cards in mixings if cards & (cards - 1) for card in members(cards)}
    assert {card for card in range(12) if not knows(layers, card)} == doubtful
