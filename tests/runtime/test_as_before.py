"""What stands instead of an action may let it go on, and an action that leads back to itself goes so deep and no deeper."""

from __future__ import annotations

import caylus
from support.tiny import game, ids, list_holdings

TABLE = """
resource coin, nut
action main() { for each player in players { do visit(player, size of players) } }
action visit(player, n: number) { gain n coin }
"""
SAYS = TABLE.replace("gain n coin", 'say "action"')


def render_text(text: str, players: int = 1) -> list[str]:
    return [event.text for event in game(text, players).events if event.kind == "say"]


def test_what_goes_on_is_given_what_was_given() -> None:
    text = TABLE + "rule fair { instead of visit(guest, n) { guest gains 1 nut, do as before } }"
    assert list_holdings(game(text, 3)) == {"coin": 3, "nut": 1}


def test_it_goes_on_several_times_or_never() -> None:
    text = TABLE + "rule fair { instead of visit(player, n) { if n > 1 { do as before, do as before } } }"
    assert [list_holdings(game(text, players)) for players in (1, 2)] == [{}, {"coin": 4}]


def test_it_goes_on_after_a_decision_and_inside_a_loop() -> None:
    text = TABLE + "rule fair { instead of visit(player, n) { for each time in 1 to 2 { may again { do as before } } } }"
    position = game(text, 1)
    assert ids(position) == ["again", "decline"]
    position.choose("again")
    assert list_holdings(position) == {"coin": 1}
    copy = position.copy()
    copy.choose("again")
    position.choose("decline")
    assert [list_holdings(copy), list_holdings(position)] == [{"coin": 2}, {"coin": 1}]


def test_a_decision_of_what_goes_on_is_asked_in_the_midst_of_it() -> None:
    text = TABLE.replace("gain n coin", "may gain n coin") + (
        "rule fair { instead of visit(player, n) { do as before, gain 1 nut, do as before } }"
    )
    position = game(text, 1)
    position.choose("accept")
    assert list_holdings(position) == {"coin": 1, "nut": 1}
    resumed = caylus.resume(position.save())
    resumed.choose("accept")
    assert list_holdings(resumed) == {"coin": 2, "nut": 1}


def test_the_next_that_holds_goes_on_and_the_action_itself_last() -> None:
    text = """
rule outer { instead of visit(player, n) where n > 0 { say "outer", do as before } }
rule not_twice { instead of visit(player, n) where n > 1 { say "never" } }
rule inner { instead of visit(player, n) { say "inner", do as before, say "inner again" } }
rule last  { instead of visit(player, n) { say "last", do as before } }
"""
    assert render_text(SAYS + text) == ["outer", "inner", "last", "action", "inner again"]


def test_the_next_is_asked_when_its_turn_comes() -> None:
    text = """
rule outer { instead of visit(player, n) where n > 0 { gain 1 nut, do as before } }
rule inner { instead of visit(player, n) where player.nut is 1 { gain 5 nut } }
"""
    assert list_holdings(game(TABLE + text, 1)) == {"nut": 6}


def test_before_and_after_stay_around_all_of_it() -> None:
    text = """
rule fair { instead of visit(player, n) { do as before, do as before } }
rule bells { before visit(player, n) { say "before" }, after visit(player, n) { say "after" } }
"""
    assert render_text(SAYS + text) == ["before", "action", "action", "after"]


def test_a_phase_a_table_and_a_sequence_go_on_like_any_action() -> None:
    text = """
resource coin
kind dish plural dishes
dish soup
action main() { do day() }
phase noon "Noon" { for each player in players { do meal(player, soup, 2) } }
table meal(player) by dish, column { soup | gain 1 coin | gain 2 coin }
sequence day = noon
rule twice {
  instead of noon() { do as before, do as before }
  instead of day() { do as before, do as before }
  instead of meal(player, dish, column) { do as before, do as before }
}
"""
    position = game(text, 1)
    assert list_holdings(position) == {"coin": 16}
    assert {event.phase["name"] for event in position.events if event.phase is not None} == {"noon"}


def test_the_log_knows_whose_line_goes_on() -> None:
    text = TABLE + "rule fair { instead of visit(player, n) { do as before } }"
    (event,) = game(text, 1).events
    assert (event.rule, event.line, event.text) == ("visit", 3, "Ann gains 1 coin")


DEEP = """
resource coin
action main() { for each player in players { do climb(player, 1) } }
action climb(player, n: number) { gain n coin, do climb(player, n * 10) at most 2 deep }
"""


def test_what_leads_back_to_itself_is_done_so_often_inside_itself() -> None:
    assert list_holdings(game(DEEP, 1)) == {"coin": 111}
    assert render_text(DEEP) == ["this goes at most 2 deep: nothing happens"]


def test_each_time_has_its_own_variables_and_its_own_decisions() -> None:
    text = """
resource coin, nut
action main() { for each player in players { do climb(player, 0) } }
action climb(player, n: number) {
  let next = n + 1
  may up { do climb(player, next) at most 2 deep }
  gain next coin
}
"""
    position = game(text, 1)
    for option in ("up", "up"):
        position.choose(option)
    assert list_holdings(position) == {}
    position = position.copy()
    position.choose("up")
    assert list_holdings(position) == {"coin": 6}
    assert position.over


def test_all_that_goes_only_so_deep_in_one_circle_counts_together() -> None:
    text = """
action main() { do one(1) }
action one(n: number) { say "one {n}", do two(n + 1) at most 3 deep }
action two(n: number) { say "two {n}", do one(n + 1) at most 2 deep }
"""
    assert render_text(text) == ["one 1", "two 2", "one 3", "two 4", "this goes at most 2 deep: nothing happens"]


def test_what_comes_in_between_needs_no_bound_of_its_own() -> None:
    text = """
action main() { do one() }
action one() { say "one", do two() }
action two() { say "two", do one() at most 1 deep }
"""
    assert render_text(text) == ["one", "two", "one", "two", "this goes at most 1 deep: nothing happens"]


TILES = """
resource coin
kind tile plural tiles {
  state model tile
  action use(player)
}
tile mine   { use { gain 1 coin } }
tile mirror { use { do this.model.use(player) at most 2 deep } }
tile glass  { use { do mirror.use(player) at most 2 deep } }
"""


def test_a_thing_uses_what_another_does_even_if_that_uses_another() -> None:
    text = TILES + "action main() { set mirror.model to mine, for each player in players { do glass.use(player) } }"
    assert list_holdings(game(text, 1)) == {"coin": 1}


def test_two_things_that_use_each_other_come_to_an_end() -> None:
    text = TILES + "action main() { set mirror.model to mirror, for each player in players { do mirror.use(player) } }"
    assert render_text(text) == ["this goes at most 2 deep: nothing happens"]


def test_where_there_is_nothing_to_do_nothing_goes_deep() -> None:
    text = TILES + "action main() { for each player in players { do mirror.use(player) } }"
    assert render_text(text) == []


def test_an_action_that_goes_on_may_lead_back_so_deep() -> None:
    text = """
resource coin
action main() { for each player in players { do climb(player) } }
action climb(player) { gain 1 coin }
rule twice { instead of climb(player) { do as before, do climb(player) at most 2 deep } }
"""
    assert list_holdings(game(text, 1)) == {"coin": 3}
