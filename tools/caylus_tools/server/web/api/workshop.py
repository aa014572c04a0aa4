"""Requests of the workshop: a page sends all its texts with each of them, and nothing is kept."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from caylus_tools.server import Refused

from ..calls import Call
from .rules import MOST_VARIANTS
from .tables import count_table, opened_links

if TYPE_CHECKING:
    from collections.abc import Callable

    from caylus_tools.server.workshop import Position, Texts

_FILES, _LETTERS = 64, 256 * 1024
_MOST_PLAYERS, _MOST_ROUND, _MOST_CHOICES, _OPTION = 20, 12, 100, 4000
_MOST_LINES = 100_000
_ASKED = ("hover", "complete", "definition", "references", "signature", "hints")
_KINDS = ("nothing", "thing", "phase", "number", "copy", "game")


def words(call: Call) -> Any:
    return call.services.workshop.words()


def starts(call: Call) -> Any:
    return call.services.workshop.list_starts(call.query("base"), who=call.visitor)


def begin(call: Call) -> Any:
    _spend(call)
    fields = call.fields
    base, kind = fields.maybe("base", fields.text), fields.choice("kind", _KINDS)
    name, title = fields.text("name", default=""), fields.text("title", 60, default="").strip()
    value = fields.number("value", default=0)
    fields.finish()
    return call.services.workshop.begin(base, kind, name, title, value, who=call.visitor)


def check(call: Call) -> Any:
    return _ask(call, lambda texts: call.services.workshop.check(texts, call.visitor))


def make(call: Call) -> Any:
    players = call.fields.number("players", 0, _MOST_PLAYERS, default=0)
    return _ask(call, lambda texts: call.services.workshop.make(texts, players, call.visitor))


def test(call: Call) -> Any:
    return _ask(call, lambda texts: call.services.workshop.test(texts, call.visitor))


def tell(call: Call) -> Any:
    name = call.fields.text("name")
    return _ask(call, lambda texts: call.services.workshop.tell(texts, name, call.visitor))


def ask(call: Call) -> Any:
    fields = call.fields
    what, file = fields.choice("what", _ASKED), fields.text("file")
    line, column = fields.number("line", 1, _MOST_LINES), fields.number("column", 1, _MOST_LINES)
    return _ask(call, lambda texts: call.services.workshop.ask(texts, what, file, line, column, call.visitor))


def guard(call: Call) -> Any:
    start = call.fields.number("start", 0, _MOST_LINES, default=0)
    return _ask(call, lambda texts: call.services.workshop.guard(texts, start, call.visitor))


def show(call: Call) -> Any:
    position = _position(call)
    return _ask(call, lambda texts: call.services.workshop.show(texts, position, call.visitor))


def write(call: Call) -> Any:
    position, name = _position(call), call.fields.text("name", 160)
    return _ask(call, lambda texts: call.services.workshop.write(texts, position, name, call.visitor))


def play(call: Call) -> Any:
    """Opens a table that goes on from a position, bots in all seats but the first."""
    position = _position(call)
    save = _ask(call, lambda texts: call.services.workshop.save(texts, position, call.visitor))
    carried, players = save["ruleset"], save["players"]
    count_table(call, len(players))
    rules = call.services.rules.load_save(carried["layers"], carried["variants"], len(players), who=call.visitor)
    return opened_links(call.services.tables.bring(save, rules, call.visitor))


def games(call: Call) -> Any:
    players = call.fields.number("players", 0, _MOST_PLAYERS, default=0)
    rows, uses = call.fields.data("rows", []), call.fields.data("uses", {})
    return _ask(call, lambda texts: call.services.workshop.compare(texts, players, rows, uses, call.visitor))


def draft(call: Call) -> Any:
    """Rules that somebody has kept here, by the id in a link."""
    kept = call.services.rules.draft(str(call.request.path_params["draft"])[:64])
    return {"base": kept.base, "files": dict(kept.files)}


def of_table(call: Call) -> Any:
    """The rules of a table as files to change: those that are not the server's own, on the base and variants below them."""
    call.table.about_table(call.visitor)
    return call.services.rules.split_own(call.table.rules)


def _ask(call: Call, ask: Callable[[Texts], Any]) -> Any:
    from caylus_tools.server.workshop import Texts

    fields = call.fields
    base, variants = fields.maybe("base", fields.text), fields.texts("variants", MOST_VARIANTS, default=[])
    files = fields.maybe("files", lambda name: fields.files(name, _FILES, _LETTERS)) or {}
    fields.finish()
    _spend(call)
    return ask(Texts(base, variants, files))


def _spend(call: Call) -> None:
    call.spend(call.services.rates.workshop)


def _position(call: Call) -> Position:
    """The fields of a position."""
    from caylus_tools.server.workshop import Position

    fields = call.fields
    players = fields.number("players", 0, _MOST_PLAYERS, default=0)
    round_ = fields.number("round", 0, _MOST_ROUND, default=0)
    view, given = fields.data("view", None), fields.data("given", {})
    choices = fields.data("choices", [])
    if not (view is None or isinstance(view, dict)) or not isinstance(given, dict):
        raise Refused("bad", "A position is an object.")
    if not isinstance(choices, list) or len(choices) > _MOST_CHOICES or not all(map(_is_option, choices)):
        raise Refused("bad", f"Choices are a list of at most {_MOST_CHOICES} options.")
    if len(json.dumps(given)) > _LETTERS:
        raise Refused("bad", "Too much is given.")
    return Position(players, round_, view, given, tuple(choices))


def _is_option(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _OPTION
