"""The common base of both kinds of database: transactions, faults as sentences, and the tables used lately here."""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
import threading
import time
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import sqlalchemy as sa
from sqlalchemy import exc


class StorageError(Exception):
    """The database cannot be used as it is: no database, no permission, of a later version."""


class NoDatabase(StorageError):
    """There is nothing yet at a database's address."""


class StorageUnavailable(StorageError):
    """The database is away or locked for now, or its disk is full; the same call may be made again.

    Perhaps it was carried out, and only its answer was lost: an entry that is offered again with its key is told `again`.
    """


class StorageFull(StorageUnavailable):
    """The disk of the database has no room for what was to be stored, and nothing of it was."""


State = Literal["well", "full", "unavailable", "silent"]

LONGEST_SILENCE = 10.0
"""Seconds after the last write that ended well; one is tried every two seconds, and waits no more than five for others."""

_log = logging.getLogger(__name__)


class StorageHealth:
    """Any thread may tell it, and nobody waits for it. The log says once that something is wrong, and once that all is well."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._fault: State = "well"
        self._wrote_at = clock()
        self.faults = 0
        """How often the database could not do what it was asked."""

    @property
    def state(self) -> State:
        if self._fault == "well" and self._clock() - self._wrote_at > LONGEST_SILENCE:
            return "silent"
        return self._fault

    def note_failure(self, error: StorageError) -> None:
        """The database could not do what it was asked."""
        fault: State = "full" if isinstance(error, StorageFull) else "unavailable"
        with self._lock:
            self.faults += 1
            is_new, self._fault = self._fault != fault, fault
        if is_new:
            _log.error("%s: %s", "the disk is full" if fault == "full" else "the database cannot be used", error)

    def wrote(self) -> None:
        """Note that the server's regular write is on the disk."""
        with self._lock:
            was_well, self._fault = self._fault == "well", "well"
            self._wrote_at = self._clock()
        if not was_well:
            _log.warning("the database stores what it is given again")


MOST_USED = 10_000
"""So many tables this server hears of when others change them; the longest unused is forgotten first."""


class Database(ABC):
    """A database by its address: reads and writes in transactions, and word of what other servers have changed."""

    def __init__(self, url: sa.URL, engine: sa.Engine) -> None:
        self.name = url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)
        self.used = Used()
        self.health = StorageHealth()
        self._engine = engine
        self._closing = threading.Event()
        self._ear: threading.Thread | None = None

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A transaction that changes nothing."""
        with self._telling_faults(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction that is committed when the block ends, and on the disk then."""
        with self._telling_faults(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    @abstractmethod
    def alone(self) -> Iterator[sa.Connection]:
        """A transaction for writing, of which there is one at a time on all servers of this database."""

    @abstractmethod
    def tell(self, connection: sa.Connection, table: str) -> None:
        """Has other servers hear that this transaction changes a table, once it is committed."""

    @abstractmethod
    def backup(self, path: Path) -> None:
        """Writes all there is into a new SQLite file; tables are played on meanwhile."""

    @abstractmethod
    def _foreign_changes(self) -> Iterator[str]:
        """The tables that other servers change, as they do, until `_closing` is set."""

    def listen(self, listener: Callable[[str], None]) -> None:
        """Has a thread of its own call `listener`. Once for a database."""

        def hear() -> None:
            for table in self._foreign_changes():
                try:
                    listener(table)
                except Exception:  # whatever it is, the next change is to be heard as well
                    logging.getLogger(__name__).exception("what was heard of table %s could not be told on", table)

        self._ear = threading.Thread(target=hear, name="storage-ear", daemon=True)
        self._ear.start()

    def close(self) -> None:
        self._closing.set()
        if self._ear and self._ear is not threading.current_thread():
            self._ear.join()
        self._engine.dispose()

    @contextmanager
    def _telling_faults(self) -> Iterator[None]:
        """Faults of the database as ours; what breaks its constraints or fits no column is the caller's."""
        try:
            yield
        except (exc.IntegrityError, exc.DataError):
            raise
        except (exc.DatabaseError, exc.InterfaceError, exc.TimeoutError) as fault:
            error = self._convert_error(fault)
            self.health.note_failure(error)
            raise error from fault

    def _convert_error(self, fault: exc.SQLAlchemyError) -> StorageError:
        if _is_full(fault):
            return StorageFull(f"the database {self.name} is not available: {reason(fault)}")
        if isinstance(fault, exc.OperationalError | exc.InterfaceError | exc.InternalError | exc.TimeoutError):
            return StorageUnavailable(f"the database {self.name} is not available: {reason(fault)}")
        return StorageError(f"the database {self.name} cannot be used: {reason(fault)}")


class Used:
    """Tables lately used here, each with its version: how often it has changed, as far as this server knows."""

    def __init__(self) -> None:
        self._versions: OrderedDict[str, int] = OrderedDict()
        self._lock = threading.Lock()

    def note_use(self, table: str, version: int) -> None:
        """The table is used, and whoever does so has this version or reads a later one."""
        with self._lock:
            self._versions.setdefault(table, version)
            self._versions.move_to_end(table)
            if len(self._versions) > MOST_USED:
                self._versions.popitem(last=False)

    def note_own_change(self, table: str, version: int) -> None:
        """The table has come to this version from here. Was the one before it not from here, that is still to be heard."""
        with self._lock:
            if self._versions.get(table) == version - 1:
                self._versions[table] = version

    def all(self) -> list[str]:
        with self._lock:
            return list(self._versions)

    def overtaken(self, versions: Iterable[tuple[str, int]]) -> list[str]:
        """Those that have moved on without us, which from now on we know."""
        with self._lock:
            news = {table: version for table, version in dict(versions).items() if version > self._versions.get(table, version)}
            self._versions.update(news)
            return list(news)


def _is_full(fault: exc.SQLAlchemyError) -> bool:
    """Return whether the disk has no room, by the code of SQLite, by that of PostgreSQL, or by what the system says."""
    cause = fault.orig if isinstance(fault, exc.DBAPIError) else None
    is_full = getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL or getattr(cause, "sqlstate", None) == "53100"
    return is_full or os.strerror(errno.ENOSPC) in str(cause)


def reason(fault: exc.SQLAlchemyError) -> str:
    """The database's own words, on one line."""
    cause = fault.orig if isinstance(fault, exc.DBAPIError) and fault.orig is not None else fault
    return " ".join(str(cause).split()) or type(cause).__name__
