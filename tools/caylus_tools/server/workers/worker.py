"""A worker process with its tables, as it lives and as the web process sees it.

The web process sends a `Request`. The worker sends any number of `StoreCall`s, each answered with an `Outcome`, and then one
`Answer`. The time in which a worker waits for the store is not counted against it.
"""

from __future__ import annotations

import gc
import logging
import math
import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from threading import Condition, Lock
from typing import Any, NamedTuple, cast

from caylus_tools.common import process_pool
from caylus_tools.server import Refused
from caylus_tools.server.bots import Job
from caylus_tools.server.operations import operations
from caylus_tools.server.queues import is_wanted
from caylus_tools.server.rules.rulesets import RulesetCache
from caylus_tools.server.storage.database import StorageError
from caylus_tools.server.storage.schema import HookRow
from caylus_tools.server.storage.store import Store
from caylus_tools.server.tables import LiveTable, Standing, Tables


class Request(NamedTuple):
    """One of `OPERATIONS` and its arguments, perhaps of one `table`.

    `outdated` are tables whose rows another server has changed since the last request.
    """

    table: str | None
    operation: str
    arguments: tuple[Any, ...]
    named: Mapping[str, Any]
    outdated: Sequence[str] = ()


class StoreCall(NamedTuple):
    """A method of the store that the worker needs."""

    method: str
    arguments: tuple[Any, ...]
    named: Mapping[str, Any]


class Answer(NamedTuple):
    """The result of a request, and everything that the web process has to do because of it.

    `changed` are tables to be shown anew, `standings` tell of games by table, `jobs` are decisions for bots,
    `reminders` are hooks to call with the titles of tables. `is_full` says that the worker holds more memory than it may keep.
    """

    result: process_pool.Outcome
    changed: Sequence[str]
    standings: Mapping[str, Standing]
    jobs: Sequence[Job]
    reminders: Sequence[tuple[HookRow, str]]
    is_full: bool


OPERATIONS = {**operations(Tables), **operations(LiveTable)}
"""What a worker can be asked for; those of `Tables` make a table."""

STORE = operations(Store)
"""What a worker can ask of the store of the web process."""

EXPECTED = (Refused, StorageError, KeyError)
"""The errors that whoever asks is told."""

SELDOM = 1000
"""So many collections of younger garbage come before one that looks through everything: tables make no circles."""


class Terms(NamedTuple):
    """The bounds of a worker.

    `loading` is for a table that is opened or made from its rows, `answering` for each request, and there for each choice
    that is played again. `nice` is how far it stands back, `tables` is how many it keeps in memory, and
    `room` is how many bytes it may keep between two requests. One that `plays` nothing only answers, and brings a table up to
    date when it is asked.
    """

    loading: process_pool.Bounds
    answering: process_pool.Bounds
    nice: int
    tables: int
    room: int
    plays: bool = True


