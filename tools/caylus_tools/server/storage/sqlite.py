"""An SQLite file: the database of a server that was given none. One writes at a time, whoever reads does not wait for it."""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NoReturn, TypeVar

import sqlalchemy as sa

from caylus_tools.server.storage.database import Database, NoDatabase, StorageError, StorageUnavailable

T = TypeVar("T")

PATIENCE = 5.0
"""Seconds that a writer waits for one in another process."""
AGAIN = 0.02
"""Seconds after which a writer asks anew."""
GLANCE = 0.1
"""Seconds after which this server looks whether another has written."""


class SQLiteDatabase(Database):
    """Raises StorageError where the file cannot be opened or made, or is something else. Who does not make one only looks."""

    def __init__(self, url: sa.URL, makes: bool = True) -> None:
        if not url.database or url.database == ":memory:":
            raise StorageError("a server needs a database that outlives it: sqlite:///FILE")
        self._file = Path(url.database).absolute()
        plain = sa.URL.create("sqlite", database=str(self._file))
        readers = sa.create_engine(plain, connect_args={"timeout": PATIENCE}, pool_timeout=PATIENCE)
        self._writer = sa.create_engine(plain, connect_args={"timeout": AGAIN}, pool_size=1)
        for engine, begin in ((readers, _begin_reading), (self._writer, _begin_writing)):
            sa.event.listen(engine, "connect", _prepare)
            sa.event.listen(engine, "begin", begin)
        super().__init__(url, readers)
        self._turn = threading.Lock()
        if makes:
            self._make()
        elif not self._file.exists():
            self._say_there_is_none()

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        if not self._turn.acquire(timeout=PATIENCE):  # those before us wait for another process
            busy = StorageUnavailable(f"the database {self.name} is not available: it is busy")
            self.health.note_failure(busy)
            raise busy
        try:
            with self._telling_faults(), self._writer.begin() as connection:
                yield connection
        finally:
            self._turn.release()

    def close(self) -> None:
        super().close()
        self._writer.dispose()

    alone = writing  # BEGIN IMMEDIATE keeps out every other server

    def tell(self, connection: sa.Connection, table: str) -> None:
        """Nothing to do: others look for themselves."""

    def backup(self, path: Path) -> None:
        if path.exists() and path.samefile(self._file):
            raise StorageError(f"{path} is the database itself")
        with new_file(path) as part, closing(sqlite3.connect(self._file)) as source, closing(sqlite3.connect(part)) as target:
            source.backup(target)

    def _say_there_is_none(self) -> NoReturn:
        nearest = next(folder for folder in self._file.parents if folder.exists())
        if not os.access(nearest, os.W_OK):
            raise StorageError(f"there is no database {self._file}, and none can be made in {nearest}")
        raise NoDatabase(f"there is no database {self._file}")

    def _make(self) -> None:
        """Makes the file if need be, for its owner alone: seeds stand in it."""
        try:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600))
            with closing(sqlite3.connect(self._file, timeout=PATIENCE)) as connection:
                # of several that begin to keep a log at once SQLite turns all but one away, however long they would wait
                (mode,) = _ask_again(lambda: connection.execute("PRAGMA journal_mode = WAL").fetchone())
        except OSError as fault:
            raise StorageError(f"the database {self._file} cannot be opened: {fault.strerror}") from fault
        except sqlite3.Error as fault:
            raise StorageError(f"the database {self._file} cannot be opened: {fault}") from fault
        if mode != "wal":
            raise StorageError(f"SQLite cannot keep its log beside {self._file}; a network share is no place for it")

    def _foreign_changes(self) -> Iterator[str]:
        with closing(sqlite3.connect(self._file, timeout=PATIENCE)) as connection:
            last_version = None
            while not self._closing.wait(GLANCE):
                try:
                    (version,) = connection.execute("PRAGMA data_version").fetchone()
                    if version == last_version:
                        continue
                    used = json.dumps(self.used.all())
                    query = "SELECT id, revision + changes FROM game_table WHERE id IN (SELECT value FROM json_each(?))"
                    rows = connection.execute(query, [used]).fetchall()
                    last_version = version
                except sqlite3.Error as fault:
                    logging.getLogger(__name__).warning("could not look for changes in %s: %s", self.name, fault)
                    continue
                yield from self.used.overtaken(rows)


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """Open a new file for a database that takes its place when the block ends well: one file, for its owner alone.

    Raises StorageError where it cannot be written, and for a file that is there, which would be lost.
    """
    try:
        if path.is_file():
            raise StorageError(f"{path} is there already, and would be lost: name another file, or delete it first")
        with tempfile.TemporaryDirectory(prefix=".backup-", dir=path.parent) as folder:
            part = Path(folder) / path.name
            part.touch(mode=0o600)
            yield part
            with closing(sqlite3.connect(part)) as connection:
                connection.execute("PRAGMA journal_mode = DELETE")  # no log beside it
            with part.open("rb") as stream:
                os.fsync(stream.fileno())
            os.replace(part, path)
    except OSError as fault:
        raise StorageError(f"the backup {path} cannot be written: {fault.strerror}") from fault
    except sqlite3.Error as fault:
        raise StorageError(f"the backup {path} cannot be written: {fault}") from fault


def _prepare(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # transactions begin where we say so, below
    for setting in ("synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}")


def _begin_reading(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _begin_writing(connection: sa.Connection) -> None:
    """Waits for writers in other processes. SQLite sleeps the longer the longer it has waited, so a busy neighbour would never
    let it in: it is asked anew all the time."""
    _ask_again(lambda: connection.exec_driver_sql("BEGIN IMMEDIATE"))


def _ask_again(ask: Callable[[], T]) -> T:
    """The answer to what is asked anew as long as the database is busy, and there is patience."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return ask()
        except (sa.exc.OperationalError, sqlite3.OperationalError) as fault:
            cause = fault.orig if isinstance(fault, sa.exc.OperationalError) else fault
            busy = isinstance(cause, sqlite3.Error) and cause.sqlite_errorcode == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > end:
                raise
            time.sleep(AGAIN / 20)  # for what SQLite turns away at once
