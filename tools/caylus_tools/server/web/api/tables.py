"""Requests about tables, their seats, and the links by which people come to sit or to look on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from caylus.limits import GREATEST_NUMBER, MOST_GAMES
from starlette.responses import Response

from caylus_tools.common.games import match_terms
from caylus_tools.doc.page import content_policy
from caylus_tools.server import Refused
from caylus_tools.server.picture import seats as marks

from ..assets import Packed
from ..calls import Call
from ..problems import json_response
from ..shapes import Fields, refuse
from ..visitors import cookie, watching
from .rules import MOST_VARIANTS

if TYPE_CHECKING:
    from caylus_tools.server.tables import Opened, SeatOrder


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


def qr_code(call: Call) -> Any:
    """A text as a code for cameras: how many squares a side has, and the dark ones as the path of a drawing."""
    import segno

    text = call.fields.text("text", 500)
    call.fields.finish()
    rows = [*segno.make(text, error="m", micro=False).matrix]
    dark = (f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark)
    return {"size": len(rows), "path": "".join(dark)}


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


_MOST_SEATS = 16
_DAY = 24 * 3600


def open_table(call: Call) -> Any:
    from caylus_tools.server.tables import TableOrder

    fields = call.fields
    base, variants = fields.maybe("base", fields.text), fields.texts("variants", MOST_VARIANTS, default=[])
    draft = fields.maybe("draft", fields.text)
    seats = [_seat(seat) for seat in fields.objects("seats", _MOST_SEATS)]
    title = fields.text("title", 80, default="").strip()
    public, spectators = fields.flag("public", default=False), fields.flag("spectators", default=True)
    clock = fields.maybe("clock", lambda name: _clock(fields.object(name)))
    undo = fields.choice("undo", ("consent", "own", "none"), default="consent")
    match = fields.maybe("match", lambda name: _match(fields.object(name)))
    fields.finish()
    count_table(call, len(seats))
    rules = call.services.rules.ready(base, variants, draft, len(seats), who=call.visitor)
    terms = match_terms(rules, match)
    order = TableOrder(rules, seats, title, public, spectators, undo, clock, match=terms)  # type: ignore[arg-type] # undo: one of three
    return opened_links(call.services.tables.open(order, call.visitor))


def _seat(fields: Fields) -> SeatOrder:
    from caylus_tools.server.tables import SeatOrder

    kind = fields.choice("kind", ("person", "bot"), default="person")
    label = fields.maybe("label", lambda name: fields.label(name, "")) or ""
    policy, mine = fields.maybe("policy", fields.text), fields.flag("mine", default=False)
    fields.finish()
    return SeatOrder(kind, label, policy, mine)  # type: ignore[arg-type] # one of these two


def _clock(fields: Fields) -> dict[str, Any]:
    clock = {
        "seconds": fields.number("seconds", 10, 90 * _DAY),
        "increment": fields.number("increment", 0, _DAY, default=0),
        "runs_out": fields.choice("runs_out", ("bot", "ask"), default="ask"),
    }
    fields.finish()
    return clock


def _match(fields: Fields) -> dict[str, Any]:
    """The match that somebody wants, as `match_terms` takes it: so many games, or to so many wins or points. One game is none."""
    games = fields.maybe("games", lambda name: fields.number(name, 1, MOST_GAMES))
    to = fields.maybe("to", lambda name: fields.number(name, 1, GREATEST_NUMBER))
    count = fields.choice("count", ("wins", "points"), default="wins")
    fields.finish()
    if games is None and to is None:
        refuse("A match has a number of “games”, or of wins or points “to” which it goes.")
    return {"games": games, "to": to, "count": count}


def list_tables(call: Call) -> Any:
    """The tables of somebody and those open to all; `marks` are how the seats of each look."""
    found = call.services.tables.list_tables(call.visitor)
    return {
        name: [{**table, "marks": marks({seat["name"]: seat["name"] for seat in table["seats"]})} for table in tables]
        for name, tables in found.items()
    }


def about(call: Call) -> Any:
    """Describe who sits there and the rules of the table: no game state."""
    return {**call.table.about_table(call.visitor), **call.services.rules.about(call.table.rules)}


def source(call: Call) -> Any:
    """A file of the rules that the table is played by."""
    call.table.about_table(call.visitor)
    return call.services.rules.read_file(call.table.rules, call.query("file"))


def rulebook(call: Call) -> Response:
    """The rulebook of the rules that the table is played by: a page that fetches only fonts, with the one script that it has."""
    call.table.about_table(call.visitor)
    fonts = call.services.assets.font_rules
    call.request.state.policy = f"{content_policy(fonts)}; frame-ancestors 'none'; require-trusted-types-for 'script'"
    page = Packed(call.services.rules.rulebook(call.table.rules, fonts).encode(), "text/html")
    return page.answer(call.request, "private, no-cache")


def terms(call: Call) -> Any:
    """Set, as the owner, who may come to a table that has not begun and how long people may think."""
    fields = call.fields
    public, clock = fields.flag("public"), fields.maybe("clock", lambda name: _clock(fields.object(name)))
    fields.finish()
    call.table.change_terms(public, clock, call.visitor)
    return {}


def start(call: Call) -> Any:
    call.fields.finish()
    call.table.start(call.visitor)
    return {}


def rematch(call: Call) -> Any:
    call.fields.finish()
    count_table(call, len(call.table.rules.seats))
    return opened_links(call.services.tables.rematch(call.table_id, call.visitor))


def fork(call: Call) -> Any:
    """A table of its own that goes on from a moment of this one."""
    number, seat = call.fields.number("to"), call.fields.maybe("seat", call.fields.text)
    call.fields.finish()
    count_table(call, _MOST_SEATS)
    return opened_links(call.services.tables.fork(call.table_id, call.admit(seat), number))


def bring(call: Call) -> Any:
    """A table that goes on with a saved game, by the rules that lie in it."""
    from caylus import RulesetError
    from caylus.documents import decode_utf8, read_json

    call.spend(call.services.rates.uploads)
    try:
        data: dict[str, Any] = read_json(decode_utf8(call.data, "this file"), "this file", "save").value
    except RulesetError as error:
        reasons = [{"text": fault.message} for fault in error.diagnostics]
        raise Refused("bad", "This is no saved game that can be gone on with.", reasons) from None
    count_table(call, len(data["players"]))
    carried = data["ruleset"]
    rules = call.services.rules.load_save(carried["layers"], carried["variants"], len(data["players"]), who=call.visitor)
    return opened_links(call.services.tables.bring(data, rules, call.visitor))


def count_table(call: Call, seats: int) -> None:
    """Count a table with its seats against the address."""
    call.spend(call.services.rates.tables)
    call.spend(call.services.rates.seats, seats)


def opened_links(opened: Opened) -> dict[str, Any]:
    """The links of a table that was opened, as a page is told them."""
    links = {seat: seat_link(opened.table, token) for seat, token in opened.links.items()}
    watch = None if opened.watch is None else watchers_link(opened.table, opened.watch)
    return {"table": opened.table, "links": links, "watch": watch}
