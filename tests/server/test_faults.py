"""What befalls a running server and its machine: what players are told, that nothing is lost, and that it is well again."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import httpx
import psycopg
import pytest
from support import tiny
from support.serving.cluster import Cluster
from support.serving.process import Server

from .conftest import Serve
from .web.site import COUNTING, Browser

pytestmark = pytest.mark.nightly

ASLEEP = 9.0
"""Seconds: longer than a server may be silent."""
WELL_WITHIN = 180.0


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rulesets")
    (folder / "tiny").mkdir()
    tiny.write(folder / "tiny", COUNTING)
    return folder


class Table:
    """A table of two seats of one browser, with clocks, at which choices are made one after another."""

    def __init__(self, server: Server) -> None:
        self.server, self.browser = server, Browser(server.address)
        self.browser.timeout = httpx.Timeout(WELL_WITHIN)
        seats = [{"kind": "person", "mine": True}] * 2
        clock = {"seconds": 600, "increment": 0, "runs_out": "bot"}
        opened = self.browser.do("/api/tables", base="tiny", seats=seats, clock=clock)
        assert opened.status_code == 200, opened.text
        self.id = opened.json()["table"]
        self.seats = [seat["name"] for seat in self.browser.get(f"/api/tables/{self.id}").json()["seats"]]
        self.revision = 0

    def choose(self) -> httpx.Response:
        """Makes the next choice; the same one, with the same key, until it is accepted."""
        seat = self.seats[self.revision % 2]
        fields = {"seat": seat, "revision": self.revision, "option": "small", "key": f"key{self.revision}"}
        answer = self.browser.do(f"/api/tables/{self.id}/choose", **fields)
        if answer.status_code == 200:
            self.revision = answer.json()["revision"]
        return answer

    def play(self, choices: int = 2) -> None:
        for _ in range(choices):
            answer = self.choose()
            assert answer.status_code == 200, answer.text

    def choose_soon(self) -> set[int]:
        """The statuses of answers until a choice is accepted."""
        statuses, end = set[int](), time.monotonic() + WELL_WITHIN
        while time.monotonic() < end:
            statuses.add((answer := self.choose()).status_code)
            if answer.status_code == 200:
                return statuses
            time.sleep(0.2)
        raise AssertionError(f"no choice was accepted: {statuses}")

    @property
    def rows(self) -> tuple[int, float]:
        """The revision that is stored, and the deadline."""
        with closing(sqlite3.connect(self.server.database.removeprefix("sqlite:///"))) as rows:
            stored: tuple[int, float] = rows.execute(
                "SELECT revision, deadline FROM game_table WHERE id = ?", [self.id]
            ).fetchone()
        return stored


@contextmanager
def playing(server: Server) -> Iterator[Table]:
    table = Table(server)
    with closing(table.browser):
        table.play()
        yield table


@pytest.fixture
def table(serve: Serve, folder: Path) -> Iterator[Table]:
    with playing(serve("--rulesets", folder)) as table:
        yield table


@contextmanager
def stopped(pids: list[int]) -> Iterator[None]:
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            with suppress(ProcessLookupError):  # it was replaced
                os.kill(pid, signal.SIGCONT)


def test_a_machine_that_slept_takes_nobodys_time(table: Table) -> None:
    _, before = table.rows
    with stopped(table.server.running_processes()):
        time.sleep(ASLEEP)
    assert table.choose_soon() <= {200, 503}
    assert "nobody could be served" in table.server.log
    state = table.browser.get(f"/api/tables/{table.id}/at/{table.revision}?seat={table.seats[0]}").json()
    assert not any(seat["absent"] for seat in state["seats"])
    assert table.rows[0] == table.revision
    assert before + ASLEEP - 1 <= table.rows[1]


def test_a_worker_that_stands_still_is_replaced_and_takes_nobodys_time(table: Table) -> None:
    _, before = table.rows
    workers = [pid for pid in table.server.running_processes() if pid != min(table.server.running_processes())]
    with stopped(workers):
        assert table.choose_soon() <= {200, 503}
    assert table.rows[0] == table.revision
    assert table.rows[1] > before
    table.play()


def test_a_database_that_may_only_be_read_is_told_and_nothing_is_lost(serve: Serve, folder: Path, postgres: Cluster) -> None:
    url = postgres.fresh()
    with playing(serve("--rulesets", folder, database=url)) as table, psycopg.connect(url, autocommit=True) as operator:
        name = operator.info.dbname
        for setting, may_choose in (("on", False), ("off", True)):
            operator.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = {setting}')
            operator.execute("SET default_transaction_read_only = off")
            operator.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            if may_choose:
                assert table.choose_soon() <= {200, 503}
            else:
                assert {table.choose().status_code for _ in range(3)} == {503}
                assert httpx.get(f"{table.server.address}/health", trust_env=False, timeout=60).status_code == 503
        table.play()
