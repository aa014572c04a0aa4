"""A game made of the choices that stand in a table, and what is told of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus import SPECTATOR, IllegalChoice, RuleFault, Spectator

from .logbook import Logbook

if TYPE_CHECKING:
    from caylus import Game

    from .course import Course

Eye = str | Spectator | None
"""Whose eyes see the same: those at a seat, those of everybody who watches, or, at the end, of all."""


class Mark(NamedTuple):
    """What was known before a choice: `learnt` as the game has it; whether others choose `together` with whoever made it."""

    learnt: tuple[int, int]
    together: bool


class Run:
    """`lost` says why a choice that stands can no longer be made, if that is so: then the game is where it was before."""

    def __init__(self, game: Game, course: Course, eyes: Iterable[Eye]) -> None:
        self.game = game
        self.marks: list[Mark] = []
        self.lost = ""
        self.result: dict[str, Any] | None = None  # what is told of a game that is over
        self.logbooks = {eye: Logbook(game, eye) for eye in eyes}
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
        game = self.game
        self.marks.append(Mark(game.learnt, len(game.waiting) + len(game.ready) > 1))
        game.choose(option, seat)
        self._hear()

    def _hear(self) -> None:
        if self.game.over:  # all is told to everybody, from the start: whoever read something else begins anew
            self.logbooks = {eye: book for eye, book in self.logbooks.items() if self.game.lies_open or eye is None}
        for logbook in self.logbooks.values():
            logbook.hear(self.game)


def eye_of(game: Game, seat: str | None) -> Eye:
    """Whose eyes those at a seat see with, or those beside the table: where nothing is hidden all see the same."""
    if game.lies_open:
        return SPECTATOR
    if game.over:
        return None
    return SPECTATOR if seat is None else seat
