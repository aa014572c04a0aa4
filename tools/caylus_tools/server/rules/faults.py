"""The faults of a check, as JSON data for a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from caylus import Diagnostic
from caylus.diagnostics.render import render, sort_diagnostics
from caylus.loading.library import Checked

MOST_TOLD = 100
"""Faults: a page that lists more helps nobody."""


def faults_to_json(checked: Checked, said: Callable[[str], str]) -> list[dict[str, Any]]:
    """Errors first. `said` leaves out of a text what is nobody's business."""
    ordered = sorted(sort_diagnostics(checked.diagnostics), key=lambda diagnostic: not diagnostic.is_error)
    return [_fault_to_json(diagnostic, checked, said) for diagnostic in ordered[:MOST_TOLD]]


def _fault_to_json(diagnostic: Diagnostic, checked: Checked, said: Callable[[str], str]) -> dict[str, Any]:
    span, fix = diagnostic.span, diagnostic.fix
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "text": said(diagnostic.message),
        "file": said(span.file) if span else None,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "rendered": said(render([diagnostic], checked.sources)),
        "help": said(diagnostic.help),
        "fix": {"text": fix.title} if fix else None,
    }
