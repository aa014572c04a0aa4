"""Payments as generated programs handle them, and what players hold after them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from caylus.codegen import support
from caylus.limits import MOST_AMOUNT
from caylus.payments import both, either, less, mix, pack, unpack
from hypothesis import given, strategies as st
from reference import payments

AMOUNTS = st.dictionaries(st.integers(0, 7), st.integers(1, 2000), max_size=5).map(lambda way: tuple(sorted(way.items())))
WAYS = st.lists(AMOUNTS, min_size=1, max_size=5, unique=True).map(tuple)


@given(AMOUNTS, st.integers(0, 7))
def test_what_is_packed_can_be_unpacked_and_none_of_something_is_nothing(way: payments.Way, resource: int) -> None:
    assert unpack(pack(way)) == way
    without = [(r, n) for r, n in way if r != resource]
    assert pack([*without, (resource, 0)]) == pack(without)


@pytest.mark.parametrize(
    ("combine", "meaning"),
    [(both, payments.pay_both), (either, payments.pay_either), (less, payments.pay_less)],
    ids=["both", "either", "less"],
)
@given(WAYS, WAYS)
def test_payments_are_combined_way_by_way(
    combine: Callable[..., tuple[int, ...]], meaning: Callable[..., payments.Ways], left: payments.Ways, right: payments.Ways
) -> None:
    ways = combine(tuple(map(pack, left)), tuple(map(pack, right)))
    assert tuple(map(unpack, ways)) == meaning(left, right)


@pytest.mark.parametrize("different", [False, True])
@given(st.integers(-1, 4), st.sets(st.integers(0, 5), min_size=1, max_size=5))
def test_a_mix_is_every_way_to_reach_the_amount_once(different: bool, amount: int, resources: set[int]) -> None:
    ways = mix(amount, tuple(sorted(resources)), different)
    assert tuple(map(unpack, ways)) == payments.pick_any(amount, tuple(sorted(resources)), different)


@pytest.mark.parametrize(("amount", "resources"), [(MOST_AMOUNT + 1, (0,)), (60, (0, 1, 2, 3, 4)), (10**15, (0, 1))])
def test_what_nobody_could_hold_or_choose_among_is_refused(amount: int, resources: tuple[int, ...]) -> None:
    with pytest.raises(OverflowError):
        mix(amount, resources, False)
    assert [unpack(way) for way in mix(9999, (2,), False)] == [((2, 9999),)]


def test_ways_do_not_multiply_without_end_and_no_amount_spills_over_into_the_next_resource() -> None:
    ways = mix(9, (0, 1, 2, 3), False)
    with pytest.raises(OverflowError):
        both(ways, tuple(way << 160 for way in ways))
    with pytest.raises(OverflowError):
        both((pack([(0, MOST_AMOUNT)]),), (pack([(0, 1)]),))


PLAYERS = 2
SLOTS = (0, PLAYERS, 2 * PLAYERS)  # a pool, the tokens that are taken from it, coins; both players' one after the other
SUPPLIES = (-1, 0, -1)
LEAST = (0, 0, 0)
HELD = st.lists(st.integers(0, 9), min_size=6, max_size=6)
AMOUNT = st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
PLAYER = st.integers(0, PLAYERS - 1)


def amounts_of_player(s: list[int], player: int) -> list[int]:
    return s[player::PLAYERS]


@given(s=HELD, player=PLAYER, amount=AMOUNT)
def test_what_can_be_paid_is_paid_whole(s: list[int], player: int, amount: tuple[int, ...]) -> None:
    way = pack(list(enumerate(amount)))
    before = amounts_of_player(s, player)
    payable = all(n <= held for n, held in zip(amount, before, strict=True))
    assert support.can_pay(s, SLOTS, player, way) is payable
    if payable:
        assert support.pay_way(s, SLOTS, SUPPLIES, player, way) == way
        assert min(s) >= 0
        assert amounts_of_player(s, player)[2] == before[2] - amount[2]


@given(s=HELD, least=st.integers(-9, 0), amount=st.integers(0, 20))
def test_a_loss_goes_as_far_down_as_the_resource_may(s: list[int], least: int, amount: int) -> None:
    before = s[4]
    lost = dict(unpack(support.lose_way(s, SLOTS, SUPPLIES, (0, 0, least), 0, pack([(2, amount)]))))
    assert s[4] == max(before - amount, least)
    assert lost.get(2, 0) == before - s[4]


@pytest.mark.parametrize("held", [-3, -1, 0])
def test_who_holds_less_than_none_loses_nothing_more(held: int) -> None:
    s = [0, 0, 0, 0, held, 5]
    assert support.lose_way(s, SLOTS, SUPPLIES, LEAST, 0, pack([(2, 4)])) == 0
    assert s == [0, 0, 0, 0, held, 5]


def test_a_supply_below_none_gives_nothing() -> None:
    s = [-2, 0, 1, 0, 0, 0]
    assert support.gain_way(s, SLOTS, SUPPLIES, 0, pack([(1, 4)])) == 0
    assert s == [-2, 0, 1, 0, 0, 0]
