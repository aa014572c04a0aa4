"""Requests of a person about themselves: where they are told of their turns, and how they come back with another browser."""

from __future__ import annotations

from typing import Any

from caylus_tools.server import Refused
from caylus_tools.server.storage.rows import digest

from ..calls import Call
from ..problems import json_response
from ..visitors import COOKIE, parse_visitor, set_cookie

_LONGEST = 500


def show(call: Call) -> Any:
    """The addresses where one is told, the key for pushes, and whether mail is sent."""
    reminders = call.services.reminders
    told = [
        {"kind": one.kind, "address": one.address, "confirmed": one.unconfirmed is None, "error": one.last_error}
        for one in call.services.store.reminders(call.visitor)
    ]
    return {"reminders": told, "push_key": reminders.vapid.public, "mail": reminders.sends_mail}


def remind(call: Call) -> Any:
    kind, address = call.fields.text("kind"), call.fields.text("address", _LONGEST)
    call.fields.finish()
    if kind == "mail":
        call.spend(call.services.rates.tables)
    call.services.reminders.add(call.visitor, kind, address)
    return {}


def forget(call: Call) -> Any:
    address = call.fields.text("address", _LONGEST)
    call.fields.finish()
    call.services.store.drop_reminder(call.visitor, address)
    return {}


def confirm(call: Call) -> Any:
    """Confirm an address for mail, by the token that was sent there."""
    token = call.fields.token("token")
    call.fields.finish()
    if not call.services.store.confirm_reminder(digest(token)):
        raise Refused("bad", "This link confirms nothing any more.")
    return {}


def link(call: Call) -> Any:
    """A link by which another browser becomes this person: it holds what the cookie holds, and stays good as long."""
    call.fields.finish()
    token = call.request.cookies.get(COOKIE, "")
    if parse_visitor(token) is None:
        raise Refused("bad", "A program keeps its token by itself.")
    return {"url": f"/settings#me.{token}"}


def come_back(call: Call) -> Any:
    """Become the person of a link, in this browser."""
    token = call.fields.token("token")
    call.fields.finish()
    if parse_visitor(token) is None:
        raise Refused("bad", "This link is not whole.")
    return json_response({}, headers={"Set-Cookie": set_cookie(token, secure=call.is_secure)})
