"""Where in the rules a decision is asked: the phase, the rules that led there, and the things it is about."""

from __future__ import annotations

import json

import caylus
import pytest
from hypothesis import given, settings, strategies as st
from support import orchard, tiny
from support.texts import read_rules

MILLS = read_rules(__file__, "call_stack_mills")


def list_questions(text: str, players: int = 2) -> list[caylus.Decision]:
    """Every decision of a game in which everybody always takes the first option."""
    game = tiny.game(text, players)
    found = []
    while game.decision is not None:
        found.append(game.decision)
        game.play(0)
    return found


def names(decision: caylus.Decision) -> list[str]:
    return [rule["name"] for rule in decision.rules]


def test_the_rules_that_led_to_a_decision_are_told_outermost_first() -> None:
    water, _, bell, _, wind, *_, rest = list_questions(MILLS)
    assert names(water) == ["game", "main", "day", "work", "visit", "water"]
    assert names(bell) == ["game", "main", "day", "work", "visit", "bell"]
    assert names(wind) == ["game", "main", "day", "work", "visit", "wind", "grind", "finish"]
    assert names(rest) == ["game", "main", "day", "rest"]


def test_a_rule_is_told_with_its_title_its_citation_and_the_line_it_has_come_to() -> None:
    lines = MILLS.strip().splitlines()
    (visit, water) = list_questions(MILLS)[0].rules[-2:]
    assert (visit["title"], visit["citation"], visit["file"]) == ("A visit", "Page 4", "tiny/tiny.rules")
    assert "do place.mill.use" in lines[visit["line"] - 1]
    assert water["title"] == "Water mill"
    for decision in list_questions(MILLS):
        last = decision.rules[-1]
        told = (decision.rule, decision.title, decision.see, decision.file, decision.line)
        assert tuple(last[key] for key in ("name", "title", "citation", "file", "line")) == told


def test_the_phase_is_the_one_in_flight() -> None:
    *work, first, second = list_questions(MILLS)
    assert {json.dumps(d.phase) for d in work} == {'{"name": "work", "title": "Work", "citation": "Page 3"}'}
    assert first.phase == second.phase == {"name": "rest", "title": "Rest", "citation": None}


def test_a_decision_is_about_what_the_rules_in_flight_speak_of_and_what_stands_there() -> None:
    water, other, bell, *_ = list_questions(MILLS)
    assert water.about == other.about == {"place": "river 2", "mill": "water"}
    assert bell.about == {"place": "river 3", "mill": "wind"}


def test_who_decides_is_not_told_again_and_whoever_else_is() -> None:
    text = """
    resource coin, wool
    action main() { for each player in players { do offer(player) } }
    action offer(player) { for each other in players where other is not player { other gains 1 coin or 1 wool } }
    """
    assert [(d.player, d.about) for d in list_questions(text)] == [("Ben", {"player": "Ann"}), ("Ann", {"player": "Ben"})]


def test_what_is_over_is_not_what_a_decision_is_about() -> None:
    text = """
    resource coin, wool
    kind gem plural gems
    gem ruby
    gem opal
    action main() {
      for each player in players {
        for each gem in gems { do offer(player) }
        choose {
          option take(gem in gems) { do offer(player) }
          option leave { do offer(player) }
        }
        gain 1 coin or 1 wool
        if player.coin > 0 { let gem = opal, do offer(player) }
        do offer(player)
      }
    }
    action offer(player) { gain 1 coin or 1 wool }
    """
    game = tiny.game(text, 1)
    told = []
    while game.decision is not None:
        told.append(game.decision.about)
        game.choose("leave") if "leave" in tiny.ids(game) else game.play(0)
    assert told == [{"gem": "ruby"}, {"gem": "opal"}, {}, {}, {}, {"gem": "opal"}, {}]


def test_of_two_things_of_one_name_the_inner_one_is_told() -> None:
    text = """
    resource coin, wool
    kind gem plural gems
    gem ruby
    gem opal
    action main() { for each player in players { for each gem in gems { do polish(opal) } } }
    action polish(gem) { for each player in players { gain 1 coin or 1 wool } }
    """
    assert [d.about for d in list_questions(text, 1)] == [{"gem": "opal"}] * 2


@pytest.mark.slow
@settings(max_examples=10)
@given(st.lists(st.integers(0, 60), min_size=1, max_size=30), st.integers(1, 4))
def test_a_resumed_game_knows_where_it_is(picks: list[int], players: int) -> None:
    for game in orchard.positions(picks, players):
        decision, same = game.decision, caylus.resume(game.save()).decision
        if decision is not None:
            assert same is not None
            assert (same.phase, same.rules, same.about) == (decision.phase, decision.rules, decision.about)
            assert decision.phase == game.view()["phase"]
        else:
            assert game.view()["phase"] is None


def test_a_described_position_is_in_the_phase_it_begins_with() -> None:
    morning = orchard.RULES.position("morning", {"queue": ["Ann"], "shown": ["fox", "owl"]}, 2)
    assert morning.decision.phase == {"name": "morning", "title": "Morning", "citation": "Page 1"}
    assert names(morning.decision) == ["morning", "walk"]
    walk = tiny.rules(MILLS).position("finish", {}, 2, arguments={"player": "Ann", "n": 3})
    assert walk.decision.phase is None
    assert walk.view()["phase"] is None
    assert names(walk.decision) == ["finish"]


@pytest.mark.slow
def test_the_way_of_a_shipped_games_decisions_is_told_in_its_rules_words() -> None:
    rules = caylus.load("classic")
    told = {}
    for seed in range(3):
        game = rules.new_game(3, seed)
        while (decision := game.decision) is not None:
            told[decision.rule] = (decision.phase, names(decision), decision.about)
            game.play(seed * 7919 % len(game.moves))
            seed += 1
    phase, way, about = told["build_craft"]
    assert phase["name"] == "activating"
    assert way[:4] == ["game", "turn", "activating", "activate"]
    assert way[-1] == "build_craft"
    assert set(about) == {"space", "tile"}


ASKING = """
resource coin, nut
kind stall plural stalls { action serve(player), state used flag }
kind place plural places called stall { state stall stall }
row street "the street" of 2 places
stall mill "Mill" { serve { may "Grind" { gain 1 coin }, do trade(player) } }
stall inn "Inn" { serve { may "Inn: stay?" { gain 1 coin }, gain 1 coin or 1 nut }, after trade(player) where player.coin > 9 { may "Innkeeper?" { } } }
action trade(player) { may "Trade" { gain 1 coin } }
action main() {
  set street[2].stall to mill
  for each player in players { do trade(player), do mill.serve(player), do inn.serve(player), gain 10 coin, do trade(player) }
}
"""


def test_what_is_asked_says_which_object_asks_and_where_that_lies() -> None:
    game = tiny.game(ASKING, 1)
    asked, places = [], []
    while game.decision is not None:
        asked.append(game.decision.prompt)
        places.append(game.decision.place)
        game.choose(game.decision.options[0])
    assert asked == [
        "Trade?",
        "Mill (street 2): Grind?",
        "Mill (street 2): Trade?",
        "Inn: stay?",
        "Inn: choose what to gain",
        "Trade?",
        "Inn: Innkeeper?",
    ]
    assert places == [None, "street 2", "street 2", None, None, None, None]
