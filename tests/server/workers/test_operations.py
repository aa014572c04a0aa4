"""The kind of each operation: what it takes too long over, and what is asked again where a worker was lost."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from threading import Thread, Timer
from types import SimpleNamespace
from typing import Any, cast

import pytest
from caylus_tools.common.process_pool import Process, Returned, send
from caylus_tools.server import Refused
from caylus_tools.server.storage.store import Store
from caylus_tools.server.tables import LiveTable, Tables
from caylus_tools.server.workers import TableDirectory, directory
from caylus_tools.server.workers.worker import Answer, Request, StoreCall, Terms, Worker, WorkerLost

QUESTIONS = [
    LiveTable.about,
    LiveTable.about_table,
    LiveTable.admit,
    LiveTable.hint,
    LiveTable.history,
    LiveTable.invitation,
    LiveTable.log,
    LiveTable.messages_for,
    LiveTable.moves,
    LiveTable.outcome,
    LiveTable.save,
    LiveTable.scenario,
    LiveTable.state_at,
    LiveTable.transcript,
    LiveTable.why,
    Tables.fork,
]
ONCE = [LiveTable.choose, LiveTable.choose_for, LiveTable.undo, LiveTable.run_out]
CHANGES = [LiveTable.consent, LiveTable.say, LiveTable.claim, LiveTable.leave, Tables.rematch]


class Lossy:
    """A worker that is lost in the middle of its first request."""

    def __init__(self, **lost: bool) -> None:
        self.lost = lost
        self.asked = 0

    def ask(self, request: Request) -> Answer:
        self.asked += 1
        if self.asked == 1:
            raise WorkerLost(**self.lost)
        return Answer(Returned("answer"), (), {}, (), (), False)

    def forget(self, table: str) -> None: ...

    def close(self) -> None: ...

    pid = None


class Rows:
    """A store with one table, which says what is changed there."""

    def __init__(self) -> None:
        self.status = "playing"

    def listen(self, heard: Callable[[str], None]) -> None: ...

    def catch_up(self, now: float) -> None: ...

    def table(self, id: str) -> Any:
        return SimpleNamespace(status=self.status, changes=0, options={})

    def change_table(self, id: str, *, expected_changes: int, status: str, options: object) -> None:
        self.status = status


def ask(operation: Callable[..., Any], rows: Rows, worker: Lossy) -> Any:
    tables = TableDirectory(cast(Any, rows), cast(Any, None), own=1)
    tables._put("table", directory._Place(cast(Any, worker), is_foreign=False))
    tables._answering = cast(Any, (worker, worker))
    try:
        return tables.ask("table", operation)
    finally:
        tables.close()


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_that_takes_too_long_leaves_the_table_as_it_is(question: Callable[..., Any]) -> None:
    with pytest.raises(Refused) as refused:
        ask(question, rows := Rows(), Lossy(is_overrun=True, has_written=False))
    assert (refused.value.code, rows.status) == ("too_long", "playing")


@pytest.mark.parametrize("change", [*ONCE, *CHANGES])
def test_a_change_that_takes_too_long_breaks_the_table(change: Callable[..., Any]) -> None:
    with pytest.raises(Refused) as refused:
        ask(change, rows := Rows(), Lossy(is_overrun=True, has_written=False))
    assert (refused.value.code, rows.status) == ("broken_rules", "broken")


@pytest.mark.parametrize("operation", ONCE)
def test_what_is_done_once_is_asked_again_after_a_worker_was_lost_that_had_written(operation: Callable[..., Any]) -> None:
    assert ask(operation, Rows(), Lossy(is_overrun=False, has_written=True)) == "answer"


@pytest.mark.parametrize("change", CHANGES)
def test_another_change_is_not_made_twice(change: Callable[..., Any]) -> None:
    worker = Lossy(is_overrun=False, has_written=True)
    with pytest.raises(Refused, match="interrupted"):
        ask(change, Rows(), worker)
    assert worker.asked == 1


def test_a_method_that_is_no_operation_is_not_asked_for() -> None:
    with pytest.raises(KeyError):
        ask(LiveTable.jobs, Rows(), Lossy(is_overrun=False, has_written=False))


@contextmanager
def asking_store(monkeypatch: pytest.MonkeyPatch, store: object, method: str) -> Iterator[Worker]:
    """A worker whose process asks the store for something and is lost then."""
    ours, its = Pipe()

    def begin(process: Process) -> None:
        process._connection = ours
        send(its, StoreCall(method, (), {}))

    def ask_and_go(connection: Connection, message: object) -> None:
        send(connection, message)
        if not isinstance(message, Request):
            its.close()

    monkeypatch.setattr(Process, "begin", begin)
    monkeypatch.setattr("caylus_tools.common.process_pool.send", ask_and_go)
    yield Worker(cast(Store, store), directory.OWN)


@pytest.mark.parametrize(
    ("method", "writes"),
    [
        *((name, False) for name in ("chat", "entries", "hooks", "rules", "seats", "seed", "table")),
        *((name, True) for name in ("add_table", "append", "change_seat", "change_table", "claim", "drop_hook")),
        *((name, True) for name in ("put_hook", "put_rules", "say")),
    ],
)
def test_a_worker_that_has_only_read_rows_has_changed_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, method: str, writes: bool
) -> None:
    caplog.set_level(logging.CRITICAL)
    with asking_store(monkeypatch, object(), method) as worker, pytest.raises(WorkerLost) as lost:
        worker.ask(Request("table", "say", (), {}))
    assert (lost.value.has_written, lost.value.is_overrun) == (writes, False)


@pytest.mark.slow
def test_a_worker_that_a_busy_machine_does_not_begin_is_not_said_to_take_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caylus_tools.common.process_pool.TO_BEGIN", 0.0)
    worker = Worker(cast(Store, object()), directory.OWN)
    try:
        with pytest.raises(WorkerLost) as lost:
            worker.ask(Request("table", "say", (), {}))
    finally:
        worker.close()
    assert (lost.value.has_written, lost.value.is_overrun, worker.can_begin) == (False, False, False)


@pytest.mark.parametrize(("terms", "waits"), [(directory.OWN, False), (directory.ANSWERS, True)])
def test_nobody_waits_for_a_process_that_stalls_unless_it_only_answers(
    monkeypatch: pytest.MonkeyPatch, terms: Terms, waits: bool
) -> None:
    worker, question = Worker(cast(Store, object()), terms), Request("table", "hint", (), {})
    monkeypatch.setattr(Process, "begin", lambda process: (_ for _ in ()).throw(OSError))
    monkeypatch.setattr(worker, "_since", 0.0)
    turn = worker._take_turn(is_change=True)
    turn.__enter__()
    if waits:
        Timer(0.2, turn.__exit__, (None, None, None)).start()
    with pytest.raises(WorkerLost if waits else Refused):
        worker.ask(question)


def test_a_choice_comes_before_those_who_only_look() -> None:
    worker, order = Worker(cast(Store, object()), directory.OWN), list[str]()

    def ask(name: str, is_change: bool) -> Thread:
        def take_turn() -> None:
            with worker._take_turn(is_change=is_change):
                order.append(name)

        thread = Thread(target=take_turn)
        thread.start()
        return thread

    with worker._take_turn(is_change=False):
        threads = [ask("look", False), ask("look", False)]
        threads.append(ask("choice", True))
        while not worker._changes_waiting:
            time.sleep(0.001)
    for thread in threads:
        thread.join()
    assert order == ["choice", "look", "look"]
