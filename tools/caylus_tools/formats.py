"""Diagnostics for other programs: SARIF, annotations of GitHub, and JSON."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from caylus import Diagnostic, Severity
from caylus.diagnostics import Fix, Span, escape_invisible
from caylus.diagnostics.render import page, sort_diagnostics, to_json

from caylus_tools.common.english import count_things
from caylus_tools.common.output import json_text


def render_diagnostic(diagnostic: Diagnostic) -> str:
    """All a diagnostic says that needs no place: its message, its notes without one, its help, how it is mended."""
    notes = [f"note: {note.text}" for note in diagnostic.notes if note.span is None]
    helps = [f"help: {diagnostic.help}"] if diagnostic.help else []
    fixes = [f"fix: {diagnostic.fix.title}"] if diagnostic.fix else []
    return "\n".join([diagnostic.message, *notes, *helps, *fixes])


def from_here(file: str) -> str:
    """A path as seen from the folder in which the command runs, with `/` between its parts, or in full if it lies outside."""
    path = Path(file)
    inside = path.is_absolute() and path.is_relative_to(os.getcwd())
    return (path.relative_to(os.getcwd()) if inside else path).as_posix()


MOST = 10
"""How many annotations of one severity GitHub shows of a step."""

_LINE_ENDS = re.compile("([\r\n])")
_IN_TEXT = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY = _IN_TEXT | str.maketrans({":": "%3A", ",": "%2C"})


def to_annotations(diagnostics: Sequence[Diagnostic]) -> Iterator[str]:
    """The errors, then the warnings, each as far as GitHub shows them, and how many there are besides."""

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
    property_text = ",".join(f"{name}={_escape_text(str(value), _IN_PROPERTY)}" for name, value in properties.items())
    return f"::{diagnostic.severity.value} {property_text}::{_escape_text(render_diagnostic(diagnostic), _IN_TEXT)}"


def _escape_text(text: str, escapes: Mapping[int, str]) -> str:
    """Line ends are what GitHub has escapes for; what else cannot be seen is spelled out."""
    return "".join(part if part in ("\r", "\n") else escape_invisible(part) for part in _LINE_ENDS.split(text)).translate(escapes)


def to_sarif(diagnostics: Sequence[Diagnostic]) -> dict[str, Any]:
    """The diagnostics in the order of the texts, and what is known of their codes, as a SARIF log of one run."""
    ordered = sort_diagnostics(diagnostics)
    codes = sorted({diagnostic.code: diagnostic for diagnostic in ordered}.items())
    places = {code: place for place, (code, _) in enumerate(codes)}
    driver = {"name": "caylus", "rules": [_rule(code, diagnostic) for code, diagnostic in codes]}
    results = [_result(diagnostic, places[diagnostic.code]) for diagnostic in ordered]
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}],
    }


def _rule(code: str, example: Diagnostic) -> dict[str, Any]:
    rule: dict[str, Any] = {"id": code, "defaultConfiguration": {"level": example.severity.value}}
    if code_page := page(code):
        rule["shortDescription"] = {"text": code_page.summary}
        rule["help"] = {"text": code_page.text, "markdown": code_page.text}
    return rule


def _result(diagnostic: Diagnostic, rule: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": diagnostic.severity.value,
        "message": _message(render_diagnostic(diagnostic)),
    }
    if diagnostic.span:
        result["locations"] = [_location(diagnostic.span, diagnostic.label)]
    notes = [_location(note.span, note.text) for note in dict.fromkeys(diagnostic.notes) if note.span]
    if notes:
        result["relatedLocations"] = notes
    if diagnostic.fix:
        result["fixes"] = [_fix(diagnostic.fix)]
    return result


def _fix(fix: Fix) -> dict[str, Any]:
    replacements = [{"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}} for edit in fix.edits]
    changes = [{"artifactLocation": {"uri": _uri(fix.edits[0].span.file)}, "replacements": replacements}]
    return {"description": _message(fix.title), "artifactChanges": changes}


def _region(span: Span) -> dict[str, int]:
    return {"startLine": span.line, "startColumn": span.column, "endLine": span.end_line, "endColumn": span.end_column}


def _location(span: Span, text: str) -> dict[str, Any]:
    location: dict[str, Any] = {"physicalLocation": {"artifactLocation": {"uri": _uri(span.file)}, "region": _region(span)}}
    return {**location, "message": _message(text)} if text else location


def _message(text: str) -> dict[str, str]:
    """Braces are doubled: a single one begins what SARIF puts arguments in place of."""
    return {"text": text.replace("{", "{{").replace("}", "}}")}


def _uri(file: str) -> str:
    path = from_here(file)
    return Path(path).as_uri() if os.path.isabs(path) else quote(os.fsencode(path))


FORMATS = ("json", "sarif", "github")


def render_diagnostics(format: str, diagnostics: Sequence[Diagnostic]) -> str:
    """The diagnostics in one of the `FORMATS`: the project's own JSON, SARIF 2.1.0, or annotations of GitHub."""
    match format:
        case "sarif":
            return json_text(to_sarif(diagnostics), 2)
        case "github":
            return "\n".join(to_annotations(diagnostics))
        case _:
            return json_text(to_json(diagnostics), 2)
