"""From a request to a function of ours and back.

Its body is read with suspicion: what is not as it should be is a `Problem` with a sentence. The function runs in a thread.
"""

from __future__ import annotations

import asyncio
import json
import re
import unicodedata
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from inspect import Parameter
from typing import TYPE_CHECKING, Any, Concatenate, NoReturn, ParamSpec, TypeVar

from caylus.documents import is_too_deep
from caylus.signs import clean_text
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from caylus_tools.server import Refused
from caylus_tools.server.operations import (
    Address,
    Choice,
    Data,
    Field,
    Files,
    Flag,
    Label,
    Object,
    Objects,
    QueueName,
    Range,
    Shape,
    Text,
    Texts,
    Token,
    read_arguments,
)
from caylus_tools.server.queues import Asker
from caylus_tools.server.storage.database import StorageError, StorageFull
from caylus_tools.server.tables import Answer, LiveTable
from caylus_tools.server.tables.seats import LONGEST_LABEL

from .guard import Rate, watching
from .problems import Problem, json_bytes, json_response
from .services import Services

if TYPE_CHECKING:
    from caylus import Ruleset

    from caylus_tools.server.tables import Audience


_TABLE = re.compile(r"[\w-]{1,40}", re.ASCII)
_TOKEN = re.compile(r"[\w-]+", re.ASCII)
_MOST_TOKEN = 64
_MOST_TYPED = 400
"""Letters of a name as it is sent, marks that are cut off among them."""
_TURNING = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
_DIGITS = 18
"""Of a whole number: what databases keep in 64 bits."""


def refuse(text: str) -> NoReturn:
    raise Problem(400, "malformed", text)


def read_object(data: bytes) -> Fields:
    """The fields of a JSON object. Raises `Problem`."""
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
    return Fields(value)


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


