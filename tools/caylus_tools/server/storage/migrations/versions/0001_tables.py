"""Tables, their seats and entries, and what is said at them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "rules",
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("layers", sa.JSON(), nullable=False),
        sa.Column("variants", sa.JSON(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("made", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_table(
        "server",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("seen", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "game_table",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("spectators", sa.Boolean(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("changes", sa.Integer(), nullable=False),
        sa.Column("start", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("watch_link", sa.Text(), nullable=True),
        sa.Column("asked", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("deadline", sa.Double(), nullable=True),
        sa.Column("made", sa.Double(), nullable=False),
        sa.Column("touched", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["rules"], ["rules.hash"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_game_table_deadline"), "game_table", ["deadline"], unique=False)
    op.create_index(op.f("ix_game_table_owner"), "game_table", ["owner"], unique=False)
    op.create_index("ix_game_table_public_touched", "game_table", ["public", "touched"], unique=False)
    op.create_table(
        "chat",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Text(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["game_table.id"]),
        sa.PrimaryKeyConstraint("table", "number"),
    )
    op.create_table(
        "entry",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("option", sa.Text(), nullable=True),
        sa.Column("back_to", sa.Integer(), nullable=True),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["game_table.id"]),
        sa.PrimaryKeyConstraint("table", "revision"),
        sa.UniqueConstraint("table", "key", name="uq_entry_table_key"),
    )
    op.create_table(
        "hook",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["table"], ["game_table.id"]),
        sa.PrimaryKeyConstraint("table", "seat"),
    )
    op.create_table(
        "seat",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("policy", sa.Text(), nullable=True),
        sa.Column("absent", sa.Boolean(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=True),
        sa.Column("link", sa.Text(), nullable=True),
        sa.Column("wishes", sa.JSON(), nullable=False),
        sa.Column("left_ms", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["table"], ["game_table.id"]),
        sa.PrimaryKeyConstraint("table", "number"),
    )
    op.create_index(op.f("ix_seat_holder"), "seat", ["holder"], unique=False)
    op.create_table(
        "secret",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["game_table.id"]),
        sa.PrimaryKeyConstraint("table"),
    )
