"""Tables over a database of their own, and people who sit at them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from itertools import count
from random import Random
from typing import Any

import caylus
from caylus_tools.server.storage.store import Store
from caylus_tools.server.tables import Audience, LiveTable, Opened, SeatOrder, TableOrder, Tables

OWNER = "owner"


@cache
def load_modules(name: str, *variants: str) -> caylus.Ruleset:
    return caylus.load(name, variants)


class Rulesets:
    """Rules as they were given to tables."""

    def __init__(self) -> None:
        self.known: dict[str, caylus.Ruleset] = {}

    def rules(self, hash: str, players: int) -> caylus.Ruleset:
        return self.known[hash]


class House:
    """`visitors` sit at the seats in their order, one each, unless it is said otherwise."""

    def __init__(self, url: str, rulesets: Rulesets) -> None:
        self.url, self.rulesets = url, rulesets
        self.store = Store(url)
        self.now = 1000.0
        self.tables = Tables(self.store, rulesets, lambda: self.now)
        self.keys = (f"key {number}" for number in count())

    def open(self, rules: caylus.Ruleset, people: int = 2, bots: int = 0, mine: int = 0, **options: Any) -> Opened:
        self.rulesets.known[rules.identity] = rules
        seats = [SeatOrder(mine=True)] * mine + [SeatOrder()] * people + [SeatOrder("bot", policy="random")] * bots
        return self.tables.open(TableOrder(rules, seats, **options), OWNER)

    def table(self, rules: caylus.Ruleset, people: int = 2, bots: int = 0, mine: int = 0, **options: Any) -> LiveTable:
        """A table at which visitors called like their seats sit, the owner at those that are `mine`."""
        opened = self.open(rules, people, bots, mine, **options)
        return self.seat_people(opened)

    def seat_people(self, opened: Opened) -> LiveTable:
        table = self.tables.get(opened.table)
        for seat, token in opened.links.items():
            table.claim(seat, token, "", seat)
        return table


def state(table: LiveTable, seat: str | None, visitor: str = "", since: str = "") -> dict[str, Any]:
    """The state that the page of a seat is told; the name of the moment is another each time."""
    audience = Audience(seat, visitor or seat or OWNER, since)
    told: dict[str, Any] = json.loads(table.messages([audience])[audience].data)
    assert told.pop("moment")
    return told


def texts(told: Mapping[str, Any]) -> list[str]:
    """The lines of a log, but for headings."""
    return [line["text"] for line in told["log"] if not line["heading"]]


def decider(table: LiveTable, visitor: str = "") -> tuple[str, dict[str, Any]]:
    """The first seat that has to decide, and what its page is told."""
    seat = state(table, None)["decides"][0]
    return seat, state(table, seat, visitor)


def choose(table: LiveTable, seat: str, option: str, visitor: str = "") -> None:
    """A page chooses for a seat."""
    revision = state(table, None)["revision"]
    table.choose(seat, revision, option, f"choice {revision}", visitor or seat)


def play(table: LiveTable, draw: Random, choices: int = 10**6) -> None:
    """Has whoever decides choose at random, so often or until nobody has to."""
    for _ in range(choices):
        waiting = table.game.waiting
        if not waiting:
            return
        seat = draw.choice(waiting)
        decision = table.game.decision_for(seat)
        assert decision is not None
        table.choose(seat, table.revision, draw.choice(decision.options).id, f"choice {table.revision}", seat)
