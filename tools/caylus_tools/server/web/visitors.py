"""Those who ask: their addresses and cookies, and how often and how many at once they may."""

from __future__ import annotations

import hashlib
import logging
import re
import secrets
import sys
import time
from asyncio import BaseTransport
from collections import Counter
from collections.abc import Callable, Iterable
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from caylus_tools.server.settings import Limits, Settings

from .monitoring import note

_AT_HOME = (".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box")
"""Ends of names that no stranger can give to an address of theirs."""


def household(scope: Scope) -> str:
    """The network that counts as one address: an IPv4 address, or the network of an IPv6 address that one customer gets."""
    host = scope["client"][0] if scope.get("client") else ""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is None:
            return f"{IPv6Address(int(address) >> 64 << 64)}/64"
        address = address.ipv4_mapped
    return str(address)


def is_this_machine(scope: Scope, settings: Settings) -> bool:
    """Return whether the request comes from this machine itself, and not from a proxy on it that nobody has told us of."""
    headers = Headers(scope=scope)
    passed_on = "x-forwarded-for" in headers or "forwarded" in headers
    try:
        is_local = ip_address(household(scope)).is_loopback
    except ValueError:
        is_local = household(scope).startswith("::/")  # ::1 in its network
    return is_local and not (passed_on and not settings.proxies)


def is_proxy(host: str, proxies: Iterable[str]) -> bool:
    """Return whether a host is one of these addresses and networks."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return any(address in ip_network(proxy) for proxy in proxies)


def answers_to(host: str, settings: Settings) -> bool:
    """Return whether a Host header names this server: by the address it was given, by number, or by a name of the local network.

    Any other name could be one of a stranger's that leads here, so that pages of theirs could ask in the name of their visitors.
    """
    if settings.address and host.lower() == urlsplit(settings.address).netloc.lower():
        return True
    try:
        name = (urlsplit(f"//{host}").hostname or "").removesuffix(".")
    except ValueError:
        return False
    try:
        ip_address(name)
    except ValueError:
        return bool(name) and ("." not in name or name.endswith(_AT_HOME) or name == settings.host.lower())
    return True


def origins(scope: Scope, settings: Settings) -> set[str]:
    """The origins of this server's own pages, as a browser names them."""
    secure = scope["scheme"] in ("https", "wss")
    host = Headers(scope=scope).get("host", "").lower()
    return {f"{'https' if secure else 'http'}://{host}", *([settings.address.lower()] if settings.address else [])}


COOKIE = "caylus"
_YEAR = 365 * 24 * 3600
_FORM = re.compile(r"[\w-]{32}", re.ASCII)


def parse_visitor(token: str | None) -> str | None:
    """The visitor of a cookie, None where it is none of ours in its form."""
    return hashlib.sha256(token.encode()).hexdigest() if token and _FORM.fullmatch(token) else None


def new_token() -> str:
    return secrets.token_urlsafe(24)


def set_cookie(token: str, *, secure: bool) -> str:
    """The header that gives a browser its cookie."""
    return cookie(COOKIE, token, "/", secure=secure)


def watching(table: str) -> str:
    """The name of the cookie in which the link of a table's spectators is kept."""
    return f"{COOKIE}-watch-{table}"


def cookie(name: str, value: str, path: str, *, secure: bool) -> str:
    return f"{name}={value}; Path={path}; Max-Age={_YEAR}; HttpOnly; SameSite=Strict{'; Secure' if secure else ''}"


_MOST_BUCKETS = 20_000
"""Buckets that are remembered at most; those that are full again are forgotten first."""


class Rate:
    """Allows `size` at once, and as many again in `seconds`."""

    def __init__(self, size: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._size = size
        self._per_second = size / seconds
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}
        """By key: what was left, and when."""

    def wait(self, key: str, amount: int = 1) -> float:
        """0 if that is allowed now, and it is counted; else in how many seconds it will be, and nothing is counted."""
        now = self._clock()
        left, amount = self._remaining(key, now), min(amount, self._size)
        if left < amount:
            return (amount - left) / self._per_second
        if len(self._buckets) >= _MOST_BUCKETS:
            self._forget(now)
        self._buckets[key] = (left - amount, now)
        return 0.0

    def _remaining(self, key: str, now: float) -> float:
        left, since = self._buckets.get(key, (self._size, now))
        return min(self._size, left + (now - since) * self._per_second)

    def _forget(self, now: float) -> None:
        self._buckets = {key: at for key, at in self._buckets.items() if self._remaining(key, now) < self._size}
        while len(self._buckets) >= _MOST_BUCKETS:
            del self._buckets[next(iter(self._buckets))]


OTHER_FILES = 400
"""Files that a server has open besides its connections: the database, pipes to workers, what it sends."""


class Connections:
    """Counts them. A proxy that is told of may have any number: it speaks for many, and has limits of its own."""

    def __init__(self, settings: Settings) -> None:
        self._proxies = settings.proxies
        self._most = min(settings.limits.connections, open_files(settings.limits) - OTHER_FILES)
        self._most_of_one = settings.limits.connections_per_address
        self._addresses: dict[BaseTransport, str] = {}
        self._counts: Counter[str] = Counter()
        self._complained: set[str] = set()
        self.refused = 0

    def __len__(self) -> int:
        return len(self._addresses)

    def admit(self, transport: BaseTransport, host: str) -> bool:
        """Return whether one more connection from a host is taken. It counts until it leaves."""
        address = household({"client": (host, 0)})
        is_one_too_many = self._counts[address] >= self._most_of_one and not is_proxy(host, self._proxies)
        if is_one_too_many or len(self) >= self._most:
            self.refused += 1
            self._complain(address)
            return False
        self._addresses[transport] = address
        self._counts[address] += 1
        return True

    def leave(self, transport: BaseTransport) -> None:
        """A connection has ended; nothing happens if it was never taken."""
        address = self._addresses.pop(transport, None)
        if address is None:
            return
        self._counts[address] -= 1
        if not self._counts[address]:
            del self._counts[address]
            self._complained.discard(address)

    def _complain(self, address: str) -> None:
        """Says it once to the log, until all connections of the address have ended."""
        if address not in self._complained and len(self._complained) < self._most:
            self._complained.add(address)
            note("too many connections", logging.WARNING, address=address, of_address=self._counts[address], in_all=len(self))


def count_needed_files(limits: Limits) -> int:
    """Return how many files a server has to be able to open for these limits."""
    return limits.connections + OTHER_FILES


def open_files(limits: Limits) -> int:
    """Asks the system to let this process open as many files as it needs, and returns how many it may."""
    needed = count_needed_files(limits)
    if sys.platform == "win32":
        return needed
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return needed
    if soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return soft
