"""What players hold, moved by packed amounts (see `payments`)."""

from __future__ import annotations

from typing import Protocol

from caylus.check.model import Model, Resource

from .payments import Ways, pack, unpack


class _Slots(Protocol):
    """Where each resource of player 0 lies."""

    model: Model
    resources: dict[Resource, int]


class Purse:
    """Gains, payments and losses on a state `s` of one layout. A resource with a supply is gained from it and returns to it."""

    def __init__(self, layout: _Slots) -> None:
        self._slots = [layout.resources[r] for r in layout.model.resources]
        self._supplies = [None if r.supply is None else layout.resources[r.supply] for r in layout.model.resources]

    def can_pay(self, s: list[int], player: int, way: int) -> bool:
        slots = self._slots
        for r, n in unpack(way):  # noqa: SIM110 (asked for every option: `all` takes twice as long)
            if s[slots[r] + player] < n:
                return False
        return True

    def any_way(self, s: list[int], player: int, ways: Ways) -> bool:
        return any(self.can_pay(s, player, way) for way in ways)

    def gain_way(self, s: list[int], player: int, way: int) -> int:
        """Adds a packed amount, as far as the supplies reach; returns what was gained."""
        gained = []
        for r, n in unpack(way):
            supply = self._supplies[r]
            if supply is not None:
                n = max(0, min(n, s[supply + player]))
                s[supply + player] -= n
            s[self._slots[r] + player] += n
            gained.append((r, n))
        return pack(gained)

    def pay_way(self, s: list[int], player: int, way: int) -> int:
        for r, n in unpack(way):
            self._return(s, player, r, n)
        return way

    def lose_way(self, s: list[int], player: int, way: int) -> int:
        """Takes a packed amount, as far as the player holds it; returns what was lost."""
        lost = []
        for r, n in unpack(way):
            n = max(0, min(n, s[self._slots[r] + player]))
            self._return(s, player, r, n)
            lost.append((r, n))
        return pack(lost)

    def _return(self, s: list[int], player: int, resource: int, amount: int) -> None:
        s[self._slots[resource] + player] -= amount
        supply = self._supplies[resource]
        if supply is not None:
            s[supply + player] += amount
