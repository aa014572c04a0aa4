"""Draws settled beforehand, by whoever tells a game again or writes a scenario."""

from __future__ import annotations

from collections.abc import Callable, Sequence

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
