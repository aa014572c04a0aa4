"""Work in several processes of this machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

from caylus_tools.common.errors import UsageError
from caylus_tools.common.process_pool import Bounds, Pool, ProcessLost

Task = Callable[[int], Any]


class Done(NamedTuple):
    """The results of a chunk of numbers, up to the first whose task failed, and the seconds they took."""

    results: list[Any]
    seconds: float


class Workers(NamedTuple):
    """Whoever carries out a task for this process.

    `width` says how many chunks they can work on at a time. `submit` has the task done for numbers, and returns a wait for it.
    """

    width: Callable[[], int]
    submit: Callable[[list[int]], Callable[[], Done]]


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
def processes(task: Task, jobs: int) -> Iterator[Workers]:
    """Processes for a task, which are gone after the `with` block, whatever they are at; as many threads wait for them."""
    pool = Pool(jobs, task)

    def wait_for(numbers: list[int]) -> Done:
        try:
            return pool.do(partial(attempt, numbers=numbers), Bounds())
        except ProcessLost:
            raise UsageError("one of the processes was ended from outside, perhaps because memory was short") from None

    with ThreadPoolExecutor(jobs) as threads:
        try:
            yield Workers(lambda: jobs, lambda numbers: threads.submit(wait_for, numbers).result)
        finally:
            pool.close()
            threads.shutdown(wait=False, cancel_futures=True)
