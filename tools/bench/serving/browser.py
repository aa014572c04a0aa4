"""A client that is to a server what a browser is, without a page: cookies, an address, kept connections, requests."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

MOST_SECONDS = 120.0
"""How long an answer may take before it is taken that none will come."""

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

    def with_port(self, port: int) -> Browser:
        """The same visitor at another server."""
        return Browser(port, self.number, self.cookies)

    @property
    def headers(self) -> dict[str, str]:
        """Those that come with whatever it asks."""
        said = {"Host": f"127.0.0.1:{self.port}", "Origin": f"http://127.0.0.1:{self.port}", "X-Forwarded-For": self.from_address}
        kept = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {**said, "Cookie": kept} if kept else said

    async def get(self, path: str) -> Reply:
        return await self.ask("GET", path)

    async def post(self, path: str, body: object) -> Reply:
        return await self.ask("POST", path, json.dumps(body).encode(), {"Content-Type": "application/json", "X-Caylus": "1"})

    async def ask(self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None) -> Reply:
        """One question and its answer. Raises OSError where none came, `TimeoutError` (which is one) where none came in time."""
        said = {**self.headers, "Content-Length": str(len(body)), **(headers or {})}
        head = "".join(f"{name}: {value}\r\n" for name, value in said.items())
        return await self.send(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)

    async def send(self, request: bytes) -> Reply:
        """The answer to these very bytes."""
        wire = await self._wire()
        try:
            async with asyncio.timeout(MOST_SECONDS):
                wire[1].write(request)
                await wire[1].drain()
                reply = await _reply(wire[0], has_body=not request.startswith(b"HEAD "))
        except BaseException as raised:
            await _hang_up(wire)
            if isinstance(raised, asyncio.IncompleteReadError | ValueError):
                raise ConnectionResetError("the answer broke off") from raised
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
