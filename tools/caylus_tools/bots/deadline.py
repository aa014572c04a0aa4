"""Stop a search before its deadline."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

KEPT_BACK = 0.05
"""The part of the time that is left for what nobody can foresee, such as a machine that is busy with something else."""


class Deadline:
    def __init__(self, seconds: float) -> None:
        self._begin = time.perf_counter()
        self._end = self._begin + (1 - KEPT_BACK) * seconds

    def has_passed(self) -> bool:
        return time.perf_counter() >= self._end

    def left_after(self, done: int) -> float:
        """The number of steps that there is time for, if they take as long as those that are done."""
        now = time.perf_counter()
        return done * (self._end - now) / max(now - self._begin, 1e-9)


@contextmanager
def freeze_garbage_collector() -> Iterator[None]:
    """Keeps the garbage collector from what was there before.

    To go through all that rules are made of takes it longer than a bot may be late.
    """
    if gc.get_freeze_count():  # somebody else's, and not to be undone
        yield
        return
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
