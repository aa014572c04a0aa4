"""Add whose rules are kept, for each visitor has room of their own, and the addresses that are shut out."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("draft", sa.Column("owner", sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "ban",
        sa.Column("address", sa.Text(), primary_key=True),
        sa.Column("until", sa.Double(), nullable=False),
    )
