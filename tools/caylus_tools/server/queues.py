"""Queues for requests that take long: everybody who waits is served in turn, however much one of them asks for."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from itertools import count
from threading import Condition, Lock, Thread, local
from typing import Any, NamedTuple, ParamSpec, TypeVar

from caylus_tools.server import Refused

P = ParamSpec("P")
T = TypeVar("T")


class Asker(NamedTuple):
    """A visitor at a network address. The server itself asks for a table: it has no address, and the table's id for a visitor."""

    address: str
    visitor: str

    @property
    def key(self) -> str:
        """The one who takes turns with others."""
        return self.address or self.visitor


class InFlight:
    """Counts requests that wait or are answered, in all queues together."""

    def __init__(self, of_address: int, of_visitor: int) -> None:
        self._most_of_address = of_address
        self._most_of_visitor = of_visitor
        self._counts: Counter[Asker] = Counter()
        """By visitor, and by address with no visitor."""
        self._lock = Lock()

    def begin(self, who: Asker) -> None:
        """Counts one more. Raises Refused (too_many)."""
        address = Asker(who.address, "")
        with self._lock:
            if self._counts[address] >= self._most_of_address or self._counts[who] >= self._most_of_visitor:
                text = "Too much is asked for at once from here: wait for some of the answers, then ask again."
                raise Refused("too_many", text)
            self._counts.update((address, who))

    def end(self, who: Asker, _: object = None) -> None:
        with self._lock:
            self._counts.subtract((Asker(who.address, ""), who))
            self._counts += Counter()  # forgets those who ask for nothing


class Asked(Future[T]):
    """The result of a job, which `is_wanted` as long as somebody waits for it."""

    is_wanted = True


class _Job(NamedTuple):
    who: Asker
    number: int
    future: Asked[Any]
    function: Callable[[], Any]


_OF_THREAD = local()


def is_wanted() -> bool:
    """Return whether somebody still waits for what this thread of a queue does."""
    future: Asked[Any] | None = getattr(_OF_THREAD, "future", None)
    return future is None or future.is_wanted


_MOST_VISITORS = 100
"""Visitors of an address whose turns are remembered."""


class FairQueue:
    """Threads that carry out what is asked for. Next comes who was served longest ago: first by address, then by visitor.

    Of one address at most `share` requests are carried out at once, and `waiting` of all may wait.
    """

    def __init__(self, threads: int, waiting: int = sys.maxsize, share: int = 0, in_flight: InFlight | None = None) -> None:
        self._most_threads = threads
        self._most_waiting = waiting
        self._share = share or threads
        self._in_flight = in_flight
        self._jobs: list[_Job] = []
        self._running: Counter[str] = Counter()
        self._turns: dict[str, dict[str, int]] = {}
        """By address and visitor, the number of the turn in which each was served last; that of the address has an empty name."""
        self._numbers = count(1)
        self._threads = 0
        self._changed = Condition()
        self._is_closed = False

    @property
    def waiting(self) -> int:
        return len(self._jobs)

    def submit(self, who: Asker, function: Callable[[], T]) -> Asked[T]:
        """The future result of a function. Raises Refused: too_many of one who asks, or busy."""
        with self._changed:
            self._drop_cancelled()
            if self._is_closed or len(self._jobs) >= self._most_waiting:
                raise Refused("busy", "The server is busy; try again in a moment.")
            future: Asked[T] = Asked()
            if self._in_flight is not None and who.address:
                self._in_flight.begin(who)
                future.add_done_callback(partial(self._in_flight.end, who))
            self._jobs.append(_Job(who, next(self._numbers), future, function))
            if self._threads < min(self._most_threads, self._running.total() + len(self._jobs)):
                self._threads += 1
                Thread(target=self._work, name="queue", daemon=True).start()
            self._changed.notify()
        return future

    async def run(
        self, who: Asker, seconds: float | None, function: Callable[P, T], *arguments: P.args, **keywords: P.kwargs
    ) -> T:
        """The result of a function, which begins within some seconds. Raises Refused as `submit` does, and what it raises.

        Who no longer waits for it has it dropped, if it has not begun, and not wanted any more if it has.
        """
        future = self.submit(who, partial(function, *arguments, **keywords))
        waiting = asyncio.wrap_future(future)
        try:
            _, late = await asyncio.wait([waiting], timeout=seconds)
        except asyncio.CancelledError:
            future.is_wanted = False
            waiting.cancel()
            raise
        if late and future.cancel():
            raise Refused("busy", "The server is busy: your turn did not come in time. Try again in a moment.")
        return await waiting

    def close(self) -> None:
        """Begins nothing any more; what waits is dropped."""
        with self._changed:
            self._is_closed = True
            jobs, self._jobs = self._jobs, []
            self._changed.notify_all()
        for job in jobs:
            job.future.cancel()

    def _work(self) -> None:
        while (job := self._take()) is not None:
            if job.future.set_running_or_notify_cancel():
                _OF_THREAD.future = job.future
                try:
                    result = job.function()
                except BaseException as error:
                    job.future.set_exception(error)
                    del error
                else:
                    job.future.set_result(result)
                    del result
                _OF_THREAD.future = None
            self._free(job.who)
            del job

    def _take(self) -> _Job | None:
        """Waits for the next job and takes it out; None where the queue is closed."""
        with self._changed:
            while not self._is_closed:
                self._drop_cancelled()
                ready = [job for job in self._jobs if self._running[job.who.key] < self._share]
                if ready:
                    job = min(ready, key=self._find_turn)
                    self._jobs.remove(job)
                    self._note_turn(job.who)
                    return job
                self._changed.wait()
        return None

    def _drop_cancelled(self) -> None:
        self._jobs = [job for job in self._jobs if not job.future.cancelled()]

    def _find_turn(self, job: _Job) -> tuple[int, int, int]:
        """The turns of its address and visitor: the last ones, or the number of the job, so that new ones overtake nobody."""
        turns = self._turns.get(job.who.key, {})
        return turns.get("", job.number), turns.get(job.who.visitor, job.number), job.number

    def _note_turn(self, who: Asker) -> None:
        self._running[who.key] += 1
        turns = self._turns.setdefault(who.key, {})
        if len(turns) > _MOST_VISITORS:
            turns.clear()
        turns[""] = turns[who.visitor] = next(self._numbers)

    def _free(self, who: Asker) -> None:
        with self._changed:
            self._running[who.key] -= 1
            if not self._running[who.key]:
                del self._running[who.key]
                if not any(job.who.key == who.key for job in self._jobs):  # there is nobody to take turns with
                    del self._turns[who.key]
            self._changed.notify()
