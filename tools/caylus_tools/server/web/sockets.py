"""The line down to a page that looks at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NoReturn

from starlette.websockets import WebSocket, WebSocketDisconnect

from caylus_tools.server import Refused
from caylus_tools.server.storage.database import StorageError
from caylus_tools.server.tables import LiveTable

from .hub import MOST_WHY, NOT_NOW, Listener
from .monitoring import note
from .problems import STATUS, Problem, json_bytes
from .services import Services
from .shapes import check_text, read_object, table_id
from .visitors import Rate, watching

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
    except _Closed as closed:
        return await socket.close(closed.code, closed.why)
    listener.offer("hello", json_bytes({"type": "hello", "server": services.assets.version}))
    services.hub.join(table, listener)
    sending = asyncio.create_task(_send(socket, listener))
    try:
        await _receive(socket, listener, lambda: services.hub.owe(table, listener))
    except _Closed as closed:
        sending.cancel()
        await socket.close(closed.code, closed.why)
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
        work = await services.work_for(table)
        await work.run(services.tables.ask, table, LiveTable.admit, listener.seat, visitor, listener.watch)
    except Refused as refused:
        raise _Closed(_close_code(refused), refused.text) from None
    except StorageError:
        raise _Closed(LATER, "The server cannot reach its database.") from None
    except Problem as problem:
        raise _Closed({404: NO_TABLE, 503: LATER}.get(problem.status, MALFORMED), problem.text) from None
    note("looks on", table=table, visitor=visitor[:8], address=household)
    return table, listener


def _close_code(refused: Refused) -> int:
    """Pages come again by themselves after LATER, and never after the others."""
    if refused.code in NOT_NOW:
        return LATER
    return NO_TABLE if STATUS.get(refused.code) == 404 else NOT_YOURS


async def _send(socket: WebSocket, listener: Listener) -> None:
    while True:
        await socket.send_text((await listener.next()).decode())
        if listener.is_done:
            await socket.close(RESTARTS if listener.may_return else NOT_YOURS, listener.why)
            return


async def _receive(socket: WebSocket, listener: Listener, ask_for_state: Callable[[], None]) -> NoReturn:
    """Hears what the page has read, and whether it has to be told everything. Raises `_Closed`, and WebSocketDisconnect when it
    goes.
    """
    said = Rate(50, 10)
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        if said.wait(""):
            raise _Closed(TOO_MUCH, "Too much was said.")
        try:
            known = listener.since, listener.chat
            fields = read_object((message.get("text") or "").encode())
            listener.since = fields.text("since", _MOST_CURSOR, default=listener.since)
            listener.chat = fields.number("chat", default=listener.chat)
            is_lost = fields.flag("whole", default=False)
            fields.finish()
        except Problem as problem:
            raise _Closed(MALFORMED, problem.text) from None
        if is_lost:
            listener.moment = ""
            ask_for_state()
        elif (listener.since, listener.chat) == known:  # nothing new was read: the page asks whether the line still holds
            listener.offer("beat", _BEAT)
