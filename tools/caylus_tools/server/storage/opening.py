"""An address -> the database that it means."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError

from caylus_tools.common.errors import UsageError
from caylus_tools.common.extras import need_extra
from caylus_tools.server.storage.database import Database
from caylus_tools.server.storage.errors import StorageError
from caylus_tools.server.storage.sqlite import SQLiteDatabase

EXAMPLES = "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"


def open_database(address: str, server: str = "", *, makes: bool = True) -> Database:
    """A database by its address; a plain path is an SQLite file. `server` is the name that others hear of changes by.

    Raises StorageError where it cannot be opened or an address means none, and NoDatabase for a file that is not there, unless
    it is to be made.
    """
    try:
        url = sa.make_url(address) if "://" in address else sa.URL.create("sqlite", database=address)
    except (ArgumentError, ValueError):
        raise StorageError(f"that is no address of a database; one is {EXAMPLES}") from None
    kind = url.get_backend_name()
    if kind == "sqlite":
        return SQLiteDatabase(url, makes)
    if kind in ("postgresql", "postgres"):
        try:
            need_extra("postgres", "psycopg")
        except UsageError as missing:
            raise StorageError(f"for PostgreSQL {missing}") from None
        from caylus_tools.server.storage.postgres import PostgresDatabase

        return PostgresDatabase(url.set(drivername="postgresql+psycopg"), server)
    raise StorageError(f"a database of the kind {kind} is not known here; an address is {EXAMPLES}")
