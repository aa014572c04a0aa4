"""Processes that work for this one: begun when they are first needed, bounded, and replaced when they are lost.

Each has a pipe of its own. Processes that share one, as those of an executor do, leave everybody waiting when one of them is
ended in the middle of a message. They do not hear Ctrl-C, and go when this process goes.
"""

from __future__ import annotations

import logging
import math
import multiprocessing
import os
import pickle
import select
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from multiprocessing import forkserver, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from queue import Empty, LifoQueue
from typing import Any, NamedTuple, NoReturn, TypeVar

T = TypeVar("T")

TO_BEGIN = 120.0
"""Seconds until a process is ready, and until a job is begun there: it may have to read a ruleset first."""
TO_COPY = 40.0
"""Seconds until a process has been copied: the original may have to load the program first."""
TO_STOP = 2.0
"""Seconds of computing more after which a process is ended that does not stop."""
GLANCE = 0.25
"""Seconds after which somebody looks whether a job is still wanted."""
LARGEST_FILE = 32 * 1024 * 1024
"""Bytes: what the library remembers of rules stays far below."""

OUT_OF_MEMORY = 70
"""The exit code of a process that had not memory enough: what it still holds cannot be trusted."""
_OUT_OF_TIME = -getattr(signal, "SIGPROF", 0)
"""The exit code of a process that has computed longer than it may."""

_context: BaseContext = multiprocessing.get_context("spawn")
_log = logging.getLogger(__name__)


# ---- bounds


class Bounds(NamedTuple):
    """`seconds` are those of a clock, after which the process is ended from outside. `busy` are those in which it computes,
    after which the system ends it, however loaded the machine is; `memory` are bytes beyond what it has when the job begins.
    """

    seconds: float | None = None
    busy: float = 0.0
    memory: int = 0


def stand_back(nice: int) -> None:
    """Once for the life of a process: it lets others go first, and writes neither large files nor what is left of a crash."""
    if sys.platform == "win32":
        return
    import resource

    os.nice(nice)
    size = lower(LARGEST_FILE, resource.getrlimit(resource.RLIMIT_FSIZE)[1])
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def lower(bound: int, hard: int) -> int:
    """A bound, or the hard limit of the system where that is lower."""
    return bound if hard < 0 else min(bound, hard)


class OutOfTime(BaseException):
    """A job has computed longer than it may, and stops here: no rule of its own catches this."""


@contextmanager
def apply_bounds(bounds: Bounds, *, can_stop: bool = False) -> Iterator[None]:
    """The bounds hold for what is done within. Where the system has none, only the clock does.

    What `can_stop` in its middle raises OutOfTime, so that the process lives on; it is ended if it goes on nevertheless.
    """
    if sys.platform == "win32" or not (bounds.busy or bounds.memory):
        yield
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if bounds.memory and (size := address_space()):
        resource.setrlimit(resource.RLIMIT_AS, (lower(size + bounds.memory, hard), hard))
    global _busy
    _busy = bounds.busy
    signal.signal(signal.SIGPROF, _stop if can_stop else signal.SIG_DFL)  # by default it ends the process
    signal.setitimer(signal.ITIMER_PROF, bounds.busy, TO_STOP)
    try:
        yield
    finally:
        _busy = 0.0
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


_busy = 0.0
"""Seconds of computing that what is done now may take."""


def _stop(*_: object) -> None:
    if _busy:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        raise OutOfTime


_INTERRUPT: signal.Signals | None = getattr(signal, "SIGUSR1", None)
"""Tells a process to stop what it does, as its own time does: nobody waits for that any more."""


def _stop_unwanted(*arguments: Any) -> None:
    if signal.getsignal(signal.SIGPROF) is _stop:
        _stop(*arguments)


@contextmanager
def hold_out() -> Iterator[None]:
    """Keep what is done within from being stopped in its middle."""
    global _busy
    seconds, _busy = _busy, 0.0
    try:
        yield
    finally:
        _busy = seconds


def renew() -> None:
    """Begins the time of computing anew: the next of many steps has as much as the first. Nothing where no bounds hold."""
    if _busy:
        signal.setitimer(signal.ITIMER_PROF, _busy, TO_STOP)


def address_space() -> int:
    """Bytes; 0 where nobody tells."""
    statm = _open_statm()
    if statm is None:
        return 0
    import resource

    return int(os.pread(statm, 100, 0).split()[0]) * resource.getpagesize()


@cache
def _open_statm() -> int | None:
    """A file that says how much memory this process has, left open: it is read for each job."""
    try:
        return os.open("/proc/self/statm", os.O_RDONLY)
    except OSError:
        return None


# ---- messages


class Ready(NamedTuple):
    """A process waits for its first message."""


class Returned(NamedTuple):
    value: Any


class Raised(NamedTuple):
    """An error that the one who asked has to be told."""

    error: Exception


class Failed(NamedTuple):
    """A fault of ours: `trace` is for the log."""

    trace: str


class Stopped(NamedTuple):
    """A job has computed longer than it may; its process lives on."""


Outcome = Returned | Raised | Failed | Stopped


