"""A machine as a seat knows it: what lies ahead drawn anew, and what the rivals hide guessed.

A seat sees the table (see `views`), every draw there has been and every choice made: so the lists, the states and the
frames in flight stay as they are. It sees neither the random stream nor the rivals' hidden resources. Of those it is
taken that each rival holds what the seat itself holds: no number that the seat may look at is nearer to the mean of
players alike, and it leaves it to what lies open to say who is ahead.
"""

from __future__ import annotations

from .machine import Machine
from .random import seeded


def determinize(machine: Machine, seat: int, seed: int) -> None:
    """Changes the machine, which belongs to nobody else. At a rival's decision the options are listed by the guess as well."""
    s = machine.s
    s[0] = seeded(seed)
    machine.fixed = []
    if machine.player < 0:
        return  # at the end nothing is hidden
    layout = machine.program.layout
    for resource, slot in layout.resources.items():
        if resource.hidden:
            s[slot : slot + layout.players] = [s[slot + seat]] * layout.players
    if machine.player != seat:
        machine.run()
