"""Payments known before play: every way to pay, distinct, in the order written."""

from __future__ import annotations

import pytest
from caylus import model as m

from .small import fault, model

FRUIT = "resource coin, apple, pear, plum\ngroup fruit = apple, pear, plum\n"


def ways(text: str) -> m.Alternatives:
    constant = model(FRUIT + f"constant price = {text}").constants["price"]
    assert isinstance(constant, m.ConstPayment)
    return constant.alternatives


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 apple", (((1, 2),),)),
        ("coin + apple", (((0, 1), (1, 1)),)),
        ("fruit", (((1, 1),), ((2, 1),), ((3, 1),))),
        ("nothing", ((),)),
        ("0 apple", ((),)),
        ("2 fruit", (((1, 2),), ((1, 1), (2, 1)), ((1, 1), (3, 1)), ((2, 2),), ((2, 1), (3, 1)), ((3, 2),))),
        ("2 different fruit", (((1, 1), (2, 1)), ((1, 1), (3, 1)), ((2, 1), (3, 1)))),
        ("2 * 3 different fruit", (((1, 2), (2, 2), (3, 2)),)),
        ("2 pear or 1 coin or 2 pear", (((2, 2),), ((0, 1),))),
        ("fruit + apple", (((1, 2),), ((1, 1), (2, 1)), ((1, 1), (3, 1)))),
        ("2 coin + apple less 3 coin", (((1, 1),),)),
        ("(2 coin or 2 apple) less coin", (((0, 1),), ((1, 2),))),
        ("2 * 3 coin", (((0, 6),),)),
        ("9 / 2 coin + apple", (((0, 4), (1, 1)),)),
        ("2 * (coin + 3 apple)", (((0, 2), (1, 6)),)),
        ("2 * (coin or pear)", (((0, 2),), ((0, 1), (2, 1)), ((2, 2),))),
        ("0 * (coin or pear)", ((),)),
        ("2 * nothing", ((),)),
    ],
)
def test_a_payment_is_every_way_to_pay_it_in_the_order_written(text: str, expected: m.Alternatives) -> None:
    assert ways(text) == expected


def test_so_many_times_different_ones_are_different_each_time() -> None:
    assert ways("2 * 1 different fruit") == ways("1 different fruit + 1 different fruit")


def test_a_number_times_a_payment_is_bounded() -> None:
    assert fault(FRUIT + "constant price = (1 - 2) * (coin + apple)").code == "E0306"
    assert fault(FRUIT + "constant price = 2000 * (1000000 coin + apple)").code == "E0306"
    assert fault(FRUIT + "constant price = 600 * (coin or apple)").code == "E0305"
    assert fault(FRUIT + "constant price = (coin + apple) * 2").help == "the number comes first: `2 * …`"


def test_what_depends_on_play_stays_open() -> None:
    body = model(FRUIT + "action a(player) { gain player.coin / 2 fruit or 1 coin }").actions["a"].body
    assert isinstance(body[0], m.Transfer)
    payment = body[0].payment
    assert isinstance(payment, m.CombinePayments)
    assert isinstance(payment.left, m.Quantity)
    assert [r.name for r in payment.left.resources] == ["apple", "pear", "plum"]
    assert payment.right == m.ConstPayment((((0, 1),),))


def test_more_ways_than_anybody_can_choose_among_are_refused() -> None:
    assert fault(FRUIT + "constant price = 40 fruit").message == "`40 fruit` can be paid in more than 500 ways"
    assert fault(FRUIT + "constant price = 20 fruit + 20 fruit").code == "E0305"


def test_amounts_that_nobody_can_pay_are_refused() -> None:
    assert fault(FRUIT + "constant price = 4 different fruit").label == "there are only 3 different ones"
    assert fault(FRUIT + "constant price = 2000 * 1000000 coin").code == "E0306"
    assert fault(FRUIT + "constant price = (1 - 3) coin").code == "E0306"


def test_an_amount_put_together_from_others_is_bounded_too() -> None:
    assert fault(FRUIT + "constant price = 1000 * 1000000 coin + 1 coin").code == "E0306"


def test_more_numbers_than_anybody_goes_through_are_refused() -> None:
    assert fault("state n number\naction a() { for each i in 1 to 1001 { set n to i } }").code == "E0306"
    model("state n number\naction a() { for each i in 1 to 1000 { set n to i } }")
