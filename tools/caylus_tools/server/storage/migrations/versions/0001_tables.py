"""Tables, their seats and entries, and what is said at them."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def columns(type_: Any, *names: str, nullable: bool = False) -> list[sa.Column[Any]]:
    return [sa.Column(name, type_, nullable=nullable) for name in names]


def create_part(name: str, *parts: sa.Column[Any] | sa.Constraint, key: str | None = None) -> None:
    """Creates a table of what belongs to a table; `key` tells its rows apart."""
    owner = sa.ForeignKeyConstraint(["table"], ["game_table.id"])
    keys = ["table"] if key is None else ["table", key]
    op.create_table(name, *columns(sa.Text(), "table"), *parts, owner, sa.PrimaryKeyConstraint(*keys))


def upgrade() -> None:
    text, number, data = sa.Text(), sa.Integer(), sa.JSON(none_as_null=True)
    time: Any = sa.Double()
    op.create_table(
        "rules",
        *columns(text, "hash"),
        *columns(data, "layers", "variants"),
        *columns(text, "title"),
        *columns(time, "made"),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_table("server", *columns(text, "id"), *columns(time, "seen"), sa.PrimaryKeyConstraint("id"))
    op.create_table(
        "game_table",
        *columns(text, "id", "rules", "title", "owner", "status"),
        *columns(text, "watch_link", nullable=True),
        *columns(sa.Boolean(), "public", "spectators"),
        *columns(number, "revision", "changes"),
        *columns(data, "options"),
        *columns(data, "start", "asked", nullable=True),
        *columns(time, "made", "touched"),
        *columns(time, "deadline", nullable=True),
        sa.ForeignKeyConstraint(["rules"], ["rules.hash"]),
        sa.PrimaryKeyConstraint("id"),
    )
    for column in ("deadline", "owner"):
        op.create_index(f"ix_game_table_{column}", "game_table", [column])
    op.create_index("ix_game_table_public_touched", "game_table", ["public", "touched"])
    create_part(
        "chat",
        *columns(number, "number"),
        *columns(text, "seat", nullable=True),
        *columns(text, "name", "text"),
        *columns(time, "at"),
        key="number",
    )
    create_part(
        "entry",
        *columns(number, "revision"),
        *columns(text, "kind", "seat", "key", "by"),
        *columns(text, "option", nullable=True),
        *columns(number, "back_to", nullable=True),
        *columns(time, "at"),
        sa.UniqueConstraint("table", "key", name="uq_entry_table_key"),
        key="revision",
    )
    create_part("hook", *columns(text, "seat", "url"), *columns(text, "last_error", nullable=True), key="seat")
    create_part(
        "seat",
        *columns(number, "number"),
        *columns(text, "name", "label", "kind"),
        *columns(text, "policy", "holder", "link", nullable=True),
        *columns(sa.Boolean(), "absent"),
        *columns(data, "wishes"),
        *columns(sa.BigInteger(), "left_ms", nullable=True),
        key="number",
    )
    op.create_index("ix_seat_holder", "seat", ["holder"])
    create_part("secret", *columns(text, "seed"))
