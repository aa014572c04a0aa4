"""Listen on a socket, and find the addresses that people type."""

from __future__ import annotations

import errno
import socket
from ipaddress import ip_address

from caylus_tools.common.errors import UsageError
from caylus_tools.common.invoked import command
from caylus_tools.server.settings import Settings

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
