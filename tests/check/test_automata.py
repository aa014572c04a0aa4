"""Seats that rules play: what is wrong with what they take."""

from __future__ import annotations

import pytest
from caylus.diagnostics.diagnostic import Diagnostic

from .small import check_texts, codes, fault, model

GAME = """
kind shop plural shops { fee number, action visit(player) }
shop mill "Mill" { fee 1, visit { may pay 1 coin } }
shop bank "Bank" { fee 2 }
list deck of shop hidden from all
each player has { purse number hidden }
rule day "Day" {
  after begin() {
    for each player in players {
      do market(player)
      do bridge(player)
      do mill.visit(player)
    }
  }
}
action market(player) {
  choose {
    option go(shop in shops) "go to {shop}" { nothing }
    option ask(2 shop in shops) "ask both" { nothing }
    option rest "rest" { nothing }
  }
}
action bridge(player) {
  choose {
    option go(steps in 1 to 3) "go on" { nothing }
    option back(shop in shops) "go back" { nothing }
  }
}
"""


def seat(takes: str) -> str:
    return f'{GAME}\nseat crown "The Crown" {{ {takes} }}\n'


def doubts(text: str) -> list[Diagnostic]:
    return [found for found in check_texts(text)[1] if found.code == "W1017"]


@pytest.mark.parametrize(
    "takes",
    [
        "takes go",
        "takes go(shop) in market where shop is mill with most shop.fee",
        "takes go(steps) in bridge with fewest steps",
        "takes ask(both) where mill is in both and size of both is 2",
        "takes back(shop), takes rest, takes decline, takes pay in mill.visit",
        "takes rest where crown.coin > 0 and player is crown and player.purse > 2",
        "takes back(player_) where player_ is mill",
    ],
)
def test_what_is_offered_can_be_taken(takes: str) -> None:
    assert (codes(seat(takes)), doubts(seat(takes))) == ([], [])


@pytest.mark.parametrize(
    ("takes", "code", "said"),
    [
        ("takes go(shop)", "E0423", "`shop` stands for is not the same"),
        ("takes ask(one, two)", "E0423", "comes with 1 to choose, and has 2 names"),
        ("takes rest(shop)", "E0423", "comes with 0 to choose"),
        ("takes decline(shop)", "E0423", "comes with 0"),
        ("takes rest where player.coin", "E0301", "is a number"),
        ("takes back(shop) with most shop", "E0301", "`most` ranks by"),
        ("takes rest in nowhere", "E0204", "not an action"),
        ("takes rest in mill.fee", "E0206", "what a shop has, not what it does"),
        ("takes rest in mill.sleep", "E0205", "has no `sleep`"),
        ("takes rest in deck.visit", "E0206", "not an object"),
        ("takes back(shop) where shop is shop_", "E0204", "nothing in this ruleset"),
        ("takes rest where deck[1] is mill", "E1009", "of the hidden `deck`"),
        ("takes rest with most (sum of other.purse for other in players)", "E1009", "of the hidden `purse`"),
    ],
)
def test_what_does_not_go_together_is_told(takes: str, code: str, said: str) -> None:
    found = fault(seat(takes))
    assert (found.code, said in found.message) == (code, True), found.message


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
    text = seat("takes rest").replace("\nkind shop", '\ngame "Small" for 1 to 4 players { do begin() }\nkind shop', 1)
    found = fault(text)
    assert (found.code, found.help) == ("E0424", "the seats count as players: `for 2 to 4 players`")


def test_what_it_holds_has_a_place_in_rules_like_any_player() -> None:
    text = seat("takes rest") + 'rule gifts "Gifts" { after market(player) where player is not crown { crown gains 1 coin } }'
    assert codes(text) == []


def test_a_name_is_given_once() -> None:
    assert codes(seat("takes rest") + "resource crown") == ["E0201"]


def test_a_repeat_in_which_only_a_seat_decides_needs_a_limit() -> None:
    text = """
        seat crown "The Crown"
        rule night "Night" {
          after begin() {
            repeat until crown.coin > 9 { crown chooses { option sit { nothing }, option eat { nothing } } }
          }
        }
    """
    assert codes(text) == ["E0402"]
    assert codes(text.replace("> 9 {", "> 9 at most 9 times {")) == []


def test_what_it_goes_by_is_work_like_what_is_asked_of_an_option() -> None:
    deep = "(sum of " * 3 + "1" + " for n in 1 to 200)" * 3
    text = seat(f"takes go(steps) in bridge with most {deep}").replace(" for n in", " for n{} in").replace("n{}", "n")
    names = iter("abc")
    while " for n in" in text:
        text = text.replace(" for n in", f" for {next(names)}_ in", 1)
    assert codes(text) == ["E0416"]
