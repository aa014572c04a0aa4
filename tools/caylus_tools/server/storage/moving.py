"""A whole database put into one file, and taken out of it into another database, of whatever kind."""

from __future__ import annotations

import tempfile
from contextlib import closing
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from caylus_tools.server.storage import schema
from caylus_tools.server.storage.database import Database
from caylus_tools.server.storage.errors import StorageError
from caylus_tools.server.storage.migrating import migrate, schema_version
from caylus_tools.server.storage.opening import open_database


def back_up(address: str, path: Path) -> None:
    """Writes all there is into an SQLite file that a server can be started on, while others play on. Raises StorageError."""
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
