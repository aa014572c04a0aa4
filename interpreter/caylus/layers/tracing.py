"""Trace faults of a text below to the change of a layer that causes them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, Note
from caylus.diagnostics.lines import split_lines
from caylus.limits import MOST_NAMED

from .merge import Merged

_OF_ALL_TOGETHER = ("E0305", "E0402", "E0408", "E0414", "E0416")
"""Too many ways, no end, no option, too deep, too much work: what was in order while all was as its author knew it."""


def trace(found: Iterable[Diagnostic], merged: Merged) -> list[Diagnostic]:
    """The diagnostics; one of a text that others have changed something for says what and where."""
    top = max((file.level for file in merged.files), default=0)
    below = {file.path: file for file in merged.files if file.level < top}
    return [
        replace(fault, notes=(*fault.notes, *_changes(below[fault.span.file], fault.span, merged)))
        if fault.code in _OF_ALL_TOGETHER and fault.span is not None and fault.span.file in below
        else fault
        for fault in found
    ]


def _changes(file: s.File, span: s.Span, merged: Merged) -> list[Note]:
    around = next((definition.span for definition in file.definitions if span.is_inside(definition.span)), span)
    words = set(re.findall(r"\w+", "\n".join(split_lines(file.text)[around.line - 1 : around.end_line])))
    steps = [(path.split(".")[0], step) for path, steps in merged.history.items() for step in steps]
    changed = [(name, step) for name, step in steps if name in words and step.span.file != file.path and step.verb != "add"]
    return [Note(f"`{step.layer}` changes `{name}` here", step.span) for name, step in changed[:MOST_NAMED]]
