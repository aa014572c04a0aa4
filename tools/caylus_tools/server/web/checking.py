"""Whether a server could be started as it is set, and how it is set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from caylus_tools.common.errors import CLEAN, FINDINGS, UsageError
from caylus_tools.common.output import tell
from caylus_tools.server.refused import Refused
from caylus_tools.server.settings import Settings
from caylus_tools.server.storage.errors import StorageError

from .listening import listening
from .services import Services, opened


def check(settings: Settings) -> int:
    """Says it line by line, and returns the exit code."""
    faults = 0
    for line, is_well in _looked_at(settings):
        tell(f"{'well ' if is_well else 'WRONG'}  {line}")
        faults += not is_well
    for field in fields(settings.limits):
        tell(f"limit  {field.name}={getattr(settings.limits, field.name)}")
    return FINDINGS if faults else CLEAN


def _looked_at(settings: Settings) -> Iterator[tuple[str, bool]]:
    try:
        listening(settings).close()
        yield f"port {settings.port} of {settings.host} is free", True
    except UsageError as error:
        yield str(error), False
    try:
        with opened(settings) as services:
            services.store.public_tables(1)
            yield f"the database {settings.shown_database} can be used, and is of this version", True
            yield from _rulesets(services)
    except StorageError as error:
        yield str(error), False


def _rulesets(services: Services) -> Iterator[tuple[str, bool]]:
    try:
        found = services.rules.catalogue()["rulesets"]
    except Refused as refused:
        yield refused.text, False
        return
    yield f"{len(found)} rulesets can be played: {', '.join(ruleset['name'] for ruleset in found)}", bool(found)
