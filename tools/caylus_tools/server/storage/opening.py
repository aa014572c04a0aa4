"""Open a database by its address; put a whole one into a file, or into another database of whatever kind."""

from __future__ import annotations

import tempfile
from contextlib import closing
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, IntegrityError

from caylus_tools.common.errors import UsageError
from caylus_tools.common.extras import need_extra
from caylus_tools.server.storage import schema
from caylus_tools.server.storage.database import Database, StorageError
from caylus_tools.server.storage.schema import migrate, schema_version
from caylus_tools.server.storage.sqlite import SQLiteDatabase

EXAMPLES = "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"


def open_database(address: str, server: str = "", *, makes: bool = True) -> Database:
    """A database by its address; a plain path is an SQLite file. `server` is the name that others hear of changes by.

    Raises StorageError where it cannot be opened or an address means none, and NoDatabase for a file that is not there, unless
    it is to be made.
    """
    try:
        url = sa.make_url(address) if "://" in address else sa.URL.create("sqlite", database=address)
    except (ArgumentError, ValueError):
        raise StorageError(f"that is no address of a database; one is {EXAMPLES}") from None
    kind = url.get_backend_name()
    if kind == "sqlite":
        return SQLiteDatabase(url, makes)
    if kind in ("postgresql", "postgres"):
        try:
            need_extra("postgres")
        except UsageError as missing:
            raise StorageError(str(missing)) from None
        from caylus_tools.server.storage.postgres import PostgresDatabase

        return PostgresDatabase(url.set(drivername="postgresql+psycopg"), server)
    raise StorageError(f"a database of the kind {kind} is not known here; an address is {EXAMPLES}")


def back_up(address: str, path: Path) -> None:
    """Writes all there is into a new SQLite file that a server can be started on, while others play on. Raises StorageError."""
    with closing(open_database(address, makes=False)) as database:
        if schema_version(database) is None:
            raise StorageError(f"there are no tables in the database {database.name}")
        database.backup(path)


def restore(address: str, path: Path) -> None:
    """Brings all of a backup into a database in which there are no tables to play at, or nothing of it. Raises StorageError."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "backup.sqlite3")  # of an older version perhaps; what was given stays as it is
        back_up(str(path), copy)
        with closing(open_database(str(copy))) as source, closing(open_database(address)) as database:
            migrate(source)
            _bring(source, database)


def _bring(source: Database, database: Database) -> None:
    if schema_version(database) is not None:
        with database.reading() as connection:
            _must_be_free(database, connection)
    migrate(database)
    try:
        with source.reading() as rows, database.alone() as connection:
            _must_be_free(database, connection)
            for table in (schema.server, schema.draft, schema.rules):  # of a server that nobody has played at
                connection.execute(table.delete())
            schema.copy_rows(rows, connection)
    except IntegrityError:
        raise StorageError(f"somebody plays on the database {database.name} now: stop its servers first") from None


def _must_be_free(database: Database, connection: sa.Connection) -> None:
    if connection.scalar(sa.select(sa.exists().select_from(schema.game_table))):
        raise StorageError(f"there are tables in the database {database.name} already: a backup is restored into an empty one")
