"""A thousand requests that no page sends: every one is answered, none with a fault of the server, and tables stay as they were."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import httpx
import pytest

from .site import FREE, Browser, Site

COUNT = 1000
HUGE = 4 * FREE.body_bytes
TEXTS = [
    "",
    "x",
    "x" * 5000,
    "\0",
    "\ud800",
    "../../etc/passwd",
    "<script>",
    "' OR 1=1 --",
    "Ann",
    "{}",
    "%s%n",
    "ⅷ",
    "\u202e",
    "nan",
]
NUMBERS = [0, -1, 1, 2**31, 2**63, 10**30, 1.5, 1e308, float("nan"), float("inf")]
PATHS = [
    "/api/tables/{table}/{verb}",
    "/api/tables/{other}/{verb}",
    "/api/tables/{table}/seats/{seat}/{verb}",
    "/api/{verb}",
    "/api/rules/{verb}",
    "/{verb}",
]
VERBS = """
choose undo consent wish chat why about outcome start terms rematch fork invitation watch watch-link hook claim link leave bot label
tables rules import mend at/1 at/-1 at/x log history save transcript source live pictures/x codes/E0101
"""
NAMES = """
seat revision option key to agree name on text cell token label policy url base variants draft seats files public clock
"""


@pytest.mark.nightly
def test_a_thousand_requests_that_no_page_sends(site: Site) -> None:
    random, ann, eve = Random(14), site.browser(), site.browser()
    table, seat, _ = ann.open(1)
    genuine = {"seat": seat, "revision": 0, "option": "small", "key": "genuine"}
    with ann.live(table, seat) as line:
        before = line.state(0)
        asked = 0
        for request in attacks(random, table, seat, genuine):
            browser = random.choice((ann, eve)) if is_harmless(request) else eve
            asked += 1
            try:
                answer = browser.request(**request)
            except httpx.TransportError:
                assert len(request["content"]) > HUGE, request  # the server has hung up on it
                continue
            assert answer.status_code < 500 or answer.status_code == 503, (request, answer.text)
            if answer.status_code >= 400 and answer.content:
                error = answer.json()["error"]
                assert {"code", "text", "reasons"} == set(error), request
                assert "Traceback" not in answer.text
                assert "/tmp" not in answer.text
        assert asked == COUNT
    with ann.live(table, seat) as line:
        after = line.state(0)
    assert after["revision"] == before["revision"] == 0
    assert after["yours"] == [seat]
    assert ann.do(f"/api/tables/{table}/choose", **genuine).json()["revision"] == 1


def is_harmless(request: dict[str, Any]) -> bool:
    """Whether it changes nothing, whoever sends it."""
    return request["method"] == "GET"


def attacks(random: Random, table: str, seat: str, genuine: dict[str, Any]) -> Iterator[dict[str, Any]]:
    kinds: list[Callable[[], dict[str, Any]]] = [
        lambda: {"json": None, "content": spoilt(random, json.dumps(genuine).encode())},
        lambda: {"content": json.dumps(anything(random, 4)).encode()},
        lambda: {
            "content": json.dumps(
                {random.choice(NAMES.split()): anything(random, 2) for _ in range(random.randint(0, 8))}
            ).encode()
        },
        lambda: {"content": json.dumps({**genuine, random.choice([*genuine]): anything(random, 1)}).encode()},
        lambda: {"content": b'{"a":' * random.randint(1, 3000)},
        lambda: {"content": b'{"seat":"a","seat":"b"}'},
        lambda: {"content": b" " * random.choice((60_000, 70_000, HUGE + 1))},
        lambda: {"content": json.dumps(genuine).encode(), "headers": forge_requests(random)},
    ]
    for _ in range(COUNT):
        path = random.choice(PATHS).format(
            table=table,
            other=random.choice(["none", "%00", "..", "a" * 500, "%ff%fe", "💥"]),
            seat=random.choice([seat, "x", "%00"]),
            verb=random.choice(VERBS.split()),
        )
        if random.random() < 0.25:
            query = {random.choice(["seat", "players", "since", "file", "with", "base"]): random.choice(TEXTS[:3] + TEXTS[5:])}
            yield {"method": "GET", "url": path, "params": query}
        else:
            made = {name: value for name, value in random.choice(kinds)().items() if value is not None}
            type_ = random.choice(["application/json"] * 5 + ["application/zip", "text/plain", ""])
            headers = {"Content-Type": type_, **made.pop("headers", {})}
            yield {"method": random.choice(["POST"] * 9 + ["PUT"]), "url": path, "headers": headers, **made}


def anything(random: Random, depth: int) -> Any:
    if depth == 0 or random.random() < 0.5:
        return random.choice([None, True, False, random.choice(TEXTS), random.choice(NUMBERS)])
    if random.random() < 0.5:
        return [anything(random, depth - 1) for _ in range(random.randint(0, 4))]
    return {random.choice(NAMES.split() + TEXTS): anything(random, depth - 1) for _ in range(random.randint(0, 4))}


def spoilt(random: Random, data: bytes) -> bytes:
    spoilt = bytearray(data)
    for _ in range(random.randint(1, 6)):
        spoilt[random.randrange(len(spoilt))] = random.randrange(256)
    return bytes(spoilt[: random.randint(0, len(spoilt))] if random.random() < 0.3 else spoilt)


def forge_requests(random: Random) -> dict[str, str]:
    return random.choice(
        [
            {"Cookie": "caylus=" + "A" * 32},
            {"Cookie": "caylus=" + "A" * 10_000},
            {"Cookie": "=;;==;caylus"},
            {"X-Forwarded-For": "127.0.0.1"},
            {"Origin": "https://evil.example"},
            {"Host": "evil.example"},
            {"Content-Encoding": "gzip"},
            {"Range": "bytes=0-1"},
            {"If-None-Match": "*" * 1000},
        ]
    )


def test_what_is_cut_off_in_the_middle_leaves_nothing_behind(site: Site) -> None:
    import socket

    host, port = site.address.removeprefix("http://").split(":")
    for sent in (
        b"",
        b"G",
        b"GET / HTTP/1.1\r\n",
        b"\x16\x03\x01\x02\x00",
        b"POST /api/tables HTTP/1.1\r\nContent-Length: 9\r\n\r\n{",
    ):
        with socket.create_connection((host, int(port)), timeout=10) as opened:
            opened.sendall(sent)
    assert isinstance(site.browser(), Browser)
    assert httpx.get(f"{site.address}/health", trust_env=False).status_code == 200
