"""Gains and losses added up, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from caylus.english import join_texts

if TYPE_CHECKING:
    from caylus import Event
    from caylus import model as m
    from caylus.english import Text, Thing


class Sums:
    """Knows the resources of a ruleset, and what those who play are called."""

    def __init__(self, resources: Sequence[m.Resource], called: Mapping[str, str]) -> None:
        self._resources = {resource.name: resource for resource in resources}
        self._called = called

    def tell(self, moved: Iterable[Event], own: str | None = None) -> Text:
        """Such as `Ann +2 coins, −1 nut; the others +1 coin`: those with as much stand together, the most of them last.

        The `own` player is not named.
        """
        sums: dict[str, Counter[str]] = {}
        for event in moved:
            mine = sums.setdefault(event.player or "", Counter())
            mine.update({name: n if event.kind == "gain" else -n for name, n in event.data["amounts"].items()})
        alike: dict[str, list[str]] = {}
        for player, amounts in sums.items():
            if told := ", ".join(self.amount(name, n) for name, n in self._net(amounts).items() if n):
                alike.setdefault(told, []).append(player)
        groups = sorted(alike.items(), key=lambda group: len(group[1]))
        texts: list[Text] = [
            [told] if players == [own] else [*self._who(players, len(sums)), f" {told}"] for told, players in groups
        ]
        return join_texts(texts, "; ")

    def amount(self, name: str, number: int) -> str:
        """Such as `+2 coins`, `−1 nut`."""
        resource = self._resources[name]
        return f"{'+' if number > 0 else '−'}{abs(number)} {resource.title if abs(number) == 1 else resource.plural}"

    def _net(self, amounts: Counter[str]) -> dict[str, int]:
        """The net change of a supply that was filled at the same stroke as something was taken from it."""
        net = dict(amounts)
        for name, number in amounts.items():
            supply = self._resources[name].supply
            if supply is not None and amounts[supply.name] > 0:
                net[supply.name] -= number
        return net

    def _who(self, players: Sequence[str], concerned: int) -> Text:
        if concerned == len(self._called) == len(players) > 1:
            return ["everybody"]
        if concerned == len(self._called) == len(players) + 1 > 2:
            return ["the others"]
        things: list[Thing] = [{"name": player, "title": self._called.get(player, player)} for player in players]
        return join_texts([[thing] for thing in things], ", ", " and ")
