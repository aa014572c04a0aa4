"""A server that is checked, listens, runs, and ends when a signal asks it to: everybody is told."""

from __future__ import annotations

import asyncio
import errno
import gc
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import fields
from ipaddress import ip_address
from typing import Any

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from caylus_tools.common.errors import CLEAN, FINDINGS, UsageError
from caylus_tools.common.output import command, tell
from caylus_tools.server.rules import catalogue
from caylus_tools.server.settings import Settings
from caylus_tools.server.storage.database import NoDatabase, StorageError
from caylus_tools.server.storage.opening import open_database
from caylus_tools.server.storage.schema import VERSION, schema_version

from .monitoring import note
from .services import Services
from .visitors import Connections, count_needed_files, open_files

_BACKLOG = 512
_EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - for whoever runs the server to say
_ELSEWHERE = ("192.0.2.1", 9)
"""Nobody's address: it is asked which way there leads out of this machine, and nothing is sent."""


def listening(settings: Settings) -> socket.socket:
    """A socket at the address that is set. Raises `UsageError` that says why there cannot be one."""
    host, port = settings.host, settings.port
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise UsageError(f"--host {host} is no address of this machine") from None
    family, kind, protocol, _, address = found[0]
    opened = socket.socket(family, kind, protocol)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind(address)
        opened.listen(_BACKLOG)
    except OSError as error:
        opened.close()
        raise UsageError(*_why(error, host, port)) from None
    return opened


def _why(error: OSError, host: str, port: int) -> tuple[str, ...]:
    if error.errno == errno.EADDRINUSE:
        return (
            f"something listens at port {port} already, perhaps another `caylus serve`; another port is free: --port {port + 1}",
        )
    if error.errno == errno.EACCES:
        return (f"port {port} is not yours to listen at; those from 1024 on are: --port 8000",)
    return (f"--host {host} is no address of this machine",)


def welcome(settings: Settings, opened: socket.socket) -> list[str]:
    """Lines that say what to open, here and elsewhere, and where the tables are kept."""
    home = home_address(settings, opened)
    if settings.host in _EVERYWHERE and not settings.address:
        lines = [f"Play at http://127.0.0.1:{opened.getsockname()[1]}/", f"Friends in the same network open {home}/"]
    else:
        lines = [f"Play at {home}/"]
        if _is_loopback(settings.host) and not settings.address:
            lines.append(f"For friends in the same network start it with `{command()} serve --host 0.0.0.0`.")
    return [*lines, f"Tables are kept in {settings.printable_database}. Ctrl-C ends the server."]


def home_address(settings: Settings, opened: socket.socket) -> str:
    """The beginning of the addresses of pages, for as many people as can get here."""
    if settings.address:
        return settings.address
    host = _outward() if settings.host in _EVERYWHERE else settings.host
    return f"http://{f'[{host}]' if ':' in host else host}:{opened.getsockname()[1]}"


