"""Payments as packed numbers, against the same sums done on plain dictionaries."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from caylus.limits import MOST_AMOUNT
from caylus.payments import both, either, less, mix, pack, unpack
from hypothesis import given
from hypothesis import strategies as st

Amounts = dict[int, int]

AMOUNTS = st.dictionaries(st.integers(0, 7), st.integers(1, 2000), max_size=5)
WAYS = st.lists(AMOUNTS, min_size=1, max_size=5)


def pack_amounts(amounts: Amounts) -> int:
    return pack(sorted(amounts.items()))


def plain(way: int) -> Amounts:
    return dict(unpack(way))


def distinct(ways: list[Amounts]) -> list[Amounts]:
    return [way for i, way in enumerate(ways) if way not in ways[:i]]


@given(AMOUNTS)
def test_what_is_packed_can_be_unpacked_in_the_order_of_the_resources(amounts: Amounts) -> None:
    assert unpack(pack_amounts(amounts)) == tuple(sorted(amounts.items()))


@given(AMOUNTS, st.integers(0, 7))
def test_an_amount_of_none_is_not_packed(amounts: Amounts, resource: int) -> None:
    without = {r: n for r, n in amounts.items() if r != resource}
    assert pack([*without.items(), (resource, 0)]) == pack_amounts(without)


@given(AMOUNTS, AMOUNTS)
def test_packed_amounts_are_added_like_numbers(left: Amounts, right: Amounts) -> None:
    assert plain(pack_amounts(left) + pack_amounts(right)) == dict(Counter(left) + Counter(right))


@given(st.integers(1, 4), st.sets(st.integers(0, 5), min_size=1, max_size=4))
def test_a_mix_is_every_way_to_reach_the_amount_once(amount: int, resources: set[int]) -> None:
    ways = [plain(way) for way in mix(amount, tuple(sorted(resources)), False)]
    possible = [dict(zip(sorted(resources), picked, strict=True)) for picked in product(range(amount + 1), repeat=len(resources))]
    wanted = [{r: n for r, n in way.items() if n} for way in possible if sum(way.values()) == amount]
    assert len(ways) == len(wanted)
    assert all(way in ways for way in wanted)


@given(st.integers(1, 4), st.sets(st.integers(0, 5), min_size=1, max_size=5))
def test_a_mix_of_different_ones_takes_no_resource_twice(amount: int, resources: set[int]) -> None:
    ways = [plain(way) for way in mix(amount, tuple(sorted(resources)), True)]
    assert all(set(way.values()) == {1} and len(way) == amount for way in ways)
    assert ways == [w for w in (plain(x) for x in mix(amount, tuple(sorted(resources)), False)) if set(w.values()) == {1}]


def test_more_different_ones_than_there_are_cannot_be_had() -> None:
    assert mix(3, (0, 1), True) == ()


def test_a_mix_of_nothing_or_less_is_one_way_to_pay_nothing() -> None:
    assert mix(0, (0, 1), False) == mix(-2, (0, 1), True) == (0,)


def test_a_large_amount_of_one_resource_is_one_way() -> None:
    assert [plain(way) for way in mix(9999, (2,), False)] == [{2: 9999}]


@given(WAYS, WAYS)
def test_both_joins_each_way_with_each(left: list[Amounts], right: list[Amounts]) -> None:
    ways = both(tuple(map(pack_amounts, left)), tuple(map(pack_amounts, right)))
    assert [plain(w) for w in ways] == distinct([dict(Counter(a) + Counter(b)) for a in left for b in right])


@given(WAYS, WAYS)
def test_either_offers_the_left_ways_then_the_right_ones(left: list[Amounts], right: list[Amounts]) -> None:
    ways = either(tuple(map(pack_amounts, left)), tuple(map(pack_amounts, right)))
    assert [plain(w) for w in ways] == distinct([*left, *right])


@given(WAYS, WAYS)
def test_less_waives_as_far_as_there_is_something_to_waive(left: list[Amounts], waived: list[Amounts]) -> None:
    ways = less(tuple(map(pack_amounts, left)), tuple(map(pack_amounts, waived)))
    assert [plain(w) for w in ways] == distinct([dict(Counter(a) - Counter(b)) for a in left for b in waived])


@pytest.mark.parametrize(("amount", "resources"), [(MOST_AMOUNT + 1, (0,)), (60, (0, 1, 2, 3, 4)), (10**15, (0, 1))])
def test_what_nobody_could_hold_or_choose_among_is_refused(amount: int, resources: tuple[int, ...]) -> None:
    with pytest.raises(OverflowError):
        mix(amount, resources, False)


def test_ways_do_not_multiply_without_end() -> None:
    ways = mix(9, (0, 1, 2, 3), False)
    with pytest.raises(OverflowError):
        both(ways, tuple(way << 160 for way in ways))


@given(WAYS, WAYS)
def test_both_is_the_same_either_way_round(left: list[Amounts], right: list[Amounts]) -> None:
    a, b = tuple(map(pack_amounts, left)), tuple(map(pack_amounts, right))
    assert set(both(a, b)) == set(both(b, a))


@given(WAYS, WAYS, WAYS)
def test_both_and_either_may_be_grouped_at_will(left: list[Amounts], middle: list[Amounts], right: list[Amounts]) -> None:
    a, b, c = (tuple(map(pack_amounts, ways)) for ways in (left, middle, right))
    assert either(either(a, b), c) == either(a, either(b, c))
    assert both(both(a, b), c) == both(a, both(b, c))


@given(WAYS)
def test_waiving_all_of_it_leaves_nothing_to_pay(ways: list[Amounts]) -> None:
    assert 0 in less(tuple(map(pack_amounts, ways)), tuple(map(pack_amounts, ways)))


def test_no_amount_spills_over_into_the_next_resource() -> None:
    with pytest.raises(OverflowError):
        both((pack([(0, MOST_AMOUNT)]),), (pack([(0, 1)]),))
