"""Time to think: a deadline is all that says how long somebody has been thinking."""

from __future__ import annotations

from typing import Any

import pytest
from caylus_tools.server import Refused
from caylus_tools.server.clocks import LONGEST, Clock, deadline

CLOCK = Clock(60, 5, "bot")
KEPT = {"Ann": 60_000, "Ben": 30_000, "Cem": 10_000}


@pytest.mark.parametrize(("chooser", "left"), [("Ben", 23_000), ("Ann", 18_000)])
def test_who_has_chosen_gets_something_back_if_the_clock_was_theirs(chooser: str, left: int) -> None:
    until = deadline(KEPT, ["Ben"], 100.0)
    assert CLOCK.time_after_choice(KEPT, ["Ben"], until, 112.0, chooser) == {**KEPT, "Ben": left}


@pytest.mark.parametrize(("until", "now", "left"), [(3730.0, 3712.0, 18_000), (130.0, 50.0, 30_000)], ids=["away", "set back"])
def test_no_clock_runs_while_the_server_is_away_or_the_time_of_the_machine_goes_back(until: float, now: float, left: int) -> None:
    assert CLOCK.time_left(KEPT, ["Ben"], until, now)["Ben"] == left


def test_of_several_who_decide_at_once_the_shortest_time_ends_first() -> None:
    until = deadline(KEPT, ["Ann", "Cem"], 100.0)
    assert until == 110.0
    kept = CLOCK.time_after_choice(KEPT, ["Ann", "Cem"], until, 104.0, "Cem")
    assert kept == {"Ann": 56_000, "Ben": 30_000, "Cem": 11_000}
    assert deadline(kept, ["Ann"], 104.0) == 160.0


def test_where_nobody_decides_no_time_runs() -> None:
    assert deadline(KEPT, [], 100.0) is None
    assert CLOCK.time_left(KEPT, [], None, 100.0) == KEPT


def test_whoever_comes_back_has_some_time_again() -> None:
    assert CLOCK.full() == 60_000
    assert (CLOCK.time_for_return(0), CLOCK.time_for_return(50_000)) == (6_000, 50_000)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"seconds": 0, "increment": 5, "runs_out": "bot"},
        {"seconds": 60, "increment": -1, "runs_out": "bot"},
        {"seconds": 60, "increment": 5, "runs_out": "end"},
        {"seconds": "60", "increment": 5, "runs_out": "bot"},
        {"seconds": True, "increment": 5, "runs_out": "bot"},
        {"seconds": LONGEST + 1, "increment": 5, "runs_out": "bot"},
        {"seconds": 1.5, "increment": 5, "runs_out": "ask"},
    ],
)
def test_options_that_are_no_clock_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        Clock.from_options(options)
