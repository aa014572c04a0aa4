"""Hostile requests by number: the same number is the same request, for the same table. None of them is one that anybody may make.

What a page would send is spoilt as text, as bytes or as a value; asked by the wrong visitor, out of turn, with forged tokens, from
another site, again, too large, to paths that are none; or it is hardly HTTP at all.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import quote

from .spoiling import ODD, spoilt, spoilt_bytes
from .trees import spoilt_tree

KINDS = {"tree": 24, "text": 14, "forged": 14, "out of turn": 14, "oversized": 6, "path": 14, "broken": 8, "socket": 6}
"""What is hostile about a request, and how many in a hundred are."""
METHODS = ("GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW", "get", "P\tST")
PATHS = (
    "/static/../../../../etc/passwd", "/static/%2e%2e/%2e%2e/etc/passwd", "/static/x/..%2f..%2f..%2fetc%2fpasswd", "/static/x//etc/passwd",
    "/static/x/%00", "/api/tables/..%2f..", "/api/pictures/../../x?players=4", "/api/pictures/x?players=9999999999999999999999",
    "/api/rules/source?base=../../../etc&file=passwd", "/api/rules/diff?base=classic&with=" + "a," * 2000, "/api/tables/%ff%fe",
    "/.git/config", "//127.0.0.1/api/tables", "/?" + "a=b&" * 3000, "/" + "a" * 20_000, "/api/tables/x/at/99999999999999999999?seat=",
    "/api/tables/x/log?since=-1", "/seat%23", "/%0d%0aSet-Cookie:x=y", "/metrics/../health", "*",
)  # fmt: skip
NAMES = (
    "..",
    ".",
    "__class__",
    "None",
    "0",
    "-1",
    "%00",
    "Red",
    "Nobody",
    "a" * 5000,
    "%2e%2e%2f",
    "🐎",
    "'; drop table seat; --",
)


@dataclass(frozen=True)
class Target:
    """A table that somebody attacks, and what the attacker has seen of it: option ids, a key that was used, tokens of links."""

    table: str
    seats: Sequence[str]
    revision: int
    options: Sequence[str]
    key: str
    tokens: Sequence[str]
    host: str


@dataclass(frozen=True)
class Request:
    """These very bytes, or a body for a path with headers; `is_sitting`: by somebody who sits at the table attacked."""

    kind: str
    method: str = "POST"
    path: str = ""
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = (("Content-Type", "application/json"), ("X-Caylus", "1"))
    is_sitting: bool = False
    raw: bytes | None = None


def request(number: int, target: Target) -> Request:
    """The request of that number."""
    random = Random(number)
    (kind,) = random.choices(list(KINDS), list(KINDS.values()))
    path, body = random.choice(_calls(random, target))
    match kind:
        case "tree":
            data = json.dumps(spoilt_tree(random, body), ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")
            return Request(kind, path=path, body=data, is_sitting=random.random() < 0.5)
        case "text":
            text = spoilt(random, json.dumps(body), list(body) or NAMES, (json.dumps(body),))
            data = spoilt_bytes(random, text) if random.random() < 0.3 else text.encode("utf-8", "surrogatepass")
            return Request(kind, path=path, body=data, is_sitting=random.random() < 0.5)
        case "forged":
            return _forge_request(random, path, body)
        case "out of turn":
            return Request(kind, path=path, body=json.dumps(_out_of_turn(random, body, target)).encode())
        case "oversized":
            size = random.choice((70_000, 1_000_000, 3_000_000))
            filling = random.choice((b" " * size, b'{"seat":"' + b"x" * size + b'"}', b"[" * size, b'{"a":' * (size // 5)))
            return Request(kind, path=random.choice((path, "/api/rules", "/api/import")), body=filling)
        case "path":
            method = random.choice((*METHODS, "GET", "GET", "GET", "POST"))
            there = f"/api/tables/{target.table}/{random.choice(_WAYS)}".replace("NAME", quote(random.choice(NAMES)))
            return Request(kind, method, random.choice((*PATHS, there, there, there)), headers=())
        case "broken":
            return Request(kind, raw=_break_request(random, path, body, target))
        case _:
            return Request(kind, raw=_socket(random, target))


_WAYS = (
    "seats/NAME/claim",
    "seats/NAME/link",
    "at/NAME",
    "log?seat=NAME",
    "save?seat=NAME",
    "transcript?seat=NAME",
    "why?seat=NAME&cell=NAME",
    "about?seat=NAME&name=NAME",
    "outcome?seat=NAME&option=NAME",
    "nothing",
    "live",
)


def _calls(random: Random, target: Target) -> list[tuple[str, dict[str, Any]]]:
    """The requests that a page might send, by address."""
    seat, option = random.choice(target.seats), random.choice(target.options)
    table, key = f"/api/tables/{target.table}", f"key-{random.getrandbits(40)}"
    submit = {"seat": seat, "revision": target.revision, "option": option, "key": key}
    wanted = [{"kind": "person", "label": "", "policy": None, "mine": False}] * 4
    order = {"base": "classic", "variants": ["barter"], "seats": wanted, "public": False, "spectators": True, "title": "A table"}
    return [
        *[(f"{table}/choose", submit)] * 4,
        (f"{table}/undo", {"seat": seat, "to": 0, "revision": target.revision, "key": key}),
        (f"{table}/consent", {"seat": seat, "agree": True}),
        (f"{table}/wish", {"seat": seat, "name": "pass", "on": True}),
        (f"{table}/chat", {"text": "<script>alert(1)</script>", "seat": seat}),
        (f"{table}/seats/{quote(seat)}/claim", {"token": random.choice(target.tokens), "label": "Mallory"}),
        (f"{table}/seats/{quote(seat)}/link", {}),
        (f"{table}/seats/{quote(seat)}/leave", {}),
        (f"{table}/seats/{quote(seat)}/bot", {"policy": "random"}),
        (f"{table}/seats/{quote(seat)}/label", {"label": "Mallory"}),
        (f"{table}/watch", {"token": random.choice(target.tokens)}),
        (f"{table}/hook", {"seat": seat, "url": "http://169.254.169.254/latest/meta-data"}),
        (f"{table}/fork", {"to": 0}),
        (f"{table}/start", {}),
        ("/api/tables", order),
        ("/api/rules", {"base": "classic", "text": 'constant x = 1'}),
        ("/api/rules/mend", {"draft": "none"}),
        ("/api/import", {"format": 1}),
    ]  # fmt: skip


def _forge_request(random: Random, path: str, body: dict[str, Any]) -> Request:
    """From another site, without what only a page can send, or with somebody else's cookie, guessed."""
    json_type = ("Content-Type", "application/json")
    headers = random.choice(
        (
            (json_type,),
            (json_type, ("X-Caylus", "1"), ("Origin", "https://elsewhere.example")),
            (json_type, ("X-Caylus", "1"), ("Origin", "null")),
            (json_type, ("X-Caylus", "1"), ("Cookie", f"caylus={random.getrandbits(192):x}")),
            (json_type, ("X-Caylus", "1"), ("Cookie", "caylus=" + "a" * 10_000)),
            (json_type, ("X-Caylus", "1"), ("Cookie", "caylus=\xff\xfe; caylus=; =")),
            (json_type, ("X-Caylus", "1"), ("Host", "elsewhere.example")),
            (json_type, ("X-Caylus", "1"), ("X-Forwarded-For", "127.0.0.1, ::1, unknown, " + "1," * 500)),
            (("Content-Type", "text/plain"), ("X-Caylus", "1")),
            (("Content-Type", "application/x-www-form-urlencoded"),),
        )
    )
    return Request("forged", path=path, body=json.dumps(body).encode(), headers=headers)


