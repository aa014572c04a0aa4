"""Options: what is asked first, what they are called, and that there is always one; seats that rules play."""

from __future__ import annotations

import pytest
from caylus import model as m
from caylus.diagnostics.diagnostic import Diagnostic
from support.texts import read_rules

from .small import check_texts, codes, fault, model

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


# ---- never none at all


# ---- told apart


def test_options_of_one_name_are_refused_with_both_places() -> None:
    found = fault(TABLE + "action a(player) { choose {\noption x { }\noption x { gain 1 coin } } }")
    assert (found.code, found.message, found.notes[0].text) == ("E0409", "two options here are called `x`", "the first")


def test_combinations_are_counted_without_their_order() -> None:
    assert model(TABLE + "action a(player) { may choose { option go(3 n in 1 to 60 where n[1] > 3) { } } }")


GAME = read_rules(__file__, "decisions")


def seat(takes: str) -> str:
    return f'{GAME}\nseat crown "The Crown" {{ {takes} }}\n'


def doubts(text: str) -> list[Diagnostic]:
    return [found for found in check_texts(text)[1] if found.code == "W1017"]


@pytest.mark.parametrize(
    "takes", ["takes dance", "takes rest in bridge", "takes decline in bank.visit", "takes rest in mill.visit"]
)
def test_what_nobody_is_offered_is_doubtful_and_no_more(takes: str) -> None:
    assert (codes(seat(takes)), len(doubts(seat(takes)))) == ([], 1)
    made = model(seat(f"{takes}, takes rest"))
    assert [taken.option for taken in made.automata[0].takes] == ["rest"]


def test_options_with_another_number_of_choices_are_not_meant() -> None:
    elsewhere = seat("takes back(shop) with most shop.fee").replace('option rest "rest"', 'option back "go home"')
    assert (codes(elsewhere), doubts(elsewhere)) == ([], [])
    twice = seat("takes back(shop)").replace('option rest "rest"', 'option back(steps in 1 to 3) "go home"')
    assert fault(twice).code == "E0423"


def test_a_misspelt_option_is_guessed() -> None:
    (found,) = doubts(seat("takes rset"))
    assert found.help == "did you mean `rest`?"


def test_somebody_has_to_play_besides() -> None:
    text = seat("takes rest").replace("kind shop", '\ngame "Small" for 1 to 4 players { do begin() }\nkind shop', 1)
    found = fault(text)
    assert (found.code, found.help) == ("E0424", "the seats count as players: `for 2 to 4 players`")


def test_what_it_goes_by_is_work_like_what_is_asked_of_an_option() -> None:
    deep = "(sum of " * 3 + "1" + " for n in 1 to 200)" * 3
    text = seat(f"takes go(steps) in bridge with most {deep}").replace(" for n in", " for n{} in").replace("n{}", "n")
    names = iter("abc")
    while " for n in" in text:
        text = text.replace(" for n in", f" for {next(names)}_ in", 1)
    assert codes(text) == ["E0416"]
