"""Clocks at a table: they run for people who have to decide, and never end a game."""

from __future__ import annotations

import pytest
from caylus_tools.server import Refused
from caylus_tools.server.storage.schema import DeadlineRow
from caylus_tools.server.tables import LiveTable
from support import tiny

from .house import OWNER, House, choose, state
from .test_seats import QUESTIONS, TOGETHER

pytestmark = pytest.mark.slow

CLOCK = {"seconds": 60, "increment": 5, "runs_out": "bot"}


def time_left(table: LiveTable) -> list[int]:
    return [row["left_ms"] for row in state(table, None)["seats"]]


def due(house: House) -> list[str]:
    house.store.beat(house.now, {})
    return [row.table for row in house.store.due(house.now)]


def expire(house: House, table: LiveTable) -> None:
    table.run_out(state(table, None)["revision"])


def test_the_clock_of_who_decides_runs_and_a_choice_gives_time_back(house: House) -> None:
    table = house.table(tiny.rules(QUESTIONS), clock=CLOCK)
    assert time_left(table) == [60_000, 60_000]
    house.now += 20
    assert time_left(table) == [40_000, 60_000]
    choose(table, "Ann", "coins")
    assert time_left(table) == [45_000, 60_000]
    assert state(table, None)["clock"]["running"] == ["Ben"]
    house.now += 61
    assert time_left(table) == [45_000, 0]
    assert due(house) == [table.id]


def test_whoever_opened_a_table_sets_its_clock_and_who_may_come_until_it_begins(house: House) -> None:
    table = house.tables.get(house.open(tiny.rules(QUESTIONS)).table)
    table.change_terms(True, CLOCK, OWNER)
    assert state(table, None)["terms"] == {"public": True, "clock": CLOCK}
    assert time_left(table) == [60_000, 60_000]
    with pytest.raises(Refused, match="whoever opened"):
        table.change_terms(False, None, "stranger")
    table.start(OWNER)
    with pytest.raises(Refused, match="begun already"):
        table.change_terms(False, None, OWNER)


def test_where_time_has_run_out_a_bot_decides_until_somebody_is_back(house: House) -> None:
    table = house.table(tiny.rules(QUESTIONS), clock=CLOCK)
    house.now += 60
    expire(house, table)
    told = state(table, None)
    assert told["seats"][0]["absent"]
    assert {job.seat for job in house.tables.jobs} == {"Ann"}
    assert "no time left" in told["chat"][-1]["text"]
    house.now += 1000
    assert due(house) == []
    table.put_bot("Ann", None, "Ann")
    assert time_left(table) == [6_000, 60_000]
    choose(table, "Ann", "coins")


def test_a_seat_for_which_a_bot_decides_loses_no_time_and_gets_none_back(house: House) -> None:
    table = house.table(tiny.rules(QUESTIONS), clock=CLOCK)
    table.put_bot("Ann", "random", "Ann")
    assert state(table, None)["clock"]["running"] == []
    house.now += 20
    table.choose_for("Ann", 0, "coins")
    assert time_left(table) == [60_000, 60_000]
    assert state(table, None)["clock"]["running"] == ["Ben"]


def out_of_time(house: House, rules: str = QUESTIONS, people: int = 2) -> LiveTable:
    """A table that asks the others, and where those who decide have no time left."""
    table = house.table(tiny.rules(rules), people, clock={**CLOCK, "runs_out": "ask"})
    house.now += 60
    expire(house, table)
    return table


def late(table: LiveTable) -> list[str]:
    return [row["name"] for row in state(table, None)["seats"] if row["late"]]


def test_or_the_others_are_asked_and_the_clock_waits_for_them(house: House) -> None:
    table = out_of_time(house)
    assert "no time left" in state(table, None)["chat"][-1]["text"]
    assert late(table) == ["Ann"]
    house.now += 1000
    assert due(house) == []
    choose(table, "Ann", "coins")
    assert late(table) == []
    assert time_left(table) == [5_000, 60_000]
    with pytest.raises(Refused, match="any more"):
        table.answer_late("Ann", False, "Ben")


def test_another_at_the_table_has_a_bot_play_for_who_is_late(house: House) -> None:
    table = out_of_time(house)
    table.answer_late("Ann", False, "Ben")
    told = state(table, None)
    assert (told["seats"][0]["absent"], late(table)) == (True, [])
    assert (told["chat"][-1]["seat"], told["chat"][-1]["text"]) == ("Ben", "lets a bot play for Ann until they are back")
    table.put_bot("Ann", None, "Ann")
    assert time_left(table) == [6_000, 60_000]


def test_or_gives_them_more_time_after_which_the_others_are_asked_again(house: House) -> None:
    table = out_of_time(house)
    house.now += 30
    table.answer_late("Ann", True, "Ben")
    assert (time_left(table), late(table), due(house)) == ([6_000, 60_000], [], [])
    house.now += 6
    assert due(house) == [table.id]
    expire(house, table)
    assert late(table) == ["Ann"]


@pytest.mark.parametrize(("visitor", "is_refused"), [("Ann", True), ("nobody", True), ("", True), (OWNER, False)])
def test_who_is_late_does_not_answer_and_nobody_from_outside(house: House, visitor: str, is_refused: bool) -> None:
    table = out_of_time(house)
    if is_refused:
        with pytest.raises(Refused, match="Only the others"):
            table.answer_late("Ann", True, visitor)
    else:
        table.answer_late("Ann", True, visitor)
    assert late(table) == (["Ann"] if is_refused else [])


def test_who_is_here_gets_no_time_by_saying_that_they_are_back(house: House) -> None:
    table = out_of_time(house)
    table.put_bot("Ann", None, "Ann")
    assert (time_left(table), late(table)) == ([0, 60_000], ["Ann"])


def test_who_is_late_stops_no_other_clock_and_is_said_to_be_so_once(house: House) -> None:
    table = house.table(tiny.rules(TOGETHER), clock={**CLOCK, "runs_out": "ask"})
    choose(table, "Ann", "coin")
    choose(table, "Ben", "coin")
    house.now += 10
    choose(table, "Ben", "coin")
    house.now += 55
    expire(house, table)
    choose(table, "Ann", "coin")  # both decide again: Ann with 5 seconds, Ben with 60
    house.now += 5
    expire(house, table)
    said = len(state(table, None)["chat"])
    assert late(table) == ["Ann"]
    assert state(table, None)["clock"]["running"] == ["Ben"]
    house.now += 7
    assert time_left(table)[0] == 0
    assert 0 < time_left(table)[1] < 60_000
    choose(table, "Ben", "coin")
    assert due(house) == []
    assert len(state(table, None)["chat"]) == said


def test_a_choice_in_time_is_in_time(house: House) -> None:
    table = house.table(tiny.rules(QUESTIONS), clock=CLOCK)
    house.now += 60
    late = DeadlineRow(table.id, 0, house.now)
    choose(table, "Ann", "coins")
    house.tables.get(late.table).run_out(late.revision)
    assert not any(row["absent"] for row in state(table, None)["seats"])


def test_what_is_taken_back_costs_its_time(house: House) -> None:
    table = house.table(tiny.rules(QUESTIONS), clock=CLOCK)
    choose(table, "Ann", "coins")
    house.now += 10
    told = state(table, "Ann")
    table.undo("Ann", 0, told["revision"], "key", "Ann")
    assert time_left(table) == [65_000, 50_000]
    house.now += 10
    assert time_left(table) == [55_000, 50_000]
