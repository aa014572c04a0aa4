"""The life of a worker process: tables whose rows lie elsewhere.

The web process sends a `Request`. The worker sends any number of `StoreCall`s, each answered with a `Returned` or a `Raised`, and
then one `Answer`. The time in which a worker waits for the store is not counted against it.
"""

from __future__ import annotations

import gc
import os
import pickle
import select
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, cast

from caylus_tools.server import Refused
from caylus_tools.server.bots import Job
from caylus_tools.server.operations import operations
from caylus_tools.server.processes import OUT_OF_MEMORY, Bounds, address_space, apply_bounds, settle
from caylus_tools.server.rules.ruleset_cache import RulesetCache
from caylus_tools.server.storage.database import StorageError
from caylus_tools.server.storage.rows import HookRow
from caylus_tools.server.storage.store import Store
from caylus_tools.server.tables import LiveTable, Standing, Tables


def send(connection: Connection, message: object) -> None:
    """Sends a message. Quicker than `Connection.send`, which makes a pickler of its own for each one."""
    connection.send_bytes(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))


def receive(connection: Connection) -> Any:
    """Waits for a message. Raises EOFError and OSError where there will be none."""
    return pickle.loads(connection.recv_bytes())  # noqa: S301 (both ends are ours)


def can_receive(connection: Connection, seconds: float) -> bool:
    """Return whether a message comes within some seconds. Quicker than `Connection.poll`, where the system lets it be."""
    if not hasattr(select, "poll"):
        return connection.poll(seconds)
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN)
    return bool(waiting.poll(seconds * 1000))


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


class Returned(NamedTuple):
    value: Any


class Raised(NamedTuple):
    """An error that the one who asked has to be told: Refused, or a fault of the database."""

    error: Exception


class Failed(NamedTuple):
    """A fault of ours, for the log."""

    trace: str


class Answer(NamedTuple):
    """The result of a request, and everything that the web process has to do because of it.

    `changed` are tables to be shown anew, `standings` tell of games by table, `jobs` are decisions for bots,
    `reminders` are hooks to call with the titles of tables. `is_full` says that the worker holds more memory than it may keep.
    """

    result: Returned | Raised | Failed
    changed: Sequence[str]
    standings: Mapping[str, Standing]
    jobs: Sequence[Job]
    reminders: Sequence[tuple[HookRow, str]]
    is_full: bool


OPERATIONS = {**operations(Tables), **operations(LiveTable)}
"""What a worker can be asked for; those of `Tables` make a table."""


SELDOM = 1000
"""So many collections of younger garbage come before one that looks through everything: tables make no circles."""


class Ready(NamedTuple):
    """The worker has begun, and waits for its first request."""


class Terms(NamedTuple):
    """The bounds of a worker.

    `loading` is for a table that is opened or made from its rows, `answering` for each request, and there for each choice
    that is played again. `nice` is how far it stands back, `tables` is how many it keeps in memory, and
    `room` is how many bytes it may keep between two requests.
    """

    loading: Bounds
    answering: Bounds
    nice: int
    tables: int
    room: int


class _RemoteStore:
    """The store of the web process: each method asks it over the connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.heard: Callable[[str], None] = lambda table: None

    def listen(self, heard: Callable[[str], None]) -> None:
        """The web process listens; requests tell what it has heard."""
        self.heard = heard

    def __getattr__(self, method: str) -> Callable[..., Any]:
        def ask(*arguments: Any, **named: Any) -> Any:
            send(self._connection, StoreCall(method, arguments, named))
            answer: Returned | Raised = receive(self._connection)
            if isinstance(answer, Raised):
                raise answer.error
            return answer.value

        return ask


class _Worker:
    def __init__(self, connection: Connection, terms: Terms) -> None:
        self._store = _RemoteStore(connection)
        store = cast(Store, self._store)
        self._rulesets = RulesetCache(store.rules, _is_prepared)
        self._tables = Tables(store, self._rulesets, most=terms.tables)
        self._terms = terms
        self._most = address_space() + terms.room
        self._changed: list[str] = []
        self._jobs: list[Job] = []
        self._reminders: list[tuple[HookRow, str]] = []
        self._tables.listen(self._changed.append)
        self._tables.use(self._jobs.append, lambda hook, title: self._reminders.append((hook, title)))

    def answer(self, request: Request) -> Answer:
        for told in (self._changed, self._jobs, self._reminders):
            told.clear()
        try:
            result: Returned | Raised | Failed = Returned(self._do(request))
        except MemoryError:
            raise
        except (Refused, StorageError, KeyError) as error:
            result = Raised(error)
        except Exception:
            result = Failed(traceback.format_exc())
        changed = [*dict.fromkeys(self._changed)]
        asked = [*changed, request.table] if request.table is not None else changed
        standings = {table: self._tables.standing(table) for table in asked}
        return Answer(result, changed, standings, [*self._jobs], [*self._reminders], address_space() > self._most)

    def _do(self, request: Request) -> Any:
        if request.outdated or (request.table is not None and not self._tables.has(request.table)):
            with apply_bounds(self._terms.loading):
                for table in request.outdated:
                    self._store.heard(table)
                if request.table is not None:
                    self._tables.get(request.table)
        makes_table = request.operation in operations(Tables)
        owner = self._tables if makes_table else self._tables.get(request.table or "")
        with apply_bounds(self._terms.loading if makes_table else self._terms.answering):
            return OPERATIONS[request.operation].function(owner, *request.arguments, **request.named)


def live(connection: Connection, terms: Terms) -> None:
    settle(terms.nice)
    worker = _Worker(connection, terms)
    gc.freeze()  # all that is imported stays
    gc.set_threshold(*gc.get_threshold()[:2], SELDOM)
    with suppress(EOFError, OSError):  # the web process has gone
        send(connection, Ready())
        while True:
            try:
                send(connection, worker.answer(receive(connection)))
            except MemoryError:  # what the process still holds cannot be trusted
                os._exit(OUT_OF_MEMORY)


def _is_prepared(*_: object) -> None:
    """The web process has had rules made ready before it sends a table to a worker."""
