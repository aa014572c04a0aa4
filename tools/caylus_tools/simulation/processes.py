"""Work in several processes of this machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple, Protocol

from caylus_tools.common.errors import UsageError
from caylus_tools.common.process_pool import Bounds, Pool, ProcessLost

Task = Callable[[int], Any]


class Done(NamedTuple):
    """The results of a chunk of numbers, up to the first whose task failed, and the seconds they took."""

    results: list[Any]
    seconds: float


class Workers(Protocol):
    """Whoever carries out a task for this process."""

    def width(self) -> int:
        """Return how many chunks they can work on at a time."""

    def submit(self, numbers: list[int]) -> Callable[[], Done]:
        """Has the task done for these numbers; returns what waits until it is."""


def attempt(task: Task, numbers: list[int]) -> Done:
    """Run a chunk in a worker."""
    start_time = time.perf_counter()
    results: list[Any] = []
    try:
        for number in numbers:
            results.append(task(number))  # noqa: PERF401 (what came before a failure counts)
    except Exception:  # noqa: S110 (the task fails again where it can be told in full, see `executor`)
        pass
    return Done(results, time.perf_counter() - start_time)


@contextmanager
def processes(task: Task, jobs: int) -> Iterator[_Processes]:
    """Processes for a task, which are gone after the `with` block, whatever they are at."""
    pool = Pool(jobs, task)
    with ThreadPoolExecutor(jobs) as threads:
        try:
            yield _Processes(pool, threads, jobs)
        finally:
            pool.close()
            threads.shutdown(wait=False, cancel_futures=True)


class _Processes:
    """Processes, and as many threads that wait for them."""

    def __init__(self, pool: Pool, threads: ThreadPoolExecutor, jobs: int) -> None:
        self._pool = pool
        self._threads = threads
        self._jobs = jobs

    def width(self) -> int:
        return self._jobs

    def submit(self, numbers: list[int]) -> Callable[[], Done]:
        return self._threads.submit(self._attempt, numbers).result

    def _attempt(self, numbers: list[int]) -> Done:
        try:
            return self._pool.do(partial(attempt, numbers=numbers), Bounds())
        except ProcessLost:
            raise UsageError("one of the processes was ended from outside, perhaps because memory was short") from None