class _RemoteStore:
    """The store of the web process: each method asks it over the connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.heard: Callable[[str], None] = lambda table: None

    def listen(self, listener: Callable[[str], None]) -> None:
        """The web process listens; requests tell what it has heard."""
        self.heard = listener

    def __getattr__(self, method: str) -> Callable[..., Any]:
        if method not in STORE:
            raise AttributeError(method)

        def ask(*arguments: Any, **keywords: Any) -> Any:
            with process_pool.hold_out():  # the answer is read, whatever comes
                process_pool.send(self._connection, StoreCall(method, arguments, keywords))
                outcome = process_pool.receive(self._connection)
            return process_pool.unwrap(outcome)

        return ask


class _Worker:
    def __init__(self, connection: Connection, terms: Terms) -> None:
        self._store = _RemoteStore(connection)
        store = cast(Store, self._store)
        self._rulesets = RulesetCache(store.rules, lambda *_: None)  # the web process has had them made ready
        self._tables = Tables(store, self._rulesets, most=terms.tables, plays=terms.plays)
        self._terms = terms
        self._most = process_pool.address_space() + terms.room

    def answer(self, request: Request) -> Answer:
        tables = self._tables
        for news in (tables.changed, tables.jobs, tables.reminders):
            news.clear()
        try:
            result = process_pool.call(lambda: self._do(request), EXPECTED)
        except process_pool.OutOfTime:  # what it was in the middle of is made anew from rows
            self._tables.drop(request.table or "")
            result = process_pool.Stopped()
        changed_tables = [*dict.fromkeys(tables.changed)]
        shown_tables = [*changed_tables, request.table] if request.table is not None else changed_tables
        standings = {table: tables.standing(table) for table in shown_tables if self._terms.plays}
        return Answer(result, changed_tables, standings, tables.jobs, tables.reminders, process_pool.address_space() > self._most)

    def _do(self, request: Request) -> Any:
        if request.outdated or (request.table is not None and not self._tables.has(request.table)):
            with process_pool.apply_bounds(self._terms.loading, can_stop=not self._terms.plays):
                for table in request.outdated:
                    self._store.heard(table)
                if request.table is not None:
                    self._tables.get(request.table)
        makes_table = request.operation in operations(Tables)
        owner = self._tables if makes_table else self._tables.get(request.table or "")
        bounds = self._terms.loading if makes_table else self._terms.answering
        with process_pool.apply_bounds(bounds, can_stop=not self._terms.plays):
            return OPERATIONS[request.operation].function(owner, *request.arguments, **request.named)


def live(connection: Connection, terms: Terms) -> None:
    process_pool.stand_back(terms.nice)
    worker = _Worker(connection, terms)
    gc.freeze()  # all that is imported stays
    gc.set_threshold(*gc.get_threshold()[:2], SELDOM)
    process_pool.answer_messages(connection, worker.answer)


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

    def __init__(self) -> None:
        self._counts: OrderedDict[str, _Count] = OrderedDict()
        self._lock = Lock()

    def add(self, table: str) -> None:
        """A table has cost a worker."""
        now = time.monotonic()
        with self._lock:
            overrun = self._counts.pop(table, None)
            times = 1 + (overrun.times if overrun is not None and now < max(overrun.until, overrun.last) + FORGOTTEN else 0)
            shut = min(LONGEST_SHUT, SHUT * 2 ** (times - MOST_LOSSES)) if times >= MOST_LOSSES else 0.0
            self._counts[table] = _Count(times, now, now + shut)
            if len(self._counts) > MOST_KNOWN:
                self._counts.popitem(last=False)

    def is_shut(self, table: str) -> bool:
        overrun = self._counts.get(table)
        return overrun is not None and time.monotonic() < overrun.until


_log = logging.getLogger(__name__)


PATIENCE = 10.0
"""Seconds for which one request may keep others waiting."""

_ONLY_CLOCK = sys.platform == "win32"
"""Whether no other bound ends what takes too long; elsewhere a worker that does not answer in time was kept from computing."""


class WorkerLost(Exception):
    """A worker ended while it had a request, or stopped in its middle.

    `is_overrun` says that the request took more time or memory than it may, or was wanted no more, `has_written` that it had
    changed rows. For some `seconds` it did not answer.
    """

    def __init__(self, *, is_overrun: bool, has_written: bool, seconds: float = 0.0) -> None:
        super().__init__("a worker was lost")
        self.is_overrun = is_overrun
        self.has_written = has_written
        self.seconds = seconds


class Worker:
    """Any thread may ask; requests wait for one another. A process is begun when it is first needed."""

    def __init__(self, store: Store, terms: Terms) -> None:
        self._store = store
        self._seconds = terms.answering.seconds
        self._is_wanted = None if terms.plays else is_wanted
        self._process = process_pool.Process(live, terms)
        self._turns = Condition()
        self._is_taken = False
        self._changes_waiting = 0
        """Requests that change something: they come before those that only look."""
        self._since = math.inf
        """When the request that the process has was sent."""
        self._outdated: set[str] = set()
        self.can_begin = True
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
        with self._take_turn(is_change=True):
            self._begin()

    @contextmanager
    def _take_turn(self, *, is_change: bool) -> Iterator[None]:
        """Raises Refused where a process that plays has had one request for long: it stalls, and ends when its time is over."""
        with self._turns:
            self._changes_waiting += is_change
            try:
                while self._is_taken or (self._changes_waiting and not is_change):
                    self._turns.wait(process_pool.GLANCE)
                    if self._is_wanted is None and time.monotonic() > self._since + PATIENCE:
                        raise Refused("busy", "The server is busy; try again in a moment.")
            finally:
                self._changes_waiting -= is_change
            self._is_taken = True
        try:
            yield
        finally:
            with self._turns:
                self._is_taken, self._since = False, math.inf
                self._turns.notify_all()

    def _begin(self) -> None:
        try:
            self._process.begin()
        except (process_pool.ProcessLost, OSError):
            self.can_begin = False
            raise
        self.can_begin = True

    def ask(self, request: Request) -> Answer:
        """The answer of the worker. Raises WorkerLost, Refused (busy), and Closed."""
        has_written = False
        with self._take_turn(is_change=OPERATIONS[request.operation].kind != "look"):
            if not is_wanted():
                raise Refused("busy", "Nobody waits for this any more.")
            outdated_tables, self._outdated = self._outdated, set()
            try:
                self._begin()
                self._since = time.monotonic()
                self._process.send(request._replace(outdated=tuple(outdated_tables)))
                while not isinstance(message := self._process.receive(self._seconds, self._is_wanted), Answer):
                    has_written |= STORE[message.method].kind != "look"
                    self._process.send(self._call_store(message))
            except OSError as error:
                _log.error("no worker can be begun: %s", error)
                raise WorkerLost(is_overrun=False, has_written=has_written) from None
            except process_pool.ProcessLost as lost:
                _log.warning("a worker was lost: %s", lost)
                seconds = (self._seconds or 0.0) if lost.has_timed_out else 0.0
                is_overrun = lost.is_overrun and (_ONLY_CLOCK or not lost.has_timed_out)
                raise WorkerLost(is_overrun=is_overrun, has_written=has_written, seconds=seconds) from None
            if isinstance(message.result, process_pool.Stopped):
                self._outdated.update(outdated_tables)  # of which it may not have heard
                raise WorkerLost(is_overrun=True, has_written=has_written)
            if message.is_full:
                _log.info("a worker holds much memory, and is replaced")
                self._process.end()
            return message

    def _call_store(self, request: StoreCall) -> process_pool.Outcome:
        outcome = process_pool.call(lambda: getattr(self._store, request.method)(*request.arguments, **request.named), EXPECTED)
        if not isinstance(outcome, process_pool.Failed):
            return outcome
        _log.error("the store could not do %s:\n%s", request.method, outcome.trace)
        return process_pool.Raised(RuntimeError(outcome.trace.rstrip().split("\n")[-1]))
