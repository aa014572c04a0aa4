"""Requests of a person about themselves: where they are told of their turns, and how they come back with another browser."""

from __future__ import annotations

from typing import Annotated, Any

from starlette.responses import Response

from caylus_tools.server import Refused
from caylus_tools.server.operations import Address
from caylus_tools.server.shapes import Text, TokenText
from caylus_tools.server.storage.schema import digest
from caylus_tools.server.tables.tables import list_results

from ..calls import Call
from ..guard import COOKIE, parse_visitor, set_cookie
from ..problems import json_response

_Place = Annotated[str, Text(500)]


@Address("GET", "/api/me", "Where the visitor is told of turns", "`reminders`, `push_key` and `mail`")
def show(call: Call) -> dict[str, Any]:
    """The addresses where one is told, the key for pushes, and whether mail is sent."""
    reminders = call.services.reminders
    rows = [
        {"kind": one.kind, "address": one.address, "confirmed": one.unconfirmed is None, "error": one.last_error}
        for one in call.services.store.reminders(call.visitor)
    ]
    return {"reminders": rows, "push_key": reminders.vapid.public, "mail": reminders.sends_mail}


@Address("GET", "/api/me/results", "The visitor's finished games", "`games`, and `sums` of them by game, players and rivals")
def results(call: Call) -> dict[str, Any]:
    return list_results(call.services.store, call.visitor)


@Address("POST", "/api/me/remind", "Be told of turns at a push, hook or mail address")
def remind(call: Call, kind: str, address: _Place) -> None:
    if kind == "mail":
        call.spend(call.services.rates.tables)
    call.services.reminders.add(call.visitor, kind, address)


@Address("POST", "/api/me/forget", "Be told at an address no more")
def forget(call: Call, address: _Place) -> None:
    call.services.store.drop_reminder(call.visitor, address)


@Address("POST", "/api/me/confirm", "Confirm a mail address")
def confirm(call: Call, token: TokenText) -> None:
    """Confirm an address for mail, by the token that was sent there."""
    if not call.services.store.confirm_reminder(digest(token)):
        raise Refused("bad", "This link confirms nothing any more.")


@Address("POST", "/api/me/link", "Make a link for another browser of the same person", "`url`")
def link(call: Call) -> dict[str, Any]:
    """A link by which another browser becomes this person: it holds what the cookie holds, and stays good as long."""
    token = call.request.cookies.get(COOKIE, "")
    if parse_visitor(token) is None:
        raise Refused("bad", "A program keeps its token by itself.")
    return {"url": f"/settings#me.{token}"}


@Address("POST", "/api/me/return", "Be the person of a link in this browser")
def come_back(call: Call, token: TokenText) -> Response:
    """Become the person of a link, in this browser."""
    if parse_visitor(token) is None:
        raise Refused("bad", "This link is not whole.")
    return json_response({}, headers={"Set-Cookie": set_cookie(token, call.services.settings.path, secure=call.is_secure)})
