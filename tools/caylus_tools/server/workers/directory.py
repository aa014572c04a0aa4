"""All tables of a server: which worker has which, and what is done when a worker is lost."""

from __future__ import annotations

import logging
import os
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Lock, Thread
from typing import Any, Concatenate, NoReturn, ParamSpec, TypeVar

from caylus import Ruleset
from caylus.records import Record

from caylus_tools.common.process_pool import Bounds, Closed, ProcessLost, unwrap
from caylus_tools.server import Refused
from caylus_tools.server.bots import Job
from caylus_tools.server.queues import is_wanted
from caylus_tools.server.rules import Rulesets
from caylus_tools.server.storage.schema import HookRow, TableRow
from caylus_tools.server.storage.store import Store
from caylus_tools.server.tables import Audience, Opened, Standing, TableOrder, Tables
from caylus_tools.server.tables.tables import list_tables

from .worker import OPERATIONS, Answer, Overruns, Request, Terms, Worker, WorkerLost

P = ParamSpec("P")
T = TypeVar("T")

MEGABYTE = 1024 * 1024

LOADING = Bounds(seconds=60, busy=20, memory=600 * MEGABYTE)
"""For a table that is opened, or made from its rows: its rules are read, and each choice of it has as much."""

OWN = Terms(LOADING, Bounds(seconds=60, busy=5, memory=600 * MEGABYTE), nice=0, tables=500, room=1024 * MEGABYTE)
"""For tables under the server's own rules."""

FOREIGN = Terms(
    LOADING._replace(memory=300 * MEGABYTE),
    Bounds(seconds=60, busy=2, memory=300 * MEGABYTE),
    nice=10,
    tables=200,
    room=400 * MEGABYTE,
)
"""For tables under rules that somebody has brought. They stand back, and still get their turns on a machine that is busy."""

FOREIGN_WORKERS = 2

ANSWERS = Terms(LOADING, OWN.answering, nice=10, tables=100, room=300 * MEGABYTE, plays=False)
FOREIGN_ANSWERS = FOREIGN._replace(nice=15, tables=50, plays=False)
"""For what is worked out for a seat, or from all choices of a game: nobody's choice waits there."""

MOST_KNOWN = 100_000
"""Tables of which it is remembered which worker has them."""
MOST_RULES = 1000
"""Rules of which it is remembered whether they are the server's own."""

TOO_MUCH = "What follows from a choice takes too much time or memory under these rules."

_log = logging.getLogger(__name__)


def own_workers() -> int:
    """The number of processes for the server's own rules: one waits for the database while each processor has another."""
    return (os.cpu_count() or 1) + 1


class _Place(Record):
    """The worker that has a table; `is_foreign`: under rules that are not the server's own."""

    worker: Worker
    is_foreign: bool


def _is_question(operation: str) -> bool:
    """Return whether an operation takes long, and changes nothing."""
    address = OPERATIONS[operation].address
    return address is not None and address.queue == "answers"


def _overrun_key(table: str, operation: str) -> str:
    """Questions that take too long keep nobody from choosing."""
    return f"{table}?" if _is_question(operation) else table


