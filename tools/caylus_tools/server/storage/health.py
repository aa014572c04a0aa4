"""Watch whether the database stores what it is given: by every fault, and by a small write every few seconds."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Literal

from caylus_tools.server.storage.errors import StorageError, StorageFull

State = Literal["well", "full", "unavailable", "silent"]

LONGEST_SILENCE = 10.0
"""Seconds after the last write that ended well; one is tried every two seconds, and waits no more than five for others."""

_log = logging.getLogger(__name__)


class StorageHealth:
    """Any thread may tell it, and nobody waits for it. The log says once that something is wrong, and once that all is well."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._fault: State = "well"
        self._wrote_at = clock()
        self.faults = 0
        """How often the database could not do what it was asked."""

    @property
    def state(self) -> State:
        if self._fault == "well" and self._clock() - self._wrote_at > LONGEST_SILENCE:
            return "silent"
        return self._fault

    def note_failure(self, error: StorageError) -> None:
        """The database could not do what it was asked."""
        fault: State = "full" if isinstance(error, StorageFull) else "unavailable"
        with self._lock:
            self.faults += 1
            is_new, self._fault = self._fault != fault, fault
        if is_new:
            _log.error("%s: %s", "the disk is full" if fault == "full" else "the database cannot be used", error)

    def wrote(self) -> None:
        """Note that the server's regular write is on the disk."""
        with self._lock:
            was_well, self._fault = self._fault == "well", "well"
            self._wrote_at = self._clock()
        if not was_well:
            _log.warning("the database stores what it is given again")
