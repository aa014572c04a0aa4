"""List the seats that have still to choose where several choose at once, and the frame that each is asked with.

What has been chosen lies in the frame of the decision and has no effect yet (see `writing.at_once`). So everybody is asked of
the same table, by a frame of their own, which tells nothing of what others have chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from caylus.codegen.metadata import Choices

from . import random

if TYPE_CHECKING:
    from caylus.codegen.program import AtOnce

    from ..names import Names
    from .machine import Machine, Move


def waiting(machine: Machine) -> list[int]:
    """The seats that have to decide, in the order in which they are asked; the first is the machine's `player`."""
    asks = machine.program.at_once.get(machine.stack[-1][0])
    if asks is None:
        return [machine.player] if machine.player >= 0 else []
    frame = machine.stack[-1]
    pairs = zip(asks.seats(frame), frame[asks.choices], strict=True)
    return [seat for seat, chosen in pairs if not chosen and options(machine, frame_for_seat(machine, seat))]


def pending_moves(machine: Machine) -> dict[int, Move]:
    """The moves of those asked together with whoever decides now, by seat."""
    asks = machine.program.at_once.get(machine.stack[-1][0])
    if asks is None:
        return {}
    frame = machine.stack[-1]
    pairs = zip(asks.seats(frame), frame[asks.choices], strict=True)
    made = {seat: move for seat, move in pairs if move and seat < machine.program.people}
    return {seat: move for seat, move in made.items() if len(options(machine, frame_for_seat(machine, seat))) >= asks.fewest}


def frame_for_seat(machine: Machine, seat: int) -> list[Any]:
    """The frame of the decision as a seat is asked by it."""
    frame = machine.stack[-1][:]
    asks = machine.program.at_once.get(frame[0])
    if asks is not None:
        seats = asks.seats(frame)
        frame[asks.choices] = ((),) * len(seats)
        asks.bind(machine, machine.s, frame, seats.index(seat))
    return frame


def options(machine: Machine, frame: list[Any]) -> Sequence[Move]:
    """The options of the player asked by a frame."""
    if frame[0] not in machine.program.at_once:
        return machine.options
    return machine.program.options[frame[0]](machine, machine.s, frame)


def to_come(machine: Machine, names: Names) -> list[tuple[int, int]]:
    """The choices that have still to be carried out: the place of the frame that holds each, and whose it is."""
    held = [
        (at, zip(asks.seats(frame), frame[place], strict=True)) for at, frame, place, asks, _ in _pending_frames(machine, names)
    ]
    return [(at, seat) for at, choices in held for seat, move in choices if move]


def ask_again(machine: Machine) -> None:
    """Has the decision speak of the state as it is now, after that has been written to from outside."""
    frame = machine.stack[-1]
    asks = machine.program.at_once.get(frame[0])
    if asks is not None:
        asks.bind(machine, machine.s, frame, asks.seats(frame).index(machine.player))


def draw_anew(machine: Machine, names: Names, seat: int) -> None:
    """Has the others choose anything that they may, where a seat knows no more than that they have chosen."""
    for _, frame, place, asks, block in _pending_frames(machine, names):
        frame[place] = tuple(
            _draw_move(machine, asks, [block, *frame[1:]], i) if move and other != seat else move
            for i, (other, move) in enumerate(zip(asks.seats(frame), frame[place], strict=True))
        )


def _pending_frames(machine: Machine, names: Names) -> Iterator[tuple[int, list[Any], int, AtOnce, int]]:
    """The frames that hold choices: the place of each in the stack, itself, where in it they are, and what has asked for them."""
    for at, frame in enumerate(machine.stack if machine.program.at_once else ()):
        for place, type_ in enumerate(names.program.metadata.frames[frame[0]], 1):
            if isinstance(type_, Choices) and frame[place] and any(frame[place]):
                yield at, frame, place, machine.program.at_once[type_.block], type_.block


def _draw_move(machine: Machine, asks: AtOnce, frame: list[Any], member: int) -> Move:
    """One of the options that a member of the list has now; () if there is none."""
    asks.bind(machine, machine.s, frame, member)
    found = options(machine, frame)
    if not found:
        return ()
    seat = asks.seats(frame)[member]
    if seat >= machine.program.people:
        return machine.program.taken[frame[0]](machine, machine.s, seat, found)
    machine.s[0], lot = random.draw_below(machine.s[0], len(found))
    return found[lot]
