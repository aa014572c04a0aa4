"""Limits for the cost of one choice, and the watch over them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from time import thread_time

from caylus.limits import FUEL

LOOK_AFTER = 50_000
"""Steps between two looks at the clock: about a twentieth of a second."""

_SIZE = Path("/proc/self/statm")
"""Where Linux says how large a process is; the second number counts pages in memory."""


@dataclass(frozen=True)
class Limits:
    """The most that one choice may cost, with all that the rules do until the next decision.

    `steps` are steps of rules, `seconds` are seconds of processor time of the thread that plays, `memory` is how many bytes the
    process may grow meanwhile. None is no limit. Clock and memory are looked at between two pieces of the rules and while a list
    is shuffled, so a choice may go over them by one piece, which is about a second at most. Memory is known on Linux and macOS.
    Raises ValueError for a limit that is not greater than 0.
    """

    steps: int = FUEL
    seconds: float | None = None
    memory: int | None = None

    def __post_init__(self) -> None:
        for name, limit in vars(self).items():
            if limit is not None and not limit > 0:
                raise ValueError(f"the limit of `{name}` must be greater than 0, not {limit!r}")

    def sprint(self, heaviest: int) -> int:
        """Return how many blocks can run uncounted, if each takes `heaviest` steps at most."""
        return min(self.steps, FUEL if self.seconds is None and self.memory is None else LOOK_AFTER) // heaviest


UNLIMITED = Limits()
"""What games have that nobody gives any: only rules that run on are stopped."""


class OverLimit(Exception):
    """A choice has cost more than its limits allow; the text says of what."""


class Watch:
    """Looks at clock and memory from the start of a choice on. Raises OverLimit."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._ends = None if limits.seconds is None else thread_time() + limits.seconds
        self._largest = None if limits.memory is None else memory_in_use() + limits.memory
        self._unlooked = 0

    def count(self, steps: int) -> None:
        """Looks when enough steps have been made since it last did."""
        self._unlooked += steps
        if self._unlooked >= LOOK_AFTER:
            self.look()

    def look(self) -> None:
        self._unlooked = 0
        if self._ends is not None and thread_time() > self._ends:
            raise OverLimit(f"the rules take more than {self._limits.seconds:g} seconds for one choice")
        if self._largest is not None and memory_in_use() > self._largest:
            raise OverLimit(f"the rules take more than {self._limits.memory:,} bytes of memory for one choice")


def memory_in_use() -> int:
    """Bytes that this process has in memory; where only the most that it ever had is known, that; where nothing is known, 0."""
    try:
        from resource import RUSAGE_SELF, getpagesize, getrusage
    except ImportError:
        return 0
    if _SIZE.exists():
        return int(_SIZE.read_text(encoding="ascii").split()[1]) * getpagesize()
    return getrusage(RUSAGE_SELF).ru_maxrss
