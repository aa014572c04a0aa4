"""The course of a table: the choices that are valid, and those taken back."""

from __future__ import annotations

from dataclasses import dataclass, field
from sys import intern
from typing import NamedTuple

from caylus_tools.server.storage.rows import EntryRow


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
