"""The API of a page, one function for each address: it takes a `Call`, calls the table, and returns what is sent as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ..calls import Handler, make_endpoint
from ..problems import json_bytes, json_response
from . import me, play, rules, tables, workshop
from .description import describe_api

_TABLE = "/api/tables/{table}"
_SEAT = f"{_TABLE}/seats/{{seat}}"
_JSON = "application/json"

_READ: dict[str, Handler] = {
    "/api/codes/{code}": rules.code,
    "/api/rules/drafts/{draft}": workshop.draft,
    "/api/workshop/words": workshop.words,
    "/api/tables": tables.list_tables,
    "/api/me": me.show,
    f"{_TABLE}/at/{{number}}": play.show_moment,
    f"{_TABLE}/log": play.log,
    f"{_TABLE}/history": play.history,
    f"{_TABLE}/why": play.why,
    f"{_TABLE}/about": play.about,
    f"{_TABLE}/outcome": play.outcome,
    f"{_TABLE}/moves": play.moves,
}
_READ_LONG: dict[str, Handler] = {
    "/api/rulesets": rules.catalogue,
    "/api/rulesets/titles": rules.titles,
    "/api/rules/diff": rules.diff,
    "/api/rules/source": rules.source,
    "/api/pictures/{hash}": rules.picture,
    "/api/workshop/starts": workshop.starts,
    _TABLE: tables.about,
    f"{_TABLE}/source": tables.source,
    f"{_TABLE}/hint": play.hint,
    f"{_TABLE}/rules": workshop.of_table,
    f"{_TABLE}/scenario": play.scenario,
    "/table/{table}/rulebook": tables.rulebook,
    f"{_TABLE}/save": play.save,
    f"{_TABLE}/transcript": play.transcript,
}
_DO: dict[str, Handler] = {
    f"{_TABLE}/choose": play.choose,
    f"{_TABLE}/undo": play.undo,
    f"{_TABLE}/consent": play.consent,
    f"{_TABLE}/wish": play.wish,
    f"{_TABLE}/chat": play.chat,
    f"{_TABLE}/terms": tables.terms,
    f"{_TABLE}/start": tables.start,
    f"{_TABLE}/invitation": tables.invitation,
    f"{_TABLE}/watch": tables.watch,
    f"{_TABLE}/watch-link": tables.watch_link,
    f"{_TABLE}/hook": tables.hook,
    "/api/qr": tables.qr_code,
    "/api/me/remind": me.remind,
    "/api/me/forget": me.forget,
    "/api/me/confirm": me.confirm,
    "/api/me/link": me.link,
    "/api/me/return": me.come_back,
    f"{_SEAT}/claim": tables.claim,
    f"{_SEAT}/link": tables.link,
    f"{_SEAT}/leave": tables.leave,
    f"{_SEAT}/bot": tables.bot,
    f"{_SEAT}/label": tables.label,
    f"{_SEAT}/late": tables.late,
    f"{_SEAT}/ask": tables.ask,
    f"{_SEAT}/answer": tables.answer,
}
_DO_LONG: dict[str, tuple[Handler, str]] = {
    "/api/rules": (rules.offer, f"{_JSON} application/zip"),
    "/api/rules/mend": (rules.mend, _JSON),
    "/api/workshop/begin": (workshop.begin, _JSON),
    "/api/workshop/check": (workshop.check, _JSON),
    "/api/workshop/make": (workshop.make, _JSON),
    "/api/workshop/test": (workshop.test, _JSON),
    "/api/workshop/ask": (workshop.ask, _JSON),
    "/api/workshop/guard": (workshop.guard, _JSON),
    "/api/workshop/tell": (workshop.tell, _JSON),
    "/api/workshop/show": (workshop.show, _JSON),
    "/api/workshop/write": (workshop.write, _JSON),
    "/api/workshop/play": (workshop.play, _JSON),
    "/api/workshop/games": (workshop.games, _JSON),
    "/api/tables": (tables.open_table, _JSON),
    "/api/import": (tables.bring, _JSON),
    f"{_TABLE}/rematch": (tables.rematch, _JSON),
    f"{_TABLE}/fork": (tables.fork, _JSON),
}


@cache
def _description() -> bytes:
    return json_bytes(describe_api())


async def _describe(_: Request) -> Response:
    return json_response(_description())


def routes() -> Iterator[BaseRoute]:
    yield Route("/api", _describe, methods=["GET"])
    for path, handler in _READ.items():
        yield Route(path, make_endpoint(handler), methods=["GET"])
    for path, handler in _READ_LONG.items():
        yield Route(path, make_endpoint(handler, long=True), methods=["GET"])
    for path, handler in _DO.items():
        yield Route(path, make_endpoint(handler, _JSON), methods=["POST"])
    for path, (handler, types) in _DO_LONG.items():
        yield Route(path, make_endpoint(handler, types, long=True), methods=["POST"])
