"""The functions generated code may call for scales, rows and lists. Outside a range is none or the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

FOR_GENERATED_CODE = (
    "on_scale", "row_member", "list_member", "item", "rotate_members", "faces", "members_after", "members", "remove", "add",
    "shift",    "clear", "reverse", "arrange", "take", "take_all", "put", "store_choice", "make_text",
)  # fmt: skip
"""The names that a generated module gets from here."""

Words = tuple[str | tuple[str, Any], ...]
"""A text: words, and values between them, each behind what puts it into words: its root kind, or else the name of its type."""


def on_scale(scale: tuple[int, tuple[int, ...]], index: int) -> int:
    """The number at an index; beyond either end, the number at that end."""
    start, numbers = scale
    return numbers[max(0, min(index - start, len(numbers) - 1))]


def row_member(first: int, size: int, index: int) -> int:
    """The member of a row at an index from 1; -1 outside."""
    return first + index - 1 if 0 < index <= size else -1


def list_member(s: list[int], base: int, index: int) -> int:
    """The member of a list at an index from 1; -1 outside."""
    return s[base + index] if 0 < index <= s[base] else -1


def item(members: tuple[int, ...], index: int, outside: int) -> int:
    """The member at an index from 1, or what there is outside."""
    return members[index - 1] if 0 < index <= len(members) else outside


def rotate_members(members: tuple[int, ...], way: str, member: int) -> tuple[int, ...]:
    """The members all the way round, as `model.Rotated` says."""
    if member not in members:
        return members
    at = members.index(member)
    before, behind = members[:at], members[at + 1 :]
    if way == "from":
        return (member, *behind, *before)
    return (*behind, *before) if way == "after" else (*before[::-1], *behind[::-1])


def faces(members: tuple[int, ...], once: bool) -> tuple[int, ...]:
    """The members, those alike together; or each but once."""
    found = tuple(dict.fromkeys(members))
    return found if once else tuple([member for face in found for member in members if member == face])


def members_after(members: tuple[int, ...], member: int) -> tuple[int, ...]:
    """The members that stand behind one; behind one that is not there, none."""
    return members[members.index(member) + 1 :] if member in members else ()


def members(s: list[int], base: int) -> list[int]:
    """The members of a list, as they stand."""
    return s[base + 1 : base + 1 + s[base]]


def remove(s: list[int], base: int, member: int) -> None:
    """Takes a member out of a list, if it is there. What lies behind the length is kept 0: equal lists are equal states."""
    end = base + 1 + s[base]
    members = s[base + 1 : end]
    if member in members:
        members.remove(member)
        s[base + 1 : end] = [*members, 0]
        s[base] -= 1


def add(s: list[int], base: int, member: int, copies: tuple[int, ...] = ()) -> None:
    """Adds a member to the end of a list. Raises OverflowError where it is there already, or all that are alike are."""
    if member < 0:
        return
    behind = base + 1 + s[base]
    if member in s[base + 1 : behind] and (not copies or members(s, base).count(member) == copies[member]):
        raise OverflowError("what is added to the list is in it already")
    s[behind] = member
    s[base] += 1


def shift(s: list[int], base: int, member: int, front: bool, copies: tuple[int, ...] = ()) -> None:
    """Puts a member at an end of a list; one that is there already moves, of several alike one if all of them are there."""
    if member < 0:
        return
    if not copies or members(s, base).count(member) == copies[member]:
        remove(s, base, member)
    n = s[base]
    if front:
        s[base + 2 : base + 2 + n] = s[base + 1 : base + 1 + n]
        s[base + 1] = member
    else:
        s[base + 1 + n] = member
    s[base] = n + 1


def clear(s: list[int], base: int) -> None:
    n = s[base]
    s[base : base + 1 + n] = [0] * (n + 1)


def reverse(s: list[int], base: int) -> None:
    n = s[base]
    s[base + 1 : base + 1 + n] = s[base + 1 : base + 1 + n][::-1]


def arrange(s: list[int], base: int, ordered: tuple[int, ...]) -> None:
    """Gives a list the order that its members have here."""
    s[base + 1 : base + 1 + s[base]] = ordered


def take(s: list[int], base: int, member: int) -> tuple[int, ...]:
    """Takes a member out of a list: it alone, or nothing where it is not there."""
    if member not in members(s, base):
        return ()
    remove(s, base, member)
    return (member,)


def take_all(s: list[int], base: int) -> tuple[int, ...]:
    taken = tuple(members(s, base))
    clear(s, base)
    return taken


def put(s: list[int], base: int, moved: tuple[int, ...], front: bool, copies: tuple[int, ...] = ()) -> None:
    """Puts members at an end of a list, in their order."""
    for member in reversed(moved) if front else moved:
        shift(s, base, member, front, copies)


def store_choice(choices: tuple[tuple[int, ...], ...], place: int, move: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The choices of all who choose at once, with the move of one of them."""
    return (*choices[:place], move, *choices[place + 1 :])


def make_text(make: Callable[[], Words], otherwise: Words) -> Words:
    """A text; what stands for it where it cannot be worked out, for no game stops at words."""
    try:
        return make()
    except OverflowError:
        return otherwise
