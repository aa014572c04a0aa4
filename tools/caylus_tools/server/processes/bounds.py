"""Bounds of a job, enforced by the operating system as far as it can."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple

LARGEST_FILE = 32 * 1024 * 1024
"""Bytes: what the library remembers of rules stays far below."""


class Bounds(NamedTuple):
    """`seconds` are those of a clock, after which the process is ended from outside. `busy` are those in which it computes,
    after which the system ends it, however loaded the machine is; `memory` are bytes beyond what it has when the job begins.
    """

    seconds: float
    busy: float = 0.0
    memory: int = 0


def settle(nice: int) -> None:
    """Once for the life of a process: it lets others go first, and writes neither large files nor what is left of a crash."""
    if sys.platform == "win32":
        return
    import resource

    os.nice(nice)
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


@contextmanager
def apply_bounds(bounds: Bounds) -> Iterator[None]:
    """The bounds hold for what is done within. Where the system has none, only the clock does."""
    if sys.platform == "win32":
        yield
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if bounds.memory and (size := address_space()):
        resource.setrlimit(resource.RLIMIT_AS, (size + bounds.memory, hard))
    global _busy
    _busy = bounds.busy
    signal.setitimer(signal.ITIMER_PROF, bounds.busy)  # its signal ends a process that does not listen for it
    try:
        yield
    finally:
        _busy = 0.0
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


_busy = 0.0
"""Seconds of computing that what is done now may take."""


def renew() -> None:
    """Begins the time of computing anew: the next of many steps has as much as the first. Nothing where no bounds hold."""
    if _busy:
        signal.setitimer(signal.ITIMER_PROF, _busy)


def address_space() -> int:
    """Bytes; 0 where nobody tells."""
    statm = _statm()
    if statm is None:
        return 0
    import resource

    return int(os.pread(statm, 100, 0).split()[0]) * resource.getpagesize()


@cache
def _statm() -> int | None:
    """A file that says how much memory this process has, left open: it is read for each job."""
    try:
        return os.open("/proc/self/statm", os.O_RDONLY)
    except OSError:
        return None
