"""Migrate a database of an earlier version to that of today: a file a step, run by Alembic. None is ever changed again."""
