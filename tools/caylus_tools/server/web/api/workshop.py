"""Requests of the workshop: a page sends all its texts with each of them, and nothing is kept."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any, Literal

from caylus_tools.server import shapes
from caylus_tools.server.operations import OBJECT, Address
from caylus_tools.server.shapes import Data, Files, Object, Range, Text
from caylus_tools.server.tables import LiveTable
from caylus_tools.server.workshop import Position, Texts

from ..calls import Call
from .rules import Variants
from .tables import OPENED, count_table, opened_links

_LETTERS = 256 * 1024
_MOST_CHOICES, _OPTION = 100, 4000
_post = partial(Address, "POST", queue="checks", rate="workshop")
_play = partial(Address, "POST", queue="games", rate="workshop")

_Players = Annotated[int, Range(0, 20)]
_Line = Annotated[int, Range(1, 100_000)]


def read_texts(
    base: str | None, variants: Variants = (), files: Annotated[dict[str, str], Files(64, _LETTERS)] | None = None
) -> Texts:
    return Texts(base, variants, files or {})


_Texts = Annotated[Texts, Object(read_texts, inline=True)]


@Address("GET", "/api/workshop/words", "Every word of the language of rules with what it says, by its sort", OBJECT)
def words(call: Call) -> Any:
    return call.services.workshop.words()


@Address(
    "GET", "/api/workshop/starts", "What can be begun on a base", "`things`, `phases`, `numbers` and `patterns`", queue="checks"
)
def starts(call: Call, base: str) -> Any:
    return call.services.workshop.list_starts(base)


@_post("/api/workshop/begin", "Files to begin a house rule with", "`base` and `files`")
def begin(
    call: Call,
    *,
    base: str | None,
    kind: Literal["nothing", "thing", "phase", "number", "copy", "game"],
    name: str = "",
    title: Annotated[str, Text(60)] = "",
    value: int = 0,
) -> Any:
    return call.services.workshop.begin(base, kind, name, title.strip(), value)


@_post("/api/workshop/check", "The faults of texts", "`checks` and `faults`")
def check(call: Call, texts: _Texts) -> Any:
    return call.services.workshop.check(texts)


@_post("/api/workshop/make", "What texts make: pictures, differences", OBJECT)
def make(call: Call, *, players: _Players = 0, texts: _Texts) -> Any:
    return call.services.workshop.make(texts, players)


@_play("/api/workshop/test", "The results of the scenarios among texts", "`results`")
def test(call: Call, texts: _Texts) -> Any:
    return call.services.workshop.test(texts)


@_play("/api/workshop/tell", "What the rulebook says of a name", "`text` and `code`")
def tell(call: Call, name: str, texts: _Texts) -> Any:
    return call.services.workshop.tell(texts, name)


@_post("/api/workshop/ask", "What stands or may stand at a place", OBJECT)
def ask(
    call: Call,
    what: Literal["hover", "complete", "definition", "references", "signature", "hints"],
    file: str,
    line: _Line,
    column: _Line,
    texts: _Texts,
) -> Any:
    return call.services.workshop.ask(texts, what, file, line, column)


@_play("/api/workshop/guard", "What no scenario notices", "`gaps`, `slips`, `next` to go on with, `found`")
def guard(call: Call, *, start: Annotated[int, Range(0, 100_000)] = 0, texts: _Texts) -> Any:
    return call.services.workshop.guard(texts, start)


def read_position(
    *,
    players: _Players = 0,
    round_: Annotated[int, Range(0, 12)] = 0,
    view: Annotated[Any, Data(dict)] | None,
    given: Annotated[Any, Data(dict, _LETTERS)],
    choices: Annotated[Sequence[str], shapes.Texts(_MOST_CHOICES, _OPTION)] = (),
) -> Position:
    return Position(players, round_, view, given, tuple(choices))


_Position = Annotated[Position, Object(read_position, inline=True)]


@_play("/api/workshop/show", "The table in a position", "`view`, `decision`, `options`, `log`")
def show(call: Call, position: _Position, texts: _Texts) -> Any:
    return call.services.workshop.show(texts, position)


@_play("/api/workshop/write", "A position as a scenario", "`text`; whether it `holds`")
def write(call: Call, name: Annotated[str, Text(160)], position: _Position, texts: _Texts) -> Any:
    return call.services.workshop.write(texts, position, name)


@_play("/api/workshop/play", "Open a table that goes on from a position, with bots", OPENED)
def play(call: Call, position: _Position, texts: _Texts) -> Any:
    """Opens a table that goes on from a position, bots in all seats but the first."""
    save = call.services.workshop.save(texts, position)
    ruleset, players = save["ruleset"], save["players"]
    count_table(call, len(players))
    rules = call.services.rules.load_save(ruleset["layers"], ruleset["variants"], len(players))
    return opened_links(call.services.tables.bring(save, rules, call.visitor))


@_play("/api/workshop/games", "Play more pairs of games of bots", "`rows`, `uses`, `sentences`")
def games(
    call: Call,
    *,
    players: _Players = 0,
    rows: Annotated[Any, Data(list)],
    uses: Annotated[Any, Data(dict)],
    texts: _Texts,
) -> Any:
    return call.services.workshop.compare(texts, players, rows, uses)


@Address("GET", "/api/rules/drafts/{draft}", "Rules that somebody has kept here", "`base` and `files`")
def draft(call: Call) -> Any:
    """Rules that somebody has kept here, by the id in a link."""
    draft_data = call.services.rules.draft(str(call.request.path_params["draft"])[:64])
    return {"base": draft_data.base, "files": dict(draft_data.files)}


@Address(
    "GET", "/api/tables/{table}/rules", "The rules of a table as files to change", "`base`, `variants` and `files`", queue="rules"
)
def of_table(call: Call) -> Any:
    """The rules of a table as files to change: those that are not the server's own, on the base and variants below them."""
    call.ask(LiveTable.about_table, call.visitor)
    return call.services.rules.split_own(call.table_rules)
