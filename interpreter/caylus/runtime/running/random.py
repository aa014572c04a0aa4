"""The game's own random stream: SplitMix64, its whole state one 64-bit number that lies in the game's state.

A number below n: the stream's next output, drawn again while it lies in the incomplete last run of n, modulo n.
A shuffle: Fisher and Yates from the last place down, each place i swapped with a number below i + 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

_MASK = (1 << 64) - 1


def seed_state(seed: int) -> int:
    """The state of the stream at its start; every whole number is a seed."""
    return seed & _MASK


def output(state: int) -> tuple[int, int]:
    """The state after one step, and its output: 64 random bits."""
    state = (state + 0x9E3779B97F4A7C15) & _MASK
    z = state
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return state, z ^ (z >> 31)


def draw_below(state: int, n: int) -> tuple[int, int]:
    """The state after drawing, and a number from 0 to n - 1, all equally likely."""
    limit = (1 << 64) - (1 << 64) % n
    while True:
        state, bits = output(state)
        if bits < limit:
            return state, bits % n


def shuffle_members(state: int, members: Sequence[int]) -> tuple[int, list[int]]:
    """The state after drawing, and the members in random order."""
    result = list(members)
    for i in range(len(result) - 1, 0, -1):
        state, j = draw_below(state, i + 1)
        result[i], result[j] = result[j], result[i]
    return state, result


ANY = -(1 << 62)
"""At a place of a fixed draw: whatever comes. At the last place: whatever else comes, in the order in which it comes."""


def settle(
    fixed: Sequence[int], drawn: Sequence[int], source: Sequence[int] | None, called: Callable[[int], str | int]
) -> list[int]:
    """The replacement for what was `drawn`: all of it in another order, or, of a `source`, others of it.

    Raises ValueError, which says what does not fit, with members as they are `called`.
    """
    places, is_open = (fixed[:-1], True) if fixed and fixed[-1] == ANY else (fixed, False)
    members = drawn if source is None else source
    rest = list(members)
    for member in places:
        if member in rest:
            rest.remove(member)
        elif member in members:
            raise ValueError(f"`{called(member)}` comes more often than it is drawn")
        elif member != ANY:
            raise ValueError(f"it holds what is not among what is drawn: {_describe_draw(members, called)}")
    if len(places) > len(drawn):
        raise ValueError(f"{len(places)} come, though {len(drawn)} {'is' if len(drawn) == 1 else 'are'} drawn")
    if len(places) < len(drawn) and not is_open:
        raise ValueError(f"of the {len(drawn)} that are drawn it lacks {_describe_draw(rest, called)}")
    others = iter(rest if source is None else drawn)
    return [*(next(others) if member == ANY else member for member in places), *others][: len(drawn)]


def _describe_draw(members: Sequence[int], called: Callable[[int], str | int]) -> str:
    return ", ".join(f"`{called(member)}`" for member in members)
