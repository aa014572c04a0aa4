"""The tables of the database as it is today, and how they are copied. How an older one becomes so stands in `migrations`."""

from __future__ import annotations

import sqlalchemy as sa

from caylus_tools.server.storage.database import Database, StorageError

VERSION = "0004"
"""The last of the migrations."""

metadata = sa.MetaData()

rules = sa.Table(
    "rules",
    metadata,
    sa.Column("hash", sa.Text, primary_key=True),
    sa.Column("layers", sa.JSON, nullable=False),
    sa.Column("variants", sa.JSON, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("made", sa.Double, nullable=False),
)

game_table = sa.Table(
    "game_table",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("rules", sa.Text, sa.ForeignKey("rules.hash"), nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("spectators", sa.Boolean, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("owner", sa.Text, nullable=False, index=True),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("changes", sa.Integer, nullable=False),
    sa.Column("start", sa.JSON(none_as_null=True)),
    sa.Column("watch_link", sa.Text),
    sa.Column("asked", sa.JSON(none_as_null=True)),
    sa.Column("deadline", sa.Double, index=True),
    sa.Column("made", sa.Double, nullable=False),
    sa.Column("touched", sa.Double, nullable=False),
    sa.Index("ix_game_table_public_touched", "public", "touched"),
)


def _table_column() -> sa.Column[str]:
    return sa.Column("table", sa.Text, sa.ForeignKey("game_table.id"), primary_key=True)


secret = sa.Table("secret", metadata, _table_column(), sa.Column("seed", sa.Text, nullable=False))

seat = sa.Table(
    "seat",
    metadata,
    _table_column(),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("label", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("policy", sa.Text),
    sa.Column("absent", sa.Boolean, nullable=False),
    sa.Column("holder", sa.Text, index=True),
    sa.Column("link", sa.Text),
    sa.Column("wishes", sa.JSON, nullable=False),
    sa.Column("left_ms", sa.BigInteger),
    sa.Column("seen", sa.Double),
    sa.Column("wanted", sa.Boolean, nullable=False, server_default=sa.false()),
)

entry = sa.Table(
    "entry",
    metadata,
    _table_column(),
    sa.Column("revision", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("seat", sa.Text, nullable=False),
    sa.Column("option", sa.Text),
    sa.Column("back_to", sa.Integer),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.UniqueConstraint("table", "key", name="uq_entry_table_key"),
)

chat = sa.Table(
    "chat",
    metadata,
    _table_column(),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Text),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
)

hook = sa.Table(
    "hook",
    metadata,
    _table_column(),
    sa.Column("seat", sa.Text, primary_key=True),
    sa.Column("url", sa.Text, nullable=False),
    sa.Column("last_error", sa.Text),
)

reminder = sa.Table(
    "reminder",
    metadata,
    sa.Column("visitor", sa.Text, primary_key=True),
    sa.Column("address", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("unconfirmed", sa.Text),
    sa.Column("last_error", sa.Text),
)

kept_key = sa.Table(
    "kept_key",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

draft = sa.Table(
    "draft",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("base", sa.Text),
    sa.Column("files", sa.JSON, nullable=False),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("kept", sa.Double, nullable=False, index=True),
)

server = sa.Table(
    "server",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("seen", sa.Double, nullable=False),
    sa.Column("online", sa.JSON, nullable=False, server_default="{}"),
)

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
