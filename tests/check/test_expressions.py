"""What expressions mean: names resolved, types found, the known folded, payments and what has to be known before play."""

from __future__ import annotations

from textwrap import dedent

import pytest
from caylus import model as m
from support.texts import read_rules

from .small import check_texts, codes, fault, faults, model, place

TABLE = read_rules(__file__, "expressions")


def meaning(text: str, params: str = "player, hut, plot, n: number, f: flag, p: payment, s: list of hut") -> m.Expr:
    """What an expression means in an action with a variable of every type."""
    action = model(TABLE + f"action a({params}) {{ let x = {text} }}").actions["a"]
    let = action.body[0]
    assert isinstance(let, m.Let)
    return let.value


def wrong(text: str) -> tuple[str, str]:
    found = fault(TABLE + f"action a(player, hut, plot, n: number, f: flag, p: payment, s: list of hut) {{ let x = {text} }}")
    return found.code, found.message


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1 + 2 * 3", 7), ("7 / 2", 3), ("-7 / 2", -4), ("1 / 0", 0), ("(1 + 2) * 3", 9), ("2 - 3 - 4", -5), ("abs(2 - 5)", 3),
        ("min(2, 5) + max(2, 5)", 7), ("base * 2", 4), ("steps[1]", 1), ("steps[3]", 4), ("steps[99]", 4), ("steps[0]", 1),
        ("barn.price", 3), ("store.tools", 2), ("barn.steep[1]", 2), ("barn.steep[-5]", 1),
    ],
)  # fmt: skip
def test_numbers_known_before_play_are_folded(text: str, number: int) -> None:
    assert meaning(text) == m.Const(number, m.NUMBER)


def test_flags_objects_and_payments_of_known_objects_are_folded() -> None:
    assert meaning("barn.open") == m.Const(0, m.FLAG)
    assert meaning("barn.load") == m.ConstPayment((((0, 2),),))
    street = meaning("street[3]")
    assert isinstance(street, m.Const)
    assert street.value == 2


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ("player", "player"),
        ("plot.hut", "hut"),
        ("plot.hut.owner", "player"),
        ("player.days", "number"),
        ("player.seen[hut]", "flag"),
        ("player.coin", "number"),
        ("player.fruit", "number"),
        ("hut.price", "number"),
        ("hut.load", "payment"),
        ("hut.steep", "scale"),
        ("hut.steep[n]", "number"),
        ("plot.number", "number"),
        ("street[n]", "plot"),
        ("order[1]", "player"),
        ("leader", "player"),
        ("rounds[hut]", "number"),
        ("n > 1 and not f", "flag"),
        ("hut is barn or hut is none", "flag"),
        ("hut is in sheds", "flag"),
        ("n + size of order", "number"),
        ("size of s", "number"),
        ("n coin", "payment"),
        ("p less 1 coin", "payment"),
        ("p or nothing", "payment"),
        ("count of hut2 in huts", "number"),
        ("some plot2 in street where plot2.guest is player", "flag"),
        ("sum of plot2.hut.price for plot2 in street", "number"),
        ("first hut2 in s with fewest hut2.price", "hut"),
        ("first shed2 in sheds", "shed"),
        ("huts", "list of hut"),
        ("s", "list of hut"),
        ("steps", "scale"),
        ("abs(n)", "number"),
    ],
)
def test_every_form_has_its_type(text: str, type_: str) -> None:
    assert str(meaning(text).type) == type_


def test_a_kind_may_stand_for_its_plural_after_in() -> None:
    query = meaning("count of hut2 in shed")
    assert isinstance(query, m.Query)
    assert isinstance(query.source, m.AllOf)


def test_an_object_of_a_lower_kind_may_stand_for_one_of_a_higher_kind() -> None:
    assert model(TABLE + "value v(hut) = hut.price\naction a(shed, plot) { let x = v(shed) + v(store), set plot.hut to shed }")


def test_the_place_of_a_fault_is_the_smallest_that_shows_it() -> None:
    text = "action a(player) {\n  let x = player.coin + (1 + player.cion) * 2\n}"
    assert place(fault(text)) == (2, 37, 41)


def test_a_flag_is_made_of_a_number_by_a_comparison() -> None:
    assert fault(TABLE + "action a(player) { if player.coin { } }").help == "compare it: `player.coin > 0`"


def test_every_independent_fault_of_an_expression_is_found() -> None:
    found = faults(TABLE + "action a(player) { let x = player.coni + barm.price * 1 coin + player.days[2] }")
    assert [f.code for f in found] == ["E0205", "E0204", "E0312"]


# ---- values and conditions


def test_a_value_is_of_the_type_of_its_cases() -> None:
    text = """
    value a(hut) { store if hut is barn, none otherwise }
    value b() = 1 coin
    value c() { barn if steep(), store otherwise }
    condition steep() { require 1 < 2 }
    """
    values = model(TABLE + dedent(text)).values
    assert [str(values[name].type) for name in "abc"] == ["shed", "payment", "hut"]


def test_values_may_ask_values_below_them() -> None:
    value = model(TABLE + "value a() = b() + 1\nvalue b() = 2").values["a"]
    assert isinstance(value.cases[0][1], m.Arithmetic)


