"""People at tables: seats that are taken, told of everything over a socket, and that choose."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

MOST_SECONDS = 120.0
"""How long an answer or news may take before it is taken that none will come."""

LONGEST_IDLE = 2.0
"""Seconds after which a connection is not used again: the server may be about to close it."""

Wire = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Reply(NamedTuple):
    """The answer of a server; names of headers are small."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        """The body read as JSON."""
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The kind of a refusal; empty for none."""
        error = self.data.get("error") if self.status >= 400 else None
        return str(error["code"]) if error else ""


class Browser:
    """One visitor of a server. `number` makes an address for whoever this is, told by `X-Forwarded-For`."""

    def __init__(self, port: int, number: int = 1, cookies: Mapping[str, str] | None = None) -> None:
        self.port, self.number, self.cookies = port, number, dict(cookies or {})
        self.from_address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        self._idle: list[tuple[Wire, float]] = []

    @property
    def headers(self) -> dict[str, str]:
        """Those that come with whatever it asks."""
        all_headers = {
            "Host": f"127.0.0.1:{self.port}",
            "Origin": f"http://127.0.0.1:{self.port}",
            "X-Forwarded-For": self.from_address,
        }
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {**all_headers, "Cookie": cookies} if cookies else all_headers

    async def get(self, path: str) -> Reply:
        return await self.ask("GET", path)

    async def post(self, path: str, body: object) -> Reply:
        return await self.ask("POST", path, json.dumps(body).encode(), {"Content-Type": "application/json", "X-Caylus": "1"})

    async def ask(self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None) -> Reply:
        """One question and its answer. Raises OSError where none came, `TimeoutError` (which is one) where none came in time."""
        all_headers = {**self.headers, "Content-Length": str(len(body)), **(headers or {})}
        head = "".join(f"{name}: {value}\r\n" for name, value in all_headers.items())
        return await self.send(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)

    async def send(self, request: bytes) -> Reply:
        """The answer to these very bytes."""
        wire = await self._wire()
        try:
            async with asyncio.timeout(MOST_SECONDS):
                wire[1].write(request)
                await wire[1].drain()
                reply = await _reply(wire[0], has_body=not request.startswith(b"HEAD "))
        except BaseException as error:
            await _hang_up(wire)
            if isinstance(error, asyncio.IncompleteReadError | ValueError):
                raise ConnectionResetError("the answer broke off") from error
            raise
        if reply.headers.get("connection") == "close":
            await _hang_up(wire)
        else:
            self._idle.append((wire, time.monotonic()))
        if cookie := reply.headers.get("set-cookie"):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return reply

    async def _wire(self) -> Wire:
        while self._idle:
            wire, since = self._idle.pop()
            if not wire[0].at_eof() and not wire[1].is_closing() and time.monotonic() - since < LONGEST_IDLE:
                return wire
            await _hang_up(wire)
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def close(self) -> None:
        while self._idle:
            await _hang_up(self._idle.pop()[0])


async def _hang_up(wire: Wire) -> None:
    wire[1].close()
    with suppress(OSError):
        await wire[1].wait_closed()


async def _reply(reader: asyncio.StreamReader, has_body: bool) -> Reply:
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines) if name}
    if not has_body:
        body = b""
    elif headers.get("transfer-encoding") == "chunked":
        body = await _chunks(reader)
    else:
        body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Reply(int(first.split()[1]), headers, body)


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    parts = []
    while size := int((await reader.readline()).split(b";")[0], 16):
        parts.append(await reader.readexactly(size))
        await reader.readexactly(2)
    await reader.readline()
    return b"".join(parts)


ASKS_AGAIN = 0.25
"""Seconds before a socket that was lost is opened again."""
LARGEST_MESSAGE = 16_000_000

State = dict[str, Any]


def take_message(state: State, message: State) -> State:
    """The newest state after a message: that of a `state`, the one before with the differences of a `change`."""
    if message["type"] == "change":
        assert message["since"] == state["moment"]
        fields = {name: value for name, value in message.items() if name not in ("since", "change")}
        return {**amend(state, message["change"]), **fields, "type": "state"}
    return message if message["type"] == "state" else state


def amend(value: Any, difference: Any) -> Any:
    """A document after a difference, which leaves the old one as it is."""
    if isinstance(difference, list):
        return difference[0]
    copy = value.copy()
    for name, inner in difference.items():
        place = int(name) if isinstance(copy, list) else name
        copy[place] = amend(copy[place], inner)
    return copy


