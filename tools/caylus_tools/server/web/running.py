"""A server that is checked, listens, runs, and ends when a signal asks it to: everybody is told."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from contextvars import ContextVar
from dataclasses import fields
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from caylus_tools.common.errors import CLEAN, FINDINGS, UsageError
from caylus_tools.common.output import command, tell
from caylus_tools.server.rules import catalogue
from caylus_tools.server.settings import Settings
from caylus_tools.server.storage.database import NoDatabase, StorageError
from caylus_tools.server.storage.opening import open_database
from caylus_tools.server.storage.schema import VERSION, schema_version

from .guard import Connections, count_connections, count_needed_files, find_want, open_files, parse_address
from .monitoring import note
from .services import Services

_BACKLOG = 512
_EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - for whoever runs the server to say
_ELSEWHERE = ("192.0.2.1", 9)
"""Nobody's address: it is asked which way there leads out of this machine, and nothing is sent."""


def listening(settings: Settings) -> socket.socket:
    """A socket at the address that is set. Raises `UsageError` that says why there cannot be one."""
    host, port = settings.host, settings.port
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise UsageError(f"--host {host} is no address of this machine") from None
    family, kind, protocol, _, address = addresses[0]
    server_socket = socket.socket(family, kind, protocol)
    server_socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        server_socket.bind(address)
        server_socket.listen(_BACKLOG)
    except OSError as error:
        server_socket.close()
        raise UsageError(*_why(error, host, port)) from None
    return server_socket


def _why(error: OSError, host: str, port: int) -> tuple[str, ...]:
    if error.errno == errno.EADDRINUSE:
        return (
            f"something listens at port {port} already, perhaps another `caylus serve`; another port is free: --port {port + 1}",
        )
    if error.errno == errno.EACCES:
        return (f"port {port} is not yours to listen at; those from 1024 on are: --port 8000",)
    return (f"--host {host} is no address of this machine",)


def check_machine(settings: Settings) -> None:
    """Says in the log where the server has less than it was told. Raises UsageError where the system gives too little."""
    if want := find_want(settings.limits):
        raise UsageError(want)
    most = count_connections(settings.limits)
    if most < settings.limits.connections:
        note(
            "fewer connections",
            logging.WARNING,
            connections=most,
            wanted=settings.limits.connections,
            files=open_files(settings.limits),
        )


def welcome(settings: Settings, server_socket: socket.socket) -> list[str]:
    """Lines that say what to open, here and elsewhere, and where the tables are kept."""
    home = home_address(settings, server_socket)
    if settings.host in _EVERYWHERE and not settings.address:
        lines = [f"Play at http://127.0.0.1:{server_socket.getsockname()[1]}/", f"Friends in the same network open {home}/"]
    else:
        lines = [f"Play at {home}/"]
        address = parse_address(settings.host)
        is_loopback = settings.host == "localhost" if address is None else address.is_loopback
        if is_loopback and not settings.address:
            lines.append(f"For friends in the same network start it with `{command()} serve --host 0.0.0.0`.")
    return [*lines, f"Tables are kept in {settings.printable_database}. Ctrl-C ends the server."]


def home_address(settings: Settings, server_socket: socket.socket) -> str:
    """The beginning of the addresses of pages, for as many people as can get here."""
    if settings.address:
        return settings.address
    host = _outward() if settings.host in _EVERYWHERE else settings.host
    return f"http://{f'[{host}]' if ':' in host else host}:{server_socket.getsockname()[1]}"


