"""Hostile requests and uploads sent to a server at which people play: `python -m hostile.serving --requests 1000 --uploads 100`.

Tells what was answered, what should not have been, and how much longer those who play had to wait meanwhile. From the folder of
the project, with `PYTHONPATH=interpreter:tools:tests`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from support.serving.figures import spread, tell
from support.serving.people import Browser, Party, Reply, choice, sit_down
from support.serving.process import Server

from .requests import Request, Target, request
from .uploads import Upload, upload

ATTACKERS = 4
"""Who send at the same time."""
PLAYING = 4
"""Tables at which people play meanwhile."""
PAUSE = 0.1
QUIET = 5.0
"""Seconds in which is measured how long they wait when nobody attacks."""
PATIENCE = 60.0
"""Seconds after which a request that was not answered hangs."""
TELLING = ("Traceback", "site-packages", "/tmp/", "/usr/", "/home/", "/root", "/work", ".py", "caylus_tools", "sqlite", "psycopg")
"""What no answer to a stranger holds."""


@dataclass
class Answered:
    """The answers to attacks: `answers` counts statuses by kind, `wrong` is what should not have been answered."""

    answers: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    slowest: list[tuple[float, str]] = field(default_factory=list)

    def add(self, kind: str, name: str, reply: Reply | None, seconds: float) -> None:
        self.answers[f"{kind}: {reply.status if reply else 'closed'}"] += 1
        self.slowest = sorted([*self.slowest, (round(seconds, 2), name)], reverse=True)[:5]
        if reply is not None and (fault := self._fault(reply)):
            self.wrong.append(f"{name}: {fault}: {reply.status} {reply.body[:300]!r}")

    def _fault(self, reply: Reply) -> str | None:
        if reply.status >= 500 and reply.status != 503:
            return "broken"
        text = reply.body.decode("utf-8", "replace")
        is_ours = "application/json" in reply.headers.get("content-type", "") and reply.body  # HEAD asks for none
        if is_ours and (found := [word for word in TELLING if word in text]):
            return f"tells {found}"
        if is_ours and reply.status >= 400 and not (reply.code and reply.data["error"]["text"]):
            return "no reason"
        return None


async def attack(server: Server, requests: range, uploads: range, quiet: float = QUIET) -> dict[str, Any]:
    """Attack, and report what came of it, for the attackers and for those who play. Uploads are made beforehand. Uploads are made
    beforehand, which takes longer than sending them.
    """
    packed = [upload(number) for number in uploads]
    victim = await sit_down([server.port], 4, 1)
    parties = [await sit_down([server.port], 4, 1000 * (number + 1)) for number in range(PLAYING)]
    calm = await _play(parties, asyncio.create_task(asyncio.sleep(quiet)))
    answered = Answered()
    attacks = asyncio.create_task(_attack(server, victim, requests, packed, answered))
    beside = await _play(parties, attacks)
    await attacks
    await asyncio.gather(victim.leave(), *(party.leave() for party in parties))
    return {
        "requests": len(requests),
        "uploads": len(uploads),
        "answers": dict(sorted(answered.answers.items())),
        "wrong": answered.wrong,
        "slowest (s)": answered.slowest,
        "crashes in the log": crashes(server.log),
        "choices beside it": len(beside),
        "answered without (ms)": spread(calm),
        "answered meanwhile (ms)": spread(beside),
        "is well": await asyncio.to_thread(server.is_well),
    }


def crashes(log: str) -> dict[str, int]:
    """The faults within the server by its own account, and how often; what is no HTTP breaks off in uvicorn already."""
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    ends = [(str(line.get("route", "")), *line["trace"].strip().splitlines()[-3:]) for line in lines if line["event"] == "crash"]
    return dict(Counter(" | ".join(part.strip() for part in end) for end in ends))


async def _play(parties: list[Party], until: asyncio.Task[None]) -> list[float]:
    """Return how long each choice took to be answered, until something is done."""
    draw, took = Random(1), []
    while not until.done():
        for party in parties:
            if (seat := party.deciding_seat) is not None:
                start_time = time.monotonic()
                reply = await seat.choose(choice(seat, draw))
                took.append(time.monotonic() - start_time)
                if reply.status == 200:
                    await party.wait_for_revision(reply.data["revision"])
            await asyncio.sleep(PAUSE)
    return took


async def _attack(server: Server, victim: Party, requests: range, uploads: list[Upload], answered: Answered) -> None:
    sitting = victim.deciding_seat
    assert sitting is not None
    key = "a-key-that-was-used"
    await sitting.choose(sitting.state["options"][0]["id"], key)
    now = await sitting.wait_for_revision(1)
    options = [option["id"] for seat in victim.seats.values() for option in seat.state["options"]] or ["pass"]
    names = [seat["name"] for seat in now["seats"]]
    target = Target(victim.table, names, now["revision"], options, key, ("x", "A" * 32), f"127.0.0.1:{server.port}")

    async def send_requests(first: int) -> None:
        for number in requests[first::ATTACKERS]:
            one = request(number, target)
            await _send(server, sitting.browser, number, one, answered)

    async def upload_files() -> None:
        for number, (name, path, data) in enumerate(uploads):
            kind = {"Content-Type": "application/zip" if path == "/api/rules" else "application/json", "X-Caylus": "1"}
            sender = await _stranger(server, 5_000_000 + number // 20)
            await _answer("upload", name, sender.ask("POST", path, data, kind), answered)
            await sender.close()

    await asyncio.gather(*(send_requests(first) for first in range(ATTACKERS)), upload_files())


async def _stranger(server: Server, number: int) -> Browser:
    browser = Browser(server.port, number)
    await browser.get("/")
    return browser


async def _send(server: Server, holder: Browser, number: int, one: Request, answered: Answered) -> None:
    """By who sits there or by a stranger; each ten by another, since one alone is soon told to wait."""
    browser = Browser(server.port, 2_000_000 + number // 10, holder.cookies) if one.is_sitting else None
    sender = browser or await _stranger(server, 3_000_000 + number // 10)
    name = f"request {number}, {one.kind} {one.method} {one.path}"
    asked = sender.ask(one.method, one.path, one.body, dict(one.headers)) if one.raw is None else sender.send(one.raw)
    await _answer(one.kind, name, asked, answered)
    await sender.close()


async def _answer(kind: str, name: str, asked: Coroutine[Any, Any, Reply], answered: Answered) -> None:
    begun = time.monotonic()
    reply = None
    try:
        reply = await asyncio.wait_for(asked, PATIENCE)
    except TimeoutError:
        # what announces more than it sends, or upgrades, is waited for by the server as well, and no fault
        if kind not in ("broken", "socket"):
            answered.wrong.append(f"{name}: hangs")
    except OSError:
        pass  # closed without a word: for what is hardly HTTP
    answered.add(kind, name, reply, time.monotonic() - begun)


def main() -> int:
    parser = argparse.ArgumentParser(prog="hostile.serving", description=__doc__)
    parser.add_argument("--requests", type=int, default=1000, help="how many (1000)")
    parser.add_argument("--uploads", type=int, default=100, help="how many (100)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first of each")
    arguments = parser.parse_args()
    requests, uploads = (range(arguments.first, arguments.first + count) for count in (arguments.requests, arguments.uploads))
    with TemporaryDirectory() as scratch, Server(Path(scratch)) as server:
        found = asyncio.run(attack(server, requests, uploads))
    tell(found)
    return 1 if found["wrong"] or found["crashes in the log"] or not found["is well"] else 0


if __name__ == "__main__":
    sys.exit(main())
