"""How a database of an earlier version becomes one of today: a file a step, run by Alembic. None is ever changed again."""
