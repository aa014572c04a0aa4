"""Manifests and scenarios as texts: their faults, and the place in them that a cursor is at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from caylus.diagnostics import Diagnostic, RulesetError
from caylus.documents import read_yaml

from caylus_tools.testing.scenarios.faults import find_faults

if TYPE_CHECKING:
    from caylus.loading.analysis import Analysis


def check_manifest(text: str, path: str) -> list[Diagnostic]:
    """The faults of a manifest by itself."""
    try:
        read_yaml(text, path, "manifest")
    except RulesetError as error:
        return list(error.diagnostics)
    return []


def check_scenarios(text: str, path: str, analysis: Analysis | None) -> list[Diagnostic]:
    """The faults of a file of scenarios: of its shape, and where the rules are sound, names that they do not have."""
    try:
        return list(find_faults(text, path, analysis.positions if analysis is not None else None))
    except RulesetError as error:
        return list(error.diagnostics)
