"""Two servers on one database: what one server knows both know."""

from __future__ import annotations

from contextlib import closing
from urllib.parse import quote

import pytest
from support.coins import RULES
from support.serving.cluster import Cluster
from support.serving.process import Server

from .conftest import Serve
from .web.site import Browser

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def servers(serve: Serve, postgres: Cluster) -> list[Server]:
    """Two that share a database."""
    database = postgres.fresh()
    return [serve(database=database), serve(database=database)]


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