def test_a_requirement_without_a_reason_is_its_own_reason() -> None:
    made = model(TABLE + 'condition c(hut) { require hut.price > 3 "too cheap", require hut   is   not barn }')
    assert [r.reason for r in made.conditions["c"].requires] == [("too cheap",), ("hut is not barn",)]


def test_values_ask_each_other_only_so_deep() -> None:
    deep = "\n".join(["value v0() = 1", *(f"value v{i}() = v{i - 1}() + 1" for i in range(1, 80))])
    assert fault(deep).code == "E0414"


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


def test_amounts_that_nobody_can_pay_are_refused() -> None:
    assert fault(FRUIT + "constant price = 4 different fruit").label == "there are only 3 different ones"
    assert fault(FRUIT + "constant price = 2000 * 1000000 coin").code == "E0306"
    assert fault(FRUIT + "constant price = (1 - 3) coin").code == "E0306"


def test_more_numbers_than_anybody_goes_through_are_refused() -> None:
    assert fault("state n number\naction a() { for each i in 1 to 1001 { set n to i } }").code == "E0306"
    model("state n number\naction a() { for each i in 1 to 1000 { set n to i } }")


HUTS = "kind hut plural huts { cost payment = nothing, worth number = 1, steps scale from 0 }\n"
NEEDED = {
    "a constant": "constant rent = @",
    "a property": HUTS + "hut barn { worth @ }",
    "a property that all have": "kind hut plural huts { worth number = @ }\nhut barn",
    "a payment": HUTS + "hut barn { cost @ coin }",
    "a scale": "scale bonus = [1, @]",
    "a scale of an object": HUTS + "hut barn { steps [1, @] }",
    "the length of a row": "kind plot plural plots\nrow lane of @ plots",
    "the length of a row of players": "kind plot plural plots\neach player has { lane row of @ plots }",
    "a state at the start": "state day number = @",
    "a state of players at the start": "each player has { day number = @ }",
    "the bound of a state": "state day number from 0 to @",
    "a depth": "action a(player) { may pay 1 coin to do a(player) at most @ deep }",
    "a formula made of it": "constant rent = 2 + 3 * @",
}


@pytest.mark.parametrize("text", NEEDED.values(), ids=NEEDED)
def test_what_depends_on_the_game_is_refused_through_a_value_as_if_it_stood_there(text: str) -> None:
    game = "list passed of player\nvalue now() = size of passed\nvalue soon() = now()\n"
    (direct,), (named,), (twice,) = (faults(game + text.replace("@", body)) for body in ("(size of passed)", "now()", "soon()"))
    assert direct.code == named.code == twice.code == "E0307"
    assert (named.message, named.help) == (
        direct.message.replace("size of passed", "now()").replace("(now())", "now()"),
        direct.help,
    )


def test_a_value_that_is_known_is_what_it_comes_to() -> None:
    made = model(
        "value now() = 2 * rate\nconstant rate = 3\nconstant rent = now() + 1\nvalue fare() = now() coin\nconstant toll = fare()"
    )
    assert (made.constants["rent"].value, made.constants["toll"].alternatives) == (7, (((0, 6),),))  # type: ignore[union-attr]


def test_of_cases_the_first_that_holds_is_meant() -> None:
    cases = "value fee(n: number) {\n  1 if n < 2 and not (n is 0)\n  5 if n is 0 or n is 9\n  3 otherwise\n}\n"
    made = model(cases + "constant a = fee(1)\nconstant b = fee(0)\nconstant c = fee(4)")
    assert [made.constants[name].value for name in "abc"] == [1, 5, 3]  # type: ignore[union-attr]


def test_a_rule_that_changes_the_value_is_shown() -> None:
    found = fault("value fee() = 3\nrule r {\n  fee() is more by 1\n}\nconstant rent = fee()")
    assert place(found) == (5, 17, 22)
    assert [(note.text, note.span.line) for note in found.notes if note.span] == [("a rule changes `fee` here", 3)]


@pytest.mark.nightly
def test_values_inside_of_values_end_before_the_stack_does() -> None:
    deep = [f"value v{n}() = {'+ '.join(['1 '] * 140)}+ v{n - 1}()" for n in range(1, 12)]
    assert codes("\n".join(["value v0() = 1", *deep, "constant rent = v11()"])) == ["E0414"]
    wide = [f"value w{n}() = w{n - 1}() + w{n - 1}()" for n in range(1, 40)]
    assert "E0319" in codes("\n".join(["value w0() = 0", *wide, "constant rent = w39()"]))


def test_a_value_in_play_is_still_asked() -> None:
    made = model(
        "value fee() = 3\nconstant rent = fee()\naction a(player) { gain (fee() + rent) coin }\nrule r { after begin() { for each player in players { do a(player) } } }"
    )
    assert "CallValue" in str(made.actions["a"].body)


def test_a_value_without_a_fault_leaves_none() -> None:
    assert (
        check_texts(
            "value fee() = 3\nconstant rent = fee()\nrule r { after begin() { for each player in players { player gains rent coin } } }"
        )[1]
        == ()
    )