def _out_of_turn(random: Random, body: dict[str, Any], target: Target) -> dict[str, Any]:
    """Requests that are right but for who asks, when, or what for."""
    changes = (
        {"seat": random.choice(NAMES)},
        {"revision": random.choice((0, target.revision - 1, target.revision + 1, 2**31 - 1))},
        {"option": random.choice((*NAMES, "place road 99", ""))},
        {"key": target.key},
    )
    change = random.choice(changes)
    return {**body, **{name: value for name, value in change.items() if name in body}}


def _break_request(random: Random, path: str, body: dict[str, Any], target: Target) -> bytes:
    """What is hardly HTTP."""
    data = json.dumps(body).encode()
    whole = f"POST {path} HTTP/1.1\r\nHost: {target.host}\r\nX-Caylus: 1\r\n".encode()
    return random.choice(
        (
            spoilt_bytes(random, f"GET {path} HTTP/1.1\r\nHost: {target.host}\r\n\r\n"),
            bytes(random.getrandbits(8) for _ in range(random.choice((1, 100, 5000)))) + b"\r\n\r\n",
            whole + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n" + data,
            whole + b"Content-Length: -1\r\n\r\n" + data,
            whole + b"Content-Length: 99999999999999999999\r\n\r\n" + data,
            whole + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n" + data,
            whole + b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
            whole + b"X: " + b"a" * 200_000 + b"\r\n\r\n",
            whole + b"".join(b"X-%d: 1\r\n" % i for i in range(3000)) + b"\r\n",
            whole.replace(b"HTTP/1.1", b"HTTP/9.9") + b"\r\n",
            whole.replace(f"Host: {target.host}\r\n".encode(), b"") + b"Content-Length: 2\r\n\r\n{}",
            whole + f"Content-Length: {len(data) + 50}\r\n\r\n".encode() + data,
        )
    )


def _socket(random: Random, target: Target) -> bytes:
    """A WebSocket that is not one, not somebody's, or says what no page says."""
    seat = quote(random.choice((*target.seats, *NAMES)))
    head = (
        f"GET /api/tables/{target.table}/live?seat={seat} HTTP/1.1\r\nHost: {target.host}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: {random.choice(('13', '99', ''))}\r\n"
        f"Sec-WebSocket-Key: {random.choice(('dGhlIHNhbXBsZSBub25jZQ==', 'short', ''))}\r\n"
        f"Origin: {random.choice((f'http://{target.host}', 'https://elsewhere.example'))}\r\n\r\n"
    ).encode()
    frames = (
        b"\x81\x85\0\0\0\0hello",
        b"\xff" * 100,
        b"\x82\xff\x7f\xff\xff\xff\xff\xff\xff\xff",
        b"\x89\x80\0\0\0\0" * 500,
        b"",
    )
    odd = random.choice(ODD).encode("utf-8", "surrogatepass")
    return head + random.choice((*frames, b"\x81" + bytes([0x80 | len(odd)]) + b"\0\0\0\0" + odd))
