"""What a game was at each of its choices, to go back to."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from . import at_once
from .machine import Machine


class Moment(NamedTuple):
    """The state, the frames in flight, how much had been told and drawn and how often something hidden had come to light by then,
    the draws settled for later, and who was to decide.
    """

    s: list[int]
    stack: list[list[Any]]
    told: int
    drawn: int
    opened: int
    fixed: list[tuple[int, ...]]
    player: int


class History:
    """`first` is the number of the first choice that is known, counted from 0: a game that was resumed has made some before."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.moments: list[Moment] = []

    def note(self, machine: Machine) -> None:
        """A choice is about to be made."""
        stack = [f[:] for f in machine.stack]
        known = (len(machine.log), len(machine.drawn), machine.opened)
        self.moments.append(Moment(machine.s[:], stack, *known, machine.fixed[:], machine.player))

    def restore(self, machine: Machine, number: int) -> None:
        """Puts a machine where it was before a choice; it has yet to run. What came after is forgotten."""
        then = self.moments[number - self.first]
        machine.s[:] = then.s
        machine.stack[:] = then.stack
        machine.fixed = then.fixed
        machine.opened = then.opened
        machine.refresh()
        del machine.log[then.told :]
        del machine.drawn[then.drawn :]
        del self.moments[number - self.first :]

    def is_own(self, machine: Machine, number: int, players: Collection[int]) -> bool:
        """Whether these players alone have chosen from a choice on, and nobody has learnt anything.

        That is so where nothing was drawn, nothing hidden came to light, and no choice made at once was carried out.
        """
        since = self.moments[number - self.first :]
        learnt = (since[0].drawn, since[0].opened) != (len(machine.drawn), machine.opened)
        if learnt or any(moment.player not in players for moment in since):
            return False
        done = since[: max(0, len(since) - len(at_once.chosen(machine)))]
        return all(moment.stack[-1][0] not in machine.program.at_once for moment in done)

    def follow(self, before: History, machine: Machine) -> None:
        """Goes on where another ends, whose machine this was."""
        told, opened = len(machine.log), machine.opened
        later = [moment._replace(told=moment.told + told, opened=moment.opened + opened) for moment in self.moments]
        self.first = before.first
        self.moments = before.moments + later
