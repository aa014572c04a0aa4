"""Run by Alembic; the connection comes from `storage.migrating`, and so does the transaction all migrations stand in."""

from alembic import context

from caylus_tools.server.storage.migrating import VERSION_TABLE
from caylus_tools.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE.name,
)
context.run_migrations()
