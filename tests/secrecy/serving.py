"""The law of secrets for a server: two games that a seat cannot tell apart send the same bytes to it, over its socket and to all it asks.

Games are dealt and chosen side by side as in `lockstep`, and each is played at a table of its own meanwhile. At size:
`PYTHONPATH=interpreter:tools:tests python -m secrecy.serving --games 200 [NAME ...]`
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote, urlencode

import caylus
from caylus.runtime.machine import Move
from support.serving.people import Browser, Reply, Seat
from support.serving.process import Server

from . import worlds
from .games import Found, find_all
from .lockstep import Pair, Tally, Walk

NAMES = ("1303", "secret-goals", "blind-bids", "games/fair", "games/lots")
AHEAD = 50
"""Choices until which a game is somewhere in its middle."""
CHOICES = 8
"""After which a pair is left: what is told of later ones is told in the same ways."""
LIMITS = ("--limit", "requests_per_second=1000", "--limit", "choices_per_second=1000", "--limit", "uploads_per_hour=100000")
"""For a server that is asked more at once than people ask."""
TIMES = ("made", "touched", "at", "left_ms")
"""When something was is no secret, and never the same."""


class Table:
    """A game at a table, one seat of which is looked at; whoever else sits there only chooses."""

    def __init__(self, server: Server, first: int) -> None:
        self._server, self._first = server, first
        self.host = Browser(server.port, first)
        self.seats: dict[str | None, Seat] = {}
        self._said: dict[str, list[Any]] = {}

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
        await self.watching.wait_for_revision(reply.data["revision"])

    async def collect_messages(self) -> dict[str, Any]:
        """All that has been sent to the seat, and the answers to all that it may ask now."""
        watching, path = self.watching, self.path
        self._hear()
        state = watching.state
        seat = {} if watching.name is None else {"seat": watching.name}

        async def ask(what: str, **asked: str) -> Reply:
            return await watching.browser.get(f"{path}/{what}?{urlencode({**seat, **asked})}")

        answers = {"": await watching.browser.get(path)}
        for what in (f"at/{state['choices']}", "at/0", "log", "history", "save", "transcript"):
            answers[what] = await ask(what)
        for what in [cell["name"] for row in state["view"]["rows"].values() for cell in row[:2]][:4]:
            answers[f"about {what}"] = await ask("about", name=what)
            answers[f"why {what}"] = await ask("why", cell=what)
        for option in [option["id"] for option in state.get("options", [])][:3]:
            answers[f"outcome {option}"] = await ask("outcome", option=option)
        return {
            "socket": {what: [*values] for what, values in self._said.items()},
            **{what: (reply.status, self._read(reply.body.decode())) for what, reply in answers.items()},
        }

    def _hear(self) -> None:
        """Notes what each part of a message has been, and each line: how often a page is told the same goes by who is faster."""
        pushed, self.watching.told = self.watching.told, []
        for message in map(self._read, pushed):
            lines = {f"line {line['number']}": line for line in message.pop("log", ())}
            for name in ("log_from", "moment"):
                message.pop(name, None)
            about = f"{message['type']} {message.get('revision', '')}"
            for what, value in {**{f"{about} {name}": value for name, value in message.items()}, **lines}.items():
                values = self._said.setdefault(what, [])
                if value not in values:
                    values.append(value)

    def _read(self, text: str) -> Any:
        return _timeless(json.loads(text.replace(self.table, "TABLE")))

    async def leave(self) -> None:
        await self.host.close()
        for seat in self.seats.values():
            await seat.leave()


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _timeless(inner) for name, inner in value.items() if name not in TIMES}
    return [_timeless(inner) for inner in value] if isinstance(value, list) else value


def differences(one: Any, other: Any, path: str = "") -> Iterator[str]:
    """The places where two answers differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in sorted(one.keys() | other.keys()):
            yield from differences(one.get(name, ...), other.get(name, ...), f"{path}/{name}")
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        for number, (a, b) in enumerate(zip(one, other, strict=True)):
            yield from differences(a, b, f"{path}/{number}")
    elif one != other:
        yield f"{path}: {str(one)[:200]} | {str(other)[:200]}"


