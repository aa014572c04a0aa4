"""From a request to a function of ours and back.

Its body is read with suspicion: what is not as it should be is a `Problem` with a sentence. The function runs in a thread.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import cached_property
from typing import Any, Concatenate, NoReturn, ParamSpec, TypeVar

from caylus import Ruleset
from caylus.documents import is_too_deep
from caylus.records import Record
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from caylus_tools.server import Refused
from caylus_tools.server.operations import Address, QueueName
from caylus_tools.server.queues import Asker
from caylus_tools.server.shapes import Field, Range, read_arguments, refuse, refuse_others
from caylus_tools.server.storage.database import StorageError, StorageFull
from caylus_tools.server.tables import Answer, Audience, LiveTable

from .guard import Rate, watching
from .problems import Problem, json_bytes, json_response
from .services import Services

_TABLE = re.compile(r"[\w-]{1,40}", re.ASCII)
_DIGITS = 18
"""Of a whole number: what databases keep in 64 bits."""


def read_object(data: bytes) -> dict[str, Any]:
    """The fields of a JSON object. Raises Refused."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        refuse("What was sent is not UTF-8.")
    if is_too_deep(text):
        refuse("What was sent is nested too deeply.")
    try:
        value = json.loads(
            text, object_pairs_hook=_no_doubles, parse_int=_integer, parse_float=_no_fraction, parse_constant=_no_fraction
        )
    except ValueError:
        refuse("What was sent is not JSON.")
    if not isinstance(value, dict):
        refuse("What was sent is not a JSON object.")
    return value


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        refuse("A name stands twice in what was sent.")
    return fields


def _integer(digits: str) -> int:
    if len(digits) > _DIGITS:
        refuse("A number in what was sent is too large.")
    return int(digits)


def _no_fraction(_: str) -> NoReturn:
    refuse("Numbers that are sent here are whole.")


def table_id(value: str) -> str:
    """The same, if a table could be called so. Raises Refused."""
    if not _TABLE.fullmatch(value):
        raise Refused("no_table", "There is no such table.")
    return value


P = ParamSpec("P")
T = TypeVar("T")
Handler = Callable[..., Any]
"""It takes a `Call` and the fields of the request, and returns JSON, an `Answer` of a table, None, or a response as it is."""
Endpoint = Callable[[Request], Awaitable[Response]]
_HEARD_OUT = 4
"""So many times what a body may have is heard before its sender is cut off."""
_GONE = 499
"""The status, for the log, of what nobody waits for any more."""
_PATIENCE = 20.0
"""In seconds: how long a body may take to come."""


class Elsewhere(Exception):
    """A call belongs in another queue."""

    def __init__(self, queue: QueueName) -> None:
        self.queue = queue


class Call(Record):
    """A request, for the functions that answer. `data` is the body, as it came."""

    services: Services
    request: Request
    data: bytes
    queue: QueueName

    def move(self, queue: QueueName) -> None:
        """Goes on in a queue, if the call is not there yet: nothing may have been done before. Raises `Elsewhere`."""
        if queue != self.queue:
            raise Elsewhere(queue)

    @property
    def asker(self) -> Asker:
        return Asker(self.household, self.visitor)

    @property
    def visitor(self) -> str:
        return str(self.request.state.visitor)

    @property
    def household(self) -> str:
        return str(self.request.state.household)

    def read_arguments(self, function: Handler, address: Address) -> dict[str, Any]:
        """What the parameters of a function are in this request: in the address, its query, or the body. Raises Refused."""
        if address.is_file or self.is_zip:
            return {}
        body = read_object(self.data) if address.method == "POST" else None

        def read(field: Field) -> Any:
            if f"{{{field.name}}}" in address.path:
                return _read_word(field, self.request.path_params[field.name])
            if body is not None:
                return field.take(body)
            return self.read_query(field)

        arguments = read_arguments(function, read)
        refuse_others(body or {})
        return arguments

    def read_query(self, field: Field) -> Any:
        return _read_word(field, self.request.query_params.get(field.name, ""))

    @cached_property
    def table_id(self) -> str:
        return table_id(str(self.request.path_params["table"]))

    def ask(self, operation: Callable[Concatenate[Any, P], T], *arguments: P.args, **named: P.kwargs) -> T:
        """The answer of the table to an operation of `LiveTable`. Raises `Refused`."""
        return self.services.tables.ask(self.table_id, operation, *arguments, **named)

    @property
    def table_rules(self) -> Ruleset:
        return self.services.tables.rules(self.table_id)

    @property
    def watch(self) -> str:
        """The token of the table's link for spectators, if this browser has claimed it."""
        return self.request.cookies.get(watching(self.table_id), "")

    def admit(self, seat: str | None) -> Audience:
        """Admit who asks, where they may look on so. Raises `Refused`."""
        return self.ask(LiveTable.admit, seat, self.visitor, self.watch)

    @property
    def is_zip(self) -> bool:
        return _type(self.request) == "application/zip"

    @property
    def is_secure(self) -> bool:
        return self.request.url.scheme == "https" or self.services.settings.address.startswith("https:")

    def spend(self, rate: Rate, amount: int = 1) -> None:
        """Counts what is asked for against the address. Raises `Problem` where that is too much."""
        if seconds := rate.wait(self.household, amount):
            text = "Too much of this was asked for from this address; wait a while."
            raise Problem(429, "too_many", text, retry_after=seconds)


