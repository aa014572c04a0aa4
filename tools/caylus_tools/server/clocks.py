"""Time to think: what is left of it for each seat, and what happens when it has run out.

A table keeps what was left for each seat when its last choice was made, and the time by which one of those who decide now will
have none left. That deadline is all that says how long they have been thinking: who puts a server's downtime on it has put it
on every clock.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Literal, NamedTuple, TypeVar

from caylus_tools.server import Refused

S = TypeVar("S", bound=str | int)
"""A seat, by its name or its number."""

LONGEST = 30 * 24 * 3600
"""Seconds: games by correspondence have clocks too."""


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
