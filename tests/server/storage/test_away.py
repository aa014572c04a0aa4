"""A database that is away, full, or none at all: said in a sentence, and nothing is lost or doubled when it is back."""

from __future__ import annotations

import os
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa
from caylus_tools.server.storage.database import LONGEST_SILENCE, StorageError, StorageFull, StorageHealth, StorageUnavailable
from caylus_tools.server.storage.schema import AppendResult
from caylus_tools.server.storage.store import Store
from support.serving.cluster import Cluster

from server.storage.tables import entry, keys, open_table


@pytest.mark.slow
def test_while_postgresql_is_away_each_call_says_so_and_then_all_goes_on(postgres: Cluster, postgres_database: str) -> None:
    store = Store(postgres_database)
    open_table(store)
    store.append(entry(1))
    postgres.kill()
    for call in (lambda: store.append(entry(2)), lambda: store.entries("t"), lambda: store.beat(1.0, {})):
        with pytest.raises(StorageUnavailable, match="is not available"):
            call()
    postgres.start()
    assert store.append(entry(2)) == AppendResult("added", 2)
    assert keys(store.entries("t")) == ["key 1", "key 2"]
    store.close()


@pytest.mark.nightly
def test_what_was_answered_before_a_power_cut_stands_and_what_was_not_can_be_asked_again(
    postgres: Cluster, postgres_database: str
) -> None:
    store = Store(postgres_database)
    open_table(store)
    answered: list[str] = []
    for cut in range(2):
        threading.Timer(0.1, postgres.kill).start()
        with pytest.raises(StorageUnavailable):
            while True:
                offer = entry(len(answered) + 1)
                assert store.append(offer) == AppendResult("added", offer.revision)
                answered.append(offer.key)
        postgres.start()
        assert store.append(offer) in (AppendResult("added", offer.revision), AppendResult("again", offer.revision))
        answered.append(offer.key)
        assert keys(store.entries("t")) == answered, cut
    store.close()


def test_a_postgresql_that_is_not_there_is_told_of_without_its_password() -> None:
    with pytest.raises(StorageUnavailable) as told:
        Store("postgresql://someone:hush@127.0.0.1:1/tables")
    assert "someone:***@127.0.0.1:1/tables" in str(told.value)
    assert "hush" not in str(told.value)


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("mysql://host/tables", "a database of the kind mysql is not known here; an address is sqlite:///FILE or postgresql://"),
        ("sqlite://", "a server needs a database that outlives it: sqlite:///FILE"),
        ("sqlite:///:memory:", "a server needs a database that outlives it: sqlite:///FILE"),
        ("postgresql://host:port/tables", "that is no address of a database; one is sqlite:///FILE or postgresql://"),
        ("://", "that is no address of a database"),
    ],
)
def test_an_address_that_means_no_database_is_refused(address: str, sentence: str) -> None:
    with pytest.raises(StorageError) as told:
        Store(address)
    assert str(told.value).startswith(sentence)


def test_postgresql_without_its_extra_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caylus_tools.common.extras.find_spec", lambda name: None)
    with pytest.raises(
        StorageError, match=r"needs the extra `postgres`, and psycopg is missing here; install it with `.*\[postgres\]"
    ):
        Store("postgresql://someone@host/tables")


def test_a_plain_path_is_a_file_and_its_folder_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "tables? 100 % # done.db"
    Store(str(path)).close()
    assert [oct(part.stat().st_mode & 0o777) for part in (path.parent, path)] == ["0o700", "0o600"]


def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Not a database, whatever one may think of it. " * 100)
    before = path.read_bytes()
    with pytest.raises(StorageError, match="file is not a database"):
        Store(str(path))
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["notes.txt"]


@pytest.mark.parametrize("name", ["a folder", "a file/tables.db"])
def test_a_place_where_no_file_can_be_is_told_of(tmp_path: Path, name: str) -> None:
    (tmp_path / "a folder").mkdir()
    (tmp_path / "a file").touch()
    with pytest.raises(StorageError, match=f"{name} cannot be opened: "):
        Store(str(tmp_path / name))


def test_a_folder_without_permission_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "locked").mkdir(mode=0o500)
    path = tmp_path / "locked" / "tables.db"
    user = os.geteuid()
    os.seteuid(user or 65534)  # root may everything
    try:
        with pytest.raises(StorageError) as told:
            Store(str(path))
    finally:
        os.seteuid(user)
    assert str(told.value) == f"the database {path} cannot be opened: Permission denied"


def test_a_full_disk_is_told_of_and_costs_only_what_did_not_fit(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "tables.db"))
    open_table(store)
    with store._database.writing() as connection:  # all that writes has this one connection
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    sizes = []
    with pytest.raises(StorageFull, match="database or disk is full"):
        while True:
            sizes.append(store.say("t", None, "Person", "x" * 4000, 1.0).number)
            assert len(sizes) < 100
    assert [line.number for line in store.chat("t")] == sizes
    assert (store.health.state, store.health.faults) == ("full", 1)
    store.beat(1.0, {})
    assert store.health.state == "well"
    store.close()


@pytest.mark.parametrize(
    ("said", "state"),
    [
        (psycopg.errors.DiskFull("could not extend file"), "full"),
        (psycopg.OperationalError("could not write to file: No space left on device"), "full"),
        (sqlite3.DatabaseError("database disk image is malformed"), "unavailable"),
        (psycopg.OperationalError("connection refused"), "unavailable"),
    ],
)
def test_a_disk_that_is_full_is_told_from_other_faults(tmp_path: Path, said: Exception, state: str) -> None:
    store = Store(str(tmp_path / "tables.db"))
    with pytest.raises(StorageError), store._database.writing():
        raise sa.exc.DBAPIError.instance("INSERT", {}, said, Exception)
    assert store.health.state == state
    store.close()


def test_what_is_wrong_with_a_database_is_logged_once_and_when_it_is_over(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    health = StorageHealth(lambda: now[0])
    for _ in range(3):
        health.note_failure(StorageFull("the database x is not available: database or disk is full"))
    health.wrote()
    health.wrote()
    assert [record.getMessage() for record in caplog.records] == [
        "the disk is full: the database x is not available: database or disk is full",
        "the database stores what it is given again",
    ]
    now[0] = LONGEST_SILENCE + 1
    assert health.state == "silent"
    health.wrote()
    assert health.state == "well"


def test_a_server_that_holds_a_table_and_stands_still_is_not_waited_for(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caylus_tools.server.storage.postgres.PATIENCE", 1)
    store = Store(postgres_database)
    open_table(store)
    with psycopg.connect(postgres_database) as other:
        other.execute("SELECT * FROM game_table FOR UPDATE")
        with pytest.raises(StorageUnavailable, match="lock timeout"):
            store.append(entry(1))
    assert store.append(entry(1)) == AppendResult("added", 1)
    store.close()


def test_a_database_that_another_holds_for_long_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caylus_tools.server.storage.sqlite.PATIENCE", 0.1)
    path = tmp_path / "tables.db"
    store = Store(str(path))
    open_table(store)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor(4) as rivals:
            answers = [rivals.submit(store.append, entry(1, f"rival {number}")) for number in range(4)]
        for answer in answers:
            with pytest.raises(StorageUnavailable, match=r"locked$|busy$"):
                answer.result()
        assert store.entries("t") == []
        other.execute("ROLLBACK")
    assert store.append(entry(1)) == AppendResult("added", 1)
    store.close()
