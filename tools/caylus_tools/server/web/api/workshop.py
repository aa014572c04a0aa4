"""Requests of the workshop: a page sends all its texts with each of them, and nothing is kept."""

from __future__ import annotations

from functools import partial
from typing import Any

from caylus_tools.server.operations import OBJECT, Address
from caylus_tools.server.tables import LiveTable
from caylus_tools.server.workshop import Workshop
from caylus_tools.server.workshop.positions import PositionField
from caylus_tools.server.workshop.workshop import TextsField

from ..calls import Call
from .tables import OPENED, count_table, opened_links

_ask = partial(Address, "POST", service="workshop", queue="checks", rate="workshop")
_play = partial(_ask, queue="games")

Address(
    "GET", "/api/workshop/words", "Every word of the language of rules with what it says, by its sort", OBJECT, service="workshop"
)(Workshop.words)
Address(
    "GET",
    "/api/workshop/starts",
    "What can be begun on a base",
    "`things`, `phases`, `numbers` and `patterns`",
    service="workshop",
    queue="checks",
)(Workshop.list_starts)
_ask("/api/workshop/begin", "Files to begin a house rule with", "`base` and `files`")(Workshop.begin)
_ask("/api/workshop/check", "The faults of texts", "`checks` and `faults`")(Workshop.check)
_ask("/api/workshop/make", "What texts make: pictures, differences", OBJECT)(Workshop.make)
_play("/api/workshop/test", "The results of the scenarios among texts", "`results`, `inherited`")(Workshop.test)
_ask("/api/workshop/accept", "List scenarios of the base as changed on purpose", "`file` and `text`")(Workshop.accept)
_play("/api/workshop/record", "Write the result of a scenario into it", "`file` and `text`")(Workshop.record)
_play("/api/workshop/tell", "What the rulebook says of a name", "`text`")(Workshop.tell)
_ask("/api/workshop/ask", "What stands or may stand at a place", OBJECT)(Workshop.ask)
_play("/api/workshop/guard", "What no scenario notices", "`gaps`, `slips`, `next` to go on with, `found`")(Workshop.guard)
_play("/api/workshop/show", "The table in a position", "`view`, `decision`, `options`, `log`")(Workshop.show)
_play("/api/workshop/write", "A position as a scenario", "`text`; whether it `holds`")(Workshop.write)


@_play("/api/workshop/play", "Open a table that goes on from a position, with bots", OPENED, service="")
def play(call: Call, position: PositionField, texts: TextsField) -> Any:
    """Opens a table that goes on from a position, bots in all seats but the first."""
    save = call.services.workshop.save(position, texts)
    ruleset, players = save["ruleset"], save["players"]
    count_table(call, len(players))
    rules = call.services.rules.load_save(ruleset["layers"], ruleset["variants"], len(players))
    return opened_links(call.services.tables.bring(save, rules, call.visitor))


_play("/api/workshop/games", "Play more pairs of games of bots", "`rows`, `uses`, `sentences`")(Workshop.compare)


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