def call(function: Callable[[], Any], expected: tuple[type[Exception], ...]) -> Outcome:
    """The outcome of a function; `expected` are the errors that are told as they are. Raises MemoryError."""
    try:
        return Returned(function())
    except MemoryError:
        raise
    except expected as error:
        return Raised(error)
    except Exception:
        return Failed(traceback.format_exc())


def unwrap(outcome: Outcome) -> Any:
    """The value of an outcome. Raises its error, and RuntimeError for a fault, which is logged."""
    match outcome:
        case Returned(value):
            return value
        case Raised(error):
            raise error
        case Failed(trace):
            _log.error("a process failed:\n%s", trace)
            raise RuntimeError("a process failed")
        case Stopped():
            raise ProcessLost(_OUT_OF_TIME, has_timed_out=False)


def send(connection: Connection, message: object) -> None:
    """Sends a message. Quicker than `Connection.send`, which makes a pickler of its own for each one."""
    connection.send_bytes(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))


def receive(connection: Connection) -> Any:
    """Waits for a message. Raises EOFError and OSError where there will be none."""
    return pickle.loads(connection.recv_bytes())  # noqa: S301 (both ends are ours)


def _can_receive(connection: Connection, seconds: float | None) -> bool:
    """Return whether a message comes within some seconds. Quicker than `Connection.poll`, where the system lets it be."""
    if not hasattr(select, "poll"):
        return connection.poll(seconds)
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    return bool(poll.poll(None if seconds is None else max(0.0, seconds * 1000)))


def answer_messages(connection: Connection, answer: Callable[[Any], Any]) -> None:
    """The life of a process: each message gets an answer, until the other end is gone."""
    with suppress(EOFError, OSError):
        send(connection, Ready())
        while True:
            try:
                send(connection, answer(receive(connection)))
            except MemoryError:
                os._exit(OUT_OF_MEMORY)


# ---- processes


class ProcessLost(Exception):
    """A process ended while it was asked something.

    `is_overrun`: it took more time or memory than it may. `has_timed_out`: the clock ended it; the machine may have been busy.
    """

    def __init__(self, exit_code: int | None, *, has_timed_out: bool) -> None:
        self.has_timed_out = has_timed_out
        self.is_overrun = has_timed_out or exit_code in (_OUT_OF_TIME, OUT_OF_MEMORY)
        super().__init__("it took too much time or memory" if self.is_overrun else f"exit code {exit_code}")


class NotBegun(ProcessLost):
    """A process ended, or had no time, before it began: that says nothing of what it was asked."""

    def __init__(self, lost: ProcessLost) -> None:
        Exception.__init__(self, f"before it began: {lost}")
        self.has_timed_out = lost.has_timed_out
        self.is_overrun = False


class Closed(Exception):
    """The processes have been closed, and are asked nothing any more."""


class Process:
    """A process that does `life(connection, *arguments)`, and another one in its place when it is lost.

    One thread at a time asks it something; any may close it. All methods that ask raise ProcessLost and Closed.
    """

    def __init__(self, life: Callable[..., None], *arguments: Any) -> None:
        self._life = life
        self._arguments = arguments
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._is_closed = False

    @property
    def pid(self) -> int | None:
        """The number of the process; None where there is none."""
        process = self._process
        return process.pid if process is not None and process.is_alive() else None

    def begin(self, *, is_patient: bool = False) -> None:
        """Has a process wait for messages; one who `is_patient` gives it any time to start."""
        if self._is_closed:
            raise Closed
        if self.pid is None:
            self.end()
            try:
                self._start()
                self.receive(None if is_patient else TO_BEGIN)
            except EOFError:
                raise NotBegun(ProcessLost(None, has_timed_out=False)) from None
            except ProcessLost as lost:
                raise NotBegun(lost) from None

    def _start(self) -> None:
        self._connection, its_end = _context.Pipe()
        self._process = _context.Process(target=_live, args=(self._life, its_end, *self._arguments), daemon=True)  # type: ignore[attr-defined]
        with _interrupts_blocked(), _watch_original():
            self._process.start()
        its_end.close()
        if self._is_closed:  # meanwhile
            self._process.kill()

    def send(self, message: object) -> None:
        assert self._connection is not None
        try:
            send(self._connection, message)
        except OSError:
            self._raise_loss(has_timed_out=False)

    def receive(self, seconds: float | None, is_wanted: Callable[[], bool] | None = None) -> Any:
        """The next message of the process, which has so many seconds for it. It is told to stop when it `is_wanted` no more."""
        assert self._connection is not None
        end = math.inf if seconds is None else time.monotonic() + seconds
        try:
            while not _can_receive(self._connection, seconds if is_wanted is None else min(GLANCE, end - time.monotonic())):
                if is_wanted is None or time.monotonic() >= end:
                    self._raise_loss(has_timed_out=True)
                if not is_wanted() and _INTERRUPT is not None and (pid := self.pid) is not None:
                    os.kill(pid, _INTERRUPT)
            return receive(self._connection)
        except (EOFError, OSError):
            self._raise_loss(has_timed_out=False)

    def _raise_loss(self, *, has_timed_out: bool) -> NoReturn:
        process = self._process
        self.end()
        if self._is_closed:
            raise Closed from None
        raise ProcessLost(process.exitcode if process is not None else None, has_timed_out=has_timed_out) from None

    def end(self) -> None:
        """Ends the process; the next message begins another."""
        if self._process is not None and self._process.pid is not None:
            self._process.kill()
            with _watch_original():  # which alone hears of its end
                self._process.join()
        if self._connection is not None:
            self._connection.close()
        self._process = self._connection = None

    def close(self) -> None:
        """Ends the process for good, whatever it is at; who waits for it is told so."""
        self._is_closed = True
        process = self._process
        if process is not None and process.pid is not None:
            process.kill()


