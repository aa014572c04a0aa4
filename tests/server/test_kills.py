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


@pytest.mark.parametrize("killed", ["server", "worker", "database"])
def test_no_choice_that_was_acknowledged_is_lost_or_doubled_whatever_is_killed(
    serve: Serve, postgres: Cluster, killed: str
) -> None:
    is_database = killed == "database"
    server = serve(database=postgres.fresh()) if is_database else serve()
    found = asyncio.run(kill(TIMES, TABLES, "classic", server, postgres if is_database else None, workers=killed == "worker"))
    assert {name: found[name] for name in PROMISED} == PROMISED
    assert found["answers"].keys() <= {"200", "200 again", "503 unavailable"} or not is_database
    assert found["acknowledged"] > 0


def test_nothing_is_left_of_a_server_that_was_killed(serve: Serve) -> None:
    server = serve()
    server.kill()
    end = time.monotonic() + ENDS_WITHIN
    while server.running_processes() and time.monotonic() < end:
        time.sleep(0.05)
    assert server.running_processes() == []
