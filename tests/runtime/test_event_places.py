"""When and where things happened, and what somebody could not do."""

from __future__ import annotations

import caylus
import pytest
from support import orchard, tiny
from support.texts import read_rules

VISITS = read_rules(__file__, "event_places_visits")


def test_a_gain_names_its_round_its_phase_its_place_and_on_whose_account_it_came() -> None:
    game = tiny.game(VISITS, 2)
    for choice in ("rest", "rest", "rest", "visit road 2"):
        game.choose(choice)
    (gained,) = [event for event in game.events if event.kind == "gain" and event.data["amounts"] == {"prestige": 1}]
    assert (gained.text, gained.player, gained.round) == ("Ann gains 1 prestige", "Ann", 2)
    assert gained.phase == {"name": "visiting", "title": "Visiting", "citation": None}
    assert gained.about == {"player": "Ben", "plot": "road 2"}


def test_a_phase_that_asks_nothing_is_told_too() -> None:
    (first, *_) = [event for event in tiny.game(VISITS, 2).events if event.kind == "gain"]
    assert first.phase == {"name": "pay_day", "title": "Pay day", "citation": "Page 2"}
    assert (first.player, first.about) == ("Ann", {})


def test_a_place_is_told_with_what_stood_there_at_the_time() -> None:
    game = tiny.game(VISITS, 2)
    for _ in range(4):
        game.choose("visit barn" if "visit barn" in tiny.ids(game) else "visit mill")
    told = [event.about for event in game.events if event.kind == "set" and event.data["state"] == "guest"]
    assert told[0] == {"player": "Ann", "plot": "road 1", "hut": "barn"}
    assert {about["hut"] for about in told[1:]} == {"mill"}


def test_a_choice_is_about_what_was_chosen() -> None:
    game = tiny.game(VISITS, 2)
    game.choose("visit road 2")
    assert [event.about for event in game.events if event.kind == "choice"] == [{"plot": "road 2"}]


def test_undoing_and_copying_leave_what_events_tell_as_it_was() -> None:
    game = orchard.moment(9)
    told = list(game.events)
    game.play(0)
    game.undo()
    assert game.events == told
    twin = game.copy(events=True)
    twin.play(0)
    game.play(0)
    assert [e.about for e in twin.events] == [e.about for e in game.events[len(told) :]]
    assert [(e.round, e.phase) for e in twin.events] == [(e.round, e.phase) for e in game.events[len(told) :]]


@pytest.mark.slow
def test_events_of_a_shipped_game_name_things_of_its_table() -> None:
    game = caylus.load("classic").new_game(3, seed=1)
    for step in range(80):
        game.play(step * 7919 % len(game.moves))
    known = {thing.name for kind in game.rules.model.kinds.values() for thing in kind.objects} | set(game.players)
    assert {name for event in game.events for name in event.about.values()} <= known
    assert game.events[-1].round == game.view()["round"]


def test_what_happens_by_an_attachment_is_told_with_the_rule_it_stands_in() -> None:
    text = """
resource coin
rule bend "A kind rule" see "Page 3" { after main() { for each player in players { gain 1 coin } } }
action main() { nothing }
"""
    events = tiny.game(text).events
    assert [(e.kind, e.rule, e.title, e.see, e.line) for e in events] == [("gain", "bend", "A kind rule", "Page 3", 2)] * 2


def test_an_object_s_own_action_is_told_with_the_object() -> None:
    text = """
resource coin
kind piece plural pieces { action act(player) { gain 1 coin } }
piece one "The one" see "Page 1"
piece two "The two" see "Page 2" { act { gain 2 coin } }
action main() { for each player in players { for each piece in pieces { do piece.act(player) } } }
"""
    events = tiny.game(text, players=1).events
    assert [(e.text, e.rule, e.title, e.see) for e in events] == [
        ("Ann gains 1 coin", "one", "The one", "Page 1"),
        ("Ann gains 2 coin", "two", "The two", "Page 2"),
    ]
    assert [e.line for e in events] == [2, 4]


def test_the_log_knows_whose_line_goes_on() -> None:
    text = """
action main() { for each player in players { do visit(player) } }
action visit(player) { gain 1 coin }
resource coin
rule fair { instead of visit(player) { do as before } }
"""
    (event,) = tiny.game(text, 1).events
    assert (event.rule, event.line, event.text) == ("visit", 2, "Ann gains 1 coin")


def test_events_and_the_rules_in_flight_tell_whose_rule_it_is() -> None:
    text = """
resource coin, gem
kind piece plural pieces { action use(player) }
piece stone "Stone" see "Part 2" {
  use { gain 1 gem }
  after player gains gem where player.coin is 0 { may gain 1 coin }
}
action main() { for each player in players { do stone.use(player) } }
"""
    game = tiny.game(text, 1)
    decision = game.decision
    assert decision is not None
    assert (decision.rule, decision.see) == ("stone", "Part 2")
    assert [(r["name"], r["line"]) for r in decision.rules] == [("game", 8), ("main", 7), ("stone", 4), ("stone", 5)]
    game.play(0)
    assert [(e.text, e.rule, e.line) for e in game.events if e.kind == "gain"] == [
        ("Ann gains 1 gem", "stone", 4),
        ("Ann gains 1 coin", "stone", 5),
    ]


STALLS = read_rules(__file__, "event_places_stalls")


def test_what_nobody_is_asked_because_nothing_could_be_chosen_is_told() -> None:
    game = tiny.game(STALLS, 1)
    game.choose("leave")
    told = [(event.kind, event.player, event.text, event.place) for event in game.events if event.rule in ("mill", "inn")]
    assert told == [
        ("unable", "Ann", "Ann cannot pay 1 nut to gain 2 coin: no nut", "Mill (path 1)"),
        ("unable", "Ann", "Ann cannot take a rest", "Inn (path 2)"),
    ]
    facts = [(fact.kind, fact.player) for fact in game.facts if fact.rule in ("mill", "inn")]
    assert facts == [("unable", "Ann"), ("unable", "Ann")]


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


WHY = read_rules(__file__, "event_places_why")


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
