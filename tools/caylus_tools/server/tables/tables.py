"""All tables of a server: opened, found, dropped from memory when nobody has asked for them for a while."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING

from caylus import RuleFault, RulesetError

from caylus_tools.server.refused import Refused
from caylus_tools.server.storage.rows import RulesRow, SeatRow, TableRow
from caylus_tools.server.storage.tokens import digest, fresh

from .beginnings import Beginning, labels_of
from .live import LiveTable
from .orders import Opened, RulesShelf, TableOrder
from .seating import checked_label, checked_policy
from .state import wishes_of

if TYPE_CHECKING:
    from caylus_tools.server.storage.store import Store

MOST_LIVE = 1000
"""So many tables are kept in memory; the one that was asked for longest ago goes first."""


class Tables:
    """A cache of live games over a store. Any thread may call."""

    def __init__(self, store: Store, shelf: RulesShelf, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._shelf = shelf
        self._clock = clock
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._lock = Lock()
        self._listeners: list[Callable[[str], None]] = []
        store.listen(self._tell)

    def listen(self, heard: Callable[[str], None]) -> None:
        """Has `heard` called, in any thread, with the id of each table that has changed, whoever changed it."""
        self._listeners.append(heard)

    def _tell(self, id: str) -> None:
        for heard in self._listeners:
            heard(id)

    def get(self, id: str) -> LiveTable:
        """A table that was opened. Raises Refused (no_table)."""
        with self._lock:
            found = self._live.get(id)
            if found is not None:
                self._live.move_to_end(id)
                return found
        row = self._store.table(id)
        if row is None:
            raise Refused("no_table", "There is no such table.")
        made = LiveTable(row, self._store, self._shelf, self._clock, self._tell)
        with self._lock:
            table = self._live.setdefault(id, made)
            while len(self._live) > MOST_LIVE:
                self._live.popitem(last=False)
            return table

    def open(self, order: TableOrder, owner: str) -> Opened:
        """Opens a table for a visitor, who owns it. Raises Refused (bad) for an order that makes no game."""
        rules, now = order.rules, self._clock()
        names = self._seats_for(order)
        id_, seed = fresh()[:12], secrets.randbits(62)
        tokens: dict[str, str] = {}
        wishes = [wish.name for wish in wishes_of(rules).offered if wish.holds]
        seats = []
        for number, (name, seat) in enumerate(zip(names, order.seats, strict=True)):
            is_bot = seat.kind == "bot"
            holder = owner if seat.mine and not is_bot else None
            link = None if is_bot or holder else tokens.setdefault(name, fresh())
            seats.append(
                SeatRow(
                    table=id_,
                    number=number,
                    name=name,
                    label=checked_label(seat.label),
                    kind=seat.kind,
                    policy=checked_policy(seat.policy or "greedy") if is_bot else None,
                    holder=holder,
                    link=digest(link) if link else None,
                    wishes=wishes,
                )
            )
        start = None if order.start is None else {key: value for key, value in order.start.items() if key != "ruleset"}
        _try(Beginning(rules, seed, start), labels_of(rules, seats))
        watch = fresh() if order.spectators else None
        row = TableRow(
            id=id_,
            rules=rules.identity,
            title=order.title or rules.title,
            public=order.public,
            spectators=order.spectators,
            owner=owner,
            made=now,
            touched=now,
            options={"players": len(names) + len(rules.automata), "undo": order.undo, "clock": order.clock},
            start=start,
            watch_link=digest(watch) if watch else None,
        )
        self._store.put_rules(RulesRow(rules.identity, rules.layers, list(rules.variants), rules.title, now))
        self._store.add_table(row, seats, seed)
        self.get(id_).begin_when_full()
        return Opened(id_, tokens, watch)

    def _seats_for(self, order: TableOrder) -> tuple[str, ...]:
        """The names of people's seats."""
        rules, count = order.rules, len(order.seats) + len(order.rules.automata)
        if not rules.fewest_players <= count <= rules.most_players:
            raise Refused("bad", f"{rules.title} is for {rules.fewest_players} to {rules.most_players} players, not {count}.")
        named = rules.seating(count) if order.start is None else tuple(order.start.get("players", ()))
        if len(named) != count:
            raise Refused("bad", f"The saved game is one of {len(named)} players, not of {count}.")
        return named[: len(order.seats)]


def _try(beginning: Beginning, labels: list[str]) -> None:
    try:
        beginning.game(labels)
    except (RulesetError, RuleFault, ValueError) as error:
        raise Refused("bad", f"No game can be begun like that: {error}") from error