def _live(life: Callable[..., None], connection: Connection, *arguments: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if _INTERRUPT is not None:
        signal.signal(_INTERRUPT, _stop_unwanted)
    threading.Thread(target=_leave_with_the_parent, daemon=True).start()
    life(connection, *arguments)


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
def _watch_original() -> Iterator[None]:
    """Within, the process that others are copies of is ended where it stands still: a copy that waits for it raises EOFError."""
    timer = threading.Timer(TO_COPY, _end_original)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


def _end_original() -> None:
    pid: int | None = getattr(forkserver._forkserver, "_forkserver_pid", None)
    if pid is not None:
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(pid, signal.SIGKILL)
            os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)  # until then another one would not begin


def preload(*modules: str) -> None:
    """Have all processes that begin from now on be copies of one that has imported some modules, and begins to do so at once."""
    global _context
    if sys.platform == "linux":
        _context = multiprocessing.get_context("forkserver")
        _context.set_forkserver_preload([*modules])
        with _interrupts_blocked():
            forkserver.ensure_running()


# ---- jobs


class Task(NamedTuple):
    """`job` is done within the bounds, after `before`, whose authors are trusted: it makes ready what many jobs need."""

    job: Callable[..., Any]
    bounds: Bounds
    before: Callable[[], Any] | None


class Begun(NamedTuple):
    """A job is ready to be done, and its time begins."""


class Pool:
    """So many processes, which do jobs. Any thread may use it, and waits for an idle one.

    `shared` goes to each process once, and from there to each job. `nice` is how far they stand back behind everything else on
    the machine; without it they are as free as this one. `expected` are the errors that a job tells.
    """

    def __init__(self, processes: int, *shared: Any, nice: int | None = None, expected: tuple[type[Exception], ...] = ()) -> None:
        self._all = [Process(_do_jobs, shared, nice, expected) for _ in range(processes)]
        self._idle: LifoQueue[Process] = LifoQueue()
        self._is_closed = False
        for process in reversed(self._all):
            self._idle.put(process)

    def do(
        self,
        job: Callable[..., T],
        bounds: Bounds,
        before: Callable[[], Any] | None = None,
        is_wanted: Callable[[], bool] | None = None,
    ) -> T:
        """The result of `job`, done in another process: it and its result are pickled. It ends when it `is_wanted` no more.

        Raises the errors of a job, ProcessLost, NotBegun where the machine has no time to begin, Closed, and RuntimeError for a
        job that fails.
        """
        task = Task(job, bounds, before)
        process = self._idle.get()
        try:
            try:
                outcome = _do_task(process, task, is_wanted)
            except NotBegun as lost:  # a process may be lost while it has nothing to do
                if lost.has_timed_out:
                    raise
                outcome = _do_task(process, task, is_wanted)
        except BaseException:
            process.end()  # what it still sends is for nobody
            raise
        finally:
            self._idle.put(process)
            if self._is_closed:  # meanwhile
                self._end_idle()
        value: T = unwrap(outcome)
        return value

    def close(self) -> None:
        """Ends all processes, whatever they are at."""
        self._is_closed = True
        for process in self._all:
            process.close()
        self._end_idle()

    def _end_idle(self) -> None:
        idle: list[Process] = []
        with suppress(Empty):
            while True:
                idle.append(self._idle.get_nowait())
        for process in idle:
            process.end()
            self._idle.put(process)


def _do_task(process: Process, task: Task, is_wanted: Callable[[], bool] | None) -> Outcome:
    is_patient = task.bounds.seconds is None
    try:
        process.begin(is_patient=is_patient)
        process.send(task)
        message = process.receive(None if is_patient else TO_BEGIN)
    except ProcessLost as lost:
        raise NotBegun(lost) from None
    if isinstance(message, Begun):
        message = process.receive(task.bounds.seconds, is_wanted)
    outcome: Outcome = message
    return outcome


def _do_jobs(connection: Connection, shared: tuple[Any, ...], nice: int | None, expected: tuple[type[Exception], ...]) -> None:
    if nice is not None:
        stand_back(nice)

    def do(task: Task) -> Any:
        if task.before is not None:
            task.before()
        send(connection, Begun())
        with apply_bounds(task.bounds, can_stop=True):
            return task.job(*shared)

    def do_or_stop(task: Task) -> Outcome:
        try:
            return call(lambda: do(task), expected)
        except OutOfTime:
            return Stopped()

    answer_messages(connection, do_or_stop)
