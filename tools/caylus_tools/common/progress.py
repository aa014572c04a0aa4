"""Show the progress of a long command: a line on a terminal that is updated, elsewhere a line now and then."""

from __future__ import annotations

import sys
import time
from datetime import timedelta

from .terminals import columns, is_terminal

_OFTEN = 0.1
_SELDOM = 30.0
"""Seconds between two updates: on a terminal, and where each is a line more in a file or in the log of a build."""


class Progress:
    """A line on standard error, up to date while the `with` block runs and gone after it; where that cannot be, a line each
    half a minute.

    `done` of the `total` were there before, and say nothing about how long the others will take.
    """

    def __init__(self, what: str, total: int, done: int = 0) -> None:
        self._what = what
        self._total = total
        self._done = self._before = done
        self._begun = time.monotonic()
        self._is_terminal = is_terminal(sys.stderr)
        self._updated = 0.0 if self._is_terminal else self._begun

    def advance(self) -> None:
        self._done += 1
        now = time.monotonic()
        if now - self._updated <= (_OFTEN if self._is_terminal else _SELDOM):
            return
        self._updated = now
        line = f"{self._done}/{self._total} {self._what}, {self._rest(now)} left"
        if self._is_terminal:
            fitting = line[: columns(sys.stderr) - 1]  # a longer one would go on in the next, which nothing wipes
            print(f"\r{fitting}\x1b[K", end="", file=sys.stderr, flush=True)
        else:
            print(line, file=sys.stderr, flush=True)

    def _rest(self, now: float) -> timedelta:
        """The time that what is left takes, if it goes on as since the beginning."""
        each = (now - self._begun) / (self._done - self._before)
        return timedelta(seconds=round(each * (self._total - self._done)))

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
