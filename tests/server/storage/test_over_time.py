"""Databases of earlier versions, servers that come and go, backups."""

from __future__ import annotations

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from caylus_tools.server.storage import schema
from caylus_tools.server.storage.database import StorageError
from caylus_tools.server.storage.opening import back_up, open_database, restore
from caylus_tools.server.storage.schema import DeadlineRow
from caylus_tools.server.storage.store import Store
from support.databases import OpenStore

from server.storage.tables import entry, keys, open_table, the_table

TABLE_OF_ANY_VERSION = (
    "INSERT INTO rules VALUES ('hash', '[]', '[]', 'A game', 0.0)",
    "INSERT INTO server (id, seen) VALUES ('before', 100.0)",
    """INSERT INTO game_table (id, rules, title, public, spectators, options, owner, status, revision, changes, made, touched)
       VALUES ('t', 'hash', 'A table', 1, 0, '{"players": 2}', 'owner', 'playing', 0, 0, 0.0, 0.0)""",
    f"INSERT INTO secret VALUES ('t', '{2**70}')",
    "INSERT INTO chat VALUES ('t', 1, NULL, 'Ann', '“é”', 1.0)",
)
"""In the words of all versions that there ever were."""


def _versions() -> list[str]:
    config = Config()
    config.set_main_option("script_location", "caylus_tools.server.storage:migrations")
    return [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()][::-1]


VERSIONS = [
    pytest.param(one, marks=[pytest.mark.nightly] * (0 < at < len(_versions()) - 1)) for at, one in enumerate(_versions())
]
"""By day the first and the last."""


def test_the_schema_of_today_is_the_last_of_the_migrations() -> None:
    assert _versions()[-1] == schema.VERSION
    assert _versions() == sorted(_versions())


