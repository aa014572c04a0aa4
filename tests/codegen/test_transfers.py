"""What players hold: never less than none by paying or losing, and a supply that gives and takes back."""

from __future__ import annotations

import pytest
from caylus.codegen import support
from caylus.payments import pack, unpack
from hypothesis import given, strategies as st

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
