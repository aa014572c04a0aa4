"""Add when somebody last looked on from a seat, and whether somebody else wants it. All count as here when this is added."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("seat", sa.Column("seen", sa.Double(), nullable=True))
    op.add_column("seat", sa.Column("wanted", sa.Boolean(), nullable=False, server_default=sa.false()))
    seat = sa.table("seat", sa.column("seen", sa.Double()), sa.column("holder", sa.Text()))
    op.execute(seat.update().where(seat.c.holder.is_not(None)).values(seen=time.time()))
