"""What a game was at each of its choices, to go back to."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from . import at_once
from .machine import Machine

Moment = tuple[list[int], list[list[Any]], int, int, list[tuple[int, ...]], int]
"""The state, the frames in flight, how much had been told and drawn, the draws settled for later, and who was to decide."""


class History:
    """`first` is the number of the first choice that is known, counted from 0: a game that was resumed has made some before."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.moments: list[Moment] = []

    def note(self, machine: Machine) -> None:
        """A choice is about to be made."""
        stack = [f[:] for f in machine.stack]
        self.moments.append((machine.s[:], stack, len(machine.log), len(machine.drawn), machine.fixed[:], machine.player))

    def restore(self, machine: Machine, number: int) -> None:
        """Puts a machine where it was before a choice; it has yet to run. What came after is forgotten."""
        s, stack, log, drawn, fixed, _ = self.moments[number - self.first]
        machine.s[:] = s
        machine.stack[:] = stack
        machine.fixed = fixed
        machine.refresh()
        del machine.log[log:]
        del machine.drawn[drawn:]
        del self.moments[number - self.first :]

    def is_own(self, machine: Machine, number: int, players: Collection[int]) -> bool:
        """Whether these players alone have chosen from a choice on, nothing was drawn, and no choice made at once carried out."""
        since = self.moments[number - self.first :]
        if since[0][3] != len(machine.drawn) or any(moment[5] not in players for moment in since):
            return False
        done = since[: max(0, len(since) - len(at_once.chosen(machine)))]
        return all(moment[1][-1][0] not in machine.program.at_once for moment in done)

    def follow(self, before: History, told: int) -> None:
        """Goes on where another ends, at which so many entries had been told."""
        later = [(s, stack, log + told, drawn, fixed, player) for s, stack, log, drawn, fixed, player in self.moments]
        self.first = before.first
        self.moments = before.moments + later
