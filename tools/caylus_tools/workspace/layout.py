"""The standard layout of a file of rules, as one change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from caylus import RulesetError
from caylus.formatter import UnsafeFormat, format_text

if TYPE_CHECKING:
    from .workspace import Workspace


def format_file(workspace: Workspace, file: Path) -> str | None:
    """The text in its standard layout; None where it has faults or is laid out so already."""
    text = workspace.text(file)
    if file.suffix != ".rules":
        return None
    try:
        new = format_text(text, file.as_posix())
    except (RulesetError, UnsafeFormat):
        return None
    return new if new != text else None
