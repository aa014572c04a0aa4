"""A database as the schema of today wants it: made, brought up to date, or refused because a later version has written it."""

from __future__ import annotations

import sqlalchemy as sa

from caylus_tools.server.storage.database import Database
from caylus_tools.server.storage.errors import StorageError
from caylus_tools.server.storage.schema import VERSION

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
