"""Cards of which several are alike: what a seat knows of those it has seen stays true in every world that is made up for it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import caylus
import pytest
from caylus.knowledge.cards import (
    DEPTH,
    WIDTH,
    Batch,
    Batches,
    came,
    count,
    cross_card,
    known_batches,
    learn_alike_put,
    learn_alike_shown,
    one,
    possible,
    took,
    unpack_counts,
)
from caylus.runtime.imagine import Pool
from hypothesis import given, strategies as st
from support import tiny
from support.texts import read_rules

pytestmark = pytest.mark.slow

FAIR = read_rules(__file__, "alike_fair")


def list_holdings(game: caylus.Game, seat: str) -> Counter[str]:
    return Counter(game.read("hand", seat))


def worlds(game: caylus.Game, seat: str) -> list[caylus.Game]:
    return [game.determinize(seat, seed) for seed in range(60)]


def everything(game: caylus.Game) -> Counter[str]:
    cards = Counter([*game.read("deck"), *game.read("discards")])
    return sum((list_holdings(game, player) for player in game.players), cards)


def test_a_card_that_was_seen_going_into_a_hand_lies_there() -> None:
    game = tiny.game(FAIR, 3, 2)
    given_ = game.read("hand", "Ann")[0]
    game.choose(f"give {given_} Ben")
    assert all(list_holdings(world, "Ben")[given_] for world in worlds(game, "Ann"))
    assert all(everything(world) == everything(game) for world in worlds(game, "Ann"))
    assert not all(list_holdings(world, "Ben")[given_] for world in worlds(game, "Cem"))


def test_a_hand_that_was_shown_stays_known() -> None:
    game = tiny.game(FAIR, 3, 2)
    game.choose("show Ben")
    assert all(list_holdings(world, "Ann") == list_holdings(game, "Ann") for world in worlds(game, "Ben"))
    assert any(list_holdings(world, "Ann") != list_holdings(game, "Ann") for world in worlds(game, "Cem"))


def test_what_was_shuffled_back_does_not_come_up_in_hands_that_drew_nothing() -> None:
    game = tiny.game(FAIR, 2, 2)
    for choice in ("draw", "draw", "draw", "draw"):
        game.choose(choice)
    own, thrown = game.read("hand", "Ann"), game.read("hand", "Ben")[0]
    game.choose(f"throw {own[0]}")
    game.choose(f"throw {thrown}")
    game.choose("gather")
    assert all(Counter(world.read("deck")) == Counter([own[0], thrown]) for world in worlds(game, "Ann"))


@pytest.mark.nightly
def test_every_hand_that_a_rival_may_hold_comes_up_as_often_as_it_is_likely() -> None:
    """Chi-square; what Ben was given lies in his hand, the two others are any of those that Ann does not see."""
    game = tiny.game(FAIR, 2, 2)
    given_ = game.read("hand", "Ann")[0]
    game.choose(f"give {given_} Ben")
    unseen = [*game.read("deck"), *game.read("hand", "Ben")]
    unseen.remove(given_)
    pairs = Counter(tuple(sorted((unseen[i], unseen[j]))) for j in range(len(unseen)) for i in range(j))
    drawn: Counter[tuple[str, ...]] = Counter()
    for seed in range(1000):
        hand = game.determinize("Ann", seed).read("hand", "Ben")
        hand.remove(given_)
        drawn[tuple(sorted(hand))] += 1
    assert _differs(drawn, {pair: n / pairs.total() for pair, n in pairs.items()}) < _limit(len(pairs))


def test_a_save_keeps_what_is_known_of_cards_that_are_alike() -> None:
    game = tiny.game(FAIR, 2, 2)
    game.choose(f"give {game.read('hand', 'Ann')[0]} Ben")
    assert caylus.resume(game.save()).determinize("Ann", 1) == game.determinize("Ann", 1)


# ---- against all that may have happened


PLACES = ("deck", "table", "pile", "hand 0", "hand 1", "hand 2")
OPEN = ("table", "hand 0")
ROOM, FACES = 8, (0, 0, 0, 1, 1, 2)
BASES = tuple(1 + WIDTH + n * ROOM for n in range(len(PLACES)))
REGION = (1, 1, BASES)


class Step(NamedTuple):
    """Puts one of a's into b, or all; `show`s all of a."""

    verb: str
    a: str
    b: str = ""