@dataclass
class Looked:
    """How often two tables were `compared`, and the `leaks`: differences that nobody meant."""

    compared: int = 0
    leaks: list[str] = field(default_factory=list)


async def walk(server: Server, one: Found, seed: int, first: int, looked: Looked) -> None:
    """One game, looked at from a random seat as long as another one beside it cannot be told apart; visitors count from `first`."""
    walking = Walk(one, seed, Tally())
    pair = (walking.from_the_start() if seed % 2 else None) or _imagine_pair(walking)
    if pair is None or any(decision.usual for game in pair for decision in game.decisions):
        return  # what is usual is taken for people as soon as they sit, before they can say that they wish to be asked
    watched = walking.one.players[walking.seat] if walking.seat >= 0 else None
    tables = [Table(server, first), Table(server, first + 50)]
    try:
        for table, game in zip(tables, pair, strict=True):
            await table.sit_down(game, watched)
        await _compare(walking, pair, tables, looked)
    finally:
        for table in tables:
            await table.leave()
    looked.leaks += map(str, walking.tally.leaks)


async def _compare(walking: Walk, pair: Pair, tables: list[Table], looked: Looked) -> None:
    """Looks from the seat at both tables at every choice, as long as nothing has been told that makes a difference."""
    for _ in range(CHOICES):
        if walking.differ(pair):
            return
        told = [await table.collect_messages() for table in tables]
        looked.compared += 1
        where = f"{walking.found.name}, seed {walking.seed}, seat {tables[0].watching.name}, {pair.way}, choice {len(pair.one.chosen)}"
        looked.leaks += [f"{where}: {difference}" for difference in differences(*told)]
        chosen = _choices(walking, pair)
        if chosen is None or looked.leaks:
            return
        for table, (player, option) in zip(tables, chosen, strict=True):
            await table.choose(player, option)


def _imagine_pair(walking: Walk) -> Pair | None:
    """Somewhere in a game, two worlds that it could be."""
    for _ in range(walking.draw.randrange(AHEAD)):
        walking.alone()
    one, two = worlds.imagine_world(walking.one, walking.seat, walking.draw)
    if not one.moves or not two.moves:
        return None
    walking.one, walking.memory = one, None
    return Pair("imagined", one, two, 0)


def _choices(walking: Walk, pair: Pair) -> list[tuple[str, str]] | None:
    """The choices in each of the two, so that the seat is told the same."""
    if pair.one.over or pair.two.over:
        return None
    asked = [
        {decision.player: {option.move: option.id for option in decision.options} for decision in game.decisions} for game in pair
    ]
    before = len(pair.one.chosen)
    if walking.on(pair) is None or len(pair.one.chosen) == before:
        return None
    return [_last_choice(game, ids) for game, ids in zip(pair, asked, strict=True)]


def _last_choice(game: caylus.Game, ids: dict[str, dict[Move, str]]) -> tuple[str, str]:
    """The seat that made the last choice, of those who were asked, and its id."""
    player = next(iter(ids)) if len(ids) == 1 else game.players[game._choosers[-1]]
    return player, ids[player][game.chosen[-1]]


async def look(server: Server, one: Found, seeds: range, first: int) -> Looked:
    """Play games of one ruleset until there is a leak."""
    looked = Looked()
    for seed in seeds:
        if not looked.leaks:
            await walk(server, one, seed, first + 100 * seed, looked)
    return looked


def main() -> int:
    parser = argparse.ArgumentParser(prog="secrecy.serving", description=__doc__)
    parser.add_argument(
        "names", nargs="*", default=NAMES, metavar="NAME", help=f"rulesets, as `secrecy` calls them ({', '.join(NAMES)})"
    )
    parser.add_argument("--games", type=int, default=200, help="of each (200)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    arguments = parser.parse_args()
    leaks = 0
    for one in (one for one in find_all() if one.name in arguments.names):
        with TemporaryDirectory() as scratch, Server(Path(scratch), None, *LIMITS) as server:
            looked = asyncio.run(look(server, one, range(arguments.first, arguments.first + arguments.games), 0))
        print(
            f"{one.name}: {arguments.games} games, tables compared {looked.compared} times, {len(looked.leaks)} leaks", flush=True
        )
        print(*looked.leaks, sep="\n", end="")
        leaks += len(looked.leaks)
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
