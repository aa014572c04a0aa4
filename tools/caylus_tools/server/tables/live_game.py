"""A game made of the choices that stand in a table, and what is told of it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, count, islice, takewhile
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus import SPECTATOR, Event, Game, IllegalChoice, RuleFault, Spectator

from caylus_tools.answers.rulebook import phases_by_player
from caylus_tools.common.english import count_things
from caylus_tools.common.process_pool import renew
from caylus_tools.verbalize.log import Line, Log, Telling

from .message import as_json, render_result

if TYPE_CHECKING:
    from .state import Course, Withdrawal


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
        self._phases: list[dict[tuple[str | None, str], None]] = []  # after each choice, the phases that did something to a seat
        self._first = len(game.chosen)
        self._settled = 0  # so many lines no later event changes
        self._kept: dict[int, int] = {}  # by revision, how many lines are still what they were before it

    @property
    def size(self) -> int:
        """Bytes of all lines."""
        return sum(map(len, self.lines))

    def read(self, game: Game) -> list[Event]:
        """The events of the beginning, or of one more choice."""
        return game.events_for(self._eye, self._heard[-1] if self._heard else 0)

    def hear(self, events: Sequence[Event]) -> None:
        self._telling.hear(events)
        self._heard.append(events[-1].number if events else self._heard[-1] if self._heard else 0)
        self._phases.append(phases_by_player(events))

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
        start, settled_lines = self._settled, self._telling.settled_lines()
        lines = [*settled_lines, *self._telling.unsettled_lines]
        numbers = accumulate([*self.numbers[start - 1 : start], *map(self._number, lines)], max)
        self.numbers[start:] = islice(numbers, min(start, 1), None)
        new_lines = [*map(self._line, count(start), lines)]
        same = takewhile(lambda pair: pair[0] == pair[1], zip(new_lines, old[start:], strict=False))
        self._kept[revision] = start + len([*same])
        shared = {line: line for line in beside[start:]}
        self.lines[start:] = [shared.get(line, line) for line in new_lines]
        self._settled += len(settled_lines)

    def _number(self, line: Line) -> int:
        """Return how many choices had been made when a line was last added to."""
        return self._first + bisect_left(self._heard, line.number)

    def _line(self, at: int, line: Line) -> bytes:
        fields = {"number": at + 1, "text": line.text, "cited": line.cited, "heading": line.is_heading, "n": self.numbers[at]}
        deed = {"by": line.by, "deed": line.deed} if line.by else {}
        skip_field = {"skipped": line.skipped} if line.skipped else {}
        return as_json({**fields, "rule": line.rule, "file": line.file, "line": line.line, **deed, **skip_field})

    def unread(self, since: int, revision: int) -> int:
        """The place from which on lines differ from what they were at a revision; below 0 nothing was read yet."""
        if since < 0 or not all(at in self._kept for at in range(since + 1, revision + 1)):
            return 0
        return min([len(self.lines), *(self._kept[at] for at in range(since + 1, revision + 1))])

    def phases_since(self, number: int | None, seat: str) -> list[str]:
        """Return the names of the phases that did something to a seat since its own choice after so many others (None: since the
        first choice of all), in their order and without the phase of that choice."""
        start = 1 if number is None else max(1, number + 1 - self._first)
        phases = [phase for step in self._phases[start:] for player, phase in step if player in (seat, None)]
        return [*dict.fromkeys(phase for phase in phases if phase and (number is None or phase != phases[0]))]

    def upto(self, number: int) -> int:
        """Return how many lines tell of no more than the first so many choices."""
        return bisect_right(self.numbers, number)


Eye = str | Spectator | None
"""Whose eyes see the same: those at a seat, those of everybody who watches, or, at the end, of all."""


class Mark(NamedTuple):
    """The knowledge before a choice: `learnt` as the game has it; whether others choose `together` with whoever made it."""

    learnt: tuple[int, int]
    together: bool


MOST_EVENTS = 2_000
MOST_TOLD = 64 * 1024
"""Events of one choice, and letters of all that is told of it."""
MOST_LOG = 1024 * 1024
"""Bytes of the log of a game: ten times what a long one has."""


class Trial(NamedTuple):
    """A game after a choice that does not stand yet, and what each eye would be told of it."""

    game: Game
    events: Mapping[Eye, Sequence[Event]]


class Run:
    """`lost` says why a choice that stands can no longer be made, if that is so: then the game is where it was before."""

    def __init__(self, game: Game, course: Course, eyes: Iterable[Eye]) -> None:
        self.game = game
        self.marks: list[Mark] = []
        self.lost = ""
        log = Log(game.rules, game.labels)
        self.logbooks = {eye: Logbook(log, game, eye) for eye in eyes}
        self._result: dict[str, Any] | None = None
        withdrawn = [*course.withdrawals]
        self._hear()
        for number, step in enumerate([None, *course.steps], course.base):
            if step is not None and not self._stands(step.seat, step.option):
                break
            while withdrawn and withdrawn[0].number <= number:
                for logbook in self.logbooks.values():
                    logbook.say(withdrawn[0])
                withdrawn.pop(0)

    def _stands(self, seat: str, option: str) -> bool:
        try:
            self.make(seat, option)
        except (IllegalChoice, RuleFault, ValueError) as error:
            self.lost = f"choice {len(self.game.chosen)} can no longer be made: {error}"
        return not self.lost

    def make(self, seat: str, option: str) -> None:
        """Makes a choice. Raises IllegalChoice, RuleFault."""
        renew()
        mark = self._mark()
        self.game.choose(option, seat)
        self._go_on(self.game, mark)

    def try_choice(self, game: Game) -> Trial:
        """A copy of the game on which one more choice was made, with what would be told of it, for `adopt`."""
        renew()  # to tell of a choice takes about as long as to make it
        return Trial(game, {eye: book.read(game) for eye, book in self._logbooks_for(game).items()})

    def find_excess(self, trial: Trial) -> Event | None:
        """The event with which a choice tells more than it may, or more than the log holds; None where it does not."""
        for eye, events in trial.events.items():
            step, room = (MOST_LOG, MOST_LOG) if trial.game.over else (MOST_TOLD, MOST_LOG - self.logbooks[eye].size)
            for number, letters in enumerate(accumulate(len(event.text) for event in events)):
                if letters > min(step, room) or (number >= MOST_EVENTS and not trial.game.over):
                    return events[number]
        return None

    def adopt(self, trial: Trial) -> None:
        """Goes on with a copy of the game on which one more choice was made."""
        self._go_on(trial.game, self._mark(), trial.events)

    def _mark(self) -> Mark:
        return Mark(self.game.learnt, len(self.game.waiting) + len(self.game.ready) > 1)

    def _go_on(self, game: Game, mark: Mark, events: Mapping[Eye, Sequence[Event]] = MappingProxyType({})) -> None:
        renew()
        self.game = game
        self.marks.append(mark if self.marks[-1:] != [mark] else self.marks[-1])
        self._hear(events)

    def _logbooks_for(self, game: Game) -> dict[Eye, Logbook]:
        """At the end all is told to everybody, from the start: whoever read something else begins anew."""
        return {eye: book for eye, book in self.logbooks.items() if not game.over or game.lies_open or eye is None}

    def _hear(self, events: Mapping[Eye, Sequence[Event]] = MappingProxyType({})) -> None:
        """Hears what a choice tells: these `events`, as far as they have been read already."""
        self.logbooks = self._logbooks_for(self.game)
        for eye, logbook in self.logbooks.items():
            logbook.hear(events[eye] if eye in events else logbook.read(self.game))
        if not self.game.over:  # else the result is told by all of them
            self.game.forget_events()

    def render(self, revision: int, before: Mapping[Eye, Logbook] = MappingProxyType({})) -> None:
        """Brings what is read up to date for a revision; `before` is what was read of another run until then."""
        beside: Sequence[bytes] = ()
        for eye, logbook in self.logbooks.items():
            logbook.render(revision, before.get(eye), beside)
            beside = logbook.lines

    @property
    def result(self) -> dict[str, Any] | None:
        """The result of a game that is over: found once, for where the points came from is told by every event."""
        if self.game.over and self._result is None:
            self._result = render_result(self.game)
            self.game.forget_events()
        return self._result


def find_eye(game: Game, seat: str | None) -> Eye:
    """The point of view of those at a seat, or of those beside the table: where nothing is hidden all see the same."""
    if game.lies_open:
        return SPECTATOR
    if game.over:
        return None
    return SPECTATOR if seat is None else seat
