"""One task for many numbers: here, in several processes, or on a Dask cluster, with the same results in the same order."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import islice
from typing import TypeVar

from .processes import Done, Workers, processes

T = TypeVar("T")

_SECONDS = 0.5
"""How long a chunk should take: long beside the way there and back, short for whoever watches or interrupts."""

_LARGEST = 1000
"""So many numbers go at most together, that messages stay short."""


def run(
    task: Callable[[int], T], numbers: Iterable[int], *, jobs: int | None = 1, scheduler: str | None = None
) -> Generator[T, None, None]:
    """`task` of each number, in the order of the numbers, whoever did the work.

    The work is done in this process, in `jobs` processes, or by the workers of the Dask cluster whose scheduler has the
    address `scheduler`. Without a number of jobs, this process works for a moment, and what is left then goes to one process
    for each processor. A `task` and its results that go from process to process must be picklable: a function of a
    module, or `functools.partial` of one. A `caylus.Ruleset` is. Few results wait here at a time, however many numbers
    there are.

    What a task raises comes out in the turn of its number, after the results before it. Raises `UsageError` where the
    cluster, or a process, does not hold out. An iterator that is closed or interrupted stops its processes.
    """
    if scheduler is None and jobs == 1:
        yield from map(task, numbers)
    elif scheduler is None:
        numbers = iter(numbers)
        if jobs is None:
            jobs, end = os.cpu_count() or 1, time.monotonic() + _SECONDS
            for number in numbers:
                yield task(number)
                if jobs > 1 and time.monotonic() > end:
                    break
            else:
                return
        with processes(task, jobs) as pool:
            yield from _run_in_order(pool, task, numbers)
    else:
        from .cluster import cluster

        with cluster(task, scheduler) as pool:
            yield from _run_in_order(pool, task, numbers)


def _run_in_order(pool: Workers, task: Callable[[int], T], numbers: Iterable[int]) -> Iterator[T]:
    """Chunks begin small and grow until they take as long as they should, so that no one has to know how long a task takes."""
    rest = iter(numbers)
    waiting: deque[tuple[list[int], Callable[[], Done]]] = deque()
    size = 1
    while True:
        while len(waiting) < 2 * pool.width() and (chunk := list(islice(rest, size))):
            waiting.append((chunk, pool.submit(chunk)))
        if not waiting:
            return
        chunk, wait = waiting.popleft()
        batch = wait()
        size = max(1, min(2 * size, _LARGEST, int(len(chunk) * _SECONDS / max(batch.seconds, 1e-6))))
        yield from batch.results
        yield from map(task, chunk[len(batch.results) :])  # what failed there fails here again, where it can be told in full
