"""A server that runs, and ends when a signal asks it to: everybody is told."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
from typing import Any

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .connections import Connections
from .logs import note
from .services import Services

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
