"""A few processes and those who wait for them."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock, Semaphore
from typing import Any, NamedTuple, TypeVar, cast

from caylus_tools.common import children
from caylus_tools.server.refused import Refused

from .bounds import Bounds
from .child import Begun, Done, Failed, Task, live

T = TypeVar("T")

MOST_WAITING = 32
"""Jobs in hand or waiting, of all together."""

MOST_OF_ONE = 3
"""Of them, those of one who asks."""

TO_BEGIN = 30.0
"""Seconds until a job is begun: a process may have to be started, and to make itself ready."""

_log = logging.getLogger(__name__)


class Overrun(Exception):
    """A job took more time or memory than it may, or ended its process in another way."""


class _NotBegun(Overrun):
    """A process ended before it began with a job."""


class Busy(Exception):
    """Too many wait already."""


class _Process(NamedTuple):
    connection: Connection
    process: BaseProcess

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()


class Pool:
    """So many processes at most, each begun when it is first needed, and anew when it was lost.

    `nice` is how far they stand back behind everything else on the machine. Any thread may use it.
    """

    def __init__(self, processes: int, nice: int) -> None:
        self._nice = nice
        self._room = Semaphore(processes)
        self._lock = Lock()
        self._idle: list[_Process] = []
        self._all: set[_Process] = set()
        self._asked: Counter[str] = Counter()
        self._is_closed = False

    def run(self, job: Callable[[], T], bounds: Bounds, who: str = "", before: Callable[[], Any] | None = None) -> T:
        """The result of `job`, done in another process: it and its result are pickled.

        `who` asks for it. Raises what the job refuses, Overrun, Busy, and RuntimeError for a job that fails.
        """
        with self._count_use(who), self._room:
            try:
                answer = self._run_task(Task(job, bounds, before))
            except _NotBegun:  # a process was lost before it knew of the job
                answer = self._run_task(Task(job, bounds, before))
        if isinstance(answer, Refused):
            raise answer
        if isinstance(answer, Failed):
            _log.error("a job failed in its process:\n%s", answer.trace)
            raise RuntimeError("a job failed in its process")
        result: T = answer.result
        return result

    def _run_task(self, task: Task) -> Done | Failed | Refused:
        process = self._take_process()
        try:
            answer = _send_task(process, task)
        except BaseException:
            self._drop_process(process)
            raise
        with self._lock:
            self._idle.append(process)
        return answer

    def close(self) -> None:
        """Ends all processes, whatever they are at."""
        with self._lock:
            self._is_closed = True
            ending = [*self._all]
        for process in ending:
            process.process.kill()
        for process in self._idle:
            process.end()

    @contextmanager
    def _count_use(self, who: str) -> Iterator[None]:
        with self._lock:
            if self._asked.total() >= MOST_WAITING or (who and self._asked[who] >= MOST_OF_ONE):
                raise Busy
            self._asked[who] += 1
        try:
            yield
        finally:
            with self._lock:
                self._asked[who] -= 1
                self._asked += Counter()  # forgets those who ask for nothing

    def _take_process(self) -> _Process:
        with self._lock:
            if self._is_closed:
                raise Busy
            while self._idle:
                process = self._idle.pop()
                if process.process.is_alive():
                    return process
                self._all.discard(process)  # ended from outside, while it had nothing to do
        process = _Process(*children.begin(live, self._nice))
        with self._lock:
            self._all.add(process)
        return process

    def _drop_process(self, process: _Process) -> None:
        with self._lock:
            self._all.discard(process)
        process.end()


def _send_task(process: _Process, task: Task) -> Done | Failed | Refused:
    try:
        process.connection.send(task)
        answer = _receive(process.connection, TO_BEGIN)
    except (EOFError, OSError):
        raise _NotBegun from None
    if isinstance(answer, Begun):
        try:
            answer = _receive(process.connection, task.bounds.seconds)
        except (EOFError, OSError):
            raise Overrun from None
    return cast(Done | Failed | Refused, answer)


def _receive(connection: Connection, seconds: float) -> object:
    if not connection.poll(seconds):
        raise Overrun
    return connection.recv()