def _outward() -> str:
    """This machine's address in its network; what it calls itself where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe_socket:
        try:
            probe_socket.connect(_ELSEWHERE)
            address = str(probe_socket.getsockname()[0])
        except OSError:
            return "127.0.0.1"
    return address


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
    if want := find_want(settings.limits):
        yield want, False
    new_catalogue = catalogue(settings.rulesets)
    names = [ruleset["name"] for ruleset in new_catalogue.offered["rulesets"]]
    yield f"{len(names)} rulesets can be played: {', '.join(names)}", bool(names)
    for name, fault in new_catalogue.faulty.items():
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
        http="h11",
        ws="websockets-sansio",
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
    """The configuration of uvicorn, with a `_Connection` around each of its protocols."""

    def __init__(self, head_seconds: float, connections: Connections, app: Starlette, **settings: Any) -> None:
        super().__init__(_mark_requests(app), **settings)
        self.head_seconds = head_seconds
        self.connections = connections

    def load(self) -> None:
        super().load()
        self.inner_protocol_class = self.http_protocol_class
        self.http_protocol_class = _Connection


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, services: Services) -> None:
        super().__init__(config)
        self._services = services

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ask the server to end. Unlike uvicorn, do not raise the signal again at the end: to be asked is no fault."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        note("ends")
        self._services.hub.restart()
        await asyncio.sleep(_LAST_WORDS)
        asyncio.get_running_loop().call_later(_GRACE, self._services.end)
        await super().shutdown(sockets)


class _Connection(asyncio.Protocol):
    """A connection of a visitor: admitted or refused, and cut when it is held for nothing.

    It stands between the transport and a protocol of uvicorn, first HTTP and after an upgrade WebSocket. A connection is cut
    when no request comes in time, and when the page at its other end does not read what its socket is sent: closing it
    would wait for that for ever.
    """

    def __init__(self, config: _Config, **arguments: Any) -> None:
        self._config = config
        self.protocol = self._http = config.inner_protocol_class(config=config, **arguments)  # type: ignore[call-arg]
        self._loop = asyncio.get_running_loop()
        self._late: asyncio.TimerHandle | None = None
        self._stuck: asyncio.TimerHandle | None = None
        self._has_read = asyncio.Event()
        self._has_read.set()
        self._requests = 0
        """Requests that the application has in hand."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport
        address = transport.get_extra_info("peername")
        if self._config.connections.admit(transport, str(address[0]) if address else ""):
            self.protocol.connection_made(_Transport(self))  # type: ignore[arg-type]
            self._await_request()
        else:
            self.protocol = asyncio.Protocol()
            transport.abort()

    def data_received(self, data: bytes) -> None:
        if not self._requests:
            self._await_request()
        current = _CONNECTION.set(self)
        self.protocol.data_received(data)
        _CONNECTION.reset(current)

    def eof_received(self) -> bool | None:
        return self.protocol.eof_received()

    async def wait_until_read(self) -> None:
        """Waits until the other end has read most of what it was sent, or has gone."""
        await self._has_read.wait()

    def pause_writing(self) -> None:
        self._has_read.clear()
        self.protocol.pause_writing()
        if self.protocol is not self._http:
            self._stuck = self._loop.call_later(_MOST_STUCK, self.transport.abort)

    def resume_writing(self) -> None:
        self._has_read.set()
        self.protocol.resume_writing()
        if self._stuck is not None:
            self._stuck.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        self._has_read.set()
        for timer in (self._late, self._stuck):
            if timer is not None:
                timer.cancel()
        self._config.connections.leave(self.transport)
        self.protocol.connection_lost(exc)

    def begin_request(self) -> None:
        self._requests += 1
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def end_request(self) -> None:
        self._requests -= 1

    def _await_request(self) -> None:
        if self._late is None:
            self._late = self._loop.call_later(self._config.head_seconds, self.transport.abort)


class _Transport:
    """The transport that a protocol of uvicorn sees: when it hands over to another protocol, the `_Connection` stays."""

    def __init__(self, connection: _Connection) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection.transport, name)

    def set_protocol(self, protocol: asyncio.Protocol) -> None:
        self._connection.protocol = protocol


_CONNECTION: ContextVar[_Connection] = ContextVar("_CONNECTION")
"""The connection whose data is read. The task that answers a request is started then, so it has the same."""


def _mark_requests(app: ASGIApp) -> ASGIApp:
    """The application, which tells a connection when it has one of its requests in hand."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await app(scope, receive, send)
        connection = _CONNECTION.get()

        async def send_while_open(message: Message) -> None:
            # uvicorn closes a connection whose request goes on with what is no HTTP, and can send nothing more on it.
            if scope["type"] != "http" or not connection.transport.is_closing():
                await send(message)

        scope.setdefault("state", {})["wait_until_read"] = connection.wait_until_read
        connection.begin_request()
        try:
            await app(scope, receive, send_while_open)
        finally:
            connection.end_request()

    return answer
