"""Things of a picture: their faces, and whole sentences about them with the place where the rules say so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from caylus.diagnostics import as_words

from caylus_tools.verbalize import face
from caylus_tools.verbalize.active_side import ActiveSides
from caylus_tools.verbalize.prose import full_stop, plain

from .sides import Sides

if TYPE_CHECKING:
    from caylus import Ruleset

    from caylus_tools.verbalize.objects import Objects

    from .parts import Parts


def things(rules: Ruleset, parts: Parts, objects: Objects) -> dict[str, dict[str, Any]]:
    """Every thing that the rules name, by its name."""
    sides = Sides(ActiveSides(rules), objects, parts)
    colours = face.tints(objects, rules.manifest.get("tints", {}))
    told = {}
    for thing in (one for one in objects.all() if one.is_named):
        up, others = sides.render_sides(thing)
        told[thing.name] = {
            "title": thing.title,
            "kind": as_words(thing.kind.name),
            "tint": colours[thing.kind],
            "face": up,
            "sides": others,
            "about": [plain(full_stop(sentence)) for sentence in objects.sentences(thing)],
            "see": thing.see,
            "file": thing.span.file,
            "line": thing.span.line,
        }
    return told
