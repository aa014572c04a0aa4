"""A worker process as the web process sees it: one request at a time, and another process in its place when it is lost."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import NamedTuple

from caylus_tools.common.process_pool import Failed, Outcome, Process, ProcessLost, Raised, call
from caylus_tools.server.storage.store import Store

from .child import EXPECTED, STORE, Answer, Request, StoreCall, Terms, live

MOST_LOSSES = 3
"""Workers that a table may cost in a row."""
SHUT = 60.0
"""Seconds for which it is left alone then, twice as long with each one more."""
LONGEST_SHUT = 3600.0
FORGOTTEN = 600.0
"""Seconds without an overrun after which a table begins anew."""
MOST_KNOWN = 10_000


class _Count(NamedTuple):
    times: int
    last: float
    until: float


class Overruns:
    """Any thread may use it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._counts: OrderedDict[str, _Count] = OrderedDict()
        self._lock = Lock()

    def add(self, table: str) -> None:
        """A table has cost a worker."""
        now = self._clock()
        with self._lock:
            known = self._counts.pop(table, None)
            times = 1 + (known.times if known is not None and now < max(known.until, known.last) + FORGOTTEN else 0)
            shut = min(LONGEST_SHUT, SHUT * 2 ** (times - MOST_LOSSES)) if times >= MOST_LOSSES else 0.0
            self._counts[table] = _Count(times, now, now + shut)
            if len(self._counts) > MOST_KNOWN:
                self._counts.popitem(last=False)

    def is_shut(self, table: str) -> bool:
        known = self._counts.get(table)
        return known is not None and self._clock() < known.until


_log = logging.getLogger(__name__)


class WorkerLost(Exception):
    """A worker ended while it had a request.

    `is_overrun` says that the request took more time or memory than it may, `has_written` that it had changed rows.
    """

    def __init__(self, *, is_overrun: bool, has_written: bool) -> None:
        super().__init__("a worker was lost")
        self.is_overrun = is_overrun
        self.has_written = has_written


class Worker:
    """Any thread may ask; requests wait for one another. A process is begun when it is first needed."""

    def __init__(self, store: Store, terms: Terms) -> None:
        self._store = store
        self._seconds = terms.answering.seconds
        self._process = Process(live, terms)
        self._turn = Lock()
        self._outdated: set[str] = set()
        self.close = self._process.close

    @property
    def pid(self) -> int | None:
        """The number of the process; None where there is none."""
        return self._process.pid

    def forget(self, table: str) -> None:
        """Another server has changed the rows of a table."""
        self._outdated.add(table)

    def begin(self) -> None:
        """Begins the process, so that the first request need not wait for it. Raises ProcessLost, and Closed."""
        with self._turn:
            self._process.begin()

    def ask(self, request: Request) -> Answer:
        """The answer of the worker. Raises WorkerLost, and Closed."""
        has_written = False
        with self._turn:
            outdated, self._outdated = self._outdated, set()
            try:
                self._process.begin()
                self._process.send(request._replace(outdated=tuple(outdated)))
                while not isinstance(message := self._process.receive(self._seconds), Answer):
                    self._process.send(self._call_store(message))
                    has_written |= STORE[message.method].kind != "look"
            except ProcessLost as lost:
                _log.warning("a worker was lost: %s", lost)
                raise WorkerLost(is_overrun=lost.is_overrun, has_written=has_written) from None
            if message.is_full:
                _log.info("a worker holds much memory, and is replaced")
                self._process.end()
            return message

    def _call_store(self, request: StoreCall) -> Outcome:
        outcome = call(lambda: STORE[request.method].function(self._store, *request.arguments, **request.named), EXPECTED)
        if not isinstance(outcome, Failed):
            return outcome
        _log.error("the store could not do %s:\n%s", request.method, outcome.trace)
        return Raised(RuntimeError(outcome.trace.splitlines()[-1]))
