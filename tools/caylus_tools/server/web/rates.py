"""Limit how often anybody may ask for something: a bucket for each, which fills up again as time goes by."""

from __future__ import annotations

import time
from collections.abc import Callable

_MOST = 20_000
"""Buckets that are remembered at most; those that are full again are forgotten first."""


class Rate:
    """Allows `size` at once, and as many again in `seconds`."""

    def __init__(self, size: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._size = size
        self._per_second = size / seconds
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}
        """By key: what was left, and when."""

    def wait(self, key: str, amount: int = 1) -> float:
        """0 if that is allowed now, and it is counted; else in how many seconds it will be, and nothing is counted."""
        now = self._clock()
        left, amount = self._remaining(key, now), min(amount, self._size)
        if left < amount:
            return (amount - left) / self._per_second
        if len(self._buckets) >= _MOST:
            self._forget(now)
        self._buckets[key] = (left - amount, now)
        return 0.0

    def _remaining(self, key: str, now: float) -> float:
        left, since = self._buckets.get(key, (self._size, now))
        return min(self._size, left + (now - since) * self._per_second)

    def _forget(self, now: float) -> None:
        self._buckets = {key: at for key, at in self._buckets.items() if self._remaining(key, now) < self._size}
        while len(self._buckets) >= _MOST:
            del self._buckets[next(iter(self._buckets))]
