"""Check whether a server could be started with its settings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import fields

from caylus_tools.common.errors import CLEAN, FINDINGS, UsageError
from caylus_tools.common.output import tell
from caylus_tools.server.rules import catalogue
from caylus_tools.server.settings import Settings
from caylus_tools.server.storage.errors import NoDatabase, StorageError
from caylus_tools.server.storage.migrating import schema_version
from caylus_tools.server.storage.opening import open_database
from caylus_tools.server.storage.schema import VERSION

from .connections import count_needed_files, open_files
from .listening import listening


def check(settings: Settings) -> int:
    """Says it line by line, and returns the exit code."""
    faults = 0
    for line, is_well in _check_results(settings):
        tell(f"{'well ' if is_well else 'WRONG'}  {line}")
        faults += not is_well
    for field in fields(settings.limits):
        tell(f"limit  {field.name}={getattr(settings.limits, field.name)}")
    return FINDINGS if faults else CLEAN


def _check_results(settings: Settings) -> Iterator[tuple[str, bool]]:
    try:
        listening(settings).close()
        yield f"port {settings.port} of {settings.host} is free", True
    except UsageError as error:
        yield str(error), False
    try:
        yield _database(settings), True
    except StorageError as error:
        yield str(error), False
    needed, files = count_needed_files(settings.limits), open_files(settings.limits)
    yield f"{files} files may be open; {needed} are needed for {settings.limits.connections} connections", files >= needed
    known = catalogue(settings.rulesets)
    names = [ruleset["name"] for ruleset in known.offered["rulesets"]]
    yield f"{len(names)} rulesets can be played: {', '.join(names)}", bool(names)
    for name, fault in known.faulty.items():
        yield f"{name} in {settings.rulesets} is not offered: {fault}", False


def _database(settings: Settings) -> str:
    """Report what a server would do with the database. Nothing is done now. Raises StorageError where it could do nothing."""
    name = settings.printable_database
    try:
        with closing(open_database(settings.database, makes=False)) as database:
            version = schema_version(database)
    except NoDatabase as missing:
        return f"{missing}, and the server will make it"
    if version is None:
        return f"the database {name} is empty, and the server will make its tables there"
    if version != VERSION:
        return f"the database {name} can be used; the server will bring it from schema {version} to {VERSION}: back it up before"
    return f"the database {name} can be used, and is of this version"
