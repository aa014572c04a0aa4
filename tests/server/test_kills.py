"""A server, or the database under it, dies without warning while people choose: nothing that was acknowledged is lost or doubled."""

from __future__ import annotations

import asyncio
import time

import pytest
from support.serving.cluster import Cluster
from support.serving.killing import kill

from .conftest import Serve

pytestmark = pytest.mark.nightly

TIMES = 3
TABLES = 2
ENDS_WITHIN = 60.0
"""Seconds that processes which a server had started may go on without it."""
PROMISED = {
    "answered otherwise than they should be": [],
    "lost": 0,
    "acknowledged twice": 0,
    "never acknowledged": 0,
    "seats told otherwise than the rules say": 0,
    "seats told otherwise after a restart": 0,
}


def test_a_killed_server_has_kept_every_choice_that_it_acknowledged_and_no_other(serve: Serve) -> None:
    found = asyncio.run(kill(TIMES, TABLES, "classic", serve(), None))
    assert {name: found[name] for name in PROMISED} == PROMISED
    assert found["acknowledged"] > 0


def test_a_killed_worker_costs_no_choice_that_was_acknowledged(serve: Serve) -> None:
    found = asyncio.run(kill(TIMES, TABLES, "classic", serve(), None, workers=True))
    assert {name: found[name] for name in PROMISED} == PROMISED
    assert found["acknowledged"] > 0


def test_while_the_database_is_away_people_are_told_so_and_nothing_is_lost(serve: Serve, postgres: Cluster) -> None:
    found = asyncio.run(kill(TIMES, TABLES, "classic", serve(database=postgres.fresh()), postgres))
    assert {name: found[name] for name in PROMISED} == PROMISED
    assert found["answers"].keys() <= {"200", "200 again", "503 unavailable"}
    assert found["acknowledged"] > 0


def test_nothing_is_left_of_a_server_that_was_killed(serve: Serve) -> None:
    server = serve()
    server.kill()
    end = time.monotonic() + ENDS_WITHIN
    while server.running_processes() and time.monotonic() < end:
        time.sleep(0.05)
    assert server.running_processes() == []
