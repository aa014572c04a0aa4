"""The clocks of a table: they run for people who have to decide, by the time of the server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from caylus_tools.server.clocks import Clock, deadline

from .state import TableState

RUN_OUT = {
    "bot": "has no time left: a bot decides until somebody is back",
    "ask": "has no time left: the others are asked whether a bot plays on",
}


class Timekeeping(TableState):
    """The part of a table that knows how long people may think. Where it has no clock nothing here does anything."""

    @property
    def _pace(self) -> Clock | None:
        return Clock.from_options(self._row.options.get("clock"))

    @property
    def _kept_times(self) -> dict[str, int]:
        """The time of each person when their clocks were last looked at."""
        return {seat.name: seat.left_ms for seat in self._seats if seat.left_ms is not None}

    def _seats_with_clock(self, waiting: Iterable[str]) -> list[str]:
        """Those who have to decide and are people with a clock."""
        if self._pace is None or self._row.status != "playing":
            return []
        return [seat for seat in waiting if seat in self._kept_times and not self._is_for_bots(seat)]

    def _running(self, waiting: Iterable[str], kept: Mapping[str, int] | None = None) -> list[str]:
        """The seats whose clocks run, of those who have to decide."""
        late = self._late(waiting, kept)
        return [seat for seat in self._seats_with_clock(waiting) if seat not in late]

    def _late(self, waiting: Iterable[str], kept: Mapping[str, int] | None = None) -> list[str]:
        """Those who have to decide and have no time left, where the others are asked about them."""
        kept, pace = self._kept_times if kept is None else kept, self._pace
        return (
            [seat for seat in self._seats_with_clock(waiting) if not kept[seat]]
            if pace is not None and pace.runs_out == "ask"
            else []
        )

    def _times_left(self, by: str | None = None) -> dict[str, int]:
        """Milliseconds that each person has left by now, and after a choice of `by`."""
        pace, running, now = self._pace, self._running(self._game.waiting), self._clock()
        if pace is None:
            return {}
        if by is None:
            return pace.time_left(self._kept_times, running, self._row.deadline, now)
        return pace.time_after_choice(self._kept_times, running, self._row.deadline, now, by, self._late(self._game.waiting))

    def _deadline(self, left: dict[str, int], waiting: Iterable[str]) -> float | None:
        """The time when the first of those who decide next has no time left."""
        return deadline(left, self._running(waiting, left), self._clock())

    def _set_clocks(self, left: dict[str, int]) -> None:
        """Has the clocks go on from here, for those who have to decide now."""
        if self._pace is None:
            return
        for seat, ms in left.items():
            if ms != self._kept_times[seat]:
                self._change_seat(seat, left_ms=ms)
        self._change(deadline=self._deadline(left, self._game.waiting))