class Seat:
    """A seat as the page before it has it: `state` is the newest message, `None` for `name` is whoever watches.

    `connections` counts how often its socket was there and told a state. `told` is everything that ever came over it, as JSON, in
    place of each change the state after it, where `keeps` says so.
    """

    def __init__(self, browser: Browser, table: str, name: str | None, keeps: bool = False) -> None:
        self.browser, self.table, self.name = browser, table, name
        self.state: State = {}
        self.told: list[str] = []
        self._keeps = keeps
        self.connections = 0
        self._news = asyncio.Event()
        self._listening: asyncio.Task[None] | None = None

    async def listen(self) -> None:
        """From now on its state is the newest there is, as long as there is a server."""
        self._listening = asyncio.create_task(self._listen())
        await self.until(lambda state: True)

    async def leave(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening
        await self.browser.close()

    async def _listen(self) -> None:
        seat = "" if self.name is None else f"?seat={quote(self.name)}"
        address = f"ws://127.0.0.1:{self.browser.port}/api/tables/{self.table}/live{seat}"
        while True:
            headers = {name: value for name, value in self.browser.headers.items() if name != "Host"}
            try:
                async with connect(address, additional_headers=headers, max_size=LARGEST_MESSAGE, proxy=None) as socket:
                    is_new = True
                    async for message in socket:
                        if self._hear(str(message)):
                            self.connections += is_new
                            is_new = False
            except (OSError, ConnectionClosed, InvalidHandshake):
                await asyncio.sleep(ASKS_AGAIN)

    def _hear(self, message: str) -> bool:
        """Return whether it was a state, or a change of it."""
        data = json.loads(message)
        state = take_message(self.state, data)
        is_new = state is not self.state
        if self._keeps:
            self.told.append(json.dumps(state) if is_new else message)
        if not is_new:
            return False
        self.state = state
        self._news.set()
        self._news = asyncio.Event()
        return True

    async def until(self, holds: Any) -> State:
        """The state, as soon as something holds of it. Raises `TimeoutError` if it never comes to that."""
        async with asyncio.timeout(MOST_SECONDS):
            while not (self.state and holds(self.state)):
                await self._news.wait()
        return self.state

    async def wait_for_revision(self, revision: int) -> State:
        """The state, as soon as it is of this revision or a later one."""
        return await self.until(lambda state: state["revision"] >= revision)

    @property
    def is_over(self) -> bool:
        return bool(self.state["result"])

    @property
    def decides(self) -> bool:
        """Return whether it has options that it may choose of."""
        return bool(self.state.get("options"))

    async def choose(self, option: str, key: str | None = None, revision: int | None = None) -> Reply:
        """One submit, by a key of its own unless it is given one, and for the newest state unless it is for another revision."""
        return await self.browser.post(
            f"/api/tables/{self.table}/choose",
            {
                "seat": self.name,
                "revision": self.state["revision"] if revision is None else revision,
                "option": option,
                "key": key or secrets.token_urlsafe(12),
            },
        )


class Party:
    """A table and those who sit at it, by the names of their seats."""

    def __init__(self, table: str, seats: Sequence[Seat]) -> None:
        self.table = table
        self.seats = {seat.name: seat for seat in seats}

    @property
    def deciding_seat(self) -> Seat | None:
        """The first who has to decide, as far as they have heard; nobody where a game is over."""
        newest = max(seat.state["revision"] for seat in self.seats.values())
        return next((seat for seat in self.seats.values() if seat.decides and seat.state["revision"] == newest), None)

    @property
    def is_over(self) -> bool:
        return any(seat.is_over for seat in self.seats.values())

    async def wait_for_revision(self, revision: int) -> None:
        """Comes back when all have been told of it."""
        await asyncio.gather(*(seat.wait_for_revision(revision) for seat in self.seats.values()))

    async def leave(self) -> None:
        await asyncio.gather(*(seat.leave() for seat in self.seats.values()))


async def fetch_state(seat: Seat) -> State:
    """The state that a page opened now is told, without clocks and presence."""
    browser = seat.browser
    fresh = Seat(Browser(browser.port, browser.number, browser.cookies), seat.table, seat.name)
    await fresh.listen()
    await fresh.leave()
    return {name: value for name, value in fresh.state.items() if name not in ("clock", "seats", "cursor", "moment")}


def choice(seat: Seat, draw: Random) -> str:
    """The id of some option of a seat."""
    return str(draw.choice(seat.state["options"])["id"])


async def sit_down(
    ports: Sequence[int], seats: int, first: int, order: Mapping[str, Any] | None = None, keeps: bool = False
) -> Party:
    """Opens a table, whose seats are taken by visitors `first` and those after, each at one of the servers in turn.

    Raises `RuntimeError` with what the server said if it does not come to a game.
    """
    host = Browser(ports[0], first)
    seat_order = {"kind": "person", "label": "", "policy": None, "mine": False}
    table_order = {
        "base": "classic",
        "variants": [],
        "seats": [seat_order] * seats,
        "public": False,
        "spectators": True,
        **(order or {}),
    }
    places: list[Seat] = []
    try:
        await host.get("/")
        table = _good(await host.post("/api/tables", table_order))
        for number, (name, link) in enumerate(table["links"].items()):
            browser = Browser(ports[number % len(ports)], first + number, host.cookies if number == 0 else None)
            places.append(Seat(browser, str(table["table"]), name, keeps))
            await _claim(places[-1], str(link).rpartition(".")[2], f"Visitor {number + 1}")
        await asyncio.gather(*(seat.listen() for seat in places))
        await asyncio.gather(*(seat.until(lambda state: state["status"] == "playing") for seat in places))
    except BaseException:
        await asyncio.gather(*(seat.leave() for seat in places))
        raise
    finally:
        await host.close()
    return Party(str(table["table"]), places)


async def _claim(seat: Seat, token: str, label: str) -> None:
    await seat.browser.get("/")
    path = f"/api/tables/{seat.table}/seats/{quote(str(seat.name))}/claim"
    _good(await seat.browser.post(path, {"token": token, "label": label}))


def _good(reply: Reply) -> Any:
    if reply.status != 200:
        raise RuntimeError(f"refused with {reply.status}: {reply.body.decode(errors='replace')[:500]}")
    return reply.data
