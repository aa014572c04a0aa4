"""Measure the cost of a table: processor time of a choice told to all who sit there, of a moment shown, memory of each.

    python tools/bench/server_tables.py [RULESET ...]    by default classic and 1303

Everything happens in this process, over an SQLite file: no network, no page.
"""

from __future__ import annotations

import gc
import json
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "interpreter"), str(ROOT / "tools"), str(ROOT / "tests")]

import caylus  # noqa: E402
from caylus_tools.server.storage.store import Store  # noqa: E402
from caylus_tools.server.tables import Audience, LiveTable, Message, SeatOrder, TableOrder, Tables  # noqa: E402
from support.serving.people import State, take_message  # type: ignore[import-not-found]  # noqa: E402

SEATS = 4
LIVE = 20
"""So many tables are kept in memory for the last figure, each halfway through its game."""


class Shelf:
    def __init__(self, rules: caylus.Ruleset) -> None:
        self._rules = rules

    def rules(self, hash: str, players: int) -> caylus.Ruleset:
        return self._rules


def main(*names: str) -> None:
    for name in names or ("classic", "1303"):
        rules = caylus.load(name)
        rules.warm(SEATS)
        with TemporaryDirectory() as folder:
            store = Store(f"sqlite:///{folder}/tables.sqlite")
            measure(name, rules, Tables(store, Shelf(rules)))
            store.close()


def measure(name: str, rules: caylus.Ruleset, tables: Tables) -> None:
    table = open_tables(tables, rules)
    choices, told, sizes = play(table, Random(1), 10**6)
    show(f"{name}: a choice made and stored", choices)
    show(f"{name}: told to {SEATS} seats", told)
    print(f"{name}: a state as JSON: {statistics.median(sizes) / 1024:.1f} KB")
    audience = Audience(None, "owner")
    show(
        f"{name}: a moment gone by",
        [measure_processor_time(table.state_at, audience, number) for number in range(0, len(choices), 9)],
    )
    tracemalloc.start()
    for seed in range(LIVE):
        play(open_tables(tables, rules), Random(seed), len(choices) // 2)
    gc.collect()
    print(f"{name}: {tracemalloc.get_traced_memory()[0] / LIVE / 1e6:.2f} MB for each of {LIVE} live tables")
    tracemalloc.stop()


def open_tables(tables: Tables, rules: caylus.Ruleset) -> LiveTable:
    order = TableOrder(rules, [SeatOrder(mine=True)] * (SEATS - len(rules.automata)))
    return tables.get(tables.open(order, "owner").table)


def play(table: LiveTable, draw: Random, most: int) -> tuple[list[float], list[float], list[int]]:
    """Milliseconds of each choice, and of telling it; bytes of each state."""
    choices: list[float] = []
    told: list[float] = []
    sizes: list[int] = []
    heard: dict[str, Message] = {}
    states: dict[str, State] = {}
    seats = [seat["name"] for seat in table.about_table("owner")["seats"]]
    while len(choices) < most:
        audiences = [Audience(seat, "owner", one.since, one.chat, one.moment) for seat, one in heard.items()]
        audiences = audiences or [Audience(seat, "owner") for seat in seats]
        begun = time.process_time()
        messages = table.messages(audiences)
        told.append((time.process_time() - begun) * 1e3)
        sizes += [len(message.data) for message in messages.values()]
        heard = {str(audience.seat): message for audience, message in messages.items()}
        states = {seat: take_message(states.get(seat, {}), json.loads(message.data)) for seat, message in heard.items()}
        waiting = states[seats[0]]["decides"]
        if not waiting:
            break
        seat = draw.choice(waiting)
        option, revision = draw.choice(states[seat]["options"])["id"], states[seat]["revision"]
        choices.append(measure_processor_time(table.choose, seat, revision, option, str(revision), "owner"))
    return choices, told, sizes


def measure_processor_time(do: Callable[..., object], *arguments: object) -> float:
    """Milliseconds of processor time."""
    begun = time.process_time()
    do(*arguments)
    return (time.process_time() - begun) * 1e3


def show(what: str, figures: list[float]) -> None:
    ordered = sorted(figures)
    print(f"{what}: {statistics.median(ordered):.2f} ms, 99 of 100 in {ordered[int(len(ordered) * 0.99)]:.2f} ms")


if __name__ == "__main__":
    main(*sys.argv[1:])
