"""The wording that all formats share."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caylus import Diagnostic


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
