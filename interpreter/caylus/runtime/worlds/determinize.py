"""A machine as one seat knows it: what lies ahead is drawn anew, what others hide is made up as it may be.

A seat sees the table, and has been told what it may know of every choice (see `visibility`); so nothing of that changes. Cards
that it
does not see are dealt anew among the places where they may be, hidden numbers are drawn between the limits that everybody knows
(see `codegen.state_layout`). Of what is only counted the seat has kept count.

What becomes of a seed is the same wherever the seat cannot tell the difference.
"""

from __future__ import annotations

from ..names import Names
from ..running.at_once import ask_again, draw_anew
from ..running.machine import Machine
from ..running.random import seed_state
from .state_sampler import Imagination

_ATTEMPTS = 8
"""Whoever decides has something to decide; where what is made up leaves nothing, something else is made up."""


def determinize(machine: Machine, names: Names, seat: int, seed: int) -> None:
    """Changes the machine. Where another seat decides, what is made up says what the options are; the seat's own it has seen."""
    machine.fixed = []
    machine.s[0] = seed_state(seed)
    if machine.player < 0:
        return  # at the end everything lies open
    if names.layout.hides:
        imagination = Imagination(machine, names, seat)
        for _ in range(_ATTEMPTS):
            imagination.make_up()
            ask_again(machine)
            if machine.player == seat or _has_options(machine):
                break
    draw_anew(machine, names, seat)


def _has_options(machine: Machine) -> bool:
    """Return whether whoever decides has options now, and they are those of the machine."""
    frame = machine.stack[-1]
    options = machine.program.options[frame[0]](machine, machine.s, frame)
    if options:
        machine.options = options
    return bool(options)