class TableDirectory:
    """Tables are made, found and asked in workers. Any thread may call, and waits for the worker.

    Raises Refused, for what a table refuses: and `no_table`, `too_long` for rules that have kept a worker too long several times,
    `busy` where a worker was lost and the same can be asked again.
    """

    def __init__(self, store: Store, rulesets: Rulesets, own: int | None = None) -> None:
        self._store = store
        self._rulesets = rulesets
        self._own = [Worker(store, OWN) for _ in range(own or own_workers())]
        self._foreign = [Worker(store, FOREIGN) for _ in range(FOREIGN_WORKERS)]
        self._answering = Worker(store, ANSWERS), Worker(store, FOREIGN_ANSWERS)
        """For the server's own rules, and for others."""
        self._places: OrderedDict[str, _Place] = OrderedDict()
        self._counts: Counter[Worker] = Counter()
        self._overruns = Overruns()
        self._lock = Lock()
        self._beginning = Lock()
        self._listeners: list[Callable[[str], None]] = []
        self._ask_bot: Callable[[Job], None] = lambda job: None
        self._remind: Callable[[HookRow, str], None] = lambda hook, title: None
        self._standings: dict[str, Standing] = {}
        self._own_rules: dict[str, bool] = {}
        store.listen(self._note_foreign_change)

    def __len__(self) -> int:
        """Return how many tables workers have."""
        return len(self._places)

    @property
    def pids(self) -> Mapping[str, list[int]]:
        """The numbers of the processes that run, by the rules that they play by, and of those that answer."""
        return {
            name: [worker.pid for worker in workers if worker.pid is not None]
            for name, workers in (("own", self._own), ("foreign", self._foreign), ("answering", self._answering))
        }

    def begin(self) -> None:
        """Begins the workers for the server's own rules, in a thread of its own."""

        def begin() -> None:
            with self._beginning, suppress(Closed, ProcessLost, OSError):
                for worker in self._own:
                    worker.begin()

        if self._beginning.locked():
            return
        Thread(target=begin, name="workers", daemon=True).start()

    @property
    def is_well(self) -> bool:
        """Return whether processes for the server's own rules could be begun when they were last needed."""
        return all(worker.can_begin for worker in self._own)

    def close(self) -> None:
        """Ends all workers, whatever they are at; who waits for one is told so."""
        for worker in (*self._own, *self._foreign, *self._answering):
            worker.close()

    def listen(self, listener: Callable[[str], None]) -> None:
        """Has `listener` called, in any thread, with the id of each table that has changed, whoever changed it."""
        self._listeners.append(listener)

    def use(self, ask: Callable[[Job], None], remind: Callable[[HookRow, str], None]) -> None:
        """Sets who decides for bots, and who tells a hook that its seat at the table of a title has to decide.

        Both return at once.
        """
        self._ask_bot, self._remind = ask, remind

    # ---- tables

    def find(self, id: str) -> None:
        """Has a worker have a table. Raises Refused where there is none."""
        self._place(id)

    def is_foreign(self, id: str) -> bool | None:
        """Return whether a table's rules are not the server's own; None where nobody has asked for the table yet. Never waits."""
        place = self._places.get(id)
        return place.is_foreign if place is not None else None

    def rules(self, id: str) -> Ruleset:
        """The rules of a table."""
        row = self._row(id)
        return self._rulesets.rules(row.rules, row.options["players"])

    def open(self, order: TableOrder, owner: str) -> Opened:
        """Opens a table for a visitor, who owns it. Raises Refused (bad) for an order that makes no game."""
        return self._open(order.rules, Tables.open, order, owner)

    def bring(self, data: Mapping[str, Any], rules: Ruleset, owner: str) -> Opened:
        """A table at which a save or a transcript goes on, under the rules it was played by. Raises Refused (bad)."""
        return self._open(rules, Tables.bring, data, rules, owner)

    def rematch(self, id: str, visitor: str) -> Opened:
        """A table for the same people to play again, the same one however often it is asked for."""
        return self._add(self._place(id), self.ask(id, Tables.rematch, id, visitor))

    def fork(self, id: str, audience: Audience, to: int) -> Opened:
        """A table at which whoever looks plays on from a moment of another. Raises Refused where that tells secrets."""
        return self._add(self._place(id), self.ask(id, Tables.fork, id, audience, to))

    def list_tables(self, visitor: str) -> dict[str, list[dict[str, Any]]]:
        """The tables a visitor opened or sits at, and the public ones besides: from rows, so that no worker is asked."""
        return list_tables(self._store, visitor, self._standings)

    # ---- what happens by itself

    def _note_foreign_change(self, id: str) -> None:
        place = self._places.get(id)
        if place is not None:
            place.worker.forget(id)
        self._tell(id)

    def _tell(self, id: str) -> None:
        for worker in self._answering:
            if worker.pid is not None:
                worker.forget(id)
        for listener in self._listeners:
            listener(id)

    # ---- workers

    def _row(self, id: str) -> TableRow:
        row = self._store.table(id)
        if row is None:
            raise Refused("no_table", "There is no such table.")
        return row

    def _place(self, id: str) -> _Place:
        place = self._places.get(id)
        if place is not None:
            return place
        row = self._row(id)
        rules = self._rulesets.rules(row.rules, row.options["players"])  # made ready where they were not
        return self._put(id, self._free(self._is_own(rules)))

    def _is_own(self, rules: Ruleset) -> bool:
        is_own = self._own_rules.get(rules.identity)
        if is_own is None:
            is_own = self._own_rules[rules.identity] = self._rulesets.is_own(rules.layers)
            while len(self._own_rules) > MOST_RULES:
                self._own_rules.pop(next(iter(self._own_rules)), None)
        return is_own

    def _free(self, is_own: bool) -> _Place:
        """The worker with the fewest tables."""
        workers = self._own if is_own else self._foreign
        with self._lock:
            return _Place(min(workers, key=self._counts.__getitem__), not is_own)

    def _put(self, id: str, place: _Place) -> _Place:
        with self._lock:
            current_place = self._places.setdefault(id, place)
            self._counts[place.worker] += current_place is place
            if len(self._places) > MOST_KNOWN:
                oldest, old_place = self._places.popitem(last=False)
                self._counts[old_place.worker] -= 1
                self._standings.pop(oldest, None)
            return current_place

    def _open(self, rules: Ruleset, operation: Callable[..., Opened], *arguments: Any) -> Opened:
        place = self._free(self._is_own(rules))
        return self._add(place, self._ask_worker(place, Request(None, operation.__name__, arguments, {})))

    def _add(self, place: _Place, new_table: Opened) -> Opened:
        self._put(new_table.table, place)
        return new_table

    def ask(self, id: str, operation: Callable[Concatenate[Any, P], T], *arguments: P.args, **named: P.kwargs) -> T:
        """The answer to an operation of `LiveTable` or `Tables`, from the worker of a table. Raises Refused, StorageError."""
        if OPERATIONS[operation.__name__].kind != "look":
            self._store.catch_up(time.time())
        place = self._place(id)
        if self._overruns.is_shut(_overrun_key(id, operation.__name__)):
            raise Refused("too_long", "The rules of this table take too much time or memory: it rests for a while.")
        if _is_question(operation.__name__):
            place = _Place(self._answering[place.is_foreign], place.is_foreign)
        answer: T = self._ask_worker(place, Request(id, operation.__name__, arguments, named))
        return answer

    def _ask_worker(self, place: _Place, request: Request, is_repeated: bool = False) -> Any:
        try:
            answer = place.worker.ask(request)
        except Closed:
            raise Refused("busy", "The server restarts.") from None
        except WorkerLost as error:
            if error.seconds:
                self._store.delay([id for id, one in self._places.copy().items() if one.worker is place.worker], error.seconds)
            if request.table is not None:
                self._tell(request.table)  # what was stored last may not have been told
            if error.is_overrun and not error.has_written and is_wanted():
                self._stop(request)
            if not is_repeated and (OPERATIONS[request.operation].kind == "once" or not error.has_written):
                return self._ask_worker(place, request, is_repeated=True)
            raise Refused("busy", "The server was interrupted; look at the table, and try again.") from None
        return self._take(answer)

    def _take(self, answer: Answer) -> Any:
        """Does what a worker says has to be done, and returns what it was asked for, or raises it."""
        self._standings.update(answer.standings)
        for id in answer.changed:
            self._tell(id)
        for hook, title in answer.reminders:
            self._remind(hook, title)
        for job in answer.jobs:
            self._ask_bot(job)
        return unwrap(answer.result)

    def _stop(self, request: Request) -> NoReturn:
        """A request took too much: what a choice at a table would do is not done, and all there are told so."""
        id = request.table
        if id is None:
            raise Refused("too_long", "These rules take more time or memory than there is for them here.") from None
        self._overruns.add(_overrun_key(id, request.operation))
        if OPERATIONS[request.operation].kind == "look":
            raise Refused("too_long", "This takes too much time or memory under these rules.") from None
        row, fault = self._row(id), {"text": TOO_MUCH, "file": "", "line": 0, "source": ""}
        if row.status in ("playing", "broken"):
            self._store.change_table(id, expected_changes=row.changes, status="broken", options={**row.options, "broken": fault})
            self._place(id).worker.forget(id)
            self._tell(id)
        raise Refused("broken_rules", TOO_MUCH, [fault]) from None
