"""The log, the counts and the delays of a server, for those who run it."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest as text_of,
)

from caylus_tools.server.storage.database import StorageUnavailable

LOG = logging.getLogger("caylus.server")


@contextmanager
def write_log(stream: TextIO | None = None) -> Iterator[None]:
    """Write the log of this server and of its libraries to a stream, standard error by default, until the block ends."""
    stream = stream or sys.stderr
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Lines() if stream.isatty() else _Json())
    root = logging.getLogger()
    before = root.handlers[:], root.level, LOG.level
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    LOG.setLevel(logging.INFO)
    try:
        yield
    finally:
        root.handlers[:], root.level, LOG.level = before


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


METRICS_TYPE = CONTENT_TYPE_LATEST
_OURS = "caylus"
"""What the name of every number begins with."""
_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""In seconds."""

disable_created_metrics()  # type: ignore[no-untyped-call] # when something was first counted is nothing that anybody asks for


class Metrics:
    """All that is counted by one server."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.requests = self._count("requests_total", "Requests answered.", "route", "method", "status")
        self.request_times = self._times("request_seconds", "From a request's first byte to its answer.")
        self.choices = self._count("choices_total", "Choices that were sent, by how they were answered.", "answer")
        self.pushes = self._times("push_seconds", "From a change at a table to what all who look on are sent.")
        self.crashes = self._count("crashes_total", "Requests that ended with a fault of the server.")

    def gauge(self, name: str, about: str, read: Callable[[], float]) -> None:
        """Adds a number that is read when somebody asks."""
        Gauge(name, about, namespace=_OURS, registry=self._registry).set_function(read)

    def text(self) -> bytes:
        return text_of(self._registry)

    def _count(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(name, about, labels, namespace=_OURS, registry=self._registry)

    def _times(self, name: str, about: str) -> Histogram:
        return Histogram(name, about, namespace=_OURS, buckets=_BOUNDS, registry=self._registry)


_BEAT = 0.1


class Heart:
    """`latest` and `longest`, in seconds: by how much a beat came too late."""

    def __init__(self) -> None:
        self.latest = 0.0
        self.longest = 0.0

    async def beat(self) -> None:
        """Goes on until it is cancelled."""
        while True:
            asleep = time.perf_counter()
            await asyncio.sleep(_BEAT)
            self.latest = max(0.0, time.perf_counter() - asleep - _BEAT)
            self.longest = max(self.longest, self.latest)
