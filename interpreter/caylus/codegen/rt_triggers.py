"""The function generated code calls where somebody has gained what a trigger waits for."""

from __future__ import annotations

from typing import Any

FOR_GENERATED_CODE = ("gained",)
"""The names that a generated module gets from here."""


def gained(stack: list[list[Any]], line: int, awaited: tuple[int, ...], player: int, way: int) -> None:
    """Has all triggers that wait for any of a packed amount take their turn: in the line that is being seen to, or in a new one.

    `line` is the block that sees to one, `awaited` has for each trigger a number in which the bits of what it waits for are set.
    """
    new = tuple([(number, player, (way,)) for number, bits in enumerate(awaited) if way & bits])
    if new:
        for frame in stack:
            if frame[0] == line:
                frame[1] += new
                return
        stack.append([line, new])
