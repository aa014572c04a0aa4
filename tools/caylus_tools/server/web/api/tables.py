"""Requests about tables, their seats, and the links by which people come to sit or to look on."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from caylus import RulesetError
from caylus.documents import decode_utf8, read_json
from caylus.limits import GREATEST_NUMBER, MOST_GAMES
from starlette.responses import Response

from caylus_tools.common.games import match_terms
from caylus_tools.doc.page import content_policy
from caylus_tools.server import Refused
from caylus_tools.server.operations import OBJECT, Address
from caylus_tools.server.picture import seats as marks
from caylus_tools.server.shapes import LabelText, Object, Objects, OptionId, Range, Text, TokenText, refuse
from caylus_tools.server.tables import Answer, LiveTable, Opened, SeatOrder, TableOrder
from caylus_tools.server.tables.message import ANSWER, Undo

from ..assets import Packed
from ..calls import Call
from ..guard import cookie, watching
from ..problems import json_response
from .rules import Variants

_TABLE = "/api/tables/{table}"
OPENED = "`table`, its id; `links`, by seat the links to those that wait for somebody; `watch`, the link for watching"
_MOST_SEATS = 16
_DAY = 24 * 3600


def seat_link(table: str, token: str) -> str:
    """The link that gives a seat away. The part after # stays in the browser: it is in no log, and is told to no other site."""
    return f"/seat#{table}.{token}"


def watchers_link(table: str, token: str) -> str:
    return f"/watch#{table}.{token}"


@Address("POST", f"{_TABLE}/seats/{{seat}}/link", "Make a new link to a seat", "`url`")
def link(call: Call, seat: str) -> dict[str, Any]:
    return {"url": seat_link(call.table_id, call.ask(LiveTable.new_link, seat, call.visitor))}


@Address("POST", f"{_TABLE}/watch-link", "Make a new link for watching", "`url`")
def watch_link(call: Call) -> dict[str, Any]:
    return {"url": watchers_link(call.table_id, call.ask(LiveTable.new_watch_link, call.visitor))}


@Address("POST", f"{_TABLE}/watch", "Look on, by a link", "`table`")
def watch(call: Call, token: TokenText) -> Response:
    """Lets a browser look on: it keeps the link's token in a cookie, which is good until the link is replaced."""
    call.ask(LiveTable.admit, None, call.visitor, token)
    cookie_header = cookie(
        watching(call.table_id), token, f"{call.services.settings.path}/api/tables/{call.table_id}", secure=call.is_secure
    )
    return json_response({"table": call.table_id}, headers={"Set-Cookie": cookie_header})


@Address("POST", f"{_TABLE}/hook", "Set the address that is told of a seat's turns")
def hook(call: Call, seat: str, url: Annotated[str, Text(500)] | None) -> None:
    """Set the address where a seat is told that it is its turn; nowhere any more without a `url`."""
    if url is not None:
        call.services.hooks.check(url)
    call.ask(LiveTable.hook, seat, url, call.visitor)


@Address("POST", "/api/qr", "Draw a text as a code for cameras", "`size` and `path`")
def qr_code(_: Call, text: Annotated[str, Text(500)]) -> dict[str, Any]:
    """A text as a code for cameras: how many squares a side has, and the dark ones as the path of a drawing."""
    import segno

    rows = [*segno.make(text, error="m", micro=False).matrix]
    dark = (f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark)
    return {"size": len(rows), "path": "".join(dark)}


def read_seat(
    kind: Literal["person", "bot"] = "person",
    label: LabelText | None = None,
    policy: str | None = None,
    mine: bool = False,
) -> SeatOrder:
    return SeatOrder(kind, label or "", policy, mine)


def read_clock(
    seconds: Annotated[int, Range(10, 90 * _DAY)],
    increment: Annotated[int, Range(0, _DAY)] = 0,
    runs_out: Literal["bot", "ask"] = "ask",
) -> dict[str, Any]:
    return {"seconds": seconds, "increment": increment, "runs_out": runs_out}


def read_match(
    games: Annotated[int, Range(1, MOST_GAMES)] | None,
    to: Annotated[int, Range(1, GREATEST_NUMBER)] | None,
    count: Literal["wins", "points"] = "wins",
) -> dict[str, Any]:
    """The match that somebody wants, as `match_terms` takes it: so many games, or to so many wins or points. One game is none."""
    if games is None and to is None:
        refuse("A match has a number of “games”, or of wins or points “to” which it goes.")
    return {"games": games, "to": to, "count": count}


_Clock = Annotated[dict[str, Any], Object(read_clock)]


@Address("POST", "/api/tables", "Open a table", OPENED, queue="rules")
def open_table(
    call: Call,
    *,
    base: str | None,
    variants: Variants = (),
    draft: str | None,
    seats: Annotated[list[SeatOrder], Objects(read_seat, _MOST_SEATS)],
    title: Annotated[str, Text(80)] = "",
    public: bool = False,
    spectators: bool = True,
    clock: _Clock | None,
    undo: Undo = "consent",
    match: Annotated[dict[str, Any], Object(read_match)] | None,
) -> dict[str, Any]:
    if draft is not None:
        call.move("checks")
    count_table(call, len(seats))
    if public:
        call.spend(call.services.rates.public_tables)
    rules = call.services.rules.ready(base, variants, draft, len(seats))
    terms = match_terms(rules, match)
    order = TableOrder(rules, seats, title.strip(), public, spectators, undo, clock, match=terms)
    return opened_links(call.services.tables.open(order, call.visitor))


