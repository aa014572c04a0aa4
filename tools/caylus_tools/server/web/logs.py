"""The log of the server on standard error: lines for people at a terminal, JSON for everything else. No secrets."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any, TextIO

from caylus_tools.server.storage.errors import StorageUnavailable

LOG = logging.getLogger("caylus.server")


def start(stream: TextIO | None = None) -> None:
    """Sends what this server and the libraries under it have to say to that stream, standard error if none is named."""
    stream = stream or sys.stderr
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Lines() if stream.isatty() else _Json())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    LOG.setLevel(logging.INFO)


def note(event: str, /, level: int = logging.INFO, **fields: Any) -> None:
    """Writes down that something has happened."""
    LOG.log(level, event, extra={"fields": fields})


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        document = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            away = _away(record)
            document |= {"why": away} if away else {"trace": self.formatException(record.exc_info)}
        return json.dumps(document, default=str)


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        from caylus.diagnostics import visible

        fields = "".join(f" {name}={value}" for name, value in getattr(record, "fields", {}).items())
        at = time.strftime("%H:%M:%S", time.localtime(record.created))
        line = visible(f"{at} {record.getMessage()}{fields}")
        if record.exc_info:
            away = _away(record)
            line += f": {visible(away)}" if away else f"\n{self.formatException(record.exc_info)}"
        return line


def _away(record: logging.LogRecord) -> str:
    """The database's words, if it is only away: where in the program that was met tells nobody anything."""
    fault = record.exc_info[1] if record.exc_info else None
    return str(fault) if isinstance(fault, StorageUnavailable) else ""
