"""Tables over a database of their own, and people who sit at them."""

from __future__ import annotations

import json
from functools import cache
from itertools import count
from random import Random
from typing import Any

import caylus
from caylus_tools.server.storage.store import Store
from caylus_tools.server.tables import Audience, LiveTable, Opened, SeatOrder, TableOrder, Tables

OWNER = "owner"


@cache
def loaded(name: str, *variants: str) -> caylus.Ruleset:
    return caylus.load(name, variants)


class Shelf:
    """Rules as they were given to tables."""

    def __init__(self) -> None:
        self.known: dict[str, caylus.Ruleset] = {}

    def rules(self, hash: str, players: int) -> caylus.Ruleset:
        return self.known[hash]


class House:
    """`visitors` sit at the seats in their order, one each, unless it is said otherwise."""

    def __init__(self, url: str, shelf: Shelf) -> None:
        self.url, self.shelf = url, shelf
        self.store = Store(url)
        self.now = 1000.0
        self.tables = Tables(self.store, shelf, lambda: self.now)
        self.keys = (f"key {number}" for number in count())

    def open(self, rules: caylus.Ruleset, people: int = 2, bots: int = 0, **options: Any) -> Opened:
        self.shelf.known[rules.identity] = rules
        seats = [SeatOrder()] * people + [SeatOrder("bot", policy="random")] * bots
        return self.tables.open(TableOrder(rules, seats, **options), OWNER)

    def table(self, rules: caylus.Ruleset, people: int = 2, bots: int = 0, **options: Any) -> LiveTable:
        """A table at which visitors called like their seats sit."""
        opened = self.open(rules, people, bots, **options)
        table = self.tables.get(opened.table)
        for seat, token in opened.links.items():
            table.claim(seat, token, "", seat)
        return table


def state(table: LiveTable, seat: str | None, visitor: str = "", since: str = "") -> dict[str, Any]:
    """What the page of a seat is told."""
    audience = Audience(seat, visitor or seat or OWNER, since)
    told: dict[str, Any] = json.loads(table.messages([audience])[audience])
    return told


def decider(table: LiveTable) -> tuple[str, dict[str, Any]]:
    """The first seat that has to decide, and what its page is told."""
    seat = state(table, None)["decides"][0]
    return seat, state(table, seat)


def play(table: LiveTable, draw: Random, choices: int = 10**6, key: str = "play") -> None:
    """Has whoever decides choose at random, so often or until nobody has to."""
    for number in range(choices):
        waiting = state(table, None)["decides"]
        if not waiting:
            return
        seat = draw.choice(waiting)
        own = state(table, seat)
        option = draw.choice(own["options"])["id"]
        table.choose(seat, own["revision"], option, f"{key} {own['revision']} {number}", seat)
