"""Clocks at a table: they run for people who have to decide, and never end a game."""

from __future__ import annotations

import pytest
from caylus_tools.server.refused import Refused
from caylus_tools.server.storage.rows import DeadlineRow
from caylus_tools.server.tables import LiveTable
from support import tiny

from .house import House, choose, state
from .test_seats import QUESTIONS

CLOCK = {"seconds": 60, "increment": 5, "runs_out": "bot"}


def left(table: LiveTable) -> list[int]:
    return [row["left_ms"] for row in state(table, None)["seats"]]


def due(house: House) -> list[str]:
    house.store.beat(house.now, {})
    return [row.table for row in house.store.due(house.now)]


def expire(house: House, table: LiveTable) -> None:
    table.run_out(state(table, None)["revision"])


def test_the_clock_of_who_decides_runs_and_a_choice_gives_time_back(house: House) -> None:
    table = house.table(tiny.rules(QUESTIONS), clock=CLOCK)
    assert left(table) == [60_000, 60_000]
    house.now += 20
    assert left(table) == [40_000, 60_000]
    choose(table, "Ann", "coins")
    assert left(table) == [45_000, 60_000]
    assert state(table, None)["clock"]["running"] == ["Ben"]
    house.now += 61
    assert left(table) == [45_000, 0]
    assert due(house) == [table.id]


def test_where_time_has_run_out_a_bot_decides_until_somebody_is_back(house: House) -> None:
    asked: list[str] = []
    house.tables.use(lambda job: asked.append(job.seat))
    table = house.table(tiny.rules(QUESTIONS), clock=CLOCK)
    house.now += 60
    expire(house, table)
    told = state(table, None)
    assert told["seats"][0]["absent"]
    assert asked == ["Ann"]
    assert "no time left" in told["chat"][-1]["text"]
    house.now += 1000
    assert due(house) == []
    table.put_bot("Ann", None, "Ann")
    assert left(table) == [6_000, 60_000]
    choose(table, "Ann", "coins")


def test_a_seat_for_which_a_bot_decides_loses_no_time_and_gets_none_back(house: House) -> None:
    table = house.table(tiny.rules(QUESTIONS), clock=CLOCK)
    table.put_bot("Ann", "random", "Ann")
    assert state(table, None)["clock"]["running"] == []
    house.now += 20
    table.choose_for("Ann", 0, "coins")
    assert left(table) == [60_000, 60_000]
    assert state(table, None)["clock"]["running"] == ["Ben"]


def test_or_the_table_is_told_and_waits(house: House) -> None:
    table = house.table(tiny.rules(QUESTIONS), clock={**CLOCK, "runs_out": "ask"})
    house.now += 60
    expire(house, table)
    assert "no time left" in state(table, None)["chat"][-1]["text"]
    house.now += 1000
    assert due(house) == []
    choose(table, "Ann", "coins")
    assert left(table) == [5_000, 60_000]


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
    assert left(table) == [65_000, 50_000]
    house.now += 10
    assert left(table) == [55_000, 50_000]


@pytest.mark.parametrize("clock", [{}, {**CLOCK, "seconds": 0}, {**CLOCK, "increment": -1}, {**CLOCK, "runs_out": "end"}])
def test_what_is_no_clock_is_refused(house: House, clock: object) -> None:
    with pytest.raises(Refused, match="A clock has"):
        house.open(tiny.rules(QUESTIONS), clock=clock)
