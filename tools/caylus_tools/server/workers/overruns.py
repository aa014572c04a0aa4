"""Tables whose rules keep ending workers: after some times they are left alone for a while."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import NamedTuple

MOST = 3
"""Workers that a table may cost in a row."""
SHUT = 60.0
"""Seconds for which it is left alone then, twice as long with each one more."""
LONGEST_SHUT = 3600.0
FORGOTTEN = 600.0
"""Seconds without an overrun after which a table begins anew."""
MOST_KNOWN = 10_000


class _Count(NamedTuple):
    times: int
    last: float
    until: float


class Overruns:
    """Any thread may use it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._counts: OrderedDict[str, _Count] = OrderedDict()
        self._lock = Lock()

    def add(self, table: str) -> None:
        """A table has cost a worker."""
        now = self._clock()
        with self._lock:
            known = self._counts.pop(table, None)
            times = 1 + (known.times if known is not None and now < max(known.until, known.last) + FORGOTTEN else 0)
            shut = min(LONGEST_SHUT, SHUT * 2 ** (times - MOST)) if times >= MOST else 0.0
            self._counts[table] = _Count(times, now, now + shut)
            if len(self._counts) > MOST_KNOWN:
                self._counts.popitem(last=False)

    def is_shut(self, table: str) -> bool:
        known = self._counts.get(table)
        return known is not None and self._clock() < known.until
