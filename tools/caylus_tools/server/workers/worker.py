"""A worker process as the web process sees it: one request at a time, and another process in its place when it is lost."""

from __future__ import annotations

import logging
import signal
import time
from collections import OrderedDict
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock
from typing import NamedTuple, NoReturn

from caylus_tools.common import children
from caylus_tools.server import Refused
from caylus_tools.server.operations import operations
from caylus_tools.server.processes import OUT_OF_MEMORY
from caylus_tools.server.storage.database import StorageError
from caylus_tools.server.storage.store import Store

from .child import (
    Answer,
    Raised,
    Ready,
    Request,
    Returned,
    StoreCall,
    Terms,
    can_receive,
    live,
    receive,
    send,
)

_STORE = operations(Store)

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


TO_BEGIN = 60.0
"""Seconds in which a process has to be ready."""

_OUT_OF_TIME = -getattr(signal, "SIGPROF", 0)
"""How a process ends that has computed longer than it may."""

_log = logging.getLogger(__name__)


class WorkerLost(Exception):
    """A worker ended while it had a request.

    `is_overrun` says that the request took more time or memory than it may, `has_written` that it had changed rows.
    """

    def __init__(self, *, is_overrun: bool, has_written: bool) -> None:
        super().__init__("a worker was lost")
        self.is_overrun = is_overrun
        self.has_written = has_written


class Closed(Exception):
    """The server ends, and asks workers nothing any more."""


class Worker:
    """Any thread may ask; requests wait for one another. A process is begun when it is first needed."""

    def __init__(self, store: Store, terms: Terms) -> None:
        self._store = store
        self._terms = terms
        self._turn = Lock()
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._outdated: set[str] = set()
        self._is_closed = False

    @property
    def pid(self) -> int | None:
        """The number of the process; None where there is none."""
        process = self._process
        return process.pid if process is not None and process.is_alive() else None

    def forget(self, table: str) -> None:
        """Another server has changed the rows of a table."""
        self._outdated.add(table)

    def begin(self) -> None:
        """Begins the process, so that the first request need not wait for it."""
        with self._turn:
            self._ensure_process()

    def ask(self, request: Request) -> Answer:
        """The answer of the worker. Raises WorkerLost, and Closed."""
        with self._turn:
            connection = self._ensure_process()
            try:
                outdated, self._outdated = self._outdated, set()
                send(connection, request._replace(outdated=tuple(outdated)))
            except OSError:  # the process was lost while it had nothing to do: nobody's fault
                self._end()
                connection = self._ensure_process()
                send(connection, request)
            answer = self._converse(connection)
            if answer.is_full:
                _log.info("a worker holds much memory, and is replaced")
                self._end()
            return answer

    def close(self) -> None:
        """Ends the process, whatever it is at."""
        self._is_closed = True
        process = self._process
        if process is not None:
            process.kill()

    def _ends(self) -> bool:
        return self._is_closed

    def _ensure_process(self) -> Connection:
        """The connection to a process that runs."""
        if self._is_closed:
            raise Closed
        if self._connection is None or self._process is None or not self._process.is_alive():
            self._end()
            self._connection, self._process = children.begin(live, self._terms)
            if self._ends():  # meanwhile
                self._process.kill()
            try:
                ready = can_receive(self._connection, TO_BEGIN) and isinstance(receive(self._connection), Ready)
            except (EOFError, OSError):
                ready = False
            if not ready:
                self._handle_loss(has_written=False)
        return self._connection

    def _converse(self, connection: Connection) -> Answer:
        has_written = False
        try:
            while True:
                if not can_receive(connection, self._terms.answering.seconds):
                    self._handle_loss(has_written, is_overrun=True)
                message = receive(connection)
                if isinstance(message, Answer):
                    return message
                send(connection, self._load_stored(message))
                has_written |= message.method in _STORE and _STORE[message.method].kind != "look"
        except (EOFError, OSError):
            self._handle_loss(has_written)

    def _load_stored(self, call: StoreCall) -> Returned | Raised:
        if call.method not in _STORE:
            return Raised(AttributeError(call.method))
        try:
            return Returned(getattr(self._store, call.method)(*call.arguments, **call.named))
        except (Refused, StorageError, KeyError) as error:
            return Raised(error)
        except Exception as error:
            _log.exception("the store could not do %s", call.method)
            return Raised(RuntimeError(str(error)))

    def _handle_loss(self, has_written: bool, is_overrun: bool = False) -> NoReturn:
        process = self._process
        self._end()
        if self._is_closed:
            raise Closed
        code = process.exitcode if process is not None else None
        is_overrun |= code in (_OUT_OF_TIME, OUT_OF_MEMORY)
        _log.warning("a worker was lost: %s", "it took too much time or memory" if is_overrun else f"exit code {code}")
        raise WorkerLost(is_overrun=is_overrun, has_written=has_written)

    def _end(self) -> None:
        self._outdated.clear()
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._connection is not None:
            self._connection.close()
        self._process = self._connection = None
