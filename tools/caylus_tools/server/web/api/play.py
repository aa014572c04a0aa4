"""Requests at a table that need more than its answer. All others are operations of `LiveTable`."""

from __future__ import annotations

from typing import Annotated

from caylus_tools.server import Refused
from caylus_tools.server.operations import Address, OptionId, Text, TokenText
from caylus_tools.server.tables import Answer, LiveTable
from caylus_tools.server.tables.requests import ANSWER

from ..calls import Call

_TABLE = "/api/tables/{table}"


@Address("POST", f"{_TABLE}/choose", "Make a choice", ANSWER)
def choose(call: Call, seat: str, revision: int, option: OptionId, key: TokenText) -> Answer:
    """Make a choice, and count what came of it."""
    counted = call.services.metrics.choices
    try:
        answer = call.ask(LiveTable.choose, seat, revision, option, key, call.visitor)
    except Refused as refused:
        counted.labels(refused.code).inc()
        raise
    counted.labels("again" if answer.again else "accepted").inc()
    return answer


@Address("POST", f"{_TABLE}/chat", "Say something")
def chat(call: Call, text: Annotated[str, Text(500)], seat: str | None) -> None:
    call.admit(seat)
    call.ask(LiveTable.say, text, seat, call.visitor)
