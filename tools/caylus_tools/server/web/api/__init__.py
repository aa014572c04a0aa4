"""The API of a page: each function here and each operation of a table declares its address (see `server.operations`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from inspect import signature
from typing import Any

import caylus
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from caylus_tools.server.operations import ADDRESSES, JSON, Address, operations
from caylus_tools.server.shapes import Objects, Text, list_fields
from caylus_tools.server.tables import LiveTable

from ..calls import Call, Handler, make_endpoint
from ..problems import json_bytes, json_response
from . import me as me, rules as rules, tables as tables, workshop as workshop


def ask_table(operation: Callable[..., Any], call: Call, **fields: Any) -> Any:
    """The answer of a table to an operation: told to whoever asks, and to nobody else."""
    if "audience" in fields:
        fields["audience"] = call.admit(fields["audience"])
    if "visitor" in signature(operation).parameters:
        fields["visitor"] = call.visitor
    return call.ask(operation, **fields)


def ask_service(method: Callable[..., Any], service: str, call: Call, **fields: Any) -> Any:
    """The answer of a service."""
    return method(getattr(call.services, service), **fields)


def addresses() -> Iterator[tuple[Address, Callable[..., Any]]]:
    """Every address, with the function that its fields are for."""
    for function, address in ADDRESSES.items():
        yield address, function
    for operation in operations(LiveTable).values():
        if operation.address is not None:
            yield operation.address, operation.function


def routes() -> Iterator[BaseRoute]:
    yield Route("/api", _describe, methods=["GET"])
    for address, function in addresses():
        if address.service:
            handler: Handler = partial(ask_service, function, address.service)
        else:
            handler = function if function in ADDRESSES else partial(ask_table, function)
        yield Route(address.path, make_endpoint(address, function, handler), methods=[address.method])


@cache
def _description() -> bytes:
    return json_bytes(describe_api())


async def _describe(_: Request) -> Response:
    return json_response(_description())


# ---- OpenAPI 3.1

LIVE = "/api/tables/{table}/live"
CLOSED = {
    1012: "the server restarts; come again",
    1013: "not now; come again",
    4400: "what was sent up is malformed",
    4401: "no token was sent",
    4403: "the table or the seat is not yours",
    4404: "there is no such table",
    4429: "too many sockets, or too much was sent up",
}
"""The codes with which a socket closes. A sentence comes with each."""

_TEXT = Text.schema
_ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "text", "reasons"],
            "properties": {"code": _TEXT, "text": _TEXT, "reasons": Objects.schema},
        }
    },
}


def describe_api() -> dict[str, Any]:
    """The whole API."""
    paths: dict[str, dict[str, Any]] = {}
    for address, function in addresses():
        paths.setdefault(address.path, {})[address.method.lower()] = _describe_address(address, function)
    close_codes = "".join(f"\n- {code}: {why}" for code, why in CLOSED.items())
    socket = Address("GET", LIVE, "A WebSocket that tells the state of a table")
    paths[LIVE] = {
        "get": {
            **_describe_address(socket, _take_socket),
            "responses": {
                "101": {"description": f"Messages as the manual says. It closes with one of these codes:{close_codes}"}
            },
        }
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "caylus serve", "version": caylus.__version__},
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "32 letters, digits, - or _ of your own"}
            },
            "schemas": {"Error": _ERROR},
        },
    }


def _take_socket(seat: str | None, since: str | None) -> None:
    """The fields of a socket, for the description."""


def _describe_address(address: Address, function: Callable[..., Any]) -> dict[str, Any]:
    in_path = re.findall(r"{(\w+)}", address.path)
    fields = [] if address.is_file else [field for field in list_fields(function) if field.name not in in_path]
    types = {field.name: field.shape.schema for field in fields}
    needed = [field.name for field in fields if field.is_needed]
    parameters = [{"name": name, "in": "path", "required": True, "schema": _TEXT} for name in in_path]
    described: dict[str, Any] = {"summary": address.summary}
    if address.method == "POST":
        schema = {"type": "object", "properties": types, "required": needed, "additionalProperties": not fields}
        described["requestBody"] = {"required": True, "content": {JSON: {"schema": schema}}}
    else:
        parameters += [{"name": name, "in": "query", "required": name in needed, "schema": types[name]} for name in types]
    answer = {"type": "string" if address.media == "text/html" else "object"}
    error = {JSON: {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {
        **described,
        "parameters": parameters,
        "responses": {
            "200": {"description": address.answer, "content": {address.media: {"schema": answer}}},
            "default": {"description": "a refusal: its code, a sentence, and reasons", "content": error},
        },
    }
