"""Whoever runs a server is told whether it works: at once, whatever its games and its database are at."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import httpx
import pytest
from caylus_tools.server.storage.database import StorageFull

from .site import Site

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(start: Callable[..., Site]) -> Iterator[Site]:
    with start() as site:
        yield site


def health(site: Site) -> httpx.Response:
    return httpx.get(f"{site.address}/health", trust_env=False, timeout=20)


def until(site: Site, status: int) -> httpx.Response:
    end = time.monotonic() + 20
    while (answer := health(site)).status_code != status and time.monotonic() < end:
        time.sleep(0.1)
    return answer


def test_health_waits_neither_for_the_database_nor_for_threads(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caylus_tools.server.storage.sqlite.PATIENCE", 1.0)
    turn = site.services.store._database._turn  # type: ignore[attr-defined]
    with turn:
        assert health(site).json() == {"healthy": True, "server": site.services.assets.version}
        for queue in site.services.queues.values():
            monkeypatch.setattr(queue, "_most_threads", 1)
        answer = until(site, 503)
        assert answer.json()["error"]["code"] == "unavailable"
    assert until(site, 200).status_code == 200


def test_a_server_that_can_start_no_process_for_tables_says_so(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = threading.Event()
    with monkeypatch.context() as away:
        away.setattr(site.services.tables, "begin", tried.set)
        away.setattr(type(site.services.tables), "is_well", property(lambda _: False))
        assert health(site).json()["error"]["code"] == "workers"
        assert tried.wait(60), "it is tried again"
    assert until(site, 200).status_code == 200


@pytest.mark.nightly
def test_a_full_disk_is_said_in_health_log_and_figures_and_nothing_is_acknowledged(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    ann = site.browser()
    opened = ann.do("/api/tables", base="tiny", seats=[{"kind": "person", "mine": True}] * 3).json()["table"]
    table, seats = opened, [seat["name"] for seat in ann.get(f"/api/tables/{opened}").json()["seats"]]
    store = site.services.store
    with store._database.writing() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StorageFull):
        while True:
            store.say(table, None, "Person", "x" * 400, 1.0)
    acknowledged = 0
    while True:
        sent = {"seat": seats[acknowledged % 3], "revision": acknowledged, "option": "small", "key": f"{acknowledged}{'k' * 50}"}
        answer = ann.do(f"/api/tables/{table}/choose", **sent)
        if answer.status_code != 200:
            break
        acknowledged = answer.json()["revision"]
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "full")
    assert [entry.revision for entry in store.entries(table)] == [*range(1, acknowledged + 1)]
    told = health(site)
    while told.status_code == 200:  # the small write of every second or two has found room
        store.health.note_failure(StorageFull("as just now"))
        told = health(site)
    assert (told.status_code, told.json()["error"]["code"]) == (503, "full")
    assert "caylus_storage_full 1" in ann.get("/metrics").text
    assert any("the disk is full" in record.getMessage() for record in caplog.records)
    with store._database.writing() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
    assert until(site, 200).status_code == 200
    assert ann.do(f"/api/tables/{table}/choose", **sent).json()["revision"] == acknowledged + 1
    assert "caylus_storage_well 1" in ann.get("/metrics").text
