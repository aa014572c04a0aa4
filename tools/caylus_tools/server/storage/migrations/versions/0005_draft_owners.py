"""Add whose rules are kept: each visitor has room of their own."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("draft", sa.Column("owner", sa.Text(), nullable=False, server_default=""))
