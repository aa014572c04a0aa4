"""Run by Alembic; the connection comes from `storage.schema`, and so does the transaction all migrations stand in."""

from alembic import context

from caylus_tools.server.storage.schema import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE.name,
)
context.run_migrations()
