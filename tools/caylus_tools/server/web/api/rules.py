"""Requests about rules: rulesets that come along, rules of one's own, their texts and their pictures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

from starlette.responses import Response

from caylus_tools.server.operations import JSON, OBJECT, Address
from caylus_tools.server.picture import seats
from caylus_tools.server.rules import Rulesets
from caylus_tools.server.shapes import Files, Object, Text, Texts, read_arguments, refuse

from ..calls import Call
from ..problems import Problem

_LETTERS = 512 * 1024
_MOST_VARIANTS = 16
_HASH = re.compile(r"[\w-]{1,128}", re.ASCII)

Variants = Annotated[Sequence[str], Texts(_MOST_VARIANTS)]


_ask_rules = partial(Address, "GET", queue="rules")
_ask_rules("/api/rulesets", "The rulesets and variants that can be played, and the bots", OBJECT, service="rules")(
    Rulesets.catalogue
)


@_ask_rules(
    "/api/rulesets/titles", "The games, before they are checked", "`rulesets`: `name`, `title`, `first_game`, `variants` of each"
)
def titles(call: Call) -> Any:
    return {"rulesets": call.services.rules.titles()}


@Address("POST", "/api/rules", "Check rules to play by", OBJECT, queue="checks", rate="uploads", reads=f"{JSON} application/zip")
def offer(
    call: Call,
    base: str | None = None,
    variants: Variants = (),
    text: Annotated[str, Text(_LETTERS, lines=True)] | None = None,
    files: Annotated[dict[str, str], Files(64, _LETTERS)] | None = None,
) -> Any:
    """Rules that somebody brings: a packed folder, its base in the address, or texts that stand on a base or for themselves."""
    rules = call.services.rules
    if call.is_zip:
        base, variants, _ = read_stack(**read_arguments(read_stack, call.read_query))
        return rules.offer(call.data, base=base, variants=variants, who=call.visitor)
    return rules.offer(base=base, variants=variants, text=text, files=files, who=call.visitor)


@Address("POST", "/api/rules/mend", "Mend rules that were checked", OBJECT, queue="checks", rate="uploads")
def mend(call: Call, draft: str, variants: Variants = ()) -> Any:
    return call.services.rules.mend(draft, who=call.visitor, variants=variants)


_WITH = 2000


def read_stack(
    base: str | None, with_: Annotated[str, Text(_WITH)] | None, draft: str | None
) -> tuple[str | None, list[str], str | None]:
    """A stack that is named in an address: a base, variants by commas, or a draft."""
    variants = [name for name in (with_ or "").split(",") if name]
    if len(variants) > _MOST_VARIANTS:
        refuse(f"At most {_MOST_VARIANTS} variants can be played with.")
    return base or None, variants, draft or None


Stack = Annotated[tuple[str | None, list[str], str | None], Object(read_stack, inline=True)]


@Address("GET", "/api/rules/diff", "How rules differ from their base", OBJECT, queue="checks")
def diff(call: Call, stack: Stack) -> Any:
    """Compare rules with their base, before a table is opened; `marks` are how seats will look."""
    compared = call.services.rules.compare(*stack)
    return {**compared, "marks": seats({name: name for name in compared["seats"]})}


@Address("GET", "/api/rules/source", "A file of rules", OBJECT, queue="checks")
def source(call: Call, stack: Stack, file: str) -> Any:
    return call.services.rules.source(*stack, file)


@Address("GET", "/api/pictures/{hash}", "What a page draws of rules: panels, faces, words", OBJECT, queue="rules")
def picture(call: Call, players: int) -> Response:
    """The picture of a table; it stays the same, since rules of other looks have another hash."""
    rules = str(call.request.path_params["hash"])
    if not _HASH.fullmatch(rules):
        raise Problem(404, "no_rules", "There are no such rules here.")
    return call.services.pictures.picture(rules, players).answer(call.request, "private, max-age=31536000, immutable")


@Address("GET", "/api/codes/{code}", "The page of a diagnostic code", OBJECT)
def code(call: Call) -> Any:
    """The page of a code, as `caylus explain` has it."""
    return call.services.rules.code(str(call.request.path_params["code"])[:10])
