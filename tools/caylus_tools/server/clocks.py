"""Time to think: what is left of it for each seat, and what happens when it has run out.

A table keeps what was left for each seat when its last choice was made, and the time by which one of those who decide now will
have none left. That deadline is all that says how long they have been thinking: who puts a server's downtime on it has put it
on every clock.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from threading import Event, Thread
from typing import Any, Literal, NamedTuple, TypeVar

from caylus_tools.server import Refused
from caylus_tools.server.storage.database import StorageUnavailable

S = TypeVar("S", bound=str | int)
"""A seat, by its name or its number."""

R = TypeVar("R")

LONGEST = 30 * 24 * 3600
"""Seconds: games by correspondence have clocks too."""

_log = logging.getLogger(__name__)


class Clock(NamedTuple):
    """Seconds for all choices of a seat, and those that come back with each; when they have run out, a bot decides there from
    then on, or the table is asked what to do."""

    seconds: int
    increment: int
    runs_out: Literal["bot", "ask"]

    @classmethod
    def from_options(cls, options: Mapping[str, Any] | None) -> Clock | None:
        """From what a table's options say: `seconds`, `increment`, `runs_out`. Raises Refused."""
        if options is None:
            return None
        values: list[Any] = [options.get(key) for key in cls._fields]
        clock = cls(*values)
        if not (_is_time(clock.seconds) and clock.seconds and _is_time(clock.increment) and clock.runs_out in ("bot", "ask")):
            raise Refused("bad", "A clock has seconds for a game, seconds for each choice, and a bot or a question at its end.")
        return clock

    def full(self) -> int:
        """Milliseconds at the beginning."""
        return 1000 * self.seconds

    def time_for_return(self, left_ms: int) -> int:
        """Milliseconds for whoever comes back to a seat in which a bot has decided: at least a tenth of the whole."""
        return max(left_ms, self.full() // 10)

    def time_left(
        self, stored_times: Mapping[S, int], running: Collection[S], deadline: float | None, now: float
    ) -> dict[S, int]:
        """Milliseconds by seat, of what was kept when the last choice was made, for those who are `running` by now."""
        elapsed = _elapsed(stored_times, running, deadline, now)
        return {seat: max(0, ms - elapsed) if seat in running else ms for seat, ms in stored_times.items()}

    def time_after_choice(
        self,
        stored_times: Mapping[S, int],
        running: Collection[S],
        deadline: float | None,
        now: float,
        by: S,
        late: Collection[S] = (),
    ) -> dict[S, int]:
        """The same to be kept when a seat has chosen, which runs or is one of those that are `late`."""
        left = self.time_left(stored_times, running, deadline, now)
        if by in left and (by in running or by in late):
            left[by] += 1000 * self.increment
        return left


def deadline(stored_times: Mapping[S, int], running: Collection[S], now: float) -> float | None:
    """The time when the first of those who are running has no time left; None where nobody is."""
    shortest = min((stored_times[seat] for seat in running if seat in stored_times), default=None)
    return None if shortest is None else now + shortest / 1000


def _elapsed(stored_times: Mapping[S, int], running: Collection[S], deadline: float | None, now: float) -> int:
    """Milliseconds since the clocks began to run."""
    shortest = min((stored_times[seat] for seat in running if seat in stored_times), default=None)
    if deadline is None or shortest is None:
        return 0
    return max(0, shortest - round(1000 * (deadline - now)))


def _is_time(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LONGEST


class Sweeper:
    """Looks once a second for clocks that have run out: `due` finds their deadlines at a time, and `expired` is told of each,
    until it is found no more. What was chosen in time is in the database before: `expired` compares the revision."""

    def __init__(
        self,
        due: Callable[[float], Iterable[R]],
        on_expiry: Callable[[R], object],
        clock: Callable[[], float] = time.time,
        every: float = 1.0,
    ) -> None:
        self._due = due
        self._expired: Callable[[Any], object] = on_expiry
        self._clock = clock
        self._every = every
        self._ended = Event()
        self._thread = Thread(target=self._sweep_on, name="clocks", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def sweep(self) -> None:
        """Once, now. What goes wrong at one table is no matter to the others. Raises StorageUnavailable."""
        for row in self._due(self._clock()):
            try:
                self._expired(row)
            except Refused as refusal:  # somebody was faster
                _log.debug("a clock that ran out changed nothing: %s", refusal.text)
            except StorageUnavailable:
                raise
            except Exception:
                _log.exception("a clock ran out, and that could not be told")

    def _sweep_on(self) -> None:
        is_away = False
        while not self._ended.wait(self._every):
            try:
                self.sweep()
                is_away = False
            except StorageUnavailable as error:  # it may be back a second later
                if not is_away:
                    _log.warning("clocks cannot be looked at just now: %s", error)
                is_away = True
            except Exception:
                _log.exception("clocks could not be looked at")
