"""From a request to a function of ours and back: its body is read and bounded, and the function runs in a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from caylus_tools.server import Refused
from caylus_tools.server.operations import Address, Field, Range, Text, read_arguments
from caylus_tools.server.storage.database import StorageError, StorageFull
from caylus_tools.server.tables import Answer, LiveTable

from .problems import Problem, json_bytes, json_response
from .services import Services
from .shapes import check_text, read_object, table_id
from .visitors import Rate, watching

if TYPE_CHECKING:
    from caylus import Ruleset

    from caylus_tools.server.tables import Audience

P = ParamSpec("P")
T = TypeVar("T")
Handler = Callable[..., Any]
"""It takes a `Call` and the fields of the request, and returns JSON, an `Answer` of a table, None, or a response as it is."""
Endpoint = Callable[[Request], Awaitable[Response]]
_HEARD_OUT = 4
"""So many times what a body may have is heard before its sender is cut off."""
_PATIENCE = 20.0
"""In seconds: how long a body may take to come."""


@dataclass(frozen=True)
class Call:
    """A request, for the functions that answer. `data` is the body, as it came."""

    services: Services
    request: Request
    data: bytes

    @property
    def visitor(self) -> str:
        return str(self.request.state.visitor)

    @property
    def household(self) -> str:
        return str(self.request.state.household)

    def read_arguments(self, function: Handler, address: Address) -> dict[str, Any]:
        """What the parameters of a function are in this request: in the address, its query, or the body. Raises `Problem`."""
        if address.is_file or self.is_zip:
            return {}
        body = read_object(self.data) if address.method == "POST" else None

        def read(field: Field) -> Any:
            if f"{{{field.name}}}" in address.path:
                return self._read_path(field)
            return body.take(field) if body is not None else self._read_query(field)

        arguments = read_arguments(function, read)
        if body is not None:
            body.finish()
        return arguments

    def _read_path(self, field: Field) -> Any:
        value = str(self.request.path_params[field.name])
        return _number(field.name, value) if isinstance(field.shape, Range) else check_text(value[:200], f"The {field.name}")

    def _read_query(self, field: Field) -> Any:
        """A text that is left out is an empty one, if it may not be None."""
        value = self.query(field.name, field.shape.most if isinstance(field.shape, Text) else 9)
        if field.is_nullable and not value:
            return None
        return _number(field.name, value) if isinstance(field.shape, Range) else value

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

    def query(self, name: str, most: int = 200) -> str:
        value = self.request.query_params.get(name, "")
        if len(value) > most:
            raise Problem(400, "malformed", f"“{name}” is too long.")
        return check_text(value, f"“{name}”")


def make_endpoint(address: Address, function: Handler, handler: Handler) -> Endpoint:
    """An endpoint that calls `handler` in a thread with the fields that `function` has, and answers with what it returns."""

    async def endpoint(request: Request) -> Response:
        services: Services = request.app.state.services
        limits = services.settings.limits
        most = limits.upload_bytes if address.long else limits.body_bytes
        data = await _body(request, address.reads, most) if address.method == "POST" else b""
        work = await services.work_for(request.path_params.get("table", ""), long=address.long)
        return await work.run(_run, address, function, handler, Call(services, request, data))

    return endpoint


def _run(address: Address, function: Handler, handler: Handler, call: Call) -> Response:
    if address.rate:
        call.spend(getattr(call.services.rates, address.rate))
    try:
        result = handler(call, **call.read_arguments(function, address))
    except Refused as refused:
        raise Problem.from_refusal(refused.code, refused.text, refused.reasons) from None
    except StorageFull:
        text = "The disk of the server is full: this was not stored. Try again later."
        raise Problem(503, "full", text, retry_after=10) from None
    except StorageError:
        text = "The server cannot reach its database; nothing is lost, try again in a moment."
        raise Problem(503, "unavailable", text, retry_after=2) from None
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
    declared = request.headers.get("content-length", "0")
    if declared.isdigit() and int(declared) > _HEARD_OUT * most:
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


def _number(name: str, digits: str) -> int:
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise Problem(400, "malformed", f"“{name}” has to be a whole number.")
    return int(digits)


def _too_large(most: int) -> Problem:
    return Problem(413, "too_large", f"What was sent is larger than {most // 1024} KB, the most it may have.")
