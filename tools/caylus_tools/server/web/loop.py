"""Measure how long the event loop keeps others waiting, by a timer in it."""

from __future__ import annotations

import asyncio
import time

_BEAT = 0.1


class Heart:
    """`latest` and `longest`, in seconds: by how much a beat came too late."""

    def __init__(self) -> None:
        self.latest = 0.0
        self.longest = 0.0

    async def beat(self) -> None:
        """Goes on until it is cancelled."""
        while True:
            asleep = time.perf_counter()
            await asyncio.sleep(_BEAT)
            self.latest = max(0.0, time.perf_counter() - asleep - _BEAT)
            self.longest = max(self.longest, self.latest)
