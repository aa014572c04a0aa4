"""Requests of people at a table, or who look on. What is asked of a table is asked for who asks, and for nobody else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from caylus_tools.server import Refused
from caylus_tools.server.tables import Answer

from ..calls import Call

if TYPE_CHECKING:
    from caylus_tools.server.tables import Audience


OPTION = 4000
"""In letters: the ids of options tell all that is chosen at once."""


def choose(call: Call) -> Any:
    fields, table = call.fields, call.table
    seat, revision = fields.text("seat"), fields.number("revision")
    option, key = fields.text("option", OPTION), fields.token("key")
    fields.finish()
    counted = call.services.metrics.choices
    try:
        answer = table.choose(seat, revision, option, key, call.visitor)
    except Refused as refused:
        counted.labels(refused.code).inc()
        raise
    counted.labels("again" if answer.again else "accepted").inc()
    return _render_answer(answer)


def undo(call: Call) -> Any:
    fields = call.fields
    seat, to, revision, key = fields.text("seat"), fields.number("to"), fields.number("revision"), fields.token("key")
    fields.finish()
    return _render_answer(call.table.undo(seat, to, revision, key, call.visitor))


def consent(call: Call) -> Any:
    fields = call.fields
    seat, agree = fields.text("seat"), fields.flag("agree")
    fields.finish()
    call.table.consent(seat, agree, call.visitor)
    return {}


def wish(call: Call) -> Any:
    fields = call.fields
    seat, name, on = fields.text("seat"), fields.text("name"), fields.flag("on")
    fields.finish()
    call.table.wish(seat, name, on, call.visitor)
    return {}


def chat(call: Call) -> Any:
    fields = call.fields
    text, seat = fields.text("text", 500), fields.maybe("seat", fields.text)
    fields.finish()
    call.admit(seat)
    call.table.say(text, seat, call.visitor)
    return {}


def _render_answer(answer: Answer) -> dict[str, Any]:
    return {"revision": answer.revision, "again": answer.again, "asked": answer.asked}


def show_moment(call: Call) -> Any:
    return call.table.state_at(_audience(call), call.path_number("number"))


def log(call: Call) -> Any:
    return call.table.log(_audience(call))


def history(call: Call) -> Any:
    return call.table.history(_audience(call))


def save(call: Call) -> Any:
    return call.table.save(_audience(call))


def transcript(call: Call) -> Any:
    return call.table.transcript(_audience(call))


def scenario(call: Call) -> Any:
    """A moment of the table as a scenario, as far as who asks knows it; the last one without `at`."""
    at = call.query_number("at") if call.query("at") else None
    return call.table.scenario(_audience(call), at)


def why(call: Call) -> Any:
    """Of a cell of the table, or of an option: whatever somebody has pointed at."""
    return call.table.why(_audience(call), call.query("option", OPTION) or call.query("cell"))


def about(call: Call) -> Any:
    return call.table.about(_audience(call), call.query("name"))


def outcome(call: Call) -> Any:
    return call.table.outcome(_audience(call), call.query("option", OPTION))


def moves(call: Call) -> Any:
    return call.table.moves(_audience(call))


def hint(call: Call) -> Any:
    return call.table.hint(_audience(call))


def _audience(call: Call) -> Audience:
    return call.admit(call.query("seat") or None)