class History(NamedTuple):
    """The faces in each place, in no order, and what the seat that sees into the open places knows."""

    places: tuple[tuple[int, ...], ...]
    batches: Batches = ()

    def state(self, seed: int = 0) -> list[int]:
        s = [seed, *(number for batch in self.batches for number in batch)]
        s += [0] * (1 + WIDTH - len(s))
        for faces in self.places:
            s += [len(faces), *faces, *[0] * (ROOM - 1 - len(faces))]
        return s

    def imagine_world(self, seed: int) -> tuple[tuple[int, ...], ...]:
        kind: Any = "card"
        tables: dict[str, Any] = {"pools": {kind: 1}, "candidate_slots": lambda kind: ()}
        layout = SimpleNamespace(players=0, lists_with=lambda _: BASES, owned_lists=lambda: {b: (b, 0) for b in BASES}, **tables)
        s = self.state(seed)
        sees = [BASES[PLACES.index(place)] for place in OPEN]
        sight: Any = SimpleNamespace(s=s, names=SimpleNamespace(layout=layout), sees=lambda base, _: base in sees)
        Pool(sight, kind, 0).out(s)
        return tuple(tuple(sorted(s[base + 1 : base + 1 + s[base]])) for base in BASES)


def _play_step(history: History, step: Step) -> Iterator[tuple[object, float, History]]:
    """All ways in which a step may come out: what the seat sees, how likely that is, and what is then."""
    a, b = PLACES.index(step.a), PLACES.index(step.b or step.a)
    source = history.places[a]
    sees = (-1 if step.a in OPEN else 0, -1 if step.b in OPEN else 0, 0)
    for moved in {(face,) for face in source} if step.verb == "put" else {source}:
        s = history.state()
        if step.verb == "show":
            learn_alike_shown(s, REGION, BASES[a], sees[0], -1, source)
            yield source, 1.0, history._replace(batches=known_batches(s, 1, 0))
            return
        learn_alike_put(s, REGION, BASES[a], BASES[b], sees, len(source), moved)
        places = list(history.places)
        places[a] = tuple(sorted((Counter(source) - Counter(moved)).elements()))
        places[b] = tuple(sorted((*places[b], *moved)))
        likely = source.count(moved[0]) / len(source) if step.verb == "put" else 1.0
        yield moved if any(sees) else None, likely, History(tuple(places), known_batches(s, 1, 0))


def _alike(script: Sequence[Step], lots: Random) -> tuple[History, dict[History, float]]:
    """What happened, by lot, and all histories that the seat cannot tell from it, with how likely each is."""
    truth = History((FACES, (), (), (), (), ()))
    alike = {truth: 1.0}
    for step in script:
        outcomes = [outcome for outcome in _play_step(truth, step) if outcome[2] != truth or step.verb == "show"]
        if not outcomes or not truth.places[PLACES.index(step.a)] or step.a == step.b:
            continue
        told, _, truth = lots.choices(outcomes, [likely for _, likely, _ in outcomes])[0]
        later: dict[History, float] = defaultdict(float)
        for history, weight in alike.items():
            for said, likely, new in _play_step(history, step):
                if said == told:
                    later[new] += weight * likely
        alike = later
    whole = sum(alike.values())
    return truth, {history: weight / whole for history, weight in alike.items()}


def _is_allowed(history: History, batches: Batches) -> bool:
    """Whether each batch finds its cards in its places, no card being in two of them."""
    wanted = [(batch, place) for batch in batches for place in unpack_counts(batch.places)]

    def find_all(at: int, faces: tuple[int, ...], free: tuple[tuple[int, ...], ...]) -> bool:
        if at == len(wanted):
            return True
        batch, place = wanted[at]
        left = faces if at and wanted[at - 1][0] is batch else tuple(unpack_counts(batch.faces))
        for face in set(left) & set(free[place]):
            fewer = tuple(_drop_face(lying, face) if n == place else lying for n, lying in enumerate(free))
            if find_all(at + 1, _drop_face(left, face), fewer):
                return True
        return False

    return find_all(0, (), history.places)


def _drop_face(faces: tuple[int, ...], face: int) -> tuple[int, ...]:
    at = faces.index(face)
    return (*faces[:at], *faces[at + 1 :])


def _list_possible(history: History) -> Batches:
    hidden = [(n, faces) for n, faces in enumerate(history.places) if PLACES[n] not in OPEN]
    faces = sum(one(face) for _, lying in hidden for face in lying)
    return possible(history.batches, faces, sum(one(n) * len(lying) for n, lying in hidden))


def _differs(drawn: Counter[Any], expected: dict[Any, float]) -> float:
    assert set(drawn) <= set(expected)
    size = drawn.total()
    return sum((drawn[world] - size * part) ** 2 / (size * part) for world, part in expected.items())


def _limit(worlds: int) -> float:
    """Passed by one sampler in a million that is right, chosen by its seeds; these never change (Wilson and Hilferty)."""
    free = worlds - 1
    return float(free * (1 - 2 / (9 * free) + 4.753 * (2 / (9 * free)) ** 0.5) ** 3)