def make_endpoint(address: Address, function: Handler, handler: Handler) -> Endpoint:
    """An endpoint that calls `handler` in a thread with the fields that `function` has, and answers with what it returns."""

    async def endpoint(request: Request) -> Response:
        services: Services = request.app.state.services
        limits = services.settings.limits
        most = limits.upload_bytes if address.rate else limits.body_bytes
        data = await _body(request, address.reads, most) if address.method == "POST" else b""
        call = Call(services, request, data, address.queue)
        try:
            return await _answer(call, address, function, handler)
        except Elsewhere as other:
            return await _answer(replace(call, queue=other.queue), address, function, handler)

    return endpoint


async def _answer(call: Call, address: Address, function: Handler, handler: Handler) -> Response:
    """The answer to a call, in its turn. Who leaves while it waits is not answered."""
    table = str(call.request.path_params.get("table", ""))
    run = call.services.run(call.queue, table, call.asker, _run, address, function, handler, call)
    try:
        if call.queue == "pages":
            return await run
        answer, leaving = asyncio.ensure_future(run), asyncio.create_task(_leave(call.request))
        await asyncio.wait((answer, leaving), return_when=asyncio.FIRST_COMPLETED)
        leaving.cancel()
        if not answer.done():
            answer.cancel()
            return Response(status_code=_GONE)
        return await answer
    except Refused as refusal:
        raise Problem.from_refusal(refusal.code, refusal.text, refusal.reasons) from None
    except StorageFull:
        text = "The disk of the server is full: this was not stored. Try again later."
        raise Problem(503, "full", text, retry_after=10) from None
    except StorageError:
        text = "The server cannot reach its database; nothing is lost, try again in a moment."
        raise Problem(503, "unavailable", text, retry_after=2) from None


async def _leave(request: Request) -> None:
    """Waits until the asker has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _run(address: Address, function: Handler, handler: Handler, call: Call) -> Response:
    if address.rate and call.queue == address.queue:
        call.spend(getattr(call.services.rates, address.rate))
    result = handler(call, **call.read_arguments(function, address))
    if isinstance(result, Response):
        return result
    if result is None:
        result = {}
    elif isinstance(result, Answer):
        result = result._asdict()
    return json_response(result if isinstance(result, bytes) else json_bytes(result))


async def _body(request: Request, types: str, most: int) -> bytes:
    """The whole body. Raises `Problem` where it is more than may be, of another type, or too slow.

    A browser reads an answer only when it has sent all: so of a body that is too large some is still heard, and thrown away.
    """
    if _type(request) not in types.split():
        raise Problem(415, "wrong_type", f"What is sent here is {' or '.join(types.split())}.")
    content_length = request.headers.get("content-length", "0")
    if content_length.isdigit() and int(content_length) > _HEARD_OUT * most:
        raise _too_large(most)
    data, size = bytearray(), 0
    try:
        async with asyncio.timeout(_PATIENCE):
            async for chunk in request.stream():
                size += len(chunk)
                if size > _HEARD_OUT * most:
                    raise _too_large(most)
                if size <= most:
                    data += chunk
    except TimeoutError:
        raise Problem(408, "too_slow", "What was sent took too long to come.") from None
    except ClientDisconnect:
        raise Problem(400, "malformed", "What was sent broke off.") from None
    request.state.is_heard = True
    if size > most:
        raise _too_large(most)
    return bytes(data)


def _type(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def _read_word(field: Field, word: str) -> Any:
    """The value of a field in an address. A text that is left out there is an empty one, if it may not be None."""
    if field.is_nullable and not word:
        return None
    is_number = isinstance(field.shape, Range) and word.isascii() and word.isdigit() and len(word) <= _DIGITS
    return field.shape.read(int(word) if is_number else word, field.name)


def _too_large(most: int) -> Problem:
    return Problem(413, "too_large", f"What was sent is larger than {most // 1024} KB, the most it may have.")
