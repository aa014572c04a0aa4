"""Visitors by their addresses and cookies, and the door that every request comes through."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
import sys
import time
from asyncio import BaseTransport
from collections import Counter
from collections.abc import Callable, Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from caylus_tools.server.settings import Limits, Settings
from caylus_tools.server.storage.schema import fresh

from .monitoring import LOG, Metrics, note
from .problems import Problem

_AT_HOME = (".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box")
"""Ends of names that no stranger can give to an address of theirs."""


_LOOPBACK = "::/64"
"""The network of ::1."""


def parse_address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host.partition("%")[0])
    except ValueError:
        return None


def household(scope: Scope) -> str:
    """The network that counts as one address: an IPv4 address, or the network of an IPv6 address that one customer gets."""
    host = scope["client"][0] if scope.get("client") else ""
    address = parse_address(host)
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    if isinstance(address, IPv6Address):
        return f"{IPv6Address(int(address) >> 64 << 64)}/64"
    return host[:64] if address is None else str(address)


def is_this_machine(scope: Scope) -> bool:
    """Return whether the request comes from this machine itself, and not through a proxy."""
    headers = Headers(scope=scope)
    is_forwarded = "x-forwarded-for" in headers or "forwarded" in headers
    address = parse_address(household(scope))
    is_local = household(scope) == _LOOPBACK if address is None else address.is_loopback
    return is_local and not is_forwarded


def is_proxy(host: str, proxies: Iterable[str]) -> bool:
    """Return whether a host is one of these addresses and networks."""
    address = parse_address(host)
    return address is not None and any(address in ip_network(proxy) for proxy in proxies)


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
    is_local = "." not in name or name.endswith(_AT_HOME) or name == settings.host.lower()
    return bool(name) and (is_local or parse_address(name) is not None)


def origins(scope: Scope, settings: Settings) -> set[str]:
    """The origins of this server's own pages, as a browser names them."""
    secure = scope["scheme"] in ("https", "wss")
    host = Headers(scope=scope).get("host", "").lower()
    return {f"{'https' if secure else 'http'}://{host}", *([settings.origin.lower()] if settings.address else [])}


COOKIE = "caylus"
_YEAR = 365 * 24 * 3600
_FORM = re.compile(r"[\w-]{32}", re.ASCII)


def parse_visitor(token: str | None) -> str | None:
    """The visitor of a cookie, None where it is none of ours in its form."""
    return hashlib.sha256(token.encode()).hexdigest() if token and _FORM.fullmatch(token) else None


def set_cookie(token: str, path: str, *, secure: bool) -> str:
    """The header that gives a browser its cookie, for the pages below a path."""
    return cookie(COOKIE, token, path or "/", secure=secure)


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
"""Files that a server has open besides its connections: the database, pipes to workers, what it sends. At most they are half of
those that may be open."""
LEAST_FILES = 256


class Connections:
    """Counts them. A proxy that is told of may have any number: it speaks for many, and has limits of its own."""

    def __init__(self, settings: Settings) -> None:
        self._proxies = settings.proxies
        self._most = count_connections(settings.limits)
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