steps = st.one_of(
    st.builds(Step, st.sampled_from(["put", "put", "put", "all"]), st.sampled_from(PLACES), st.sampled_from(PLACES)).filter(
        lambda step: step.a != step.b
    ),
    st.builds(Step, st.just("show"), st.sampled_from(PLACES[4:]), st.just("")),
)
dealt = [Step("put", "deck", hand) for hand in ("hand 0", "hand 1", "hand 2", "hand 1", "hand 2")]
scripts = st.lists(steps, min_size=1, max_size=14).map(lambda more: [*dealt, *more])
lots = st.randoms(use_true_random=False)


@given(script=scripts, lots=lots, seed=st.integers(0, 2**64 - 1))
def test_histories_that_cannot_be_told_apart_are_known_and_imagined_alike(script: list[Step], lots: Random, seed: int) -> None:
    truth, alike = _alike(script, lots)
    assert {history.batches for history in alike} == {truth.batches}
    assert len({history.imagine_world(seed) for history in alike}) == 1


@given(script=scripts, lots=lots)
def test_whatever_may_be_is_reckoned_with(script: list[Step], lots: Random) -> None:
    _, alike = _alike(script, lots)
    for history in alike:
        assert _is_allowed(history, _list_possible(history))


known = st.one_of(
    st.builds(Step, st.just("put"), st.just("deck"), st.sampled_from(PLACES[3:])),
    st.builds(Step, st.just("put"), st.just("hand 0"), st.sampled_from(["hand 1", "hand 2", "table"])),
    st.builds(Step, st.just("put"), st.sampled_from(["hand 1", "hand 2"]), st.just("hand 0")),
    st.builds(Step, st.just("show"), st.sampled_from(PLACES[4:]), st.just("")),
)


@given(script=st.lists(known, max_size=10).map(lambda more: [*dealt, *more]), lots=lots, seed=st.integers(0, 2**64 - 1))
def test_where_nothing_went_that_may_have_been_of_two_batches_only_what_is_possible_is_imagined(
    script: list[Step], lots: Random, seed: int
) -> None:
    truth, alike = _alike(script, lots)
    assert truth.imagine_world(seed) in {history.places for history in alike}


AGAIN = [*dealt, Step("put", "hand 0", "table"), Step("all", "deck", "table"), Step("put", "hand 1", "table"),
         Step("all", "table", "deck"), Step("put", "deck", "hand 2")]  # fmt: skip
STOLEN = [*dealt[:3], Step("put", "hand 0", "hand 1"), Step("show", "hand 1"), Step("put", "hand 1", "hand 2")]


@pytest.mark.parametrize("script", [dealt, AGAIN, STOLEN])
def test_worlds_come_up_as_often_as_they_are_likely(script: list[Step]) -> None:
    truth, alike = _alike(script, Random(2))
    expected: dict[object, float] = defaultdict(float)
    for history, weight in alike.items():
        expected[history.places] += weight
    assert _differs(Counter(truth.imagine_world(seed) for seed in range(3000)), expected) < _limit(len(expected))


def test_a_card_that_left_unseen_may_have_been_the_known_one() -> None:
    known = came((), 4, [0, 1])
    assert cross_card(known, 4, 5, 3) == (Batch(one(0) + one(1), one(4)),)
    assert cross_card(known, 4, 5, 2) == (Batch(one(0) + one(1), one(4) + one(5)),)


def test_a_face_that_leaves_is_taken_for_the_known_one() -> None:
    assert took(came((), 4, [0, 1]), 4, 5, 0) == (Batch(one(1), one(4)),)


def test_no_more_batches_are_kept_than_there_is_room_for() -> None:
    batches: Batches = ()
    for place in range(2 * DEPTH):
        batches = came(batches, place, [0])
    assert len(batches) == DEPTH
    assert all(count(batch.faces, 0) == 1 for batch in batches)


LAID_ASIDE = read_rules(__file__, "alike_laid_aside")


def test_a_card_laid_aside_unseen_may_be_any_of_those_that_are_not_seen() -> None:
    game = tiny.game(LAID_ASIDE, 2, 3)
    for _ in range(2):
        assert game.decision is not None
        game.choose(next(option for option in game.decision.options if option.id.startswith("lay")))
    own = game.read("Ann.aside"), game.read("Ann.hand")
    laid = set()
    for seed in range(60):
        world = game.determinize("Ann", seed)
        assert (world.read("Ann.aside"), world.read("Ann.hand")) == own
        laid.add(world.read("Ben.aside"))
    assert game.read("Ben.aside") in laid
    assert laid == {"wheat", "rye", "fox"}
