"""Make warnings errors, or silence them, as manifests say: `severity: {W1020: error, W1101: silent}`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from caylus.diagnostics.catalogue import codes
from caylus.diagnostics.diagnostic import Diagnostic, Severity
from caylus.diagnostics.words import nearest
from caylus.documents import Document

SILENT = "silent"

Severities = Mapping[str, str]
"""By code of a warning: `error`, `warning` or `silent`."""


def apply_severities(found: Iterable[Diagnostic], wanted: Mapping[str, Severities]) -> list[Diagnostic]:
    """The diagnostics as the manifests want them: `wanted` is by file of rules, the last being that of the highest layer.

    A warning that is about no line of rules is the highest layer's.
    """
    highest = [*wanted.values()][-1] if wanted else {}
    graded = []
    for diagnostic in found:
        file = diagnostic.span.file if diagnostic.span is not None else ""
        severity = "" if diagnostic.is_error else wanted.get(file, highest).get(diagnostic.code, "")
        if severity != SILENT:
            graded.append(replace(diagnostic, severity=Severity(severity)) if severity else diagnostic)
    return graded


def find_unknown_codes(manifest: Document) -> Iterator[Diagnostic]:
    """E0625 for what is no code of a warning."""
    for code in manifest.value.get("severity", {}):
        if code not in codes():
            meant = nearest(code, [known for known in codes() if known.startswith("W")])
            help = f"did you mean `{meant}`?" if meant else "`caylus explain` tells of each code"
            yield Diagnostic("E0625", f"there is no warning `{code}`", manifest.key("severity", code), help=help)
