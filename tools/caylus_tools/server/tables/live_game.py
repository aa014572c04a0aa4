"""A game made of the choices that stand in a table, and what is told of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus import SPECTATOR, IllegalChoice, RuleFault, Spectator

from caylus_tools.server.processes.bounds import renew
from caylus_tools.verbalize.log import Log

from .logbook import Logbook
from .message import render_result

if TYPE_CHECKING:
    from caylus import Game

    from .decision_log import Course

Eye = str | Spectator | None
"""Whose eyes see the same: those at a seat, those of everybody who watches, or, at the end, of all."""


class Mark(NamedTuple):
    """The knowledge before a choice: `learnt` as the game has it; whether others choose `together` with whoever made it."""

    learnt: tuple[int, int]
    together: bool


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

    def adopt(self, game: Game) -> None:
        """Goes on with a copy of the game on which one more choice was made."""
        self._go_on(game, self._mark())

    def _mark(self) -> Mark:
        return Mark(self.game.learnt, len(self.game.waiting) + len(self.game.ready) > 1)

    def _go_on(self, game: Game, mark: Mark) -> None:
        renew()  # to tell of a choice takes about as long as to make it
        self.game = game
        self.marks.append(mark if self.marks[-1:] != [mark] else self.marks[-1])
        self._hear()

    def _hear(self) -> None:
        if self.game.over:  # all is told to everybody, from the start: whoever read something else begins anew
            self.logbooks = {eye: book for eye, book in self.logbooks.items() if self.game.lies_open or eye is None}
        for logbook in self.logbooks.values():
            logbook.hear(self.game)
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
