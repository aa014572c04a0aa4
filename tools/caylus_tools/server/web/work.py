"""The engine and the database work in threads, as many as do some good; what would have to wait too long is told so."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ParamSpec, TypeVar

import anyio.to_thread
from anyio import CapacityLimiter

from .problems import Problem

P = ParamSpec("P")
T = TypeVar("T")


class Work:
    """Runs functions in at most `threads` threads, with at most `waiting` that wait for one."""

    def __init__(self, threads: int, waiting: int) -> None:
        self._limiter = CapacityLimiter(threads)
        self._most = waiting

    @property
    def waiting(self) -> int:
        return self._limiter.statistics().tasks_waiting

    async def run(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Run a function, and return or raise what it does. Raises `Problem` where too many wait already."""
        if self.waiting >= self._most:
            raise Problem(503, "busy", "The server is busy; try again in a moment.", retry_after=1)
        return await anyio.to_thread.run_sync(partial(function, *arguments, **named), limiter=self._limiter)
