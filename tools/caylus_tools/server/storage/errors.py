"""The faults of a database, as sentences without the password that its address may contain."""

from __future__ import annotations


class StorageError(Exception):
    """The database cannot be used as it is: no database, no permission, of a later version."""


class NoDatabase(StorageError):
    """There is nothing yet at a database's address."""


class StorageUnavailable(StorageError):
    """The database is away or locked for now, or its disk is full; the same call may be made again.

    Perhaps it was carried out, and only its answer was lost: an entry that is offered again with its key is told `Again`.
    """


class StorageFull(StorageUnavailable):
    """The disk of the database has no room for what was to be stored, and nothing of it was."""
