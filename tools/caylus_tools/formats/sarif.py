"""SARIF 2.1.0, the format in which checkers of all kinds hand their findings to editors and code hosts."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from .wording import from_here, render_diagnostic

if TYPE_CHECKING:
    from caylus import Diagnostic
    from caylus.diagnostics import Fix, Span


def to_sarif(diagnostics: Sequence[Diagnostic]) -> dict[str, Any]:
    """The diagnostics in the order of the texts, and what is known of their codes, as a SARIF log of one run."""
    from caylus.diagnostics.render import sort_diagnostics

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
    from caylus.diagnostics.catalogue import page

    rule: dict[str, Any] = {"id": code, "defaultConfiguration": {"level": example.severity.value}}
    if known := page(code):
        rule["shortDescription"] = {"text": known.summary}
        rule["help"] = {"text": known.text, "markdown": known.text}
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
    shown = from_here(file)
    return Path(shown).as_uri() if os.path.isabs(shown) else quote(os.fsencode(shown))
