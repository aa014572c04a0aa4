"""Functions that generated code calls. Nothing else of the package is at hand when a kept program is brought to life.

`slots` says where each resource of player 0 lies, `supplies` where that of the resource it is taken from and returned to
lies, -1 where there is no such resource; `least` how low each can go, which is 0 or below.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from caylus.arithmetic import Bits
from caylus.limits import MOST_WAITING
from caylus.payments import Ways, pack, unpack

FOR_GENERATED_CODE = (
    "on_scale", "row_member", "list_member", "item", "rotate_members", "faces", "members_after", "members", "remove", "add",
    "shift",    "clear", "reverse", "arrange", "take", "take_all", "put", "store_choice", "make_text",
    "holding", "can_pay", "any_way", "can_pay_with_floor", "any_way_with_floor", "gain_way", "pay_way",
    "lose_way", "queue_triggers",
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
    distinct_faces = tuple(dict.fromkeys(members))
    return distinct_faces if once else tuple([member for face in distinct_faces for member in members if member == face])


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
    taken_members = tuple(members(s, base))
    clear(s, base)
    return taken_members


def put(s: list[int], base: int, moved_members: tuple[int, ...], front: bool, copies: tuple[int, ...] = ()) -> None:
    """Puts members at an end of a list, in their order."""
    for member in reversed(moved_members) if front else moved_members:
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


def holding(s: list[int], slots: tuple[int, ...], resource: int, player: int) -> int:
    """The amount of a resource that a player holds; of none (-1), nothing."""
    return s[slots[resource] + player] if resource >= 0 else 0


def can_pay(s: list[int], slots: tuple[int, ...], player: int, way: Bits) -> bool:
    """Return whether a player can pay a packed amount of resources that never go below 0."""
    for r, n in unpack(way):  # noqa: SIM110 (asked for every option: `all` takes twice as long)
        if s[slots[r] + player] < n:
            return False
    return True


def any_way(s: list[int], slots: tuple[int, ...], player: int, ways: Ways) -> bool:
    return any(can_pay(s, slots, player, way) for way in ways)


def can_pay_with_floor(s: list[int], slots: tuple[int, ...], least: tuple[int, ...], player: int, way: Bits) -> bool:
    """Return whether a player can pay a packed amount."""
    return all(s[slots[r] + player] - least[r] >= n for r, n in unpack(way))


def any_way_with_floor(s: list[int], slots: tuple[int, ...], least: tuple[int, ...], player: int, ways: Ways) -> bool:
    return any(can_pay_with_floor(s, slots, least, player, way) for way in ways)


def gain_way(s: list[int], slots: tuple[int, ...], supplies: tuple[int, ...], player: int, way: Bits) -> Bits:
    """Adds a packed amount, as far as the supplies reach; returns what was gained."""
    amounts = []
    for r, n in unpack(way):
        if supplies[r] >= 0:
            n = max(0, min(n, s[supplies[r] + player]))
            s[supplies[r] + player] -= n
        s[slots[r] + player] += n
        amounts.append((r, n))
    return pack(amounts)


def pay_way(s: list[int], slots: tuple[int, ...], supplies: tuple[int, ...], player: int, way: Bits) -> Bits:
    for r, n in unpack(way):
        _return(s, slots, supplies, player, r, n)
    return way


def lose_way(
    s: list[int], slots: tuple[int, ...], supplies: tuple[int, ...], least: tuple[int, ...], player: int, way: Bits
) -> Bits:
    """Takes a packed amount, as far as the player can go down; returns what was lost."""
    amounts = []
    for r, n in unpack(way):
        n = max(0, min(n, s[slots[r] + player] - least[r]))
        _return(s, slots, supplies, player, r, n)
        amounts.append((r, n))
    return pack(amounts)


def _return(s: list[int], slots: tuple[int, ...], supplies: tuple[int, ...], player: int, resource: int, amount: int) -> None:
    s[slots[resource] + player] -= amount
    if supplies[resource] >= 0:
        s[supplies[resource] + player] += amount


def queue_triggers(stack: list[list[Any]], block: int, resource_masks: tuple[Bits, ...], player: int, way: Bits) -> None:
    """Has all triggers that wait for any of a packed amount take their turns: at the end of the queue, or of a new one.

    `block` empties a queue, `resource_masks` has for each trigger a number in which the bits of what it waits for are set.
    Raises OverflowError.
    """
    new = tuple([(number, player, (way,)) for number, bits in enumerate(resource_masks) if way & bits])
    if new:
        for frame in stack:
            if frame[0] == block:
                frame[1] += new
                if len(frame[1]) > MOST_WAITING:
                    raise OverflowError(f"more than {MOST_WAITING} rules wait for their turns after gaining")
                return
        stack.append([block, new])
