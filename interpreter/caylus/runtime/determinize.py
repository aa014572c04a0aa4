"""A machine as one seat knows it: what lies ahead is drawn anew, what the rivals hide is guessed.

A seat sees the table (see `views`), and has been told of every draw and every choice (see `events`); so states, lists and
the frames in flight stay as they are. It sees neither the random stream nor the rivals' hidden resources. Of those each
rival is taken to hold what the seat holds itself: that is the mean of players alike as far as a seat can tell, and leaves
it to what lies open, and to what happens from here on, to say who is ahead.
"""

from __future__ import annotations

from .at_once import draw_anew
from .machine import Machine
from .random import seeded
from .seats import BESIDE


def determinize(machine: Machine, players: int, seat: int, seed: int) -> None:
    """Changes the machine. Where a rival decides, the guess says what the options are; the seat's own it has seen."""
    machine.s[0] = seeded(seed)
    machine.fixed = []
    if machine.player < 0:
        return  # at the end everything lies open
    _guess(machine, players, seat)
    draw_anew(machine, seat)
    if machine.player != seat:
        machine.run()


def _guess(machine: Machine, players: int, seat: int) -> None:
    """A spectator, who holds nothing, takes it that nobody hides anything."""
    s, hidden = machine.s, machine.program.hidden
    for slot in hidden:
        s[slot : slot + players] = [s[slot + seat] if seat != BESIDE else 0] * players
    if hidden:
        machine.refresh()
