"""The clocks of a table: they run for people who have to decide, by the time of the server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from caylus_tools.server.clocks import Clock, deadline

from .state import TableState

RUN_OUT = {
    "bot": "has no time left: a bot decides until somebody is back",
    "ask": "has no time left: the others are asked whether a bot plays on",
}


class TableClocks:
    """How long people at a table may think. Where it has no clock nothing here does anything."""

    def __init__(self, table: TableState) -> None:
        self._table = table

    @property
    def pace(self) -> Clock | None:
        return Clock.from_options(self._table.row.options.get("clock"))

    @property
    def kept(self) -> dict[str, int]:
        """The time of each person when their clocks were last looked at."""
        return {seat.name: seat.left_ms for seat in self._table.seats if seat.left_ms is not None}

    def _seats_with_clock(self, waiting: Iterable[str]) -> list[str]:
        """Those who have to decide and are people with a clock."""
        if self.pace is None or self._table.row.status != "playing":
            return []
        return [seat for seat in waiting if seat in self.kept and not self._table.is_for_bots(seat)]

    def running(self, waiting: Iterable[str], kept: Mapping[str, int] | None = None) -> list[str]:
        """The seats whose clocks run, of those who have to decide."""
        late = self.late(waiting, kept)
        return [seat for seat in self._seats_with_clock(waiting) if seat not in late]

    def late(self, waiting: Iterable[str], kept: Mapping[str, int] | None = None) -> list[str]:
        """Those who have to decide and have no time left, where the others are asked about them."""
        kept, pace = self.kept if kept is None else kept, self.pace
        return (
            [seat for seat in self._seats_with_clock(waiting) if not kept[seat]]
            if pace is not None and pace.runs_out == "ask"
            else []
        )

    def times_left(self, by: str | None = None) -> dict[str, int]:
        """Milliseconds that each person has left by now, and after a choice of `by`."""
        pace, running, now = self.pace, self.running(self._table.game.waiting), self._table.clock()
        if pace is None:
            return {}
        if by is None:
            return pace.time_left(self.kept, running, self._table.row.deadline, now)
        return pace.time_after_choice(self.kept, running, self._table.row.deadline, now, by, self.late(self._table.game.waiting))

    def deadline(self, left: dict[str, int], waiting: Iterable[str]) -> float | None:
        """The time when the first of those who decide next has no time left."""
        return deadline(left, self.running(waiting, left), self._table.clock())

    def go_on(self, left: dict[str, int]) -> None:
        """Has the clocks go on from here, for those who have to decide now."""
        if self.pace is None:
            return
        for seat, ms in left.items():
            if ms != self.kept[seat]:
                self._table.change_seat(seat, left_ms=ms)
        self._table.change(deadline=self.deadline(left, self._table.game.waiting))
