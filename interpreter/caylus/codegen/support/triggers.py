"""The function generated code calls where somebody has gained what a trigger waits for."""

from __future__ import annotations

from typing import Any

from caylus.limits import MOST_WAITING

FOR_GENERATED_CODE = ("queue_triggers",)
"""The names that a generated module gets from here."""


def queue_triggers(stack: list[list[Any]], block: int, awaited: tuple[int, ...], player: int, way: int) -> None:
    """Has all triggers that wait for any of a packed amount take their turns: at the end of the queue, or of a new one.

    `block` empties a queue, `awaited` has for each trigger a number in which the bits of what it waits for are set.
    Raises OverflowError.
    """
    new = tuple([(number, player, (way,)) for number, bits in enumerate(awaited) if way & bits])
    if new:
        for frame in stack:
            if frame[0] == block:
                frame[1] += new
                if len(frame[1]) > MOST_WAITING:
                    raise OverflowError(f"more than {MOST_WAITING} rules wait for their turns after gaining")
                return
        stack.append([block, new])
