"""People told elsewhere that it is their turn: a request to an address of their own, and nothing of what it answers.

The address is somebody's word. So only `https` goes out, to no address that is not everybody's, the one that was looked at and no
other; nothing is followed, and an answer is no more than a number.
"""

from __future__ import annotations

import http.client
import json
import logging
import socket
import ssl
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from ipaddress import IPv4Address, IPv6Address, ip_address
from threading import Event, Semaphore, Timer
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from caylus_tools.server import Refused

LONGEST_URL = 500
SECONDS = 5.0
"""For one request, from the first byte to the answer."""

PAUSES = (0.0, 1.0, 5.0)
"""Seconds before each try."""

MOST_WAITING = 256
AT_ONCE = 4

_log = logging.getLogger(__name__)

Address = IPv4Address | IPv6Address
Head = Callable[[SplitResult], dict[str, str]]
"""The headers of a request to an address."""
Told = Callable[["str | None"], object]
"""Hears what went wrong; None: nothing."""
Resolve = Callable[[str, int], Sequence[str]]
"""The addresses of a host. Raises OSError."""


class Turn(NamedTuple):
    """A message: the table and the seat, by names of the server, the title of the table, and its address."""

    table: str
    seat: str
    title: str
    link: str


class _Failed(Exception):
    """A request did not arrive; `is_final` where it would not the next time."""

    def __init__(self, text: str, is_final: bool = False) -> None:
        super().__init__(text)
        self.is_final = is_final


def _resolve_host(host: str, port: int) -> list[str]:
    return [str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


class Webhooks:
    """`told` is called with table, seat and what went wrong (None: nothing) after each turn that was told, in a thread.

    With `private`, for a server at home, plain `http` and any address will do.
    """

    def __init__(
        self,
        told: Callable[[str, str, str | None], object],
        private: bool = False,
        resolve: Resolve = _resolve_host,
        context: ssl.SSLContext | None = None,
        pauses: Sequence[float] = PAUSES,
    ) -> None:
        self._told = told
        self._private = private
        self._resolve = resolve
        self._context = context or ssl.create_default_context()
        self._pauses = pauses
        self._threads = ThreadPoolExecutor(AT_ONCE, "webhooks")
        self._room = Semaphore(MOST_WAITING)
        self._closed = Event()

    def check(self, url: str) -> None:
        """Raises Refused where nothing would ever be sent to such an address. What its name leads to is looked at when it is."""
        self._split(url)

    def tell(self, url: str, turn: Turn, *, head: Head | None = None, told: Told | None = None) -> None:
        """Returns at once. With a `head` nothing else is sent: a push, which tells a service of browsers nothing of the game.

        `told` is called with what went wrong in place of the one for all.
        """
        told = told or partial(self._told, turn.table, turn.seat)
        if self._closed.is_set() or not self._room.acquire(blocking=False):
            told("Too much was to be told at once.")
            return
        self._threads.submit(self._deliver, url, turn, head, told)

    def close(self) -> None:
        """Stop: messages that have not been sent by now are dropped."""
        self._closed.set()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _deliver(self, url: str, turn: Turn, head: Head | None, told: Told) -> None:
        try:
            told(self._try_post(url, turn, head))
        except Exception:
            _log.exception("what became of a webhook of table %s could not be kept", turn.table)
        finally:
            self._room.release()

    def _try_post(self, url: str, turn: Turn, head: Head | None) -> str | None:
        """Post once; returns the error, if any."""
        wrong = "It was not tried."
        for pause in self._pauses:
            if self._closed.wait(pause):
                break
            try:
                self._send(url, turn, head)
                return None
            except Refused as refused:
                return refused.text
            except _Failed as failed:
                wrong = str(failed)
                if failed.is_final:
                    break
        return wrong

    def _send(self, url: str, turn: Turn, head: Head | None) -> None:
        parts = self._split(url)
        host, port = parts.hostname or "", _port(parts)
        text = f"{turn.title}: {turn.seat} has to decide. {turn.link}"
        body = json.dumps({"text": text, "content": text, "table": turn.title, "seat": turn.seat, "link": turn.link})
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = {"Content-Type": "application/json"} if head is None else head(parts)
        headers |= {"User-Agent": "caylus", "Connection": "close"}
        with self._connect(parts.scheme, host, port) as connection:
            try:
                connection.request("POST", path, body.encode() if head is None else b"", headers)
                status = connection.getresponse().status
            except (OSError, http.client.HTTPException):
                raise _Failed(f"There was no answer within {SECONDS:g} seconds, or none that makes sense.") from None
        if not 200 <= status < 300:
            moved = ", which leads elsewhere and is not followed" if 300 <= status < 400 else ""
            raise _Failed(f"The answer was {status}{moved}.", is_final=status < 500)

    @contextmanager
    def _connect(self, scheme: str, host: str, port: int) -> Iterator[http.client.HTTPConnection]:
        """A connection to the very address that was looked at, cut off when its time is over."""
        address = self._address(host, port)
        connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
        try:
            plain = socket.create_connection((str(address), port), timeout=SECONDS)
        except OSError:
            raise _Failed("Nobody is there.") from None
        cut = Timer(SECONDS, _cut, (plain,))
        cut.daemon = True
        cut.start()
        try:
            connection.sock = self._context.wrap_socket(plain, server_hostname=host) if scheme == "https" else plain
            cut.args = (connection.sock,)
            yield connection
        except ssl.SSLError:
            raise _Failed("It does not prove by its certificate that it is what it is called.") from None
        except OSError:
            raise _Failed("The connection was lost.") from None
        finally:
            cut.cancel()
            plain.close()
            connection.close()

    def _address(self, host: str, port: int) -> Address:
        """Raises Refused where any of a host's addresses is not everybody's."""
        try:
            found = [ip_address(text.partition("%")[0]) for text in self._resolve(host, port)]
        except (OSError, UnicodeError, ValueError):
            raise _Failed("Nobody is called that.") from None
        if not found:
            raise _Failed("Nobody is called that.")
        if not self._private and not all(map(is_public, found)):
            raise Refused("bad", "That address is not open to everybody.")
        return found[0]

    def _split(self, url: str) -> SplitResult:
        wrong = f"A webhook is an address of at most {LONGEST_URL} letters, like `https://example.org/…`."
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", _port(parts)
        except ValueError:
            raise Refused("bad", wrong) from None
        schemes = ("https", "http") if self._private else ("https",)
        is_plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= LONGEST_URL
        if not (is_plain and parts.scheme in schemes and host and port and "@" not in parts.netloc and not parts.fragment):
            raise Refused("bad", wrong)
        with suppress(ValueError):
            if not self._private and not is_public(ip_address(host)):
                raise Refused("bad", "That address is not open to everybody.")
        return parts


def is_public(address: Address) -> bool:
    """Return whether an address is one that the whole net knows, also where it only wraps one of the older kind."""
    if isinstance(address, IPv6Address):
        inside = address.ipv4_mapped or address.sixtofour or (address.teredo and address.teredo[1]) or _embedded_address(address)
        if inside:
            return is_public(inside)
    return address.is_global and not address.is_multicast and not address.is_reserved


def _embedded_address(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address in one of a translator between the two kinds (64:ff9b::/96)."""
    value = int(address)
    return IPv4Address(value & 0xFFFFFFFF) if value >> 32 == 0x64FF9B << 64 else None


def _port(parts: SplitResult) -> int:
    """Raises ValueError."""
    return parts.port if parts.port is not None else {"https": 443, "http": 80}.get(parts.scheme, 0)


def _cut(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
