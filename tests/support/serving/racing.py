"""Several servers on one database, and many who want to make the same choice at the same time: exactly one of them may.

At each decision whoever decides sends several submits at once, to all servers in turn: a few by one key, as a page does that asks
again, the others rivals. One has to be accepted; those with its key are told that it stands already, all others that they came
too late. At the end all servers tell every seat the same, and the rows are what was accepted.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import caylus

from .figures import spread
from .killing import Acknowledged, compare_rows
from .people import Party, Seat, choice, fetch_state, sit_down
from .process import Server

PAUSE = 0.8
"""Seconds between decisions at a table: nobody may ask for more choices than a person could make."""


async def race(servers: Sequence[Server], tables: int, decisions: int, submits: int) -> dict[str, Any]:
    """Make so many decisions at servers that share a database; returns what came of it."""
    ports = [server.port for server in servers]
    parties = [await sit_down(ports, 4, 1 + number * 4) for number in range(tables)]
    contest = _Race(ports, decisions, submits)
    start_time = time.monotonic()
    await asyncio.gather(*(contest.race_at(party, Random(number)) for number, party in enumerate(parties)))
    seconds = time.monotonic() - start_time
    seats = [seat for party in parties for seat in party.seats.values()]
    states = [[await fetch_state(seat, port) for seat in seats] for port in ports]
    await asyncio.gather(*(party.leave() for party in parties))
    comparison = await asyncio.to_thread(compare_rows, servers[0].database, caylus.load("classic"), contest.accepted, parties)
    return {
        "decisions": contest.decided,
        "submits": sum(contest.answers.values()),
        "accepted": len(contest.accepted),
        "answers": dict(contest.answers),
        "decisions with more or fewer than one accepted": contest.odd,
        "answered otherwise than they should be": contest.wrong[:20],
        **comparison,
        "seats told otherwise by the other server": sum(one != other for one, other in zip(*states, strict=True)),
        "answered (ms)": spread(contest.took),
        "seconds": round(seconds, 1),
    }


class _Race:
    def __init__(self, ports: Sequence[int], decisions: int, submits: int) -> None:
        self._ports, self._left, self._submits = ports, decisions, submits
        self.decided = self.odd = 0
        self.accepted: list[Acknowledged] = []
        self.answers: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.took: list[float] = []

    async def race_at(self, party: Party, draw: Random) -> None:
        """Decisions at a table until there have been enough everywhere, or the game is over."""
        while self._left > 0 and (seat := party.deciding_seat) is not None:
            self._left -= 1
            self.decided += 1
            revision = int(seat.state["revision"])
            keys = [secrets.token_urlsafe(12) for _ in range(self._submits)]
            keys[: self._submits // 3 + 1] = [keys[0]] * (self._submits // 3 + 1)
            options = {key: choice(seat, draw) for key in keys}
            draw.shuffle(keys)
            at = [seat.browser.with_port(port) for port in self._ports]
            acceptances = await asyncio.gather(
                *(
                    self._submit(Seat(at[i % len(at)], seat.table, seat.name), revision, options[key], key)
                    for i, key in enumerate(keys)
                )
            )
            for browser in at:
                await browser.close()
            self.odd += sum(acceptances) != 1
            await party.wait_for_revision(revision + 1)
            await asyncio.sleep(PAUSE)

    async def _submit(self, seat: Seat, revision: int, option: str, key: str) -> bool:
        """Return whether this one was accepted."""
        start_time = time.monotonic()
        reply = await seat.choose(option, key, revision)
        self.took.append(time.monotonic() - start_time)
        is_again = reply.status == 200 and reply.data.get("again", False)
        self.answers["again" if is_again else f"{reply.status} {reply.code}".strip()] += 1
        if reply.status == 200 and not is_again:
            self.accepted.append(Acknowledged(seat.table, reply.data["revision"], str(seat.name), option))
            return True
        if reply.status not in (200, 409) or (reply.status == 409 and not reply.data["error"]["text"]):
            self.wrong.append(f"{reply.status} {reply.body.decode()[:200]}")
        return False
