"""Rules that somebody has brought, and who looks on at each server, for all servers of a database to know."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "draft",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("base", sa.Text(), nullable=True),
        sa.Column("files", sa.JSON(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("kept", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_draft_kept"), "draft", ["kept"], unique=False)
    op.add_column("server", sa.Column("online", sa.JSON(), nullable=False, server_default="{}"))
