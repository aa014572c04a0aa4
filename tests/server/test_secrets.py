"""The law of secrets for a server: two games that a seat cannot tell apart send the same bytes to it, over its socket and to all it asks.

Games are dealt and chosen side by side as `tests/secrecy` does it, and each is played at a table of its own meanwhile.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlencode

import caylus
import pytest
from bench.serving.browser import Browser, Reply
from bench.serving.people import Seat
from bench.serving.process import Server
from caylus.runtime.machine import Move
from secrecy import worlds
from secrecy.games import Found, found, hiding
from secrecy.lockstep import Pair, Tally, _Walk

from .conftest import Serve

pytestmark = pytest.mark.slow

NAMES = ("1303", "secret-goals", "blind-bids", "games/fair", "games/lots")
SEEDS = 2
AHEAD = 25
"""Choices after which a game is somewhere in its middle."""
CHOICES = 8
"""After which a pair is left: what is told of later ones is told in the same ways."""
TIMES = ("made", "touched", "at", "left_ms")
"""When something was is no secret, and never the same."""


class Table:
    """A game at a table, one seat of which is looked at; whoever else sits there only chooses."""

    def __init__(self, server: Server, first: int) -> None:
        self._server, self._first = server, first
        self.host = Browser(server.port, first)
        self.seats: dict[str | None, Seat] = {}

    async def sit_down(self, game: caylus.Game, watched: str | None) -> None:
        await self.host.get("/")
        reply = await self.host.post("/api/import", game.save())
        assert reply.status == 200, reply.body
        opened = reply.data
        self.table = str(opened["table"])
        for number, name in enumerate(game.players):
            browser = self.host
            if name in opened["links"]:
                browser = Browser(self._server.port, self._first + 1 + number)
                await browser.get("/")
                taken = {"token": opened["links"][name].rpartition(".")[2], "label": "Visitor"}
                claimed = await browser.post(f"{self.path}/seats/{quote(name)}/claim", taken)
                assert claimed.status == 200, claimed.body
            self.seats[name] = Seat(browser, self.table, name, keeps=name == watched)
            wished = await browser.post(f"{self.path}/wish", {"seat": name, "name": "usual", "on": False})
            assert wished.status in (200, 422), wished.body  # nothing is chosen here but what is chosen in the game beside
        if watched is None:
            self.seats[None] = Seat(Browser(self._server.port, self._first + 20), self.table, None, keeps=True)
            await self.seats[None].browser.get("/")
            token = {"token": str(opened["watch"]).rpartition(".")[2]}
            assert (await self.seats[None].browser.post(f"{self.path}/watch", token)).status == 200
        await self.seats[watched].listen()
        await self.seats[watched].until(lambda state: state["status"] == "playing")
        self.watching = self.seats[watched]

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table}"

    async def choose(self, player: str, option: str) -> None:
        seat = self.seats[player]
        reply = await seat.choose(option, revision=self.watching.state["revision"])
        assert reply.status == 200, reply.body
        await self.watching.hears_of(reply.data["revision"])

    async def told(self) -> dict[str, Any]:
        """All that has been sent to the seat since it was last asked about, and the answers to all that it may ask now."""
        watching, path = self.watching, self.path
        pushed, watching.told = watching.told, []
        state = watching.state
        seat = {} if watching.name is None else {"seat": watching.name}

        async def ask(what: str, **asked: str) -> Reply:
            return await watching.browser.get(f"{path}/{what}?{urlencode({**seat, **asked})}")

        answers = {"": await watching.browser.get(path)}
        for what in (f"at/{state['revision']}", "at/0", "log", "history", "save", "transcript"):
            answers[what] = await ask(what)
        for what in _questions(state):
            answers[f"about {what}"] = await ask("about", name=what)
            answers[f"why {what}"] = await ask("why", cell=what)
        for option in [option["id"] for option in state.get("options", [])][:3]:
            answers[f"outcome {option}"] = await ask("outcome", option=option)
        return {
            "socket": [self._read(message) for message in pushed],
            **{what: (reply.status, self._read(reply.body.decode())) for what, reply in answers.items()},
        }

    def _read(self, text: str) -> Any:
        return _timeless(json.loads(text.replace(self.table, "TABLE")))

    async def leave(self) -> None:
        await self.host.close()
        for seat in self.seats.values():
            await seat.leave()


def _questions(state: dict[str, Any]) -> list[str]:
    """Some cells that lie on the table."""
    return [cell["name"] for row in state["view"]["rows"].values() for cell in row[:2]][:4]


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _timeless(inner) for name, inner in value.items() if name not in TIMES}
    return [_timeless(inner) for inner in value] if isinstance(value, list) else value


def differences(one: Any, other: Any, path: str = "") -> Iterator[str]:
    """Where two answers are not the same."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for name in one:
            yield from differences(one[name], other[name], f"{path}/{name}")
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        for number, (a, b) in enumerate(zip(one, other, strict=True)):
            yield from differences(a, b, f"{path}/{number}")
    elif one != other:
        yield f"{path}: {str(one)[:200]} | {str(other)[:200]}"


