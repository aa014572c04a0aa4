"""Report names that are missing because a layer removed them, with the place of the removal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, Note
from caylus.diagnostics.lines import split_lines

from .merge import Merged


def explain_removals(found: Iterable[Diagnostic], merged: Merged) -> list[Diagnostic]:
    """The diagnostics of the checker, where a name that a layer removed is reported as that, with the place."""
    if not merged.removed:
        return list(found)
    lines = {file.path: split_lines(file.text) for file in merged.files}
    explained: dict[Diagnostic | str, Diagnostic] = {}
    for fault in found:
        name = _text(lines[fault.span.file], fault.span) if fault.span is not None and fault.span.file in lines else ""
        if (fault.code, fault.span) == ("E0207", None) and "score" in merged.removed:
            was = Note("it was defined here", merged.history["score"][0].span)
            explained[fault] = replace(fault, span=merged.removed["score"].span, label="removed here", notes=(was,))
        elif not fault.is_error or name not in merged.removed:
            explained[fault] = fault
        elif name in explained:
            explained[name] = replace(explained[name], notes=(*explained[name].notes, Note("and here", fault.span), *fault.notes))
        else:
            by = merged.removed[name]
            notes = (Note(f"`{by.layer}` removes it here", by.span), *fault.notes)
            help_ = "change, replace or remove what needs it as well"
            explained[name] = Diagnostic(
                "E0504", f"`{name}` is removed, but still needed", fault.span, "this needs it", notes, help_
            )
    return list(explained.values())


def _text(lines: list[str], span: s.Span) -> str:
    """The text of a span within one line."""
    return lines[span.line - 1][span.column - 1 : span.end_column - 1] if span.line == span.end_line else ""
