"""Options: what is asked first, what they are called, and that there is always one."""

from __future__ import annotations

import pytest
from caylus import model as m

from .small import codes, fault, model

TABLE = """
resource coin "silver coin", apple, pear
group fruit = apple, pear
kind hut plural huts { price number, state owner player }
hut barn { price 3 }
row street of 2 huts
list queue of hut
value rent(hut) = hut.price + 1
condition free(hut) { require hut.owner is none "it is taken" }
"""


def choose(text: str) -> m.Choose:
    body = model(TABLE + f'action a(player, hut) "At market" {{ {text} }}').actions["a"].body
    assert isinstance(body[0], m.Choose)
    return body[0]


def collect_messages(text: tuple[str | m.Expr, ...]) -> list[str]:
    return [part if isinstance(part, str) else f"<{part.type}>" for part in text]


def test_what_is_required_and_paid_first_is_the_head_and_the_rest_is_the_body() -> None:
    (option,) = choose("may { require free(hut), pay 1 coin, require hut.price > 1, gain 1 apple, lose 1 pear }").options
    assert [type(part).__name__ for part in option.head] == ["Require", "Transfer", "Require"]
    assert [type(part).__name__ for part in option.body] == ["Transfer", "Transfer"]


def test_later_choices_of_an_option_may_depend_on_earlier_ones() -> None:
    (option,) = choose("may choose { option go(hut2 in huts, n in 1 to hut2.price where n > 1) { } }").options
    assert [str(v.type) for v in option.variables] == ["hut", "number"]
    assert option.where is not None


def test_each_choice_of_an_option_may_have_its_where_which_knows_the_choices_up_to_its_own() -> None:
    rule = "may choose {{ option go(hut2 in huts where {}, n in 1 to 9 where n > hut2.price) {{ }} }}"
    (option,) = choose(rule.format("hut2.price > 1")).options
    assert isinstance(option.where, m.Logic)
    assert (option.where.op, len(option.where.operands)) == ("and", 2)
    assert fault(TABLE + f"action a(player) {{ {rule.format('n > 1')} }}").message == "`n` is nothing in this ruleset"


def test_the_prompt_is_the_title_of_the_rule_unless_it_is_given() -> None:
    assert choose("may gain 1 coin").prompt == ("At market",)
    assert choose('may choose "Take one" { option { } }').prompt == ("Take one",)
    assert choose('may "take a coin" { gain 1 coin }').prompt == ("take a coin",)
    assert choose('may "visit {hut}" { gain 1 coin }').prompt == ("At market",)


def test_whoever_is_named_decides() -> None:
    assert isinstance(choose("hut.owner may gain nothing").player, m.Read)


def test_an_option_without_a_name_is_called_pay_or_accept() -> None:
    assert [o.name for o in choose("may choose { option pay 1 coin, option gain 1 apple, option rest { } }").options] == [
        "pay", "accept", "rest",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("option", "text"),
    [
        ('option go "go to {hut}, {hut.owner}" { }', ["go to ", "<hut>", ", ", "<player>"]),
        ("option pay 2 coin to gain 1 apple + 1 pear", ["pay ", "<payment>", ", gain ", "<payment>", " + ", "<payment>"]),
        ("option pay rent(hut) coin to gain fruit", ["pay ", "<payment>", ", gain ", "fruit"]),
        ("option pay 2 different fruit or nothing", ["pay ", "2 different fruit or nothing"]),
        ("option { lose hut.price + 1 coin }", None),
        ("option go_home { set hut.owner to player }", ["go home"]),
    ],
)
def test_an_option_without_a_text_says_what_it_pays_and_gains(option: str, text: list[str] | None) -> None:
    if text is None:
        assert codes(TABLE + f"action a(player, hut) {{ may choose {{ {option} }} }}") == ["E0304"]
    else:
        assert collect_messages(choose(f"may choose {{ {option} }}").options[0].text) == text


def test_a_citation_of_an_option_goes_with_what_happens_in_it() -> None:
    (option,) = choose('may choose { option go see "Page 5" { gain 1 coin } }').options
    assert (option.site.see, option.body[0].site.see) == ("Page 5", "Page 5")


def test_what_was_paid_may_be_named_and_asked_for_what_is_in_it() -> None:
    (option,) = choose("may pay 2 fruit as given to gain given.apple coin").options
    (gain,) = option.body
    assert isinstance(gain, m.Transfer)
    assert isinstance(gain.payment, m.Quantity)
    assert isinstance(gain.payment.amount, m.AmountIn)


# ---- never none at all