async def walk(server: Server, one: Found, seed: int, first: int) -> int:
    """How often two tables were compared; nothing where no two games of a ruleset can be told apart."""
    walking = _Walk(one, seed, Tally())
    pair = walking._from_the_start() or _imagined(walking)
    if pair is None:
        return 0
    watched = walking.one.players[walking.seat] if walking.seat >= 0 else None
    tables = [Table(server, first), Table(server, first + 50)]
    try:
        for table, game in zip(tables, pair, strict=True):
            await table.sit_down(game, watched)
        compared = await _compare(walking, pair, tables)
    finally:
        for table in tables:
            await table.leave()
    assert not walking.tally.leaks
    return compared


async def _compare(walking: _Walk, pair: Pair, tables: list[Table]) -> int:
    """Looks from the seat at both tables at every choice, as long as nothing has been told that makes a difference."""
    compared = 0
    while compared < CHOICES and not walking._differ(pair):
        told = [await table.told() for table in tables]
        where = f"{walking.found.name}, seed {walking.seed}, seat {tables[0].watching.name}, {pair.way}, choice {len(pair.one.chosen)}"
        assert list(differences(*told)) == [], where
        compared += 1
        chosen = _choices(walking, pair)
        if chosen is None:
            break
        for table, (player, option) in zip(tables, chosen, strict=True):
            await table.choose(player, option)
    return compared


def _imagined(walking: _Walk) -> Pair | None:
    """Somewhere in a game, two worlds that it could be."""
    for _ in range(AHEAD):
        walking._alone()
    one, two = worlds.imagined(walking.one, walking.seat, walking.draw)
    if not one.moves or not two.moves:
        return None
    walking.one, walking.memory = one, None
    return Pair("imagined", one, two, 0)


def _choices(walking: _Walk, pair: Pair) -> list[tuple[str, str]] | None:
    """Who chooses what in each of the two, so that the seat is told the same."""
    if pair.one.over or pair.two.over:
        return None
    asked = [
        {decision.player: {option.move: option.id for option in decision.options} for decision in game.decisions} for game in pair
    ]
    before = len(pair.one.chosen)
    if walking._on(pair) is None or len(pair.one.chosen) == before:
        return None
    return [_chosen(game, ids) for game, ids in zip(pair, asked, strict=True)]


def _chosen(game: caylus.Game, ids: dict[str, dict[Move, str]]) -> tuple[str, str]:
    """Who made the last choice, of those who were asked, and its id."""
    player = next(iter(ids)) if len(ids) == 1 else game.players[game._choosers[-1]]
    return player, ids[player][game.chosen[-1]]


@pytest.fixture(scope="module")
def server(serve: Serve) -> Server:
    """One that is asked more at once than people ask."""
    return serve("--limit", "requests_per_second=1000", "--limit", "choices_per_second=1000")


@pytest.mark.parametrize("name", NAMES)
def test_a_seat_is_sent_the_same_bytes_of_games_that_it_cannot_tell_apart(name: str, server: Server) -> None:
    one = next(one for one in found() if one.name == name)
    assert hiding(one) is not None
    first = 10_000 * (1 + NAMES.index(name))
    compared = [asyncio.run(walk(server, one, seed, first + 200 * seed)) for seed in range(SEEDS)]
    assert sum(compared) > 0
