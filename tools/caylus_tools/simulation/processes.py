"""Work in several processes of this machine.

Each has a pipe of its own. Processes that share one, as those of an executor do, leave everybody waiting when one of them is
ended in the middle of a message.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, cast

from caylus_tools.common.errors import UsageError

from .chunks import Done, attempt

_CONTEXT = multiprocessing.get_context("spawn")

Task = Callable[[int], Any]


@contextmanager
def processes(task: Task, jobs: int) -> Iterator[_Processes]:
    """A pool of processes, which are gone after the `with` block, whatever they are at."""
    pool = _Processes(task, jobs)
    try:
        yield pool
    finally:
        pool.end()


class _Processes:
    """Processes by their connections, and the chunks that each of the busy ones and those in the queue have tickets for."""

    def __init__(self, task: Task, jobs: int) -> None:
        self._task = task
        self._jobs = jobs
        self._processes: dict[Connection, BaseProcess] = {}
        self._idle: list[Connection] = []
        self._busy: dict[Connection, int] = {}
        self._queue: deque[tuple[int, list[int]]] = deque()
        self._done: dict[int, Done] = {}
        self._tickets = count()

    def width(self) -> int:
        return self._jobs

    def submit(self, numbers: list[int]) -> Callable[[], Done]:
        ticket = next(self._tickets)
        self._queue.append((ticket, numbers))
        self._hand_out()
        return partial(self._result, ticket)

    def end(self) -> None:
        for process in self._processes.values():
            process.kill()
        for connection, process in self._processes.items():
            process.join()
            connection.close()

    def _result(self, ticket: int) -> Done:
        while ticket not in self._done:
            with _own_words():
                for connection in cast(list[Connection], wait([*self._busy])):
                    self._done[self._busy.pop(connection)] = connection.recv()
                    self._idle.append(connection)
            self._hand_out()
        return self._done.pop(ticket)

    def _hand_out(self) -> None:
        while self._queue and (self._idle or len(self._processes) < self._jobs):
            connection = self._idle.pop() if self._idle else self._begin()
            ticket, numbers = self._queue.popleft()
            with _own_words():
                connection.send(numbers)
            self._busy[connection] = ticket

    def _begin(self) -> Connection:
        """A new process."""
        connection, its_end = _CONTEXT.Pipe()
        process = _CONTEXT.Process(target=_serve, args=(its_end, self._task), daemon=True)
        with _interrupts_blocked():
            process.start()
        its_end.close()
        self._processes[connection] = process
        return connection


def _serve(connection: Connection, task: Task) -> None:
    """The life of a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_the_parent, daemon=True).start()
    with suppress(EOFError, OSError):  # the parent has gone
        while True:
            connection.send(attempt(task, connection.recv()))


def _leave_with_the_parent() -> None:
    """However the parent ends, and whatever this process is at."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """A process started within does not hear Ctrl-C, which a terminal sends to all; this one hears it afterwards."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # which the first process that starts would begin, and open our ears again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _own_words() -> Iterator[None]:
    """What it means when nobody is at the other end."""
    try:
        yield
    except (EOFError, OSError):
        raise UsageError("one of the processes was ended from outside, perhaps because memory was short") from None
