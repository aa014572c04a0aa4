"""Who may do something and cannot is told of, and whereabouts anything happened."""

from __future__ import annotations

import pytest
from support import tiny

STALLS = """
resource coin "coin", nut "nut"
kind hut plural huts { action use(player) }
hut mill "Mill" { use { may pay 1 nut to gain 2 coin } }
hut inn "Inn" { use { may choose "Take a rest" { option rest(spot in path) { require player.coin > 0, pay 1 coin } } } }
kind spot plural spots called hut { state hut hut }
row path of 2 spots
action main() {
  set path[1].hut to mill
  set path[2].hut to inn
  for each player in players {
    gain 1 nut
    choose { option stay { }, option leave { lose 1 nut } }
    for each spot in path { do spot.hut.use(player) }
  }
}
"""


def test_what_nobody_is_asked_because_nothing_could_be_chosen_is_told() -> None:
    game = tiny.game(STALLS, 1)
    game.choose("leave")
    told = [(event.kind, event.text, event.place) for event in game.events if event.rule in ("mill", "inn")]
    assert told == [
        ("unable", "Ann cannot pay 1 nut to gain 2 coin: no nut", "Mill (path 1)"),
        ("unable", "Ann cannot take a rest", "Inn (path 2)"),
    ]


@pytest.mark.slow
def test_a_prompt_that_tells_how_things_stand_or_asks_makes_a_sentence_too() -> None:
    told = {
        "It is {1 + 1} o'clock: take a rest": "Ann cannot take a rest",
        "Where do you rest?": "Ann can choose nothing (Where do you rest?)",
        "": "Ann can choose nothing (Inn)",
    }
    for prompt, sentence in told.items():
        game = tiny.game(STALLS.replace('"Take a rest"', f'"{prompt}"' if prompt else ""), 1)
        game.choose("leave")
        assert [event.text for event in game.events if event.rule == "inn"] == [sentence]


WHY = """
resource coin "coin", nut "nut"
group any = coin, nut
kind spot plural spots
row path of 2 spots
action main() {
  for each player in players {
    gain 2 coin
    may pay 3 coin to gain 1 nut
    may pay 3 any to gain 9 coin
    may choose "rest" { option rest(spot in path) { require spot.number > 3 "it is too far", pay 9 coin } }
    may choose "rest" { option rest(spot in path) { require spot.number > 3, pay 9 coin } }
    may choose "rest" { option rest(spot in path where spot.number > 3) { pay 9 coin } }
    may choose "rest" { option rest(spot in path) { require spot.number is 1 "it is far", pay 3 coin } }
  }
}
"""


def test_why_nothing_could_be_chosen_is_told_in_words_and_never_in_source() -> None:
    unable = [event.text for event in tiny.game(WHY, 1).events if event.kind == "unable"]
    assert unable == [
        "Ann cannot pay 3 coin to gain 1 nut: only 2 coin",
        "Ann cannot pay 3 any to gain 9 coin: no nut and only 2 coin",
        "Ann cannot rest: it is too far",
        "Ann cannot rest",
        "Ann cannot rest: there is nothing to choose from",
        "Ann cannot rest: only 2 coin",
    ]


def test_what_could_have_been_chosen_is_declined_and_not_impossible() -> None:
    game = tiny.game(STALLS, 1)
    game.choose("stay")
    game.choose("decline")
    assert [event.kind for event in game.events if event.rule == "mill"] == ["choice"]


def test_where_something_happened_is_where_it_was_asked_and_not_what_was_chosen() -> None:
    game = tiny.game(STALLS, 1)
    for choice in ("stay", "pay 1 nut", "rest mill"):
        game.choose(choice)
    (rested,) = [event for event in game.events if event.kind == "choice" and event.rule == "inn"]
    assert (rested.about["spot"], rested.place) == ("path 1", "Inn (path 2)")
    assert {event.place for event in game.events if event.rule == "main"} == {None}
