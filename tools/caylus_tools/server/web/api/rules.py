"""Requests about rules: rulesets that come along, rules of one's own, their texts and their pictures."""

from __future__ import annotations

import re
from typing import Any

from starlette.responses import Response

from caylus_tools.server.picture import seats

from ..calls import Call
from ..problems import Problem

_FILES, _LETTERS = 64, 512 * 1024
MOST_VARIANTS = 16
_HASH = re.compile(r"[\w-]{1,128}", re.ASCII)


def catalogue(call: Call) -> Any:
    return call.services.rules.catalogue()


def titles(call: Call) -> Any:
    return {"rulesets": call.services.rules.titles()}


def offer(call: Call) -> Any:
    """Rules that somebody brings: a packed folder, its base in the address, or texts that stand on a base or for themselves."""
    call.spend(call.services.rates.uploads)
    rules = call.services.rules
    if call.is_zip:
        base, variants, _ = _stack(call)
        return rules.offer(call.data, base=base, variants=variants, who=call.visitor)
    fields = call.fields
    base, variants = fields.maybe("base", fields.text), fields.texts("variants", MOST_VARIANTS, default=[])
    text = fields.maybe("text", lambda name: fields.text(name, _LETTERS, lines=True))
    files = fields.maybe("files", lambda name: fields.files(name, _FILES, _LETTERS))
    fields.finish()
    return rules.offer(base=base, variants=variants, text=text, files=files, who=call.visitor)


def mend(call: Call) -> Any:
    call.spend(call.services.rates.uploads)
    draft, variants = call.fields.text("draft"), call.fields.texts("variants", MOST_VARIANTS, default=[])
    call.fields.finish()
    return call.services.rules.mend(draft, who=call.visitor, variants=variants)


def diff(call: Call) -> Any:
    """Compare rules with their base, before a table is opened; `marks` are how seats will look."""
    base, variants, draft = _stack(call)
    found = call.services.rules.compare(base, variants, draft, who=call.visitor)
    return {**found, "marks": seats({name: name for name in found["seats"]})}


def source(call: Call) -> Any:
    base, variants, draft = _stack(call)
    return call.services.rules.source(base, variants, draft, call.query("file"), who=call.visitor)


def _stack(call: Call) -> tuple[str | None, list[str], str | None]:
    variants = [name for name in call.query("with", 2000).split(",") if name]
    if len(variants) > MOST_VARIANTS:
        raise Problem(400, "malformed", f"At most {MOST_VARIANTS} variants can be played with.")
    return call.query("base") or None, variants, call.query("draft") or None


def picture(call: Call) -> Response:
    """The picture of a table; it stays the same, since rules of other looks have another hash."""
    rules = str(call.request.path_params["hash"])
    if not _HASH.fullmatch(rules):
        raise Problem(404, "no_rules", "There are no such rules here.")
    picture = call.services.pictures.picture(rules, call.query_number("players"))
    return picture.answer(call.request, "private, max-age=31536000, immutable")


def code(call: Call) -> Any:
    """The page of a code, as `caylus explain` has it."""
    return call.services.rules.code(str(call.request.path_params["code"])[:10])
