"""Two servers on one database, and several who want to make the same choice: one of them makes it, and all are told what came of it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from bench.serving.cluster import Cluster
from bench.serving.racing import race

from .conftest import Serve

pytestmark = pytest.mark.slow

DECISIONS, SUBMITS, TABLES = 50, 8, 10


def judge(found: dict[str, Any]) -> None:
    told = {
        "accepted": DECISIONS,
        "submits": DECISIONS * SUBMITS,
        "decisions with more or fewer than one accepted": 0,
        "answered otherwise than they should be": [],
        "lost": 0,
        "acknowledged twice": 0,
        "never acknowledged": 0,
        "seats told otherwise than the rules say": 0,
        "seats told otherwise by the other server": 0,
    }
    assert {name: found[name] for name in told} == told
    assert sum(found["answers"].values()) == DECISIONS * SUBMITS
    assert found["answers"].keys() <= {"200", "again", "409 stale"}


def test_of_those_who_race_on_postgresql_one_is_accepted(serve: Serve, postgres: Cluster) -> None:
    database = postgres.fresh()
    judge(asyncio.run(race([serve(database=database), serve(database=database)], TABLES, DECISIONS, SUBMITS)))


def test_of_those_who_race_on_one_file_one_is_accepted(serve: Serve) -> None:
    one = serve()
    judge(asyncio.run(race([one, serve(database=one.database)], TABLES, DECISIONS, SUBMITS)))
