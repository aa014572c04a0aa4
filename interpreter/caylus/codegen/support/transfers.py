"""Transfer packed amounts (see `payments`) between players and supplies on a state `s`.

`slots` says where each resource of player 0 lies, `supplies` where that of the resource it is taken from and returned to
lies, -1 where there is no such resource; `least` how low each can go, which is 0 or below.
"""

from __future__ import annotations

from caylus.payments import Ways, pack, unpack

FOR_GENERATED_CODE = (
    "holding",
    "can_pay",
    "any_way",
    "can_pay_with_floor",
    "any_way_with_floor",
    "gain_way",
    "pay_way",
    "lose_way",
)
"""The names that a generated module gets from here."""


def holding(s: list[int], slots: tuple[int, ...], resource: int, player: int) -> int:
    """The amount of a resource that a player holds; of none (-1), nothing."""
    return s[slots[resource] + player] if resource >= 0 else 0


def can_pay(s: list[int], slots: tuple[int, ...], player: int, way: int) -> bool:
    """Return whether a player can pay a packed amount of resources that never go below 0."""
    for r, n in unpack(way):  # noqa: SIM110 (asked for every option: `all` takes twice as long)
        if s[slots[r] + player] < n:
            return False
    return True


def any_way(s: list[int], slots: tuple[int, ...], player: int, ways: Ways) -> bool:
    return any(can_pay(s, slots, player, way) for way in ways)


def can_pay_with_floor(s: list[int], slots: tuple[int, ...], least: tuple[int, ...], player: int, way: int) -> bool:
    """Return whether a player can pay a packed amount."""
    return all(s[slots[r] + player] - least[r] >= n for r, n in unpack(way))


def any_way_with_floor(s: list[int], slots: tuple[int, ...], least: tuple[int, ...], player: int, ways: Ways) -> bool:
    return any(can_pay_with_floor(s, slots, least, player, way) for way in ways)


def gain_way(s: list[int], slots: tuple[int, ...], supplies: tuple[int, ...], player: int, way: int) -> int:
    """Adds a packed amount, as far as the supplies reach; returns what was gained."""
    gained = []
    for r, n in unpack(way):
        if supplies[r] >= 0:
            n = max(0, min(n, s[supplies[r] + player]))
            s[supplies[r] + player] -= n
        s[slots[r] + player] += n
        gained.append((r, n))
    return pack(gained)


def pay_way(s: list[int], slots: tuple[int, ...], supplies: tuple[int, ...], player: int, way: int) -> int:
    for r, n in unpack(way):
        _return(s, slots, supplies, player, r, n)
    return way


def lose_way(
    s: list[int], slots: tuple[int, ...], supplies: tuple[int, ...], least: tuple[int, ...], player: int, way: int
) -> int:
    """Takes a packed amount, as far as the player can go down; returns what was lost."""
    lost = []
    for r, n in unpack(way):
        n = max(0, min(n, s[slots[r] + player] - least[r]))
        _return(s, slots, supplies, player, r, n)
        lost.append((r, n))
    return pack(lost)


def _return(s: list[int], slots: tuple[int, ...], supplies: tuple[int, ...], player: int, resource: int, amount: int) -> None:
    s[slots[resource] + player] -= amount
    if supplies[resource] >= 0:
        s[supplies[resource] + player] += amount
