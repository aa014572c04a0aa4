"""Measure servers, and see whether they hold: `python -m support.serving load`, `kill` or `attack`.

In `load`, every seat of every table is a visitor with a socket, and random choices are made by as many at once as `--in-flight`
says. While they are, somebody opens a table with rules that nobody has played yet, and a process beside it asks the server how it
is. `support.serving` says how the others do it, in `killing` and `attack`.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from .attack import LIMITS, attack
from .cluster import database
from .figures import spread, tell
from .killing import kill
from .people import Party, choice, sit_down
from .process import Server
from .pulse import Pulse

OPENED_AT_ONCE = 4
FIRST_STRANGER = 1_000_000
"""Numbers of visitors from here on sit at none of the tables that are measured."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    for command, run, help, options in COMMANDS:
        sub = commands.add_parser(command, help=help)
        sub.set_defaults(run=run)
        for name, option in options.items():
            sub.add_argument(name, **option)
    arguments = parser.parse_args()
    tell(arguments.run(arguments))


def run_load(arguments: argparse.Namespace) -> dict[str, Any]:
    return {"measured": [measure_load(arguments, tables) for tables in arguments.tables]}


def run_kill(arguments: argparse.Namespace) -> dict[str, Any]:
    with (
        TemporaryDirectory() as scratch,
        database(arguments.postgres, Path(scratch)) as (url, cluster),
        Server(Path(scratch), url) as server,
    ):
        return asyncio.run(kill(arguments.times, arguments.tables, arguments.ruleset, server, cluster, workers=arguments.workers))


def run_attack(arguments: argparse.Namespace) -> dict[str, Any]:
    with TemporaryDirectory() as scratch, Server(Path(scratch), None, *LIMITS) as server:
        return asyncio.run(attack(server, arguments.tables, arguments.attackers, arguments.seconds))


def measure_load(arguments: argparse.Namespace, tables: int) -> dict[str, Any]:
    with TemporaryDirectory() as scratch, database(arguments.postgres, Path(scratch)) as (url, _):
        servers = [Server(Path(scratch), url) for _ in range(arguments.servers)]
        try:
            ready = [server.start() for server in servers]
            return {
                "tables": tables,
                "seats": tables * arguments.seats,
                "servers": arguments.servers,
                "database": "PostgreSQL" if arguments.postgres else "SQLite",
                "ready after (s)": [round(seconds, 2) for seconds in ready],
                **asyncio.run(_under_load(arguments, tables, servers)),
            }
        finally:
            for server in servers:
                server.close()


async def _under_load(arguments: argparse.Namespace, tables: int, servers: Sequence[Server]) -> dict[str, Any]:
    ports = [server.port for server in servers]
    idle = [server.memory() for server in servers]
    start_time = time.monotonic()
    gate = asyncio.Semaphore(OPENED_AT_ONCE)

    async def open_party(number: int) -> Party:
        async with gate:
            return await sit_down(ports, arguments.seats, 1 + number * arguments.seats, {"base": arguments.ruleset})

    parties = await asyncio.gather(*(open_party(number) for number in range(tables)))
    took = time.monotonic() - start_time
    runs = [await _run(arguments, ports, servers, parties, flights) for flights in arguments.in_flight]
    memory = {"idle (MB)": idle, "with all tables (MB)": [server.memory() for server in servers]}
    await asyncio.gather(*(party.leave() for party in parties))
    return {"opened in (s)": round(took, 1), **memory, "runs": runs}


