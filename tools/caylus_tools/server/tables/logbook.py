"""The log of a table as one of those reads it who see the same, told as the game goes on."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate, count, islice, takewhile
from typing import TYPE_CHECKING

from caylus_tools.common.english import count_things
from caylus_tools.verbalize.log import Line, Log, Telling

from .as_json import as_json

if TYPE_CHECKING:
    from caylus import Game, Spectator

    from .decision_log import Withdrawal


class Logbook:
    """The log that `eye` is told: a seat, a spectator, or None for all there is to tell.

    `lines` are JSON, and the number of each is its place, from 1 on. `numbers` are how many choices had been made when each was
    last added to.
    """

    def __init__(self, log: Log, game: Game, eye: str | Spectator | None) -> None:
        self.lines: list[bytes] = []
        self.numbers: list[int] = []
        self._eye = eye
        self._labels = game.labels
        self._telling = Telling(log)
        self._heard: list[int] = []  # the number of the last event after each choice
        self._first = len(game.chosen)
        self._settled = 0  # so many lines no later event changes
        self._kept: dict[int, int] = {}  # by revision, how many lines are still what they were before it

    def hear(self, game: Game) -> None:
        """Add the events of the beginning, or of one more choice."""
        last = self._heard[-1] if self._heard else 0
        events = game.events_for(self._eye, last)
        self._telling.hear(events)
        self._heard.append(events[-1].number if events else last)

    def say(self, withdrawal: Withdrawal) -> None:
        """Tells, behind all that was heard, that somebody has taken something back."""
        self._telling.say(f"{self._labels[withdrawal.seat]} takes back {count_things(withdrawal.taken, 'choice')}")

    def render(self, revision: int, before: Logbook | None = None, beside: Sequence[bytes] = ()) -> None:
        """Brings the lines up to date for a revision; `before` is what was read until then, if that was another one.

        Of lines that others read `beside` this one alike, there is one copy.
        """
        if before is not None:
            self._kept = before._kept
        old = self.lines if before is None else before.lines
        start, settled = self._settled, self._telling.settled_lines()
        lines = [*settled, *self._telling.unsettled_lines]
        numbers = accumulate([*self.numbers[start - 1 : start], *map(self._number, lines)], max)
        self.numbers[start:] = islice(numbers, min(start, 1), None)
        rendered = [*map(self._line, count(start), lines)]
        same = takewhile(lambda pair: pair[0] == pair[1], zip(rendered, old[start:], strict=False))
        self._kept[revision] = start + len([*same])
        shared = {line: line for line in beside[start:]}
        self.lines[start:] = [shared.get(line, line) for line in rendered]
        self._settled += len(settled)

    def _number(self, line: Line) -> int:
        """Return how many choices had been made when a line was last added to."""
        return self._first + bisect_left(self._heard, line.number)

    def _line(self, at: int, line: Line) -> bytes:
        told = {"number": at + 1, "text": line.text, "cited": line.cited, "heading": line.is_heading, "n": self.numbers[at]}
        return as_json({**told, "file": line.file, "line": line.line})

    def unread(self, since: int, revision: int) -> int:
        """The place from which on lines differ from what they were at a revision."""
        if not all(at in self._kept for at in range(since + 1, revision + 1)):
            return 0
        return min([len(self.lines), *(self._kept[at] for at in range(since + 1, revision + 1))])

    def upto(self, number: int) -> int:
        """Return how many lines tell of no more than the first so many choices."""
        return bisect_right(self.numbers, number)