@pytest.mark.parametrize(
    "options",
    [
        "option a { pay 1 coin }",
        "option a { require free(hut) }",
        "option a(x in huts where free(x)) { }",
        "option a(x in queue) { }",
        "option a(n in 1 to player.coin) { }",
        "option a(n in 0 to 2 where n is player.coin) { }",
        "option a(n in 0 to 2) { pay (n + 1) coin }",
        "option a(n in 0 to player.coin where n > 0) { pay n coin }",
        "option a(n in 0 to 2) { require n + player.coin > 2 }",
    ],
)
def test_a_choice_whose_options_all_ask_for_something_could_be_empty(options: str) -> None:
    assert codes(TABLE + f"action a(player, hut) {{ choose {{ {options} }} }}") == ["E0408"]


@pytest.mark.parametrize(
    "choice",
    [
        "choose { option a { pay 1 coin }, option b { gain 1 coin } }",
        "choose { option bid(n in 0 to player.coin) { lose n coin } }",
        "choose { option a { pay nothing } }",
        "choose { option bid(n in 0 to player.coin) { pay n coin } }",
        "choose { option bid(n in 0 to 2, m in n to 3) { pay n coin + m fruit } }",
        "choose { option bid(n in 0 to 3 where n is not 1) { require n <= player.coin, pay n coin } }",
        "choose { option move(n in -3 to 3, x in huts) { pay abs(n) fruit } }",
        "choose { option sell(n in 1 to 3) { require n > 2 or player.coin > 9 } }",
        "choose { option bid(n in 0 to size of players, extra in 1 to 2) { lose n coin } }",
        "choose { option a(x in huts, y in players) { } }",
        "choose { option a(x in street) { } }",
        "choose { option a(n in 1 to size of players) { } }",
        "choose { option a { pay 1 coin } } else { }",
        "may choose { option a { pay 1 coin } }",
        "may pay 1 coin",
    ],
)
def test_an_option_for_all_cases_an_else_or_a_may_is_enough(choice: str) -> None:
    assert codes(TABLE + f"action a(player, hut) {{ {choice} }}") == []


# ---- told apart


def test_options_of_one_name_are_refused_with_both_places() -> None:
    found = fault(TABLE + "action a(player) { choose {\noption x { }\noption x { gain 1 coin } } }")
    assert (found.code, found.message, found.notes[0].text) == ("E0409", "two options here are called `x`", "the first")


@pytest.mark.parametrize(
    ("options", "clash"),
    [
        ("option pay 1 coin, option pay 2 coin", False),
        ("option pay 1 coin, option pay 1 coin to gain 1 apple", True),
        ("option pay 1 apple, option pay 1 fruit", True),
        ("option pay 1 apple, option pay rent(hut) apple", True),
        ("option gain 1 apple, option gain 1 pear", True),
        ("option x { pay 1 coin }, option x { pay 1 apple }", False),
    ],
)
def test_options_of_one_name_are_told_apart_by_prices_that_are_never_the_same(options: str, clash: bool) -> None:
    assert codes(TABLE + f"action a(player, hut) {{ may choose {{ {options} }} }}") == (["E0409"] if clash else [])


def test_declining_is_not_an_options_name() -> None:
    assert codes(TABLE + "action a(player) { may choose { option decline { } } }") == ["E0409"]
    assert codes(TABLE + "action a(player) { choose { option decline { } } }") == []


def test_combinations_are_counted_without_their_order() -> None:
    assert model(TABLE + "action a(player) { may choose { option go(3 n in 1 to 60 where n[1] > 3) { } } }")


@pytest.mark.parametrize(
    ("choices", "code", "message"),
    [
        ("0 some_huts in huts", "E0306", "nobody can choose `0` things at once"),
        ("17 some_huts in huts", "E0306", "nobody can choose `17` things at once"),
        ("hut some_huts in huts", "E0301", "`hut` is a hut, but before what is chosen stands a number"),
        ("(hut.price) some_huts in huts", "E0307", "`hut.price` is not known before play"),
        ("12 n in 1 to 1, 12 k in 1 to 1", "E0415", "an option has more than 16 choices"),
        ("8 n in 1 to 900", "E0416", "this can take more than 1,000,000 steps at once"),
        ("4 n in 1 to 60", "E0416", "this can take more than 1,000,000 steps at once"),
        ("2 some_huts in hut", "E0309", "`hut` is a hut, not a list"),
        ("2 some_huts in huts where some_huts is barn", "E0304", "`is` does not go between a list of huts and a hut"),
    ],
)
def test_what_is_wrong_with_choosing_several(choices: str, code: str, message: str) -> None:
    found = fault(TABLE + f"action a(player, hut) {{ may choose {{ option go({choices}) {{ }} }} }}")
    assert (found.code, found.message) == (code, message)


def test_a_loop_with_a_misspelt_name_in_it_is_not_said_to_go_on_for_ever() -> None:
    loop = "action begin() { for each player in players { repeat while player.coin < 5 { do aks(player) } } }"
    assert codes(loop + "\naction ask(player) { choose { option a { gain 1 coin } option b { gain 2 coin } } }") == ["E0204"]
