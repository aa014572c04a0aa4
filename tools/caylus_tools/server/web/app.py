"""The application: what lies at which address, and what begins and ends with it."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Annotated, NoReturn

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from caylus_tools.server import Refused
from caylus_tools.server.queues import Asker
from caylus_tools.server.shapes import Text, check_text, read_fields
from caylus_tools.server.storage.database import StorageError
from caylus_tools.server.storage.store import BEAT
from caylus_tools.server.tables import LiveTable

from .api import routes
from .assets import TOP_FILES
from .calls import read_object, table_id
from .guard import BANNED, Guard, Rate, is_this_machine, watching
from .hub import MOST_WHY, NOT_NOW, Listener
from .monitoring import LOG, METRICS_TYPE, note
from .problems import STATUS, Problem, json_bytes, json_response
from .services import Services

MALFORMED, UNKNOWN, NOT_YOURS, NO_TABLE, TOO_MUCH, LATER, RESTARTS = 4400, 4401, 4403, 4404, 4429, 1013, 1012
"""Why a line is closed, for the page."""
_BEAT = json_bytes({"type": "beat"})
_MOST_CURSOR = 100


class _Closed(Exception):
    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why.encode()[:MOST_WHY].decode(errors="ignore")


async def live(socket: WebSocket) -> None:
    """Until one of both goes: states of the table down, and up what the page has read."""
    services: Services = socket.app.state.services
    await socket.accept()
    try:
        table, listener = await _admit(socket, services)
    except _Closed as error:
        return await socket.close(error.code, error.why)
    listener.offer("hello", json_bytes({"type": "hello", "server": services.assets.version}))
    services.hub.join(table, listener)
    sending = asyncio.create_task(_send(socket, listener, lambda: services.hub.note_read(table, listener)))
    try:
        await _receive(socket, listener, lambda: services.hub.owe(table, listener))
    except _Closed as error:
        sending.cancel()
        await socket.close(error.code, error.why)
    except WebSocketDisconnect:
        pass
    finally:
        sending.cancel()
        services.hub.leave(table, listener)
        await asyncio.gather(sending, return_exceptions=True)


async def _admit(socket: WebSocket, services: Services) -> tuple[str, Listener]:
    """Admit a socket to a table. Raises `_Closed` if the visitor may not see the table."""
    limits, hub = services.settings.limits, services.hub
    visitor, household = socket.state.visitor, socket.state.household
    if visitor is None:
        raise _Closed(UNKNOWN, "This browser is not known yet; load the page first.")
    if hub.listeners >= limits.sockets or hub.from_household(household) >= limits.sockets_per_address:
        raise _Closed(TOO_MUCH, "Too many pages look at tables; close some.")
    try:
        table = table_id(socket.path_params["table"])
        listener = Listener(socket.query_params.get("seat"), visitor, socket.cookies.get(watching(table), ""), household)
        listener.since = check_text(socket.query_params.get("since", "")[:_MOST_CURSOR], "since")
        admit = partial(services.tables.ask, table, LiveTable.admit, listener.seat, visitor, listener.watch)
        await services.run("joins", table, Asker(household, visitor), admit)
    except Refused as refusal:
        raise _Closed(_close_code(refusal), refusal.text) from None
    except StorageError:
        raise _Closed(LATER, "The server cannot reach its database.") from None
    note("looks on", table=table, visitor=visitor[:8], address=household)
    return table, listener


def _close_code(refusal: Refused) -> int:
    """Pages come again by themselves after LATER, and never after the others."""
    if refusal.code in NOT_NOW:
        return LATER
    return {400: MALFORMED, 404: NO_TABLE}.get(STATUS.get(refusal.code, 0), NOT_YOURS)


async def _send(socket: WebSocket, listener: Listener, note_read: Callable[[], None]) -> None:
    while True:
        await socket.send_text((await listener.next()).decode())
        await socket.state.wait_until_read()
        note_read()
        if listener.is_done:
            await socket.close(RESTARTS if listener.may_return else NOT_YOURS, listener.why)
            return


async def _receive(socket: WebSocket, listener: Listener, ask_for_state: Callable[[], None]) -> NoReturn:
    """Hears what the page has read, and whether it has to be told everything. Raises `_Closed`, and WebSocketDisconnect when it
    goes.
    """
    rate_limit = Rate(50, 10)
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        if rate_limit.wait(""):
            raise _Closed(TOO_MUCH, "Too much was said.")
        try:
            message_fields = read_fields(_take_message, read_object((message.get("text") or "").encode()))
        except Refused as refusal:
            raise _Closed(MALFORMED, refusal.text) from None
        last_state = listener.since, listener.chat
        listener.since = listener.since if message_fields["since"] is None else message_fields["since"]
        listener.chat = listener.chat if message_fields["chat"] is None else message_fields["chat"]
        if message_fields["whole"]:
            listener.moment = ""
            ask_for_state()
        elif (listener.since, listener.chat) == last_state:  # nothing new was read: the page asks whether the line still holds
            listener.offer("beat", _BEAT)


def _take_message(since: Annotated[str, Text(_MOST_CURSOR)] | None, chat: int | None, whole: bool = False) -> None:
    """The fields of what a page says."""


WRONG = {
    "full": "The disk is full: nothing can be stored.",
    "unavailable": "The database cannot be used.",
    "silent": "The database has stored nothing for ten seconds.",
    "workers": "No process can be started in which tables are played.",
}


async def health(request: Request) -> Response:
    """200 where the database stores what it is given, as the last write of the server has shown, and tables can be opened; else
    503 and a word."""
    services: Services = request.app.state.services
    state = services.store.health.state if services.tables.is_well else "workers"
    if state != "well":
        raise Problem(503, state, WRONG[state], retry_after=2)
    return json_response({"healthy": True, "server": services.assets.version})


async def metrics(request: Request) -> Response:
    """The metrics, for this machine itself and for whoever brings the token."""
    services: Services = request.app.state.services
    token = services.settings.metrics_token
    request_token = request.headers.get("authorization", "").removeprefix("Bearer ")
    has_token = bool(token) and secrets.compare_digest(request_token.encode(), token.encode())
    if not has_token and not is_this_machine(request.scope):
        raise Problem(403, "not_yours", "These figures are for who runs this server.")
    return Response(services.metrics.text(), media_type=METRICS_TYPE)


_SOON = 0.5
"""In seconds: how soon it is tried again whether the database is back."""
_PAGES = (
    "/", "/new", "/seat", "/watch", "/rules", "/results", "/settings", "/workshop", "/table/{table}", "/table/{table}/rules",
    "/table/{table}/replay",
)  # fmt: skip


def application(services: Services) -> Starlette:
    """An ASGI application over what is open."""
    settings, assets = services.settings, services.assets

    def is_banned(address: str) -> bool:
        return address in services.store.bans

    middleware = [Middleware(Guard, settings=settings, metrics=services.metrics, is_banned=is_banned)]
    if settings.proxies:
        middleware.insert(0, Middleware(ProxyHeadersMiddleware, trusted_hosts=list(settings.proxies)))
    app = Starlette(
        routes=[
            *(Route(path, assets.shell) for path in _PAGES),
            *(Route(path, assets.top) for path in TOP_FILES),
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
    endless = (services.heart.beat(), _be_seen(services), _run_clocks(services, False), _run_clocks(services, True))
    beating = [asyncio.create_task(task) for task in endless]
    try:
        yield
    finally:
        for task in beating:
            task.cancel()


async def _be_seen(services: Services) -> None:
    while True:
        try:
            if not services.tables.is_well:
                services.tables.begin()
            services.hub.shut_out(services.store.bans, BANNED)
            await asyncio.to_thread(services.delete_finished)
            services.hub.others_see(await asyncio.to_thread(services.store.beat, time.time(), services.hub.online()))
        except StorageError:
            pass  # the store has said so in the log, and its health tells it
        except Exception:  # without a beat every clock stands still
            LOG.exception("crash")
            services.metrics.crashes.inc()
        await asyncio.sleep(BEAT if services.store.health.state == "well" else _SOON)


async def _run_clocks(services: Services, is_foreign: bool) -> None:
    """Tells tables, one after another, whose clocks have run out, once a second. Tables under rules that are not
    the server's own keep no others waiting. What was chosen in time is in the database before: tables compare the revision."""
    tables = services.tables
    while True:
        await asyncio.sleep(1)
        with suppress(StorageError):  # it may be back a second later
            for row in await asyncio.to_thread(services.store.due, time.time()):
                if bool(tables.is_foreign(row.table)) is is_foreign:
                    who = Asker("", row.table)
                    try:
                        await services.run("pages", row.table, who, tables.ask, row.table, LiveTable.run_out, row.revision)
                    except Refused as refusal:  # somebody was faster
                        LOG.debug("a clock that ran out changed nothing: %s", refusal.text)
                    except StorageError:
                        raise
                    except Exception:  # what goes wrong at one table is no matter to the others
                        LOG.exception("crash", extra={"fields": {"table": row.table}})


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
