"""When and where things happened: events tell the round, the phase, and what the rules in flight spoke of."""

from __future__ import annotations

import caylus
import pytest
from support import orchard, tiny

VISITS = """
resource coin, prestige
kind hut plural huts
hut barn
hut mill
kind plot plural plots called hut { state hut hut, state owner player, state guest player }
row road of 2 plots
game "Visits" for 1 to 4 players {
  do set_up()
  repeat at most 2 times { do turn() }
}
action set_up() { set road[1].hut to barn, set road[2].owner to first player in players with most 1 }
sequence turn = pay_day, visiting
phase pay_day "Pay day" see "Page 2" { for each player in players { do pay_out(player) } }
action pay_out(player) { gain 1 coin }
phase visiting "Visiting" {
  for each player in players {
    choose {
      option visit(plot in road) { do enter(player, plot) }
      option rest { }
    }
    set road[1].hut to mill
  }
}
action enter(player, plot) {
  set plot.guest to player
  if plot.owner is not none and plot.owner is not player { do thank(plot) }
}
action thank(plot) { plot.owner gains 1 prestige }
"""


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
