"""The portions in which numbers go to a worker, and results come back."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol


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
