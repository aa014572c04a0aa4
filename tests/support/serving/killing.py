"""A server that is killed again and again while choices come in, and what became of every choice that it had acknowledged.

People whose choice was not answered ask again with the same key until they are told, as pages do. At the end the rows must hold
each acknowledged choice once and no other, the server must tell every seat the same as before it was started for the last time,
and the rules, given these choices, must come to the same state without it.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

import caylus
from caylus_tools.server.storage.store import Store

from .cluster import Cluster
from .figures import spread
from .people import Party, Seat, choice, fetch_state, sit_down
from .process import Server


class Acknowledged(NamedTuple):
    """A choice of which somebody has been told that it is kept."""

    table: str
    revision: int
    seat: str
    option: str


def compare_rows(
    database: str, rules: caylus.Ruleset, acknowledged_choices: Sequence[Acknowledged], parties: Sequence[Party]
) -> dict[str, int]:
    """Return how many choices are lost, doubled or were never acknowledged, and how many tables are not what their choices come
    to.

    Tables of which nothing is hidden, where nobody has taken anything back.
    """
    store = Store(database)
    try:
        rows = [
            Acknowledged(party.table, row.revision, row.seat, row.option or "")
            for party in parties
            for row in store.entries(party.table)
        ]
        games = {party.table: rules.new_game([*map(str, party.seats)], store.seed(party.table)) for party in parties}
    finally:
        store.close()
    for row in rows:
        games[row.table].choose(row.option, row.seat)
    return {
        "lost": len(set(acknowledged_choices) - set(rows)),
        "acknowledged twice": len(acknowledged_choices) - len(set(acknowledged_choices)),
        "never acknowledged": len(set(rows) - set(acknowledged_choices)),
        "seats told otherwise than the rules say": sum(
            _comparable_view(seat.state["view"]) != _comparable_view(games[party.table].view(seat.name))
            for party in parties
            for seat in party.seats.values()
        ),
    }


def _comparable_view(view: Mapping[str, Any]) -> dict[str, Any]:
    """The part of a view that does not depend on what people call their seats."""
    resources = [player["resources"] for player in view["players"]]
    return {"resources": resources, **{name: view[name] for name in ("table", "lists", "rows", "scores")}}


LONGEST_LIFE = 1.5
"""Seconds between two kills are anything up to this, beginning when all sockets are there again."""
ASKS_AGAIN = 0.1
PAUSE = 0.05
"""Seconds in which a person thinks."""


async def kill(
    times: int, tables: int, ruleset: str, server: Server, cluster: Cluster | None, *, workers: bool = False
) -> dict[str, Any]:
    """Kill a server so many times, or one of its `workers`, or its database where one is given; returns what came of it."""
    places = [_Place(server, ruleset, number) for number in range(tables)]
    for place in places:
        await place.sit_down()
    end_event = asyncio.Event()
    playing = [asyncio.create_task(place.play(end_event)) for place in places]
    draw, live = Random(times), []
    for _ in range(times):
        await asyncio.sleep(draw.random() * LONGEST_LIFE)
        if workers:
            await asyncio.to_thread(server.kill_worker, draw)
        else:
            live.append(await _kill(server, cluster, places))
    end_event.set()
    await asyncio.gather(*playing)
    parties = [party for place in places for party in place.parties]
    before = [await fetch_state(seat) for party in parties for seat in party.seats.values()]
    await asyncio.to_thread(server.stop)
    await asyncio.to_thread(server.start)
    after = [await fetch_state(seat) for party in parties for seat in party.seats.values()]
    await asyncio.gather(*(place.parties[-1].leave() for place in places))
    acknowledged_choices = [choice for place in places for choice in place.acknowledged]
    differences = await asyncio.to_thread(compare_rows, server.database, caylus.load(ruleset), acknowledged_choices, parties)
    return {
        "killed": times,
        "what": "PostgreSQL" if cluster else "a worker" if workers else "server",
        "tables": len(parties),
        "acknowledged": len(acknowledged_choices),
        "answers": dict(sum((place.answers for place in places), Counter[str]())),
        "answered otherwise than they should be": [wrong for place in places for wrong in place.wrong][:20],
        **differences,
        "seats told otherwise after a restart": sum(one != other for one, other in zip(before, after, strict=True)),
        "all live again (ms)": spread(live),
    }


async def _kill(server: Server, cluster: Cluster | None, places: Sequence[_Place]) -> float:
    """Seconds until every seat is told the state of its table again, or with a database until the server says that it is well."""
    seats = [seat for place in places for seat in place.parties[-1].seats.values()]
    connections = [seat.connections for seat in seats]
    start_time = time.monotonic()
    if cluster is None:
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        while not all(seat.connections > before or seat.is_over for seat, before in zip(seats, connections, strict=True)):
            await asyncio.sleep(0.01)
    else:
        await asyncio.to_thread(cluster.kill)
        await asyncio.to_thread(cluster.start)
        while not await asyncio.to_thread(server.is_well):
            await asyncio.sleep(0.01)
    return time.monotonic() - start_time


class _Place:
    """A table of four people who play one game after the other; `answers` counts what they are told, `wrong` is what should not
    be.
    """

    def __init__(self, server: Server, ruleset: str, number: int) -> None:
        self._server, self._ruleset, self._number = server, ruleset, number
        self._draw = Random(number)
        self._visitors = 0
        self.parties: list[Party] = []
        self.acknowledged: list[Acknowledged] = []
        self.answers: Counter[str] = Counter()
        self.wrong: list[str] = []

    async def sit_down(self) -> None:
        """Raises `OSError` or `RuntimeError` where the server is away meanwhile."""
        self._visitors += 4
        first = self._number * 10_000 + self._visitors
        self.parties.append(await sit_down([self._server.port], 4, first, {"base": self._ruleset}))

    async def play(self, stop_event: asyncio.Event) -> None:
        while not stop_event.is_set():
            party = self.parties[-1]
            if party.is_over:
                await party.leave()
                with suppress(OSError, RuntimeError):
                    await self.sit_down()
            elif (seat := party.deciding_seat) is not None:
                await self._choose(party, seat, choice(seat, self._draw))
            await asyncio.sleep(PAUSE)

    async def _choose(self, party: Party, seat: Seat, option: str) -> None:
        """One choice, asked for until it is answered."""
        key, last_revision = secrets.token_urlsafe(12), int(seat.state["revision"])
        while True:
            try:
                reply = await seat.choose(option, key, last_revision)
            except OSError:
                self.answers["no answer"] += 1
            else:
                again = " again" if reply.status == 200 and reply.data.get("again") else ""
                self.answers[f"{reply.status} {reply.code}".strip() + again] += 1
                if reply.status == 200:
                    revision = int(reply.data["revision"])
                    self.acknowledged.append(Acknowledged(party.table, revision, str(seat.name), option))
                    await party.wait_for_revision(revision)
                    return
                if reply.status not in (429, 503):
                    self.wrong.append(f"{reply.status} {reply.body.decode()[:200]}")
                    return
            await asyncio.sleep(ASKS_AGAIN)
