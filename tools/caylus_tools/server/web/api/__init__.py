"""The API of a page, one function for each address: it takes a `Call`, calls the table, and returns what is sent as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from starlette.routing import BaseRoute, Route

from ..calls import Handler, make_endpoint
from . import looking, play, rules, seats, tables

_TABLE = "/api/tables/{table}"
_SEAT = f"{_TABLE}/seats/{{seat}}"
_JSON = "application/json"

_READ: dict[str, Handler] = {
    "/api/codes/{code}": rules.code,
    "/api/tables": tables.list_tables,
    f"{_TABLE}/at/{{number}}": looking.show_moment,
    f"{_TABLE}/log": looking.log,
    f"{_TABLE}/history": looking.history,
    f"{_TABLE}/why": looking.why,
    f"{_TABLE}/about": looking.about,
    f"{_TABLE}/outcome": looking.outcome,
}
_READ_LONG: dict[str, Handler] = {
    "/api/rulesets": rules.catalogue,
    "/api/rules/diff": rules.diff,
    "/api/rules/source": rules.source,
    "/api/pictures/{hash}": rules.picture,
    _TABLE: tables.about,
    f"{_TABLE}/source": tables.source,
    f"{_TABLE}/save": looking.save,
    f"{_TABLE}/transcript": looking.transcript,
}
_DO: dict[str, Handler] = {
    f"{_TABLE}/choose": play.choose,
    f"{_TABLE}/undo": play.undo,
    f"{_TABLE}/consent": play.consent,
    f"{_TABLE}/wish": play.wish,
    f"{_TABLE}/chat": play.chat,
    f"{_TABLE}/start": tables.start,
    f"{_TABLE}/invitation": seats.invitation,
    f"{_TABLE}/watch": seats.watch,
    f"{_TABLE}/watch-link": seats.watch_link,
    f"{_TABLE}/hook": seats.hook,
    f"{_SEAT}/claim": seats.claim,
    f"{_SEAT}/link": seats.link,
    f"{_SEAT}/leave": seats.leave,
    f"{_SEAT}/bot": seats.bot,
    f"{_SEAT}/label": seats.label,
    f"{_SEAT}/late": seats.late,
    f"{_SEAT}/ask": seats.ask,
    f"{_SEAT}/answer": seats.answer,
}
_DO_LONG: dict[str, tuple[Handler, str]] = {
    "/api/rules": (rules.offer, f"{_JSON} application/zip"),
    "/api/rules/mend": (rules.mend, _JSON),
    "/api/tables": (tables.open_table, _JSON),
    "/api/import": (tables.bring, _JSON),
    f"{_TABLE}/rematch": (tables.rematch, _JSON),
    f"{_TABLE}/fork": (tables.fork, _JSON),
}


def routes() -> Iterator[BaseRoute]:
    for path, handler in _READ.items():
        yield Route(path, make_endpoint(handler), methods=["GET"])
    for path, handler in _READ_LONG.items():
        yield Route(path, make_endpoint(handler, long=True), methods=["GET"])
    for path, handler in _DO.items():
        yield Route(path, make_endpoint(handler, _JSON), methods=["POST"])
    for path, (handler, types) in _DO_LONG.items():
        yield Route(path, make_endpoint(handler, types, long=True), methods=["POST"])
