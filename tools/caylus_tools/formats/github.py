"""Annotations of GitHub: lines in the log of a workflow that its pages show beside the text they are about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from caylus.diagnostics import escape_invisible

from caylus_tools.common.english import count_things

from .wording import from_here, render_diagnostic

if TYPE_CHECKING:
    from caylus import Diagnostic

MOST = 10
"""How many annotations of one severity GitHub shows of a step."""

_LINE_ENDS = re.compile("([\r\n])")
_IN_TEXT = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY = _IN_TEXT | str.maketrans({":": "%3A", ",": "%2C"})


def to_annotations(diagnostics: Sequence[Diagnostic]) -> Iterator[str]:
    """The errors, then the warnings, each as far as GitHub shows them, and how many there are besides."""
    from caylus import Severity
    from caylus.diagnostics.render import sort_diagnostics

    ordered = sort_diagnostics(diagnostics)
    for severity in Severity:
        several = [diagnostic for diagnostic in ordered if diagnostic.severity is severity]
        yield from map(_annotation, several[:MOST])
        if len(several) > MOST:
            yield f"… and {count_things(len(several) - MOST, f'more {severity.value}')}"


def _annotation(diagnostic: Diagnostic) -> str:
    properties: dict[str, object] = {}
    if span := diagnostic.span:
        properties |= {"file": from_here(span.file), "line": span.line, "endLine": span.end_line}
        if span.line == span.end_line:
            properties |= {"col": span.column, "endColumn": span.end_column}
    properties["title"] = diagnostic.code
    listed = ",".join(f"{name}={_escape_text(str(value), _IN_PROPERTY)}" for name, value in properties.items())
    return f"::{diagnostic.severity.value} {listed}::{_escape_text(render_diagnostic(diagnostic), _IN_TEXT)}"


def _escape_text(text: str, escapes: Mapping[int, str]) -> str:
    """Line ends are what GitHub has escapes for; what else cannot be seen is spelled out."""
    return "".join(part if part in ("\r", "\n") else escape_invisible(part) for part in _LINE_ENDS.split(text)).translate(escapes)
