"""A game that goes wrong -> a shorter one that goes wrong in the same way.

What is cut out of a game leaves moves that may no longer be legal; those are passed over. So every shortened list of moves
is a game again, and only whether it still goes wrong has to be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")
Move = tuple[int, ...]

MOST_TRIES = 2000


def shrink(moves: Sequence[T], retrace: Callable[[Sequence[T]], Sequence[T] | None]) -> list[T]:
    """The fewest moves found: pieces are left out, half of the game first, then ever smaller ones, as long as that helps.

    `retrace` gives the moves taken, of some, until the game went wrong, or None if it did not.
    """
    best = list(moves)
    tries = 0
    size = len(best) // 2
    while size > 0 and tries < MOST_TRIES:
        start, shorter = 0, False
        while start < len(best) and tries < MOST_TRIES:
            tries += 1
            taken = retrace(best[:start] + best[start + size :])
            if taken is not None and len(taken) < len(best):
                best, shorter = list(taken), True
            else:
                start += size
        size = size if shorter and size == 1 else size // 2
    return best