def _outward() -> str:
    """This machine's address in its network; what it calls itself where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(_ELSEWHERE)
            address = str(asked.getsockname()[0])
        except OSError:
            return "127.0.0.1"
    return address


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def check(settings: Settings) -> int:
    """Says it line by line, and returns the exit code."""
    faults = 0
    for line, is_well in _check_results(settings):
        tell(f"{'well ' if is_well else 'WRONG'}  {line}")
        faults += not is_well
    for field in fields(settings.limits):
        tell(f"limit  {field.name}={getattr(settings.limits, field.name)}")
    return FINDINGS if faults else CLEAN


def _check_results(settings: Settings) -> Iterator[tuple[str, bool]]:
    try:
        listening(settings).close()
        yield f"port {settings.port} of {settings.host} is free", True
    except UsageError as error:
        yield str(error), False
    try:
        yield _database(settings), True
    except StorageError as error:
        yield str(error), False
    needed, files = count_needed_files(settings.limits), open_files(settings.limits)
    yield f"{files} files may be open; {needed} are needed for {settings.limits.connections} connections", files >= needed
    known = catalogue(settings.rulesets)
    names = [ruleset["name"] for ruleset in known.offered["rulesets"]]
    yield f"{len(names)} rulesets can be played: {', '.join(names)}", bool(names)
    for name, fault in known.faulty.items():
        yield f"{name} in {settings.rulesets} is not offered: {fault}", False


def _database(settings: Settings) -> str:
    """Report what a server would do with the database. Nothing is done now. Raises StorageError where it could do nothing."""
    name = settings.printable_database
    try:
        with closing(open_database(settings.database, makes=False)) as database:
            version = schema_version(database)
    except NoDatabase as missing:
        return f"{missing}, and the server will make it"
    if version is None:
        return f"the database {name} is empty, and the server will make its tables there"
    if version != VERSION:
        return f"the database {name} can be used; the server will bring it from schema {version} to {VERSION}: back it up before"
    return f"the database {name} can be used, and is of this version"


_TURN = 0.001
"""In seconds: how long a thread of the engine may go on while the event loop waits; Python gives it five times that."""
_SELDOM = 1000
"""So many collections of younger garbage come before one that looks through everything and holds all up: tables need none."""
_MOST_SAID = 4096
"""In bytes: what a page may send up a socket at once."""
_LAST_WORDS = 0.1
"""In seconds: what pages are given to hear that the server ends."""
_GRACE = 2
"""In seconds: what requests in hand are given when the server ends; after that nobody waits for workers any more."""
_MOST_STUCK = 15.0
"""In seconds: how long a page may read nothing of what it is sent."""


def make_server(app: Starlette) -> uvicorn.Server:
    """Serves, when it is run, until a signal asks for the end; then everybody is told, and what goes on is given two seconds."""
    sys.setswitchinterval(_TURN)
    gc.freeze()  # all that is imported stays
    gc.set_threshold(*gc.get_threshold()[:2], _SELDOM)
    services: Services = app.state.services
    config = _Config(
        services.settings.limits.head_seconds,
        services.connections,
        app,
        http=_Requests,
        ws=_WebSocket,
        loop="auto",
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        ws_max_size=_MOST_SAID,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=_GRACE,
    )
    return _Server(config, services)


class _Config(uvicorn.Config):
    """The configuration for every connection besides: who is let in, and how long a head may take."""

    def __init__(self, head_seconds: float, connections: Connections, app: Starlette, **set_: Any) -> None:
        super().__init__(app, **set_)
        self.head_seconds = head_seconds
        self.connections = connections


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, services: Services) -> None:
        super().__init__(config)
        self._services = services

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._captured_signals.clear()  # the end was asked for, and is no fault
        note("ends")
        self._services.hub.restart()
        await asyncio.sleep(_LAST_WORDS)
        asyncio.get_running_loop().call_later(_GRACE, self._services.end)
        await super().shutdown(sockets)


class _Requests(H11Protocol):
    """A connection on which requests come, each of them in time, and nothing more is said once its other end was told that it
    sends no HTTP."""

    config: _Config
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.config.connections.admit(transport, self.client[0] if self.client else ""):
            self._mind_the_time()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.config.connections.leave(self.transport)
        self._finish_in_time()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_owed_something:
            self._mind_the_time()
        else:
            self._finish_in_time()

    @property
    def _is_owed_something(self) -> bool:
        """Return whether the head of a request is still to come, or the rest of a body that nobody waits for."""
        theirs = self.conn.their_state
        return theirs is h11.IDLE or (theirs is h11.SEND_BODY and self.conn.our_state is h11.DONE)

    def _mind_the_time(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(self.config.head_seconds, self.transport.abort)

    def _finish_in_time(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def send_400_response(self, msg: str) -> None:
        super().send_400_response(msg)
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()


class _WebSocket(WebSocketsSansIOProtocol):
    """A socket that is cut when nobody reads: closing it would wait for what is still to be read, for ever."""

    config: _Config
    _stuck: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = self.loop.call_later(_MOST_STUCK, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stuck is not None:
            self._stuck.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._stuck is not None:
            self._stuck.cancel()
        self.config.connections.leave(self.transport)
        super().connection_lost(exc)
