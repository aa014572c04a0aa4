"""PostgreSQL: several servers on one database. Each hears what the others change with the very commit that changes it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import sqlalchemy as sa

from caylus_tools.server.storage.database import Database, StorageError
from caylus_tools.server.storage.schema import VERSION, copy_rows, migrate, schema_version
from caylus_tools.server.storage.sqlite import SQLiteDatabase, new_file

CHANNEL = "game_tables"
ALONE = 0x6361796C7573
"""The advisory lock of who must be alone."""
POOL = 10
PATIENCE = 5
"""Seconds that we wait for a connection, or for another server that holds a row."""
CONNECT: dict[str, Any] = {
    "client_encoding": "utf8",
    "connect_timeout": PATIENCE,
    "tcp_user_timeout": PATIENCE * 1000,
    "keepalives_idle": PATIENCE,
    "keepalives_interval": 1,
    "keepalives_count": PATIENCE,
}
"""Text is UTF-8 in whatever database, and a server that has gone without a word is noticed within seconds, not hours."""
GLANCE = 0.2
"""Seconds after which the listening thread looks whether it is to end."""
_NOTIFY = sa.text("SELECT pg_notify(:channel, :word)")


class PostgresDatabase(Database):
    """`server` is how others know that they need not hear what they have said."""

    def __init__(self, url: sa.URL, server: str) -> None:
        engine = sa.create_engine(
            url,
            pool_size=POOL,
            max_overflow=0,
            pool_timeout=PATIENCE,
            pool_pre_ping=True,  # a database that was away has left its connections dead in the pool
            isolation_level="READ COMMITTED",  # whatever is usual there: who has waited for a row compares what stands in it now
            connect_args=CONNECT,
        )
        sa.event.listen(engine, "connect", _prepare)
        super().__init__(url, engine)
        self._server = server

    @contextmanager
    def alone(self) -> Iterator[sa.Connection]:
        with self.writing() as connection:
            connection.execute(sa.text("SET LOCAL lock_timeout = 0"))  # to migrate may take its time
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(ALONE)))
            yield connection

    def tell(self, connection: sa.Connection, table: str) -> None:
        connection.execute(_NOTIFY, {"channel": CHANNEL, "word": f"{self._server} {table}"})

    def backup(self, path: Path) -> None:
        version = schema_version(self)
        if version != VERSION:
            raise StorageError(
                f"the database {self.name} has the schema {version} of an earlier version of this program, which can back it up; "
                "so can pg_dump"
            )
        with new_file(path) as part, closing(SQLiteDatabase(sa.URL.create("sqlite", database=str(part)))) as copy:
            migrate(copy)
            moment = self._engine.execution_options(isolation_level="REPEATABLE READ")
            with self._telling_faults(), moment.connect() as source, copy.writing() as target:
                copy_rows(source, target)

    def _foreign_changes(self) -> Iterator[str]:
        while not self._closing.is_set():
            with suppress(psycopg.Error):  # the database is away; everybody who wants something of it says so
                yield from self._listen_for_changes()
            self._closing.wait(GLANCE)

    def _listen_for_changes(self) -> Iterator[str]:
        _, where = self._engine.dialect.create_connect_args(self._engine.url)
        with psycopg.connect(**where, **CONNECT, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            yield from self.used.all()  # what was said while nobody listened
            while not self._closing.is_set():
                for notice in connection.notifies(timeout=GLANCE):
                    server, _, table = notice.payload.partition(" ")
                    if server != self._server:
                        yield table


def _prepare(connection: psycopg.Connection, _: object) -> None:
    """Nobody waits for ever for one who holds a row, and nobody holds one for ever."""
    connection.execute(f"SET lock_timeout = '{PATIENCE}s'")
    connection.execute(f"SET idle_in_transaction_session_timeout = '{2 * PATIENCE}s'")
    connection.commit()
