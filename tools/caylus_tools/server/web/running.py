"""A server that runs: its socket, its signals, and an end at which everybody is told."""

from __future__ import annotations

import errno
import socket

import uvicorn
from starlette.applications import Starlette

from caylus_tools.common.errors import UsageError
from caylus_tools.server.settings import Settings

from . import logs

_BACKLOG = 512
_MOST_SAID = 4096
"""In bytes: what a page may send up a socket at once."""


def listening(settings: Settings) -> socket.socket:
    """A socket at the address that is set. Raises `UsageError` that says why there cannot be one."""
    host, port = settings.host, settings.port
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError:
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
        return (f"something listens at port {port} already; perhaps another server of yours", "another port: --port 8001")
    if error.errno == errno.EACCES:
        return (f"port {port} is not for everybody to listen at", "ports from 1024 on are: --port 8000")
    return (f"--host {host} is no address of this machine",)


def run(app: Starlette, opened: socket.socket) -> None:
    """Serves until a signal asks for the end; then everybody is told, and what goes on is given two seconds."""
    logs.start()
    config = uvicorn.Config(
        app,
        http="h11",
        ws="websockets-sansio",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        ws_max_size=_MOST_SAID,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
    )
    _Server(config).run(sockets=[opened])


class _Server(uvicorn.Server):
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._captured_signals.clear()  # the end was asked for, and is no fault
        await super().shutdown(sockets)
