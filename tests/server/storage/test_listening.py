"""What another server changes is heard of here, and what this one changes itself is not."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import pytest
from caylus_tools.server.storage.store import Store
from support.databases import OpenStore
from support.serving.cluster import Cluster

from server.storage.tables import entry, open_table, soon

ANOTHER_PROCESS = """
import sys
from caylus_tools.server.storage.schema import EntryRow
from caylus_tools.server.storage.store import Store

store = Store(sys.argv[1])
store.append(EntryRow("t", 1, "choice", "North", "key", 1.0, option="x"))
store.close()
"""


def test_each_change_is_heard_by_the_other_servers_that_use_the_table(another: OpenStore) -> None:
    here, there = another(), another()
    open_table(here)
    open_table(there, "unknown here")
    there.table("t")
    heard: list[str] = []
    here.listen(heard.append)
    changes = [
        lambda: there.append(entry(1)),
        lambda: there.change_table("t", title="another"),
        lambda: there.change_seat("t", 0, label="Person"),
        lambda: there.claim("t", 0, "link North", "visitor", "Person", 1.0),
        lambda: there.say("t", None, "Person", "hello", 1.0),
    ]
    time.sleep(0.3)  # until it listens
    for change in changes:
        heard.clear()
        change()
        soon(lambda: heard == ["t"])


def test_a_server_does_not_hear_itself_but_whoever_came_between(another: OpenStore) -> None:
    here, there = another(), another()
    open_table(here)
    there.table("t")
    heard: list[str] = []
    here.listen(heard.append)
    time.sleep(0.3)
    heard.clear()
    here.append(entry(1))
    here.change_table("t", title="another")
    time.sleep(0.4)
    assert heard == []
    there.change_table("t", title="a third")
    here.change_table("t", title="a fourth")
    soon(lambda: heard)
    assert set(heard) == {"t"}


@pytest.mark.slow
def test_another_process_is_heard_within_a_moment(another: OpenStore, database: str, environment: dict[str, str]) -> None:
    store = another()
    open_table(store)
    heard = threading.Event()
    store.listen(lambda table: heard.set())
    subprocess.run([sys.executable, "-c", ANOTHER_PROCESS, database], env=environment, check=True, timeout=60)
    assert heard.wait(5)
    assert len(store.entries("t")) == 1


def test_a_fault_of_who_listens_deafens_nobody(another: OpenStore) -> None:
    here, there = another(), another()
    open_table(here)
    heard: list[str] = []

    def listen(table: str) -> None:
        heard.append(table)
        raise RuntimeError("a fault of who listens")

    here.listen(listen)
    time.sleep(0.3)  # until it listens
    for revision in (1, 2):
        heard.clear()
        there.append(entry(revision))
        soon(lambda: heard)


@pytest.mark.nightly
def test_after_a_break_everything_used_counts_as_changed(postgres: Cluster, postgres_database: str) -> None:
    store = Store(postgres_database)
    open_table(store)
    open_table(store, "u")
    heard: list[str] = []
    store.listen(heard.append)
    soon(lambda: set(heard) == {"t", "u"})
    heard.clear()
    postgres.kill()
    postgres.start()
    soon(lambda: set(heard) == {"t", "u"})
    store.close()
