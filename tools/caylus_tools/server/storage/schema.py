"""The tables of the database as they are today with their rows, and how an older database becomes one of them.

Times are seconds since 1970. Holders, owners and links are digests of secrets: who reads them can sit down nowhere.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple, TypedDict

import sqlalchemy as sa
from sqlalchemy.orm import DeclarativeBase, Mapped, MappedAsDataclass, mapped_column

from caylus_tools.server.storage.database import Database, StorageError

Status = Literal["open", "playing", "over", "broken"]

Online = Mapping[str, Sequence[str]]
"""The seats that somebody looks on from, by table."""


class Row(MappedAsDataclass, DeclarativeBase):
    """A row of a table of the database; the class is that table. Rows are never changed in place."""

    type_annotation_map: ClassVar[dict[Any, Any]] = {
        str: sa.Text,
        float: sa.Double,
        Mapping[str, Any]: sa.JSON,
        Mapping[str, str]: sa.JSON,
        Sequence[str]: sa.JSON,
        Any: sa.JSON(none_as_null=True),
    }
    if TYPE_CHECKING:
        __table__: ClassVar[sa.Table]


_TableKey = Annotated[str, mapped_column(sa.ForeignKey("game_table.id"), primary_key=True)]
_NumberKey = Annotated[int, mapped_column(primary_key=True, autoincrement=False)]


class RulesRow(Row):
    """The rules that tables are played by, whole, so that no later change of a ruleset touches a table."""

    __tablename__ = "rules"

    hash: Mapped[str] = mapped_column(primary_key=True)
    layers: Mapped[Any] = mapped_column(sa.JSON, nullable=False)
    variants: Mapped[Sequence[str]]
    title: Mapped[str]
    made: Mapped[float]


class DraftRow(Row):
    """Rules that somebody has brought and nobody plays by yet: the texts by file, and what they are for (None: for themselves).

    `size` is what it takes of the room of its `owner`, who was the first to bring it.
    """

    __tablename__ = "draft"

    id: Mapped[str] = mapped_column(primary_key=True)
    base: Mapped[str | None]
    files: Mapped[Mapping[str, str]]
    size: Mapped[int]
    kept: Mapped[float] = mapped_column(index=True)
    owner: Mapped[str] = mapped_column(default="", server_default="")


class TableRow(Row):
    """A table. `revision` is that of its last entry, and `changes` counts whatever else has changed that pages show."""

    __tablename__ = "game_table"
    __table_args__ = (sa.Index("ix_game_table_public_touched", "public", "touched"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    rules: Mapped[str] = mapped_column(sa.ForeignKey("rules.hash"))
    title: Mapped[str]
    public: Mapped[bool]
    spectators: Mapped[bool]
    owner: Mapped[str] = mapped_column(index=True)
    made: Mapped[float]
    touched: Mapped[float]
    options: Mapped[Mapping[str, Any]] = mapped_column(default_factory=dict)
    status: Mapped[Status] = mapped_column(sa.Text, default="open")
    revision: Mapped[int] = mapped_column(default=0)
    changes: Mapped[int] = mapped_column(default=0)
    start: Mapped[Any] = mapped_column(default=None, nullable=True)
    watch_link: Mapped[str | None] = mapped_column(default=None)
    asked: Mapped[Any] = mapped_column(default=None, nullable=True)
    deadline: Mapped[float | None] = mapped_column(default=None, index=True)


class SecretRow(Row):
    """The seed of a table, which no process with pages ever tells."""

    __tablename__ = "secret"

    table: Mapped[_TableKey]
    seed: Mapped[str]


class SeatRow(Row):
    """A seat of a table. `link` is the digest of the link that gives it away, void once it was claimed.

    `seen` is when somebody last looked on from there, to a minute; `wanted` says that the owner has asked the holder for it.
    """

    __tablename__ = "seat"

    table: Mapped[_TableKey]
    number: Mapped[_NumberKey]
    name: Mapped[str]
    label: Mapped[str] = mapped_column(default="")
    kind: Mapped[Literal["person", "bot"]] = mapped_column(sa.Text, default="person")
    policy: Mapped[str | None] = mapped_column(default=None)
    absent: Mapped[bool] = mapped_column(default=False)
    holder: Mapped[str | None] = mapped_column(default=None, index=True)
    link: Mapped[str | None] = mapped_column(default=None)
    wishes: Mapped[Sequence[str]] = mapped_column(default=())
    left_ms: Mapped[int | None] = mapped_column(sa.BigInteger, default=None)
    seen: Mapped[float | None] = mapped_column(default=None)
    wanted: Mapped[bool] = mapped_column(default=False, server_default=sa.false())


class EntryRow(Row):
    """A choice or an undo, at its place in the table's order: revisions count from 1 without a gap.

    `option` is the choice; of an undo, `back_to` is how many choices remain. `key` is the page's own name for what it asked.
    """

    __tablename__ = "entry"
    __table_args__ = (sa.UniqueConstraint("table", "key", name="uq_entry_table_key"),)

    table: Mapped[_TableKey]
    revision: Mapped[_NumberKey]
    kind: Mapped[Literal["choice", "undo"]] = mapped_column(sa.Text)
    seat: Mapped[str]
    key: Mapped[str]
    at: Mapped[float]
    option: Mapped[str | None] = mapped_column(default=None)
    back_to: Mapped[int | None] = mapped_column(default=None)
    by: Mapped[Literal["person", "bot", "wish", "clock"]] = mapped_column(sa.Text, default="person")


class ChatRow(Row):
    """Something said at a table; `seat` is None for spectators. Numbers count from 1."""

    __tablename__ = "chat"

    table: Mapped[_TableKey]
    number: Mapped[_NumberKey]
    seat: Mapped[str | None]
    name: Mapped[str]
    text: Mapped[str]
    at: Mapped[float]


class HookRow(Row):
    """The address where a seat is told that it has to decide, and the last error there."""

    __tablename__ = "hook"

    table: Mapped[_TableKey]
    seat: Mapped[str] = mapped_column(primary_key=True)
    url: Mapped[str]
    last_error: Mapped[str | None] = mapped_column(default=None)


class ReminderRow(Row):
    """An address where a visitor is told of their turns at all tables, and the last error there.

    `unconfirmed` is the digest of the token that confirms the address; None once it is confirmed, or needs not to be.
    """

    __tablename__ = "reminder"

    visitor: Mapped[str] = mapped_column(primary_key=True)
    address: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[Literal["push", "hook", "mail"]] = mapped_column(sa.Text)
    unconfirmed: Mapped[str | None] = mapped_column(default=None)
    last_error: Mapped[str | None] = mapped_column(default=None)


class KeyRow(Row):
    """A key of this server."""

    __tablename__ = "kept_key"

    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]


class BanRow(Row):
    """An address that is shut out until some time."""

    __tablename__ = "ban"

    address: Mapped[str] = mapped_column(primary_key=True)
    until: Mapped[float]


class ServerRow(Row):
    """A server that was seen lately, and who looks on there."""

    __tablename__ = "server"

    id: Mapped[str] = mapped_column(primary_key=True)
    seen: Mapped[float]
    online: Mapped[Mapping[str, Any]] = mapped_column(server_default="{}")


class DeadlineRow(NamedTuple):
    """The time by which an entry has to follow `revision`."""

    table: str
    revision: int
    at: float


class FinishedGame(NamedTuple):
    """A game that is over: its table, and the rules it was played by."""

    table: str
    title: str
    touched: float
    options: Mapping[str, Any]
    game: str
    variants: Sequence[str]


class AppendResult(NamedTuple):
    """The fate of an entry that was offered: it is `added`, or stood there before, by its key (`again`), each at a revision;
    or the table stands at a revision at which it has no place any more (`stale`)."""

    kind: Literal["added", "again", "stale"]
    revision: int


class TableChanges(TypedDict, total=False):
    """The changes that a table may have besides its entries."""

    title: str
    public: bool
    spectators: bool
    options: Mapping[str, Any]
    status: Status
    start: Any
    watch_link: str | None
    asked: Any
    deadline: float | None
    touched: float


class SeatChanges(TypedDict, total=False):
    """The changes that a seat may have besides its clock."""

    label: str
    kind: Literal["person", "bot"]
    policy: str | None
    absent: bool
    holder: str | None
    link: str | None
    wishes: Sequence[str]
    left_ms: int | None
    wanted: bool


def fresh() -> str:
    """A new token that nobody can guess, fit for addresses and cookies."""
    return secrets.token_urlsafe(24)


def digest(token: str) -> str:
    """The digest of a token that is stored: SHA-256 as 64 hexadecimal digits."""
    return hashlib.sha256(token.encode()).hexdigest()


VERSION = "0005"
"""The last of the migrations."""

metadata = Row.metadata
rules = RulesRow.__table__
draft = DraftRow.__table__
game_table = TableRow.__table__
secret = SecretRow.__table__
seat = SeatRow.__table__
entry = EntryRow.__table__
chat = ChatRow.__table__
hook = HookRow.__table__
reminder = ReminderRow.__table__
kept_key = KeyRow.__table__
ban = BanRow.__table__
server = ServerRow.__table__

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
    version: str | None = connection.scalar(sa.select(VERSION_TABLE.c.version_num))
    if version is not None and version > VERSION:
        raise StorageError(
            f"the database {database.name} was written by a later version of this program "
            f"(its schema is {version}, and this one knows {VERSION})"
        )
    return version