@Address(
    "GET",
    "/api/tables",
    "The visitor's tables, and public ones",
    "`mine` and `open`; `keep_days`, for which finished ones are kept, 0 for ever",
)
def list_tables(call: Call) -> Any:
    """The tables of somebody and those open to all; `marks` are how the seats of each look."""
    groups = call.services.tables.list_tables(call.visitor)
    lists = {
        name: [{**table, "marks": marks({seat["name"]: seat["name"] for seat in table["seats"]})} for table in tables]
        for name, tables in groups.items()
    }
    return {**lists, "keep_days": call.services.settings.limits.keep_days}


@Address("GET", _TABLE, "Who sits at a table, and its rules", OBJECT, queue="rules")
def about(call: Call) -> Any:
    """Describe who sits there and the rules of the table: no game state."""
    return {**call.ask(LiveTable.about_table, call.visitor), **call.services.rules.about(call.table_rules)}


@Address("GET", f"{_TABLE}/source", "A file of the rules of a table", OBJECT, queue="rules")
def source(call: Call, file: str) -> Any:
    """A file of the rules that the table is played by."""
    call.ask(LiveTable.about_table, call.visitor)
    return call.services.rules.read_file(call.table_rules, file)


@Address("GET", "/table/{table}/rulebook", "The rulebook of the rules of a table", "a page", queue="games", media="text/html")
def rulebook(call: Call) -> Response:
    """The rulebook of the rules that the table is played by: a page that fetches only fonts, with the one script that it has."""
    call.ask(LiveTable.about_table, call.visitor)
    fonts = call.services.assets.font_rules
    call.request.state.policy = f"{content_policy(fonts)}; frame-ancestors 'none'; require-trusted-types-for 'script'"
    page = Packed(call.services.rules.rulebook(call.table_rules, fonts).encode(), "text/html")
    return page.answer(call.request, "private, no-cache")


@Address("POST", f"{_TABLE}/terms", "Set who may come to a table, and its clock")
def terms(call: Call, public: bool, clock: _Clock | None) -> None:
    """Set, as the owner, who may come to a table that has not begun and how long people may think."""
    if public:
        call.spend(call.services.rates.public_tables)
    call.ask(LiveTable.change_terms, public, clock, call.visitor)


@Address("POST", f"{_TABLE}/rematch", "Open a table for the same people, in a match for its next game", OPENED, queue="rules")
def rematch(call: Call) -> Any:
    count_table(call, len(call.table_rules.seats))
    return opened_links(call.services.tables.rematch(call.table_id, call.visitor))


@Address("POST", f"{_TABLE}/fork", "Open a table that goes on from a moment", OPENED, queue="answers")
def fork(call: Call, to: int, seat: str | None) -> Any:
    """A table of its own that goes on from a moment of this one."""
    count_table(call, _MOST_SEATS)
    return opened_links(call.services.tables.fork(call.table_id, call.admit(seat), to))


@Address(
    "POST",
    "/api/import",
    "Open a table that goes on with a save or a transcript, which is the body",
    OPENED,
    queue="checks",
    rate="uploads",
    is_file=True,
)
def bring(call: Call) -> Any:
    """A table that goes on with a saved game, by the rules that lie in it."""
    try:
        data: dict[str, Any] = read_json(decode_utf8(call.data, "this file"), "this file", "save").value
    except RulesetError as error:
        reasons = [{"text": fault.message} for fault in error.diagnostics]
        raise Refused("bad", "This is no saved game that can be gone on with.", reasons) from None
    count_table(call, len(data["players"]))
    ruleset = data["ruleset"]
    rules = call.services.rules.load_save(ruleset["layers"], ruleset["variants"], len(data["players"]))
    return opened_links(call.services.tables.bring(data, rules, call.visitor))


def count_table(call: Call, seats: int) -> None:
    """Count a table with its seats against the address."""
    call.spend(call.services.rates.tables)
    call.spend(call.services.rates.seats, seats)


def opened_links(new_table: Opened) -> dict[str, Any]:
    """The links of a table that was opened, as a page is told them."""
    links = {seat: seat_link(new_table.table, token) for seat, token in new_table.links.items()}
    watch = None if new_table.watch is None else watchers_link(new_table.table, new_table.watch)
    return {"table": new_table.table, "links": links, "watch": watch}


@Address("POST", f"{_TABLE}/choose", "Make a choice", ANSWER)
def choose(call: Call, seat: str, revision: int, option: OptionId, key: TokenText) -> Answer:
    """Make a choice, and count what came of it."""
    counter = call.services.metrics.choices
    try:
        answer = call.ask(LiveTable.choose, seat, revision, option, key, call.visitor)
    except Refused as refusal:
        counter.labels(refusal.code).inc()
        raise
    counter.labels("again" if answer.again else "accepted").inc()
    return answer


@Address("POST", f"{_TABLE}/chat", "Say something")
def chat(call: Call, text: Annotated[str, Text(500)], seat: str | None) -> None:
    call.admit(seat)
    call.ask(LiveTable.say, text, seat, call.visitor)
