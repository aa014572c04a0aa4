"""The door that every request comes through: who asks, whether they may, what is written down of it, and that it is answered."""

from __future__ import annotations

import time
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from caylus_tools.server.settings import Settings

from .monitoring import LOG, Metrics, note
from .problems import Problem
from .visitors import COOKIE, Rate, answers_to, household, new_token, origins, parse_visitor, set_cookie

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


_READING = ("GET", "HEAD")
_FREE = ("/static/", "/health", "/metrics")
"""What costs next to nothing, and is not counted against anybody."""


class Guard:
    """ASGI middleware. What lies behind finds `visitor` (a hash, or None) and `household` in the scope's state."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
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
        state: dict[str, Any] = scope.setdefault("state", {})
        state["household"], state["visitor"] = household(scope), parse_visitor(_token(scope) or _cookie(scope))
        given: str | None = None
        status = 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._mark(MutableHeaders(scope=message), given, scope)
            await send(message)

        try:
            self._admit(scope)
            if state["visitor"] is None and _may_be_given_one(scope):
                given = new_token()
                if scope["method"] not in _READING:
                    raise Problem(
                        401, "no_cookie", "This browser is not known yet: ask again, with the cookie that comes with this."
                    )
                state["visitor"] = parse_visitor(given)
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
        said = Headers(scope=scope)
        if not answers_to(said.get("host", ""), self._settings):
            text = "This server does not answer to that name; who runs it can give it one with --address."
            raise Problem(421, "wrong_host", text)
        if _is_free(scope):
            return
        state = scope["state"]
        if _token(scope) and state["visitor"] is None:
            raise Problem(401, "no_token", "A token has 32 letters, digits, - or _.")
        _wait(self._asked.wait(state["household"]))
        if scope["type"] == "websocket":
            if not _token(scope) and said.get("origin", "").lower() not in origins(scope, self._settings):
                raise Problem(403, "foreign", "Only pages of this server may listen here.")
        elif scope["method"] not in _READING:
            self._admit_change(scope, said)
            _wait(self._changed.wait(state["visitor"] or state["household"]))

    def _admit_change(self, scope: Scope, said: Headers) -> None:
        if scope["method"] != "POST":
            raise Problem(405, "method", "This address takes GET and POST.")
        if _token(scope):
            return  # no page of another site can send it: a browser would ask us first
        origin = said.get("origin")
        is_own = origin.lower() in origins(scope, self._settings) if origin is not None else True
        if not is_own or said.get("sec-fetch-site", "same-origin") != "same-origin" or said.get("x-caylus") != "1":
            raise Problem(403, "foreign", "Only pages of this server may ask for this; programs send a token.")

    def _mark(self, answered: MutableHeaders, given: str | None, scope: Scope) -> None:
        for name, value in self._always.items():
            answered[name] = value
        if "policy" in scope["state"]:  # a page of another sort than ours, which is no looser but for its own style and script
            answered["Content-Security-Policy"] = scope["state"]["policy"]
        for name, value in UNLESS_SAID.items():
            answered.setdefault(name, value)
        if given is not None:
            answered.append("Set-Cookie", set_cookie(given, secure=self._is_https or scope["scheme"] == "https"))

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, problem: Problem) -> None:
        answer = problem.answer()
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
    return str(scope["path"]).startswith(_FREE)


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