@pytest.mark.slow
@pytest.mark.parametrize("version", ["none", *VERSIONS])
def test_a_database_of_each_earlier_version_becomes_one_of_today(
    database: str, version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if version != "none":
        with monkeypatch.context() as then, closing(open_database(database, "then")) as earlier:
            then.setattr(schema, "VERSION", version)
            schema.migrate(earlier)
    with closing(open_database(database, "now")) as now:
        schema.migrate(now)
        with now.reading() as connection:
            options = {"version_table": schema.VERSION_TABLE.name, "compare_type": True}
            assert compare_metadata(MigrationContext.configure(connection, opts=options), schema.metadata) == []


def test_servers_that_start_at_once_migrate_once(another: OpenStore) -> None:
    with ThreadPoolExecutor(4) as servers:
        stores = list(servers.map(lambda _: another(), range(4)))
    open_table(stores[0])
    assert [store.table("t") is not None for store in stores] == [True] * 4


def test_a_database_of_a_later_version_is_refused_and_left_as_it_is(database: str, another: OpenStore) -> None:
    open_table(another())
    with closing(open_database(database, "later")) as later, later.writing() as connection:
        connection.execute(schema.VERSION_TABLE.update().values(version_num="9999"))
    with pytest.raises(StorageError, match=r"was written by a later version of this program \(its schema is 9999, and"):
        Store(database)


def test_what_goes_wrong_in_a_migration_leaves_the_database_as_it_was(database: str) -> None:
    with closing(open_database(database, "first")) as empty, empty.writing() as connection:
        connection.execute(sa.text("CREATE TABLE secret (colour TEXT)"))
    with pytest.raises(StorageError, match="already exists"):
        Store(database)
    with closing(open_database(database, "then")) as after, after.reading() as connection:
        assert sa.inspect(connection).get_table_names() == ["secret"]


def test_a_deadline_is_due_until_an_entry_answers_it(store: Store) -> None:
    for id in ("t", "u", "v"):
        open_table(store, id)
    store.append(entry(1), deadline=30.0)
    store.change_table("u", deadline=20.0)
    store.beat(29.0, {})
    assert store.due(19.9) == []
    assert store.due(30.0) == [DeadlineRow("u", 0, 20.0), DeadlineRow("t", 1, 30.0)]
    store.append(entry(2))
    assert store.due(31.0) == [DeadlineRow("u", 0, 20.0)]


def test_time_in_which_no_server_ran_counts_against_nobody_and_is_given_once(another: OpenStore) -> None:
    before = another()
    assert before.downtime(100.0) == 0.0
    open_table(before)
    before.append(entry(1), deadline=130.0)
    before.beat(102.0, {})
    assert another().downtime(150.0) == 48.0
    assert another().downtime(150.0) == 0.0
    assert the_table(before).deadline == 178.0


def test_time_in_which_servers_could_not_reach_the_database_counts_against_nobody(another: OpenStore) -> None:
    here, there = another(), another()
    open_table(here)
    for store in (here, there):
        store.downtime(100.0)
    here.append(entry(1), deadline=110.0)
    assert here.due(120.0) == []  # nobody could have chosen
    for store in (here, there):
        store.beat(120.0, {})
    assert the_table(here).deadline == 130.0
    for time in (122.0, 126.0, 130.0):  # and what is usual gives nothing
        here.beat(time, {})
    assert here.due(130.0) == [DeadlineRow("t", 1, 130.0)]


def test_a_server_that_slept_tells_of_the_time_before_anything_is_decided(store: Store) -> None:
    open_table(store)
    open_table(store, "u")
    changed = list[str]()
    store.listen(changed.append)
    store.catch_up(90.0)
    assert store.due(1000.0) == [], "it has not begun to beat"
    store.downtime(100.0)
    store.beat(100.0, {"t": ["North"]})
    store.append(entry(1), deadline=110.0)
    store.catch_up(105.0)
    assert the_table(store).deadline == 110.0
    changed.clear()
    store.catch_up(28_900.0)  # a night later
    store.catch_up(28_901.0)
    assert (the_table(store).deadline, the_table(store, "u").deadline) == (28_910.0, None)
    assert "t" in changed


def test_a_clock_of_the_machine_that_is_set_back_and_forward_again_costs_nobody_time(store: Store) -> None:
    open_table(store)
    store.beat(10_000.0, {})
    store.append(entry(1), deadline=10_060.0)
    store.beat(6_400.0, {})
    assert the_table(store).deadline == 6_460.0
    store.beat(10_002.0, {})
    assert the_table(store).deadline == 10_062.0


def test_tables_that_could_not_be_played_at_have_their_deadlines_put_off(store: Store) -> None:
    for id in "tuv":
        open_table(store, id)
        store.append(entry(1, table=id), deadline=100.0)
    store.delay(["t", "u"], 30.0)
    assert [the_table(store, id).deadline for id in "tuv"] == [130.0, 130.0, 100.0]


def test_a_server_that_was_forgotten_is_known_again_with_its_next_beat(another: OpenStore) -> None:
    slow = another()
    slow.downtime(0.0)
    assert another().downtime(1000.0) == 1000.0
    slow.beat(1001.0, {})
    assert another().downtime(1001.5) == 0.5


def test_each_server_says_who_looks_on_there_for_as_long_as_it_runs(another: OpenStore) -> None:
    here, there = another(), another()
    here.beat(100.0, {"t": ["North"]})
    assert there.beat(101.0, {"t": ["South"], "u": []}) == [{"t": ["North"]}]
    assert here.beat(102.0, {}) == [{"t": ["South"], "u": []}]
    assert there.beat(103.0, {}) == [{}]
    assert there.beat(120.0, {}) == []


@pytest.mark.slow
def test_a_backup_is_whole_and_can_be_served_while_others_play_on(store: Store, database: str, tmp_path: Path) -> None:
    open_table(store)
    store.say("t", None, "Person", "hello", 1.0)
    done = threading.Event()

    def play() -> int:
        revision = 0
        while not done.is_set():
            revision += 1
            store.append(entry(revision))
        return revision

    with ThreadPoolExecutor(1) as player:
        played = player.submit(play)
        while len(store.entries("t")) < 5:
            pass
        back_up(database, tmp_path / "backup.db")
        done.set()
    with pytest.raises(StorageError, match="is there already, and would be lost"):
        back_up(database, tmp_path / "backup.db")
    assert (tmp_path / "backup.db").stat().st_mode & 0o777 == 0o600
    assert not [path for path in tmp_path.iterdir() if path.name.startswith((".backup", "backup.db-"))]
    copy = Store(str(tmp_path / "backup.db"))
    kept = copy.entries("t")
    assert 5 <= len(kept) == the_table(copy).revision <= played.result()
    assert keys(kept) == [f"key {number}" for number in range(1, len(kept) + 1)]
    assert (copy.seed("t"), copy.seats("t"), copy.chat("t"), copy.rules("hash")) == (
        store.seed("t"),
        store.seats("t"),
        store.chat("t"),
        store.rules("hash"),
    )
    copy.close()


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_a_backup_of_each_version_is_restored_into_each_kind_of_database(
    database: str, version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, backup = tmp_path / "home.db", tmp_path / "backup.db"
    with monkeypatch.context() as then, closing(open_database(str(home))) as earlier:
        then.setattr(schema, "VERSION", version)
        schema.migrate(earlier)
    with closing(open_database(str(home))) as here, here.writing() as connection:
        for statement in TABLE_OF_ANY_VERSION:
            connection.exec_driver_sql(statement)
    back_up(str(home), backup)
    before = backup.read_bytes()
    Store(database).close()  # a server that nobody has played at
    restore(database, backup)
    assert backup.read_bytes() == before
    with closing(open_database(str(home), makes=False)) as here:
        assert schema.schema_version(here) == version
    with closing(Store(database)) as store:
        assert (the_table(store).options, the_table(store).public, store.seed("t")) == ({"players": 2}, True, 2**70)
        assert [said.text for said in store.chat("t")] == ["“é”"]
        assert store.downtime(150.0) == 50.0  # since the backup was made
    with pytest.raises(StorageError, match="already: a backup is restored into an empty one"):
        restore(database, backup)
    back_up(database, tmp_path / "again.db")
    restore(str(tmp_path / "elsewhere.db"), tmp_path / "again.db")
    with closing(Store(str(tmp_path / "elsewhere.db"))) as store:
        assert [said.text for said in store.chat("t")] == ["“é”"]


def test_what_is_no_backup_is_told_of_and_nothing_is_made(database: str, tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no database" * 100)
    sqlite3.connect(tmp_path / "other.db").close()
    for path, reason in [("nowhere.db", "there is no"), ("text.db", "not a database"), ("other.db", "there are no tables in")]:
        with pytest.raises(StorageError, match=reason):
            restore(database, tmp_path / path)
        with pytest.raises(StorageError, match=reason):
            back_up(str(tmp_path / path), tmp_path / "backup.db")
    assert {path.name for path in tmp_path.iterdir()} == {"text.db", "other.db"}


def test_a_backup_that_cannot_be_written_is_told_of(store: Store, database: str, tmp_path: Path) -> None:
    for path, reason in [(tmp_path / "nowhere" / "b.db", "No such file or directory"), (tmp_path, "Is a directory")]:
        with pytest.raises(StorageError) as told:
            back_up(database, path)
        assert str(told.value) == f"the backup {path} cannot be written: {reason}"


def test_a_backup_never_takes_the_place_of_the_database(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "tables.db"))
    open_table(store)
    (tmp_path / "link.db").symlink_to("tables.db")
    for name in ("tables.db", "link.db"):
        with pytest.raises(StorageError, match="is the database itself"):
            back_up(str(tmp_path / "tables.db"), tmp_path / name)
    assert store.table("t")
    store.close()
