"""The application: what lies at which address, and what begins and ends with it."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from caylus_tools.server.storage.database import StorageError
from caylus_tools.server.storage.store import BEAT

from .api import routes
from .guard import Guard
from .monitoring import LOG, METRICS_TYPE
from .problems import Problem, json_response
from .services import Services
from .sockets import live
from .visitors import is_this_machine

WRONG = {
    "full": "The disk is full: nothing can be stored.",
    "unavailable": "The database cannot be used.",
    "silent": "The database has stored nothing for ten seconds.",
}


async def health(request: Request) -> Response:
    """200 where the database stores what it is given, as the last write of the server has shown; else 503 and a word."""
    services: Services = request.app.state.services
    state = services.store.health.state
    if state != "well":
        raise Problem(503, state, WRONG[state], retry_after=2)
    return json_response({"healthy": True, "server": services.assets.version})


async def metrics(request: Request) -> Response:
    """The metrics, for this machine itself and for whoever brings the token."""
    services: Services = request.app.state.services
    token = services.settings.metrics_token
    brought = request.headers.get("authorization", "").removeprefix("Bearer ")
    has_token = bool(token) and secrets.compare_digest(brought.encode(), token.encode())
    if not has_token and not is_this_machine(request.scope, services.settings):
        raise Problem(403, "not_yours", "These figures are for who runs this server.")
    return Response(services.metrics.text(), media_type=METRICS_TYPE)


_SOON = 0.5
"""In seconds: how soon it is tried again whether the database is back."""
_PAGES = (
    "/",
    "/new",
    "/seat",
    "/watch",
    "/rules",
    "/settings",
    "/workshop",
    "/table/{table}",
    "/table/{table}/rules",
    "/table/{table}/replay",
)


def application(services: Services) -> Starlette:
    """An ASGI application over what is open."""
    settings, assets = services.settings, services.assets
    middleware = [Middleware(Guard, settings=settings, metrics=services.metrics)]
    if settings.proxies:
        middleware.insert(0, Middleware(ProxyHeadersMiddleware, trusted_hosts=list(settings.proxies)))
    app = Starlette(
        routes=[
            *(Route(path, assets.shell) for path in _PAGES),
            Route("/favicon.ico", assets.icon),
            Route("/notifier.js", assets.notifier),
            Route("/app.webmanifest", assets.manifest),
            Route("/static/{version}/{path:path}", assets.file),
            Route("/health", health),
            Route("/metrics", metrics),
            WebSocketRoute("/api/tables/{table}/live", live),
            *routes(),
        ],
        middleware=middleware,
        exception_handlers={HTTPException: _unknown},
        lifespan=_lifespan,
    )
    app.state.services = services
    return app


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    services: Services = app.state.services
    services.hub.start()
    beating = [asyncio.create_task(services.heart.beat()), asyncio.create_task(_be_seen(services))]
    try:
        yield
    finally:
        for task in beating:
            task.cancel()


async def _be_seen(services: Services) -> None:
    while True:
        try:
            services.hub.others_see(await services.beating.run(services.store.beat, time.time(), services.hub.online()))
        except StorageError:
            pass  # the store has said so in the log, and its health tells it
        except Exception:  # without a beat every clock stands still
            LOG.exception("crash")
            services.metrics.crashes.inc()
        await asyncio.sleep(BEAT if services.store.health.state == "well" else _SOON)


async def _unknown(request: Request, error: Exception) -> Response:
    """People get the page, which tells them in its words; programs get JSON."""
    assert isinstance(error, HTTPException)
    services: Services = request.app.state.services
    if "text/html" in request.headers.get("accept", ""):
        page = await services.assets.shell(request)
        page.status_code = error.status_code
        return page
    if error.status_code == 404:
        return Problem(404, "not_found", "There is nothing at this address.").answer()
    return Problem(error.status_code, "method", "This address takes another method.").answer()
