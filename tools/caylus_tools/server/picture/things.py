"""What things are and do: their faces, and whole sentences about them with the place where the rules say so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from caylus.diagnostics import as_words

from caylus_tools.verbalize import face
from caylus_tools.verbalize.prose import full_stop, plain

if TYPE_CHECKING:
    from caylus import Ruleset

    from caylus_tools.verbalize.objects import Objects

    from .parts import Parts


def things(rules: Ruleset, parts: Parts, objects: Objects) -> dict[str, dict[str, Any]]:
    """Every thing that the rules name, by its name."""
    colours = face.tints(objects, rules.manifest.get("tints", {}))
    return {
        thing.name: {
            "title": thing.title,
            "kind": as_words(thing.kind.name),
            "tint": colours[thing.kind],
            "face": parts.of(thing),
            "about": [plain(full_stop(told)) for told in objects.sentences(thing)],
            "see": thing.see,
            "file": thing.span.file,
            "line": thing.span.line,
        }
        for thing in objects.all()
        if thing.is_named
    }
