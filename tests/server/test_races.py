"""Two servers on one database: of several who want to make the same choice one makes it, and what one server knows both know."""

from __future__ import annotations

import asyncio
from contextlib import closing
from urllib.parse import quote

import pytest
from support.coins import RULES
from support.serving.cluster import Cluster
from support.serving.process import Server
from support.serving.racing import race

from .conftest import Serve
from .web.site import Browser

pytestmark = pytest.mark.slow

DECISIONS, SUBMITS, TABLES = 25, 8, 5


@pytest.fixture(scope="module")
def servers(serve: Serve, postgres: Cluster) -> list[Server]:
    """Two that share a database."""
    database = postgres.fresh()
    return [serve(database=database), serve(database=database)]


@pytest.mark.nightly
@pytest.mark.parametrize("is_file", [False, True], ids=["PostgreSQL", "a file"])
def test_of_those_who_race_one_is_accepted(serve: Serve, servers: list[Server], is_file: bool) -> None:
    one = serve() if is_file else servers[0]
    other = serve(database=one.database) if is_file else servers[1]
    found = asyncio.run(race([one, other], TABLES, DECISIONS, SUBMITS))
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


@pytest.mark.nightly
def test_whoever_is_sent_to_another_server_finds_there_what_they_have_left(servers: list[Server]) -> None:
    one, other = (server.address for server in servers)
    with closing(Browser(one)) as here, closing(Browser(other)) as there, closing(Browser(one)) as ben:
        there.cookies = here.cookies
        draft = here.do("/api/rules", text=RULES).json()["draft"]
        table, mine, link = there.open(base=None, draft=draft)
        his = ben.sit(link)
        with ben.live(table, quote(his)), there.live(table, quote(mine)) as line:
            while line.next("online")["seats"] != sorted([mine, his]):
                pass