def count_connections(limits: Limits) -> int:
    """Return how many connections may be open: fewer than the limit where fewer files may be."""
    files = open_files(limits)
    return min(limits.connections, files - min(OTHER_FILES, files // 2))


def find_want(limits: Limits) -> str:
    """The limit of the system that is too low for any server, as a sentence; empty where none is."""
    files = open_files(limits)
    if files < LEAST_FILES:
        return f"only {files} files may be open, and a server needs {LEAST_FILES}: `ulimit -n 8192`, or LimitNOFILE of a service"
    if sys.platform != "win32":
        import resource

        for kind, least, what, how in _LEAST:
            hard = resource.getrlimit(getattr(resource, kind))[1]
            if 0 <= hard < least:
                return f"{what} only {hard >> 20} MB, and a server needs {least >> 20} MB: {how}"
    return ""


_LEAST = (
    ("RLIMIT_FSIZE", 1 << 28, "files may grow to", "`ulimit -f unlimited`, or LimitFSIZE of a service"),
    ("RLIMIT_AS", 1 << 31, "a process may have", "`ulimit -v unlimited`, or LimitAS of a service"),
)


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


POLICY = "; ".join(
    (
        "default-src 'none'",
        "font-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",  # no text becomes HTML, also where a page is wrong
    )
)
ALWAYS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
UNDER_HTTPS = {"Strict-Transport-Security": "max-age=31536000"}
"""Said only where the operator says that people come by https."""
UNLESS_SAID = {"Cache-Control": "no-store"}


PAUSE = 1.0
"""Seconds for which who asks for too much waits to be told so: who asks again at once then costs next to nothing."""

BANNED = "Whoever runs this server has shut out your address for some time."
_READING = ("GET", "HEAD")
_FREE = ("/static/", "/health", "/metrics")
"""What costs next to nothing, and is not counted against anybody."""


class Guard:
    """ASGI middleware. What lies behind finds `visitor` (a hash, or None) and `household` in the scope's state."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics, is_banned: Callable[[str], bool]) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self._is_banned = is_banned
        limits = settings.limits
        self._asked = Rate(limits.requests_per_second * 5, 5)
        self._changed = Rate(limits.choices_per_second * 5, 5)
        self._always = {**ALWAYS, **(UNDER_HTTPS if self._is_https else {})}

    @property
    def _is_https(self) -> bool:
        return self._settings.address.startswith("https:")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        began = time.perf_counter()
        restore_path(scope, self._settings.path)
        state: dict[str, Any] = scope.setdefault("state", {})
        state["household"], state["visitor"] = household(scope), parse_visitor(_token(scope) or _cookie(scope))
        cookie_token: str | None = None
        status = 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._mark(MutableHeaders(scope=message), cookie_token, scope)
            await send(message)

        try:
            self._admit(scope)
            if state["visitor"] is None and _may_be_given_one(scope):
                cookie_token = fresh()
                if scope["method"] not in _READING:
                    raise Problem(
                        401, "no_cookie", "This browser is not known yet: ask again, with the cookie that comes with this."
                    )
                state["visitor"] = parse_visitor(cookie_token)
            await self._app(scope, receive, answer)
        except Problem as problem:
            await self._refuse(scope, receive, answer, problem)
        except Exception:
            self._metrics.crashes.inc()
            LOG.exception("crash", extra={"fields": {"route": _route(scope)}})
            if status == 0 and scope["type"] == "http":  # a socket is closed by whoever has opened it
                text = "Something went wrong on the server; it has been written down there."
                await self._refuse(scope, receive, answer, Problem(500, "crash", text))
        finally:
            if scope["type"] == "http":
                self._write_down(scope, status, time.perf_counter() - began)

    def _admit(self, scope: Scope) -> None:
        """Raises `Problem` where the request may not come in."""
        headers = Headers(scope=scope)
        if not answers_to(headers.get("host", ""), self._settings):
            text = "This server does not answer to that name; who runs it can give it one with --address."
            raise Problem(421, "wrong_host", text)
        if _is_free(scope):
            return
        state = scope["state"]
        if self._is_banned(state["household"]):
            raise Problem(403, "banned", BANNED)
        if _token(scope) and state["visitor"] is None:
            raise Problem(401, "no_token", "A token has 32 letters, digits, - or _.")
        _wait(self._asked.wait(state["household"]))
        if scope["type"] == "websocket":
            if not _token(scope) and headers.get("origin", "").lower() not in origins(scope, self._settings):
                raise Problem(403, "foreign", "Only pages of this server may listen here.")
        elif scope["method"] not in _READING:
            self._admit_change(scope, headers)
            _wait(self._changed.wait(state["visitor"] or state["household"]))

    def _admit_change(self, scope: Scope, headers: Headers) -> None:
        if scope["method"] != "POST":
            raise Problem(405, "method", "This address takes GET and POST.")
        if _token(scope):
            return  # no page of another site can send it: a browser would ask us first
        origin = headers.get("origin")
        is_own = origin.lower() in origins(scope, self._settings) if origin is not None else True
        if not is_own or headers.get("sec-fetch-site", "same-origin") != "same-origin" or headers.get("x-caylus") != "1":
            raise Problem(403, "foreign", "Only pages of this server may ask for this; programs send a token.")

    def _mark(self, headers: MutableHeaders, cookie_token: str | None, scope: Scope) -> None:
        for name, value in self._always.items():
            headers[name] = value
        if "policy" in scope["state"]:  # a page of another sort than ours, which is no looser but for its own style and script
            headers["Content-Security-Policy"] = scope["state"]["policy"]
        for name, value in UNLESS_SAID.items():
            headers.setdefault(name, value)
        if cookie_token is not None:
            headers.append(
                "Set-Cookie", set_cookie(cookie_token, self._settings.path, secure=self._is_https or scope["scheme"] == "https")
            )

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, problem: Problem) -> None:
        answer = problem.answer()
        if problem.status == 429:
            await asyncio.sleep(PAUSE)
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).send_denial_response(answer)
            return
        if scope["method"] not in _READING and not scope["state"].get("is_heard"):
            answer.headers["Connection"] = "close"  # what is still to come is nothing that is waited for
        await answer(scope, receive, send)

    def _write_down(self, scope: Scope, status: int, seconds: float) -> None:
        route = _route(scope)
        self._metrics.requests.labels(route, _method(scope), str(status)).inc()
        self._metrics.request_times.observe(seconds)
        if not _is_free(scope):
            visitor = scope["state"]["visitor"]
            note(
                "request",
                method=scope["method"],
                route=route,
                status=status,
                ms=round(seconds * 1000, 1),
                table=scope.get("path_params", {}).get("table"),
                visitor=visitor[:8] if visitor else None,
                address=scope["state"]["household"],
            )


def _wait(seconds: float) -> None:
    if seconds:
        raise Problem(429, "too_fast", "Too much was asked for at once; wait a moment.", retry_after=seconds)


def _may_be_given_one(scope: Scope) -> bool:
    """Return whether a browser that shows no cookie has none. Who follows a link from elsewhere has not shown theirs (SameSite),
    and would lose it, and their seats with it, for a new one."""
    site = Headers(scope=scope).get("sec-fetch-site", "none")
    return scope["type"] == "http" and not _is_free(scope) and site in ("none", "same-origin")


def _is_free(scope: Scope) -> bool:
    return str(scope["path"]).removeprefix(scope.get("root_path", "")).startswith(_FREE)


def restore_path(scope: Scope, path: str) -> None:
    """Give a request the path that people ask by: a proxy keeps the path that the server lies below, or strips it."""
    if path:
        scope["root_path"] = path
        if not f"{scope['path']}/".startswith(f"{path}/"):
            scope["path"] = path + scope["path"]


def _cookie(scope: Scope) -> str | None:
    return cookie_parser(Headers(scope=scope).get("cookie", "")).get(COOKIE)


def _token(scope: Scope) -> str:
    """The token of a program, which it sends in place of a cookie."""
    kind, _, token = Headers(scope=scope).get("authorization", "").partition(" ")
    return token if kind.lower() == "bearer" else ""


def _method(scope: Scope) -> str:
    return scope["method"] if scope["method"] in ("GET", "HEAD", "POST") else "other"


def _route(scope: Scope) -> str:
    """The pattern that the request's path fits, so that there are only so many."""
    return getattr(scope.get("route"), "path", "other")
