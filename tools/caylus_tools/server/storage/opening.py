"""An address -> the database that it means."""

from __future__ import annotations

from importlib.util import find_spec

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError

from caylus_tools.server.storage.database import Database
from caylus_tools.server.storage.errors import StorageError
from caylus_tools.server.storage.sqlite import SQLiteDatabase

EXAMPLES = "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"


def open_database(address: str, server: str) -> Database:
    """A database by its address; a plain path is an SQLite file. `server` is the name that others hear of changes by.

    Raises StorageError where it cannot be opened or an address means none.
    """
    try:
        url = sa.make_url(address if "://" in address else f"sqlite:///{address}")
    except (ArgumentError, ValueError):
        raise StorageError(f"that is no address of a database; one is {EXAMPLES}") from None
    kind = url.get_backend_name()
    if kind == "sqlite":
        return SQLiteDatabase(url)
    if kind in ("postgresql", "postgres"):
        if find_spec("psycopg") is None:
            raise StorageError("PostgreSQL needs the extra postgres: pip install 'caylus-rules[web,postgres]'")
        from caylus_tools.server.storage.postgres import PostgresDatabase

        return PostgresDatabase(url.set(drivername="postgresql+psycopg"), server)
    raise StorageError(f"a database of the kind {kind} is not known here; an address is {EXAMPLES}")
