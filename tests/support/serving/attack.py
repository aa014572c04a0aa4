"""Tables under rules that stall, allocate or break, beside tables that people play at: what these notice of it."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

from . import harmful_rules
from .figures import spread
from .people import Browser, Party, Seat, choice, sit_down
from .process import Server
from .pulse import Pulse

RULES = (harmful_rules.STALLS, harmful_rules.GROWS, harmful_rules.BREAKS)
LIMITS = (
    "--limit",
    "tables_per_hour=1000",
    "--limit",
    "public_tables_per_hour=1000",
    "--limit",
    "seats_per_hour=1000",
    "--limit",
    "uploads_per_hour=1000",
)
"""Arguments of the server: the attackers get past the limits, as many who attack together would."""
PAUSE = 0.5
"""Seconds in which a person thinks."""
ATTACKS_AGAIN = 0.2
GLANCE = 0.25
FIRST_ATTACKER = 1_000_000


async def attack(server: Server, tables: int, attackers: int, seconds: float) -> dict[str, Any]:
    """Figures of the tables that people play at, alone and then beside the attack; at the end the server is asked to stop."""
    parties = [await sit_down([server.port], 2, 1 + number * 2) for number in range(tables)]
    alone = await _play_tables(server, parties, seconds)
    answers: Counter[str] = Counter()
    begun: set[int] = set()
    attacking = [
        asyncio.create_task(_attack(server.port, FIRST_ATTACKER + number, RULES[number % len(RULES)], answers, begun))
        for number in range(attackers)
    ]
    while len(begun) < attackers and any(not task.done() for task in attacking):
        await asyncio.sleep(GLANCE)
    beside = await _play_tables(server, parties, seconds)
    stopping = asyncio.to_thread(server.stop)
    stopped = await stopping
    for task in attacking:
        task.cancel()
    failures = [
        str(error) for error in await asyncio.gather(*attacking, return_exceptions=True) if isinstance(error, RuntimeError)
    ]
    with suppress(OSError):
        await asyncio.gather(*(party.leave() for party in parties))
    return {
        "tables": tables,
        "attackers": attackers,
        "alone": alone,
        "beside the attack": beside,
        "answers to attackers": dict(answers),
        "attackers that could not begin": failures,
        "stopped in (s)": round(stopped, 2),
    }


async def _play_tables(server: Server, parties: Sequence[Party], seconds: float) -> dict[str, Any]:
    """Has all tables played for some seconds, and says how that went."""
    pulse = Pulse(server.port, seconds)
    end = time.monotonic() + seconds
    memory: list[float] = []

    async def weigh() -> None:
        while time.monotonic() < end:
            memory.append(server.memory()["server"])
            await asyncio.sleep(GLANCE)

    took = await asyncio.gather(*(_play(party, Random(number), end) for number, party in enumerate(parties)), weigh())
    return {
        "choices (ms)": spread([one for some in took[:-1] for one in some or ()]),
        "choices": sum(len(some or ()) for some in took[:-1]),
        "pulse (ms)": spread(await asyncio.to_thread(pulse.wait_for_times)),
        "most memory of the web process (MB)": round(max(memory)),
    }


async def _play(party: Party, draw: Random, end: float) -> list[float]:
    """Seconds that each choice at a table took until it was acknowledged."""
    took = []
    while time.monotonic() < end and (seat := party.deciding_seat) is not None:
        start_time = time.monotonic()
        reply = await seat.choose(choice(seat, draw))
        took.append(time.monotonic() - start_time)
        if reply.status != 200:
            raise RuntimeError(f"refused with {reply.status}: {reply.body.decode()[:300]}")
        await party.wait_for_revision(reply.data["revision"])
        await asyncio.sleep(PAUSE)
    return took


async def _attack(port: int, number: int, rules: str, answers: Counter[str], begun: set[int]) -> None:
    """Opens a table under harmful rules, and asks for the harm again and again. It has `begun` after the first time."""
    browser = Browser(port, number)
    try:
        await browser.get("/")
        reply = await browser.post("/api/rules", {"text": rules})
        if reply.status != 200 or not reply.data["checks"]:
            raise RuntimeError(f"the rules were not taken: {reply.body.decode()[:300]}")
        party = await sit_down([port], 1, number, {"base": None, "draft": reply.data["draft"]})
    finally:
        await browser.close()
    [seat] = party.seats.values()
    try:
        while True:
            await _harm(seat, answers)
            begun.add(number)
            await asyncio.sleep(ATTACKS_AGAIN)
    finally:
        with suppress(OSError):
            await party.leave()


async def _harm(seat: Seat, answers: Counter[str]) -> None:
    option = "tell 37"
    options = [one["id"] for one in seat.state["options"]]
    if len(options) > 36:
        option = options[36]
    with suppress(OSError):
        reply = await seat.choose(option, secrets.token_urlsafe(12))
        answers[f"{reply.status} {reply.code}".strip()] += 1
        if reply.status == 200:
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await seat.wait_for_revision(reply.data["revision"])
