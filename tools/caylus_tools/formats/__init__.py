"""Diagnostics for other programs: `written(format, diagnostics)` is what `check --format` prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from caylus_tools.common.output import json_text

if TYPE_CHECKING:
    from caylus import Diagnostic

FORMATS = ("json", "sarif", "github")


def render_diagnostics(format: str, diagnostics: Sequence[Diagnostic]) -> str:
    """The diagnostics in one of the `FORMATS`: the project's own JSON, SARIF 2.1.0, or annotations of GitHub."""
    match format:
        case "sarif":
            from .sarif import to_sarif

            return json_text(to_sarif(diagnostics), 2)
        case "github":
            from .github import to_annotations

            return "\n".join(to_annotations(diagnostics))
        case _:
            from caylus.diagnostics.render import to_json

            return json_text(to_json(diagnostics), 2)
