"""The course of a table: the choices that are valid, and those taken back."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from sys import intern
from typing import TYPE_CHECKING, NamedTuple

from caylus_tools.common.english import count_things
from caylus_tools.server.storage.rows import EntryRow

if TYPE_CHECKING:
    from .live_game import Run
    from .requests import Undo


class Step(NamedTuple):
    """A choice that stands."""

    seat: str
    option: str
    by: str


class Withdrawal(NamedTuple):
    """Somebody has taken back so many choices, so that `number` remained."""

    number: int
    seat: str
    taken: int


@dataclass(slots=True)
class Course:
    """`base` is how many choices stand that were made before the table was opened; numbers of choices count these."""

    base: int = 0
    steps: list[Step] = field(default_factory=list)
    withdrawals: list[Withdrawal] = field(default_factory=list)

    @property
    def number(self) -> int:
        """Return how many choices stand."""
        return self.base + len(self.steps)

    def take(self, entry: EntryRow) -> None:
        """An undo goes back to a number of choices, or, without one, takes back the last choice of its seat alone."""
        if entry.kind == "choice":
            self.steps.append(Step(*map(intern, (entry.seat, entry.option or "", entry.by))))  # the same at many tables
            return
        before = self.number
        if entry.back_to is None:
            del self.steps[self.last_choice(entry.seat) - self.base]
        else:
            self.base = min(self.base, entry.back_to)
            del self.steps[entry.back_to - self.base :]
        self.withdrawals = [one._replace(number=min(one.number, self.number)) for one in self.withdrawals]
        self.withdrawals.append(Withdrawal(self.number, entry.seat, before - self.number))

    def choices_by_seat(self, seat: str) -> list[int]:
        """Return how many choices stood before each that the person at a seat has made."""
        return [at for at, step in enumerate(self.steps, self.base) if step.seat == seat and step.by == "person"]

    def last_choice(self, seat: str) -> int:
        """The number of choices before the last one of a seat. Raises ValueError where there is none."""
        return self.base + max((at for at, step in enumerate(self.steps) if step.seat == seat))

    def upto(self, number: int) -> Course:
        """The course after the first so many choices that are valid."""
        withdrawals = [one for one in self.withdrawals if one.number <= number]
        return Course(self.base, self.steps[: number - self.base], withdrawals)


class Offer(NamedTuple):
    """Going back to a number of choices; `asks` are the seats whose people have to agree. `alone`: only the seat's own choice."""

    to: int
    asks: list[str]
    text: str
    alone: bool = False


def offer(
    run: Run, course: Course, before: Sequence[str], seat: str, people: Collection[str], undo: Undo, to: int | None = None
) -> Offer | None:
    """Find what a seat may take back: all since the last choice that its person made, or down to a number `to`.

    `before` are the seats that chose before the table was opened, `people` those of other people. What is the seat's own, and
    taught nobody anything, needs no consent; of what was before the table nobody knows any more what it taught.
    """
    game = run.game
    if seat in game.ready:
        number = course.number - 1
        return Offer(number, [], "Choose again", alone=True) if to in (None, number) and undo != "none" else None
    own = course.choices_by_seat(seat) or [at for at, chooser in enumerate(before) if chooser == seat]
    number = to if to is not None else own[-1] if own else -1
    first = 0 if before else course.base
    if undo == "none" or not own or not first <= number < course.number:
        return None
    choosers = [*before, *(step.seat for step in course.steps)][number - first :]
    learnt = number < course.base or _taught(run, number - course.base)
    ended = game.over and not game.lies_open  # what was hidden has come to light
    asks = [name for name in game.players if name in people and (learnt or ended or name in choosers)]
    if asks and undo == "own":
        return None
    return Offer(number, asks, f"Take back {count_things(len(choosers), 'choice')}")


def _taught(run: Run, first: int) -> bool:
    """Return whether anybody has learnt anything by what was chosen here from the first on."""
    marks = run.marks[first:]
    carried_out = marks[: len(marks) - len(run.game.ready)]
    return marks[0].learnt != run.game.learnt or any(mark.together for mark in carried_out)
