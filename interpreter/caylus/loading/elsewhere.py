"""Names that nothing has in what stands on a shipped ruleset, and other shipped ones that have them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from caylus.check.symbols import LISTED
from caylus.diagnostics import Diagnostic, Note, split_lines
from caylus.diagnostics.english import join_words, with_article
from caylus.limits import MOST_NAMED

from .loader import shipped_manifests


def with_hints(found: Iterable[Diagnostic], sources: Mapping[str, str], layers: Iterable[str]) -> Iterator[Diagnostic]:
    """The diagnostics; one of a name that is unknown, with nothing alike, says where there is such a thing."""
    others = {name: file.parent for name, file in shipped_manifests().items()}
    stood_on = [others.pop(name) for name in layers if name in others]
    room = MOST_NAMED if stood_on else 0
    for diagnostic in found:
        span = diagnostic.span
        is_guessed = diagnostic.fix is not None or not (diagnostic.help == "" or diagnostic.help.startswith(LISTED))
        is_open = diagnostic.code == "E0204" and not is_guessed
        if is_open and room and span is not None and span.file in sources:
            room -= 1
            name = split_lines(sources[span.file])[span.line - 1][span.column - 1 : span.end_column - 1]
            diagnostic = replace(diagnostic, notes=(*diagnostic.notes, *_notes(name, others)))
        yield diagnostic


def _notes(name: str, others: Mapping[str, Path]) -> Iterator[Note]:
    definition = re.compile(rf"^(kind|resource) {re.escape(name)}\b", re.MULTILINE)
    having: dict[str, list[str]] = {}
    for other, folder in sorted(others.items()):
        texts = [file.read_text(encoding="utf-8") for file in folder.glob("*.rules")]
        for word in sorted({found[1] for text in texts for found in definition.finditer(text)}):
            having.setdefault(word, []).append(f"`{other}`")
    for word, rulesets in having.items():
        shown = join_words(rulesets) if len(rulesets) <= MOST_NAMED else ", ".join([*rulesets[:MOST_NAMED], "…"])
        yield Note(f"there is {with_article(word)} of that name in {shown}; what stands on such a ruleset can use it")
