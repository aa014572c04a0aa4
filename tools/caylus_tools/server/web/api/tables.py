"""Tables that are opened, found and gone on with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from caylus_tools.server.refused import Refused

from ..calls import Call
from ..shapes import Fields
from .rules import MOST_VARIANTS
from .seats import seat_link, watchers_link

if TYPE_CHECKING:
    from caylus_tools.server.tables import Opened, SeatOrder

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
    fields.finish()
    _count(call, len(seats))
    rules = call.services.rules.ready(base, variants, draft, len(seats), who=call.visitor)
    order = TableOrder(rules, seats, title, public, spectators, undo, clock)  # type: ignore[arg-type] # one of these three
    return _links(call.services.tables.open(order, call.visitor))


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


def list_tables(call: Call) -> Any:
    return call.services.tables.list_tables(call.visitor)


def about(call: Call) -> Any:
    """Describe who sits there and the rules of the table: no game state."""
    return {**call.table.about_table(call.visitor), **call.services.rules.about(call.table.rules)}


def source(call: Call) -> Any:
    """A file of the rules that the table is played by."""
    call.table.about_table(call.visitor)
    return call.services.rules.read_file(call.table.rules, call.query("file"))


def start(call: Call) -> Any:
    call.fields.finish()
    call.table.start(call.visitor)
    return {}


def rematch(call: Call) -> Any:
    call.fields.finish()
    _count(call, len(call.table.rules.seats))
    return _links(call.services.tables.rematch(call.table_id, call.visitor))


def fork(call: Call) -> Any:
    """A table of its own that goes on from a moment of this one."""
    number, seat = call.fields.number("to"), call.fields.maybe("seat", call.fields.text)
    call.fields.finish()
    _count(call, _MOST_SEATS)
    return _links(call.services.tables.fork(call.table_id, call.admit(seat), number))


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
    _count(call, len(data["players"]))
    carried = data["ruleset"]
    rules = call.services.rules.load_save(carried["layers"], carried["variants"], len(data["players"]), who=call.visitor)
    return _links(call.services.tables.bring(data, rules, call.visitor))


def _count(call: Call, seats: int) -> None:
    call.spend(call.services.rates.tables)
    call.spend(call.services.rates.seats, seats)


def _links(opened: Opened) -> dict[str, Any]:
    links = {seat: seat_link(opened.table, token) for seat, token in opened.links.items()}
    watch = None if opened.watch is None else watchers_link(opened.table, opened.watch)
    return {"table": opened.table, "links": links, "watch": watch}
