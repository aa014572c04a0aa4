"""Work in several processes of this machine.

Each has a pipe of its own. Processes that share one, as those of an executor do, leave everybody waiting when one of them is
ended in the middle of a message.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple, Protocol, cast

from caylus_tools.common import children
from caylus_tools.common.errors import UsageError


class Done(NamedTuple):
    """The results of a chunk of numbers, up to the first whose task failed, and the seconds they took."""

    results: list[Any]
    seconds: float


class Pool(Protocol):
    """Processes that carry out a task for this one."""

    def width(self) -> int:
        """Return how many chunks they can work on at a time."""

    def submit(self, numbers: list[int]) -> Callable[[], Done]:
        """Has the task done for these numbers; returns what waits until it is."""


def attempt(task: Callable[[int], Any], numbers: list[int]) -> Done:
    """Run a chunk in a worker."""
    begun = time.perf_counter()
    results: list[Any] = []
    try:
        for number in numbers:
            results.append(task(number))  # noqa: PERF401 (what came before a failure counts)
    except Exception:  # noqa: S110 (the task fails again where it can be told in full, see `executor`)
        pass
    return Done(results, time.perf_counter() - begun)


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
        connection, process = children.begin(_serve, self._task)
        self._processes[connection] = process
        return connection


def _serve(connection: Connection, task: Task) -> None:
    """The life of a process."""
    with suppress(EOFError, OSError):  # the parent has gone
        while True:
            connection.send(attempt(task, connection.recv()))


@contextmanager
def _own_words() -> Iterator[None]:
    """The words for the user when nobody is at the other end."""
    try:
        yield
    except (EOFError, OSError):
        raise UsageError("one of the processes was ended from outside, perhaps because memory was short") from None
