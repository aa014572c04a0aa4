"""The history of a game: moments to replay from, and who has chosen since."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from ..running import at_once
from ..running.machine import Machine, Move
from ..running.play_limits import UNLIMITED

EVERY = 16
"""Choices from one moment to the next: so many are played again, at most, by whoever wants to know how things were."""


class Moment(NamedTuple):
    """A machine that has only to run to be at the decision after so many choices (`number`): the state, the frames in flight, how
    much had been drawn and how often something hidden had come to light by then, and the draws settled for later.
    """

    number: int
    s: list[int]
    stack: list[list[Any]]
    drawn: int
    opened: int
    fixed: list[tuple[int, ...]]


class Turn(NamedTuple):
    """A choice: who made it, in which block, and what had been drawn and opened before it, as in `Moment`."""

    player: int
    block: int
    drawn: int
    opened: int


class History:
    """`first` is the number of the first choice that is known, counted from 0: a game that was resumed has made some before.

    It `is_complete` if nothing came before its first moment, or nothing can be found of that.
    """

    def __init__(self, machine: Machine, first: int, *, is_complete: bool) -> None:
        self.is_complete = is_complete
        self._turns: list[tuple[int, int, int, int]] = []  # each a `Turn`, which takes longer to make
        self.moments = [find_moment(machine, first)]

    @property
    def first(self) -> int:
        return self.moments[0].number

    def note(self, machine: Machine) -> None:
        """A choice is about to be made."""
        turns = self._turns
        if turns and len(turns) % EVERY == 0:
            self.moments.append(find_moment(machine, self.first + len(turns)))
        turns.append((machine.player, machine.stack[-1][0], len(machine.drawn), machine.opened))

    def player(self, number: int) -> int:
        """The player who made the choice of a number."""
        return self._turns[number - self.first][0]

    def copy(self) -> History:
        """An equal one that goes its own way."""
        twin = History.__new__(History)
        twin.is_complete, twin.moments, twin._turns = self.is_complete, self.moments[:], self._turns[:]
        return twin

    def restore(self, machine: Machine, chosen: Sequence[Move], number: int) -> None:
        """Puts a machine where it was after so many of the choices: it plays again those since the last moment before."""
        moment = next(moment for moment in reversed(self.moments) if moment.number <= number)
        put_back(machine, moment)
        limits, machine.limits = machine.limits, UNLIMITED  # it has been within them
        machine.run()
        for at in range(moment.number, number):
            machine.player = self.player(at)
            machine.run(chosen[at])
        machine.limits = limits

    def forget(self, number: int) -> None:
        """Only so many choices have been made."""
        del self._turns[number - self.first :]
        self.moments[1:] = [moment for moment in self.moments[1:] if moment.number < number]

    def is_own(self, machine: Machine, number: int, players: Collection[int]) -> bool:
        """Return whether these players alone have chosen from a choice on, and nobody has learnt anything.

        That is so where nothing was drawn, nothing hidden came to light, and no choice made at once was carried out.
        """
        since = [Turn(*turn) for turn in self._turns[number - self.first :]]
        learnt = (since[0].drawn, since[0].opened) != (len(machine.drawn), machine.opened)
        if learnt or any(turn.player not in players for turn in since):
            return False
        done = since[: max(0, len(since) - len(at_once.pending_moves(machine)))]
        return all(turn.block not in machine.program.at_once for turn in done)

    def follow(self, before: History, opened: int) -> None:
        """Goes on where another ends, by when something hidden had come to light so often."""
        self.is_complete = True
        self._turns = before._turns + [(player, block, drawn, now + opened) for player, block, drawn, now in self._turns]
        self.moments = before.moments + [moment._replace(opened=moment.opened + opened) for moment in self.moments]


def put_back(machine: Machine, moment: Moment) -> None:
    """Puts a machine at a moment; it has yet to run."""
    machine.s = moment.s[:]
    machine.stack = [frame[:] for frame in moment.stack]
    machine.is_looked_at = False
    machine.fixed = moment.fixed[:]
    machine.opened = moment.opened
    del machine.drawn[moment.drawn :]
    machine.refresh()


def find_moment(machine: Machine, number: int) -> Moment:
    machine.is_looked_at = True
    return Moment(number, machine.s, machine.stack, len(machine.drawn), machine.opened, machine.fixed[:])
