"""Migrations to the tables of today, and how all rows are copied."""

from __future__ import annotations

import sqlalchemy as sa

from caylus_tools.server.storage import rows
from caylus_tools.server.storage.database import Database, StorageError

VERSION = "0004"
"""The last of the migrations."""

metadata = rows.Row.metadata
rules = rows.RulesRow.__table__
draft = rows.DraftRow.__table__
game_table = rows.TableRow.__table__
secret = rows.SecretRow.__table__
seat = rows.SeatRow.__table__
entry = rows.EntryRow.__table__
chat = rows.ChatRow.__table__
hook = rows.HookRow.__table__
reminder = rows.ReminderRow.__table__
kept_key = rows.KeyRow.__table__
server = rows.ServerRow.__table__

CHUNK = 1000
"""So many rows are in memory at once while they are copied."""


def copy_rows(source: sa.Connection, target: sa.Connection) -> None:
    """All rows of a database into one that has none, perhaps of another kind."""
    for table in metadata.sorted_tables:
        rows = source.execute(table.select(), execution_options={"yield_per": CHUNK}).mappings()
        for some in rows.partitions():
            target.execute(table.insert(), [dict(row) for row in some])


VERSION_TABLE = sa.table("schema_version", sa.column("version_num", sa.Text))


def migrate(database: Database) -> None:
    """Carries out what migrations there are since the database was made. Raises StorageError where that cannot be."""
    if schema_version(database) == VERSION:
        return
    with database.alone() as connection:
        if _version(database, connection) == VERSION:  # another server was first
            return
        from alembic import command  # takes a tenth of a second, and most starts have nothing to migrate
        from alembic.config import Config

        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", f"{__package__}:migrations")
        command.upgrade(config, VERSION)


def schema_version(database: Database) -> str | None:
    """The version whose schema a database has; None where there is nothing in it. Raises StorageError for a later one."""
    with database.reading() as connection:
        return _version(database, connection)


def _version(database: Database, connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table(VERSION_TABLE.name):
        return None
    found: str | None = connection.scalar(sa.select(VERSION_TABLE.c.version_num))
    if found is not None and found > VERSION:
        raise StorageError(
            f"the database {database.name} was written by a later version of this program "
            f"(its schema is {found}, and this one knows {VERSION})"
        )
    return found
