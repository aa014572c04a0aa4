"""Who has still to choose where several players choose at once, and what each of them is asked.

What has been chosen lies in the frame of the decision and has no effect yet (see `codegen.at_once`). So everybody is asked of
the same table, by a frame of their own, which tells nothing of what others have chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import random

if TYPE_CHECKING:
    from .machine import Machine, Move


def waiting(machine: Machine) -> list[int]:
    """The seats that have to decide, in the order in which they are asked; the first is the machine's `player`."""
    asks = machine.program.at_once.get(machine.stack[-1][0])
    if asks is None:
        return [machine.player] if machine.player >= 0 else []
    frame = machine.stack[-1]
    pairs = zip(asks.seats(frame), frame[asks.choices], strict=True)
    return [seat for seat, chosen in pairs if not chosen and options(machine, asked(machine, seat))]


def chosen(machine: Machine) -> dict[int, Move]:
    """What those have chosen who were asked together with whoever decides now, by seat."""
    asks = machine.program.at_once.get(machine.stack[-1][0])
    if asks is None:
        return {}
    frame = machine.stack[-1]
    made = {seat: move for seat, move in zip(asks.seats(frame), frame[asks.choices], strict=True) if move}
    return {seat: move for seat, move in made.items() if len(options(machine, asked(machine, seat))) >= asks.fewest}


def asked(machine: Machine, seat: int) -> list[Any]:
    """The frame of the decision as a seat is asked by it."""
    frame = machine.stack[-1][:]
    asks = machine.program.at_once.get(frame[0])
    if asks is not None:
        seats = asks.seats(frame)
        frame[asks.choices] = ((),) * len(seats)
        asks.bind(machine, machine.s, frame, seats.index(seat))
    return frame


def options(machine: Machine, frame: list[Any]) -> Sequence[Move]:
    """What whoever is asked by a frame may choose."""
    if frame[0] not in machine.program.at_once:
        return machine.options
    return machine.program.options[frame[0]](machine, machine.s, frame)


def put(machine: Machine, seat: int, move: Move) -> None:
    """Has a seat have chosen a move; for (), nothing yet."""
    frame = machine.stack[-1]
    asks = machine.program.at_once[frame[0]]
    at = asks.seats(frame).index(seat)
    choices = frame[asks.choices]
    frame[asks.choices] = (*choices[:at], move, *choices[at + 1 :])


def draw_anew(machine: Machine, seat: int) -> None:
    """Has the others who have chosen choose anything that they may: all that the seat knows is that they have chosen."""
    for other in chosen(machine):
        if other != seat:
            open_ = options(machine, asked(machine, other))
            machine.s[0], drawn = random.below(machine.s[0], max(1, len(open_)))
            put(machine, other, open_[drawn] if open_ else ())
