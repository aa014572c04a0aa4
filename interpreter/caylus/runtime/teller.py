"""Replay a game to tell its events when somebody asks for them.

A game is played by a program that tells nothing, which is many times faster. A teller follows it: it begins at a moment of the
game's history, and each time goes on to where the game stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from caylus.runtime.machine import RuleFault

from .call_stack import frame_for_seat
from .decisions import Decision
from .machine import Errand, LogFull, Machine, Move
from .move_text import Wording, find_impediments
from .names import Names
from .saves import History, put_back

if TYPE_CHECKING:
    from caylus.codegen import Program
    from caylus.english import Ground, Offer

    from .events import Entry
    from .machine import Limits


class Teller:
    """`entries` are what has been told until now, by the `names` of the program that tells; `upto` is how many choices have been
    made by then, -1 before the beginning is told.
    """

    def __init__(self, program: Program, names: Names, history: History) -> None:
        self.names = names.for_program(program)
        self.entries: list[Entry] = []
        self.upto = history.first - 1
        self._quiet = names.program
        self._history = history
        self._begins: list[int] = []  # how many entries there were before each choice was told, the beginning among them
        self._since = self.upto  # entries up to here have been forgotten
        self._machine: Machine | None = None

    def tell(self, moves: Sequence[Move], limits: Limits) -> None:
        """Goes on to where all these choices have been made. What takes more than the limits, or breaks, it leaves out."""
        while self.upto < len(moves):
            machine, at = self._machine or self._replay_machine(moves), self.upto
            machine.limits = limits
            self._begins.append(len(self.entries))
            self._machine, self.upto = machine, at + 1
            try:
                if at < self._history.first:
                    machine.run()
                else:
                    machine.player = self._history.player(at)
                    machine.run(moves[at])
            except (RuleFault, LogFull):
                self._machine = None

    def count_told(self, number: int) -> int:
        """Return how many of the entries had been told when so many choices had been made."""
        at = number - self._since
        return self._begins[at] if at < len(self._begins) else len(self.entries)

    def go_back(self, number: int) -> None:
        """Forgets what came after so many choices."""
        if self.upto > number:
            if number < self._since:
                self.begin_anew()
            else:
                del self.entries[self.count_told(number) :]
                del self._begins[number - self._since :]
                self.upto, self._machine = number, None

    def forget(self) -> None:
        """Lets go of the entries; those to come follow on them."""
        self.entries.clear()
        self._begins.clear()
        self._since = self.upto

    @property
    def is_whole(self) -> bool:
        """Return whether nothing has been forgotten."""
        return self._since < self._history.first

    def begin_anew(self) -> None:
        self.forget()
        self.upto = self._since = self._history.first - 1
        self._machine = None

    def copy(self, history: History) -> Teller:
        """An equal one for a copy of the game."""
        twin = Teller.__new__(Teller)
        twin.names, twin._quiet, twin._history = self.names, self._quiet, history
        twin.entries, twin._begins = self.entries[:], self._begins[:]
        twin.upto, twin._since, twin._machine = self.upto, self._since, None
        if self._machine is not None:
            twin._machine = twin._speaking(self._machine.copy())
            twin._machine.fixed = self._machine.fixed[:]
        return twin

    def _replay_machine(self, moves: Sequence[Move]) -> Machine:
        """A machine that tells, after as many choices as have been told."""
        if self.upto < self._history.first:
            machine = Machine.begin(self.names.program)
            put_back(machine, self._history.moments[0])
        else:
            quiet = Machine.begin(self._quiet)
            self._history.restore(quiet, moves, self.upto)
            machine = quiet.copy(self.names.program)
            machine.fixed = quiet.fixed
        return self._speaking(machine)

    def _speaking(self, machine: Machine) -> Machine:
        """Gives the machine words for what it has to tell."""
        names = self.names

        def wording(player: int) -> Wording:
            return Wording(machine.program, names, machine.s, frame_for_seat(machine, player), player)

        def describe(_: int, player: int, move: Move) -> tuple[str, Offer]:
            said = wording(player)
            return said.id(move), said.offer(move)

        def reasons(player: int, move: Move) -> tuple[Ground, ...]:
            decision = Decision(machine, names, player)
            return tuple(reason.ground for reason in decision.why_not(decision.render_id(move)))

        def errand(_: int, player: int) -> Errand:
            said = Wording(machine.program, names, machine.s[:], frame_for_seat(machine, player), player)  # as it is now
            return cache(lambda: {**said.errand(), "reasons": find_impediments(said)})

        machine.log = self.entries
        machine.called = names.name_drawn
        machine.describe = describe
        machine.errand = errand
        machine.reasons = reasons
        machine.spell = lambda words: names.words(machine.s, words)
        return machine