async def _run(
    arguments: argparse.Namespace, ports: Sequence[int], servers: Sequence[Server], parties: Sequence[Party], flights: int
) -> dict[str, Any]:
    draw = Random(flights)
    playing = [party for party in parties if not party.is_over]
    hands = [_Hand(playing[i::flights], draw) for i in range(min(flights, len(playing)))]
    used = [server.processor() for server in servers]
    pulses = [Pulse(port, arguments.seconds) for port in ports]
    start_time = time.monotonic()
    choosing = [asyncio.create_task(hand.play(start_time + arguments.seconds)) for hand in hands]
    await asyncio.sleep(arguments.seconds / 2)
    new = time.monotonic()
    stranger = await sit_down(ports[:1], 2, FIRST_STRANGER + flights * 10, {"base": arguments.other})
    new_rules = time.monotonic() - new
    await stranger.leave()
    await asyncio.gather(*choosing)
    seconds = time.monotonic() - start_time
    used = [_since(server.processor(), before) for server, before in zip(servers, used, strict=True)]
    answer_times = [took for hand in hands for took in hand.answered]
    return {
        "in flight": flights,
        "choices a second": round(len(answer_times) / seconds, 1),
        "answered (ms)": spread(answer_times),
        "told to all (ms)": spread([took for hand in hands for took in hand.told]),
        "pulse (ms)": [spread(await asyncio.to_thread(pulse.wait_for_times)) for pulse in pulses],
        "first decision under other rules (s)": round(new_rules, 2),
        "processor for a choice (ms)": {
            part: round(sum(seconds[part] for seconds in used) / max(1, len(answer_times)) * 1000, 2) for part in used[0]
        },
    }


def _since(now: Mapping[str, float], before: Mapping[str, float]) -> dict[str, float]:
    return {part: seconds - before[part] for part, seconds in now.items()}


class _Hand:
    """Makes choices at some tables in turn: one, and when all have been told of it the next."""

    def __init__(self, parties: Sequence[Party], draw: Random) -> None:
        self._parties, self._draw = parties, draw
        self.answered: list[float] = []
        self.told: list[float] = []

    async def play(self, end: float) -> None:
        while time.monotonic() < end:
            playing = [party for party in self._parties if party.deciding_seat is not None]
            for party in playing:
                if time.monotonic() < end:
                    await self._choose(party)
            if not playing:
                return

    async def _choose(self, party: Party) -> None:
        seat = party.deciding_seat
        if seat is None:
            return
        start_time = time.monotonic()
        reply = await seat.choose(choice(seat, self._draw))
        answer_time = time.monotonic() - start_time
        if reply.status != 200:
            raise RuntimeError(f"refused with {reply.status}: {reply.body.decode()[:300]}")
        await party.wait_for_revision(reply.data["revision"])
        self.answered.append(answer_time)
        self.told.append(time.monotonic() - start_time)


def _number(default: int, help: str) -> dict[str, Any]:
    return {"type": int, "default": default, "metavar": "N", "help": f"{help} ({default})"}


def _numbers(default: list[int], help: str) -> dict[str, Any]:
    return {**_number(default[0], help), "nargs": "+", "default": default}


def _flag(help: str) -> dict[str, Any]:
    return {"action": "store_true", "help": help}


COMMANDS = (
    (
        "load",
        run_load,
        "choices a second, their latency, the latency of updates, and memory",
        {
            "--tables": _numbers([50], "one measurement for each"),
            "--seats": _number(4, "at each table"),
            "--in-flight": _numbers([1, 20], "choices at once"),
            "--seconds": _number(10, "for each number in flight"),
            "--servers": _number(1, "on the same database"),
            "--postgres": _flag("on a PostgreSQL of its own, in place of a file"),
            "--ruleset": {"default": "classic", "metavar": "RULESET"},
            "--other": {"default": "1303", "metavar": "RULESET", "help": "of the table that is opened meanwhile (1303)"},
        },
    ),
    (
        "kill",
        run_kill,
        "kill a server at random while people choose: is anything lost that it had acknowledged?",
        {
            "--times": _number(100, "how often it is killed"),
            "--tables": _number(10, "at which people choose meanwhile"),
            "--postgres": _flag("kill a PostgreSQL under the server, not the server"),
            "--workers": _flag("kill a process that the server has started, not the server"),
            "--ruleset": {"default": "classic", "metavar": "RULESET", "help": "one in which nothing is hidden (classic)"},
        },
    ),
    (
        "attack",
        run_attack,
        "tables under rules that stall, allocate or break: what do people at other tables notice of it?",
        {
            "--tables": _number(10, "at which people play"),
            "--attackers": _number(20, "tables under harmful rules"),
            "--seconds": _number(30, "without the attack, and beside it"),
        },
    ),
)


if __name__ == "__main__":
    main()
