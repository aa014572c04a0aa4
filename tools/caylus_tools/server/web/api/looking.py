"""Requests of people at a table, or who look on, that change nothing. All of it is asked of the table for who asks, and for
nobody else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..calls import Call
from .play import OPTION

if TYPE_CHECKING:
    from caylus_tools.server.tables import Audience


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


def why(call: Call) -> Any:
    """Of a cell of the table, or of an option: whatever somebody has pointed at."""
    return call.table.why(_audience(call), call.query("option", OPTION) or call.query("cell"))


def about(call: Call) -> Any:
    return call.table.about(_audience(call), call.query("name"))


def outcome(call: Call) -> Any:
    return call.table.outcome(_audience(call), call.query("option", OPTION))


def _audience(call: Call) -> Audience:
    return call.admit(call.query("seat") or None)
