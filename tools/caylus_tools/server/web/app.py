"""The application: what lies at which address, and what begins and ends with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from caylus_tools.server.settings import Settings

from .guard import Guard
from .health import health, metrics
from .problems import Problem
from .services import Services, services

_PAGES = (
    "/",
    "/new",
    "/seat",
    "/watch",
    "/rules",
    "/settings",
    "/table/{table}",
    "/table/{table}/rules",
    "/table/{table}/replay",
)


def application(settings: Settings) -> Starlette:
    """An ASGI application. What it keeps open is opened when its lifespan begins, and closed when that ends."""
    made = services(settings)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        beating = asyncio.create_task(made.heart.beat())
        yield
        beating.cancel()

    assets = made.assets
    routes = [
        *(Route(path, assets.shell) for path in _PAGES),
        Route("/favicon.ico", assets.icon),
        Route("/static/{version}/{path:path}", assets.file),
        Route("/health", health),
        Route("/metrics", metrics),
    ]
    middleware = [Middleware(Guard, settings=settings, metrics=made.metrics)]
    if settings.proxies:
        middleware.insert(0, Middleware(ProxyHeadersMiddleware, trusted_hosts=list(settings.proxies)))
    app = Starlette(routes=routes, middleware=middleware, exception_handlers={HTTPException: _unknown}, lifespan=lifespan)
    app.state.services = made
    return app


async def _unknown(request: Request, error: Exception) -> Response:
    """People get the page, which tells them in their words; programs get JSON."""
    assert isinstance(error, HTTPException)
    made: Services = request.app.state.services
    if "text/html" in request.headers.get("accept", ""):
        page = await made.assets.shell(request)
        page.status_code = error.status_code
        return page
    text = "there is nothing at this address" if error.status_code == 404 else "this address takes another method"
    return Problem(error.status_code, "not_found" if error.status_code == 404 else "method", text).answer()
