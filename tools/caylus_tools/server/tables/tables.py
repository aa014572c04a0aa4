"""All tables of a process: opened, found, dropped from memory when nobody has asked for them for long."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from statistics import fmean
from threading import Lock
from typing import Any

from caylus import SPECTATOR, RuleFault, Ruleset, RulesetError

from caylus_tools.server import Refused
from caylus_tools.server.bots import Job
from caylus_tools.server.operations import operation
from caylus_tools.server.storage.schema import HookRow, RulesRow, SeatRow, TableRow, fresh
from caylus_tools.server.storage.store import Store

from .answers import Answers
from .message import UNKNOWN, Audience, Opened, RulesetSource, Standing, TableOrder, pick, render_seat
from .seats import NewTable, Seats, make_table, seats_from_save, table_like
from .state import TableState


class LiveTable(Seats, Answers):
    """Everything that can be done at a table, and all that is told of it."""

    _standing: tuple[int, Standing] | None = None

    @property
    def standing(self) -> Standing:
        """What lists of tables tell of the game; nothing before it. Found once for each revision."""
        if self.row.status == "open":
            return UNKNOWN
        if self._standing is None or self._standing[0] != self.revision:
            view, steps = self.game.view(SPECTATOR), self.course.steps
            phase = view["phase"]["title"] if view["phase"] else ""
            last = steps[-1].seat if steps else None
            self._standing = self.revision, Standing((), view["round"], phase, last, view["scores"])
        return self._standing[1]._replace(waiting=self.waiting)


def list_tables(store: Store, visitor: str, standings: Mapping[str, Standing]) -> dict[str, list[dict[str, Any]]]:
    """The tables a visitor opened or sits at, and the public ones besides; `standings` are by table, as far as they are known."""
    mine = store.list_tables(visitor)
    own_ids = {row.id for row in mine}
    others = [row for row in store.public_tables() if row.id not in own_ids]
    titles = store.titles({row.rules for row in (*mine, *others)})
    seats = store.seats_by_table([row.id for row in (*mine, *others)])
    return {
        name: [
            _table_entry(row, seats.get(row.id, ()), visitor, titles.get(row.rules, ""), standings.get(row.id, UNKNOWN))
            for row in rows
        ]
        for name, rows in (("mine", mine), ("open", others))
    }


def _table_entry(row: TableRow, seats: Sequence[SeatRow], visitor: str, game: str, standing: Standing) -> dict[str, Any]:
    yours = [seat.name for seat in seats if seat.holder == visitor]
    if not (yours or row.owner == visitor or row.spectators):
        standing = UNKNOWN._replace(waiting=standing.waiting)
    return {
        "table": row.id,
        **pick(row, "title", "status", "public", "spectators", "touched"),
        "game": game,
        "owner": row.owner == visitor,
        "yours": yours,
        **pick(standing, "round", "phase", "last"),
        "seats": [
            {**render_seat(seat), "to_move": seat.name in standing.waiting, "score": standing.scores.get(seat.name)}
            for seat in seats
        ],
    }


MOST_LIVE = 1000
"""So many tables are kept in memory, each of up to a quarter of a megabyte; the one that was asked for longest ago goes first."""


class Tables:
    """A cache of live games over a store. Any thread may call. Where others play them, nothing `plays` here: bots are asked, and
    seats told of their turns, there."""

    def __init__(
        self,
        store: Store,
        rulesets: RulesetSource,
        clock: Callable[[], float] = time.time,
        most: int = MOST_LIVE,
        plays: bool = True,
    ) -> None:
        self._store = store
        self._rulesets = rulesets
        self._clock = clock
        self._most = most
        self._plays = plays
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._lock = Lock()
        self.changed: list[str] = []
        """Tables that have changed, whoever changed them. Who looks empties this list and the two below."""
        self.jobs: list[Job] = []
        """The decisions that bots have to make."""
        self.reminders: list[tuple[HookRow, str]] = []
        """The hooks of seats that have to decide, once a turn, with the titles of their tables."""
        store.listen(self._note_foreign_change)

    def __len__(self) -> int:
        """Return how many are in memory."""
        return len(self._live)

    def has(self, id: str) -> bool:
        """Return whether a table is in memory."""
        return id in self._live

    def drop(self, id: str) -> None:
        """Has a table be made anew from its rows when it is next asked for."""
        self._live.pop(id, None)

    def standing(self, id: str) -> Standing:
        """What lists tell of the game of a table; nothing where it is not in memory."""
        table = self._live.get(id)
        return table.standing if table is not None else UNKNOWN

    # ---- tables

    def get(self, id: str) -> LiveTable:
        """A table that was opened. Raises Refused: no_table, or what keeps its rules from being had."""
        with self._lock:
            live_table = self._live.get(id)
            if live_table is not None:
                self._live.move_to_end(id)
                return live_table
        row = self._store.table(id)
        if row is None:
            raise Refused("no_table", "There is no such table.")
        new_table = LiveTable(row, self._store, self._rulesets, self._clock, self._note_own_change)
        with self._lock:
            table = self._live.setdefault(id, new_table)
            while len(self._live) > self._most:
                self._live.popitem(last=False)
        if table is new_table and self._plays:
            table.turns()  # they have been told, by whoever had them decide
            self.jobs += table.jobs()
        return table

    @operation("change")
    def open(self, order: TableOrder, owner: str) -> Opened:
        """Opens a table for a visitor, who owns it. Raises Refused (bad) for an order that makes no game."""
        return self._add(make_table(order, owner, self._clock()), order.rules)

    @operation("change")
    def bring(self, data: Mapping[str, Any], rules: Ruleset, owner: str) -> Opened:
        """A table at which a save or a transcript goes on, under the rules it was played by. Raises Refused (bad)."""
        try:
            save = data if "state" in data else rules.replay(data).save()
            seats = seats_from_save(save, rules)
        except (RulesetError, RuleFault, ValueError, KeyError, TypeError, AttributeError) as error:
            raise Refused("bad", f"This is no saved game that can go on here: {error}") from error
        return self.open(TableOrder(rules, seats, start=save), owner)

    @operation("change")
    def rematch(self, id: str, visitor: str) -> Opened:
        """A table for the same people to play again, or to play the next game of a match; the same one however often it is asked
        for. Raises Refused.
        """
        table = self.get(id)
        new = fresh()[:16]
        row, seats = table.note_rematch(new, visitor)
        new_table = table_like(row, seats, table.rules, row.options["rematch"], self._clock(), table.next_start())
        return self._add(new_table, table.rules)

    @operation("look")
    def fork(self, id: str, audience: Audience, to: int) -> Opened:
        """A table at which whoever looks plays on from a moment of another. Raises Refused where that tells secrets."""
        order = self.get(id).order_from_moment(audience, to)
        return self.open(order, audience.visitor)

    def _add(self, new: NewTable, rules: Ruleset) -> Opened:
        row = new.row
        self._store.put_rules(RulesRow(rules.identity, rules.layers, list(rules.variants), rules.title, row.made))
        if not self._store.add_table(row, new.seats, new.seed):
            return Opened(row.id, {}, None)
        self.get(row.id).begin_when_full()
        return Opened(row.id, new.links, new.watch)

    # ---- what happens by itself

    def _note_foreign_change(self, id: str) -> None:
        table = self._live.get(id)
        if table is not None:
            table.mark_stale()
            if self._plays:
                table.turns()
        if self._plays:
            self._tell(id)

    def _note_own_change(self, table: TableState) -> None:
        live = self._live.get(table.id)
        if live is not None:
            if live is not table:  # which was dropped while somebody was at it
                live.mark_stale()
            self.reminders += [(hook, live.title) for hook in live.turns()]
        self._tell(table.id)

    def _tell(self, id: str) -> None:
        self.changed.append(id)
        table = self._live.get(id)
        if table is not None:
            self.jobs += table.jobs()


_SORT = ("game", "variants", "players", "rivals")


def list_results(store: Store, visitor: str) -> dict[str, Any]:
    """The games that are over in which a visitor had one seat, the last first, and their sums."""
    games = [*_games(store, visitor)]

    def sort(game: dict[str, Any]) -> list[Any]:
        return [game[name] for name in _SORT]

    return {"games": games, "sums": [_sum([*group]) for _, group in groupby(sorted(games, key=sort), sort)]}


def _games(store: Store, visitor: str) -> Iterator[dict[str, Any]]:
    finished_games = store.list_finished_games(visitor)
    seats_by_table = store.seats_by_table([game.table for game in finished_games])
    for game in finished_games:
        seats, result = seats_by_table[game.table], game.options.get("result")
        own = [seat.name for seat in seats if seat.holder == visitor]
        if result is None or len(own) != 1:
            continue
        kinds = {seat.kind for seat in seats if seat.name not in own}
        yield {
            **game._asdict(),
            "players": len(seats),
            "rivals": "both" if len(kinds) > 1 else next(iter(kinds), "nobody"),
            "won": own[0] in result["winners"],
            "points": result["scores"][own[0]],
        }


def _sum(games: list[dict[str, Any]]) -> dict[str, Any]:
    points = [game["points"] for game in games]
    sums = {"games": len(games), "won": sum(game["won"] for game in games), "points": round(fmean(points)), "best": max(points)}
    return {**{name: games[0][name] for name in _SORT}, **sums}
