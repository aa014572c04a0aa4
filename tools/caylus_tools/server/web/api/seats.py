"""Requests about seats, and the links by which people come to sit or to look on."""

from __future__ import annotations

from typing import Any

from ..calls import Call
from ..problems import json_response
from ..visitors import cookie, watching


def seat_link(table: str, token: str) -> str:
    """The link that gives a seat away. The part after # stays in the browser: it is in no log, and is told to no other site. What
    stands behind # stays in the browser: it is in no log, and is told to no other site.
    """
    return f"/seat#{table}.{token}"


def watchers_link(table: str, token: str) -> str:
    return f"/watch#{table}.{token}"


def invitation(call: Call) -> Any:
    """Describe what a link would give, to be shown before anybody takes it."""
    token = call.fields.token("token")
    call.fields.finish()
    return call.table.invitation(token)


def claim(call: Call) -> Any:
    fields = call.fields
    token, label = fields.maybe("token", fields.token), fields.label("label", "")
    fields.finish()
    call.table.claim(call.seat, token, label, call.visitor)
    return {"table": call.table_id, "seat": call.seat}


def link(call: Call) -> Any:
    call.fields.finish()
    return {"url": seat_link(call.table_id, call.table.new_link(call.seat, call.visitor))}


def leave(call: Call) -> Any:
    call.fields.finish()
    call.table.leave(call.seat, call.visitor)
    return {}


def ask(call: Call) -> Any:
    """Ask, as the table's owner, for a seat that somebody holds."""
    call.fields.finish()
    call.table.ask_for_seat(call.seat, call.visitor)
    return {}


def answer(call: Call) -> Any:
    """Answer, as the holder, the owner's request."""
    gives = call.fields.flag("gives")
    call.fields.finish()
    call.table.answer_for_seat(call.seat, gives, call.visitor)
    return {}


def bot(call: Call) -> Any:
    policy = call.fields.maybe("policy", call.fields.text)
    call.fields.finish()
    call.table.put_bot(call.seat, policy, call.visitor)
    return {}


def late(call: Call) -> Any:
    """Decide, as the others, about a seat whose time has run out."""
    wait = call.fields.flag("wait")
    call.fields.finish()
    call.table.answer_late(call.seat, wait, call.visitor)
    return {}


def label(call: Call) -> Any:
    name = call.fields.label("label", "")
    call.fields.finish()
    call.table.label(call.seat, name, call.visitor)
    return {}


def hook(call: Call) -> Any:
    """Set the address where a seat is told that it is its turn; nowhere any more without a `url`."""
    fields = call.fields
    seat, url = fields.text("seat"), fields.maybe("url", lambda name: fields.text(name, 500))
    fields.finish()
    if url is not None:
        call.services.hooks.check(url)
    call.table.hook(seat, url, call.visitor)
    return {}


def watch(call: Call) -> Any:
    """Lets a browser look on: it keeps the link's token in a cookie, which is good until the link is replaced."""
    token = call.fields.token("token")
    call.fields.finish()
    call.table.admit(None, call.visitor, token)
    kept = cookie(watching(call.table_id), token, f"/api/tables/{call.table_id}", secure=call.is_secure)
    return json_response({"table": call.table_id}, headers={"Set-Cookie": kept})


def watch_link(call: Call) -> Any:
    call.fields.finish()
    return {"url": watchers_link(call.table_id, call.table.new_watch_link(call.visitor))}