class Fields:
    """The fields of an object, taken one by one with what each may be; `finish` refuses those that nobody has taken."""

    def __init__(self, values: dict[str, Any], within: str = "") -> None:
        self._values = values
        self._within = within

    def text(self, name: str, most: int = 200, *, lines: bool = False, default: str | None = None) -> str:
        """A text of at most `most` letters and, without `lines`, of one line."""
        value = self._take(name, default)
        if not isinstance(value, str):
            self._wrong(name, "a text")
        if len(value) > most:
            self._wrong(name, f"at most {most} letters long")
        return check_text(value, self._field_name(name), lines=lines)

    def token(self, name: str) -> str:
        """A word that some program has made up: letters and digits, - and _."""
        value = self.text(name, _MOST_TOKEN)
        if not _TOKEN.fullmatch(value):
            self._wrong(name, f"1 to {_MOST_TOKEN} letters and digits")
        return value

    def label(self, name: str, default: str | None = None) -> str:
        """The label of a person (see `clean_text`); an empty `default` may be left out or empty."""
        try:
            value = clean_text(self.text(name, _MOST_TYPED, default=default), LONGEST_LABEL)
        except ValueError as error:
            refuse(f"{self._field_name(name)} {error}.")
        if not value and default != "":
            self._wrong(name, "a name with a letter that can be seen")
        return value

    def number(self, name: str, least: int = 0, most: int = 2**31 - 1, *, default: int | None = None) -> int:
        value = self._take(name, default)
        if type(value) is not int or not least <= value <= most:
            self._wrong(name, f"a whole number from {least} to {most}")
        return value

    def flag(self, name: str, *, default: bool | None = None) -> bool:
        value = self._take(name, default)
        if type(value) is not bool:
            self._wrong(name, "true or false")
        return value

    def choice(self, name: str, allowed: Sequence[str], *, default: str | None = None) -> str:
        value = self._take(name, default)
        if value not in allowed:
            self._wrong(name, f"one of {', '.join(allowed)}")
        return str(value)

    def maybe(self, name: str, take: Callable[[str], Any]) -> Any:
        """The value that `take` makes of a field, None where it is left out or null."""
        if self._values.get(name) is None:
            self._values.pop(name, None)
            return None
        return take(name)

    def texts(self, name: str, most: int, *, default: Sequence[str] | None = None) -> list[str]:
        """A list of at most `most` short texts."""
        return [
            check_text(value, self._field_name(name))
            if isinstance(value, str) and len(value) <= 200
            else self._wrong(name, "a list of texts")
            for value in self._list(name, most, default)
        ]

    def object(self, name: str) -> Fields:
        """An object; who asks for it also says when it is `done`."""
        value = self._take(name, None)
        return (
            Fields(value, f"{self._within}{_printable_name(name)}.")
            if isinstance(value, dict)
            else self._wrong(name, "an object")
        )

    def objects(self, name: str, most: int) -> list[Fields]:
        """A list of at most `most` objects; who asks for them also says when they are `done`."""
        return [
            Fields(value, f"{self._within}{_printable_name(name)}.")
            if isinstance(value, dict)
            else self._wrong(name, "a list of objects")
            for value in self._list(name, most, None)
        ]

    def files(self, name: str, most: int, letters: int) -> dict[str, str]:
        """Texts of several lines by the names of their files, at most `most` and so many letters each."""
        value = self._take(name, None)
        if not isinstance(value, dict) or len(value) > most:
            self._wrong(name, f"an object of at most {most} texts")
        inner = Fields(value, f"{self._within}{_printable_name(name)}.")
        return {check_text(file, "The name of a file"): inner.text(file, letters, lines=True) for file in list(value)}

    def data(self, name: str, default: Any) -> Any:
        """Any JSON data, which whoever asks for it looks through."""
        return self._take(name, default)

    def read(self, function: Callable[..., Any]) -> Any:
        """The result of a function whose parameters are all the fields. Raises `Problem`."""
        arguments = read_arguments(function, self.take)
        self.finish()
        return function(**arguments)

    def take(self, field: Field) -> Any:
        """The value of a field that is declared."""
        default = None if field.default is Parameter.empty else field.default
        take = partial(self._take_shape, shape=field.shape, default=default)
        return self.maybe(field.name, take) if field.is_nullable else take(field.name)

    def _take_shape(self, name: str, shape: Shape, default: Any) -> Any:
        match shape:
            case Text(most, lines):
                return self.text(name, most, lines=lines, default=default)
            case Token():
                return self.token(name)
            case Label():
                return self.label(name, "")
            case Range(least, most):
                return self.number(name, least, most, default=default)
            case Flag():
                return self.flag(name, default=default)
            case Choice(words):
                return self.choice(name, words, default=default)
            case Texts(most):
                return self.texts(name, most, default=default)
            case Files(most, letters):
                return self.files(name, most, letters)
            case Object(make):
                return self.object(name).read(make)
            case Objects(make, most):
                return [one.read(make) for one in self.objects(name, most)]
            case Data():
                return self.data(name, shape.default)

    def finish(self) -> None:
        if self._values:
            refuse(f"{self._field_name(next(iter(self._values)))} is nothing that is asked for here.")

    def _list(self, name: str, most: int, default: Sequence[str] | None) -> list[Any]:
        value = self._take(name, None if default is None else [*default])
        if not isinstance(value, list) or len(value) > most:
            self._wrong(name, f"a list of at most {most}")
        return value

    def _take(self, name: str, default: Any) -> Any:
        return self._values.pop(name, default)

    def _field_name(self, name: str) -> str:
        return f"“{self._within}{_printable_name(name)}”"

    def _wrong(self, name: str, requirement: str) -> NoReturn:
        refuse(f"{self._field_name(name)} has to be {requirement}.")


def check_text(value: str, field_name: str, *, lines: bool = False) -> str:
    """The same text, if it can be stored and shown: without half letters, control characters other than ends of `lines` and, in
    one line, what has letters around it read the other way.

    Raises `Problem`.
    """
    for letter in value:
        is_control = unicodedata.category(letter) in ("Cc", "Cs") and not (lines and letter in "\n\r\t")
        if is_control or (not lines and unicodedata.bidirectional(letter) in _TURNING):
            refuse(f"{field_name} holds what cannot be shown.")
    return value


def table_id(value: str) -> str:
    """The same, if a table could be called so. Raises `Problem`."""
    if not _TABLE.fullmatch(value):
        raise Problem(404, "no_table", "There is no such table.")
    return value


def _printable_name(name: str) -> str:
    return name if name.isidentifier() and len(name) <= 40 else "a name"


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


@dataclass(frozen=True)
class Call:
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


def _number(name: str, digits: str) -> int:
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise Problem(400, "malformed", f"“{name}” has to be a whole number.")
    return int(digits)


def _too_large(most: int) -> Problem:
    return Problem(413, "too_large", f"What was sent is larger than {most // 1024} KB, the most it may have.")
