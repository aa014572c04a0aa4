"""Jobs of the server in other processes, and the limits of what is done there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from caylus import Limits

from caylus_tools.common.process_pool import Bounds, Closed, NotBegun, Pool
from caylus_tools.server import Refused

if TYPE_CHECKING:
    from caylus import Game

T = TypeVar("T")

CHOICE_LIMITS = Limits(seconds=1, memory=128 * 1024 * 1024)
"""For one choice and what follows from it: less than what ends a process, so that few have to be ended."""

MOST_OPTIONS = 2_000
"""Of one decision: every page of a table shows them all."""

TOO_MANY = f"These rules let people choose among more than {MOST_OPTIONS:,} options at once."


def has_too_many_options(game: Game) -> bool:
    return len(game.moves) > MOST_OPTIONS


MOST_WAITING = 32
"""Jobs in hand or waiting, of all together."""

MOST_OF_ONE = 3
"""Of them, those of one who asks."""


class Busy(Exception):
    """Too many wait already, or the machine has no time."""


class JobPool:
    """So many processes at most, which stand back by `nice`. Any thread may use it."""

    def __init__(self, processes: int, nice: int) -> None:
        self._pool = Pool(processes, nice=nice, expected=(Refused,))
        self._lock = Lock()
        self._asked: Counter[str] = Counter()
        self.close = self._pool.close

    def run(self, job: Callable[[], T], bounds: Bounds, who: str = "", before: Callable[[], Any] | None = None) -> T:
        """The result of a job that somebody asks for. Raises what it refuses, ProcessLost, Busy, and RuntimeError for a fault."""
        with self._count_use(who):
            try:
                return self._pool.do(job, bounds, before)
            except NotBegun as lost:
                if not lost.has_timed_out:
                    raise
                raise Busy from None  # the machine has much else to do: that says nothing of the job
            except Closed:
                raise Busy from None

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
