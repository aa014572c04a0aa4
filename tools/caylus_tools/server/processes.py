"""Work that is done in other processes, so that this one stays free whatever becomes of them."""

from __future__ import annotations

import logging
import os
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock, Semaphore
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from caylus import Limits

from caylus_tools.common import children
from caylus_tools.server import Refused

if TYPE_CHECKING:
    from caylus import Game


LARGEST_FILE = 32 * 1024 * 1024
"""Bytes: what the library remembers of rules stays far below."""


class Bounds(NamedTuple):
    """`seconds` are those of a clock, after which the process is ended from outside. `busy` are those in which it computes,
    after which the system ends it, however loaded the machine is; `memory` are bytes beyond what it has when the job begins.
    """

    seconds: float
    busy: float = 0.0
    memory: int = 0


def settle(nice: int) -> None:
    """Once for the life of a process: it lets others go first, and writes neither large files nor what is left of a crash."""
    if sys.platform == "win32":
        return
    import resource

    os.nice(nice)
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


@contextmanager
def apply_bounds(bounds: Bounds) -> Iterator[None]:
    """The bounds hold for what is done within. Where the system has none, only the clock does."""
    if sys.platform == "win32":
        yield
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if bounds.memory and (size := address_space()):
        resource.setrlimit(resource.RLIMIT_AS, (size + bounds.memory, hard))
    global _busy
    _busy = bounds.busy
    signal.setitimer(signal.ITIMER_PROF, bounds.busy)  # its signal ends a process that does not listen for it
    try:
        yield
    finally:
        _busy = 0.0
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


_busy = 0.0
"""Seconds of computing that what is done now may take."""


def renew() -> None:
    """Begins the time of computing anew: the next of many steps has as much as the first. Nothing where no bounds hold."""
    if _busy:
        signal.setitimer(signal.ITIMER_PROF, _busy)


def address_space() -> int:
    """Bytes; 0 where nobody tells."""
    statm = _statm()
    if statm is None:
        return 0
    import resource

    return int(os.pread(statm, 100, 0).split()[0]) * resource.getpagesize()


@cache
def _statm() -> int | None:
    """A file that says how much memory this process has, left open: it is read for each job."""
    try:
        return os.open("/proc/self/statm", os.O_RDONLY)
    except OSError:
        return None


CHOICE_LIMITS = Limits(seconds=1, memory=128 * 1024 * 1024)
"""For one choice and what follows from it: less than what ends a process, so that few have to be ended."""

MOST_OPTIONS = 2_000
"""Of one decision: every page of a table shows them all."""

TOO_MANY = f"These rules let people choose among more than {MOST_OPTIONS:,} options at once."


def has_too_many_options(game: Game) -> bool:
    return len(game.moves) > MOST_OPTIONS


OUT_OF_MEMORY = 70
"""How a process ends that had not memory enough: what it still holds cannot be trusted."""


class Task(NamedTuple):
    """`job` is done within the bounds, after `before`, whose authors are trusted: it makes ready what many jobs need."""

    job: Callable[[], Any]
    bounds: Bounds
    before: Callable[[], Any] | None


class Done(NamedTuple):
    result: Any


class Begun(NamedTuple):
    """A job is ready to be done, and its time begins."""


class Failed(NamedTuple):
    """A job had a fault of its own: `trace` is for the log."""

    trace: str


def live(connection: Connection, nice: int) -> None:
    settle(nice)
    with suppress(EOFError, OSError):  # the parent has gone
        while True:
            task: Task = connection.recv()
            connection.send(_attempt(task, connection))


def _attempt(task: Task, connection: Connection) -> Done | Failed | Refused:
    try:
        if task.before is not None:
            task.before()
        connection.send(Begun())
        with apply_bounds(task.bounds):
            return Done(task.job())
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except Refused as refused:
        return refused
    except Exception:
        return Failed(traceback.format_exc())


T = TypeVar("T")

MOST_WAITING = 32
"""Jobs in hand or waiting, of all together."""

MOST_OF_ONE = 3
"""Of them, those of one who asks."""

TO_BEGIN = 120.0
"""Seconds until a job is begun: a process may have to be started, and to read a ruleset of the server anew."""

_log = logging.getLogger(__name__)


class Overrun(Exception):
    """A job took more time or memory than it may, or ended its process in another way."""


class TimedOut(Overrun):
    """The clock ended a job: where computing has a bound of its own, the machine was busy, or the job waited."""


class _NotBegun(Overrun):
    """A process ended before it began with a job."""


class Busy(Exception):
    """Too many wait already, or the machine has no time."""


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
    except Overrun:  # the machine has much else to do: that says nothing of the job
        raise Busy from None
    if isinstance(answer, Begun):
        try:
            answer = _receive(process.connection, task.bounds.seconds)
        except (EOFError, OSError):
            raise Overrun from None
    return cast(Done | Failed | Refused, answer)


def _receive(connection: Connection, seconds: float) -> object:
    if not connection.poll(seconds):
        raise TimedOut
    return connection.recv()
