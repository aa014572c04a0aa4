"""Payments as generated programs handle them come to what the walk through the model makes of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
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
