"""Long texts kept in `tests/snapshots`, so that whoever changes a sentence looks at a difference instead of writing it again."""

from __future__ import annotations

from collections.abc import Callable
from difflib import unified_diff
from itertools import islice
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "snapshots"
COMMAND = "python3 tools/run.py pytest tests/snapshots --update-snapshots"
_MOST_LINES = 60
"""Of a difference, so many lines are shown."""

Snapshot = Callable[[str, str], None]
"""Wants a text to be equal to the file of that name."""


def compare(name: str, text: str, update: bool) -> None:
    """Fail where a text differs from the file that keeps it; `update` writes the file first."""
    file = FOLDER / name
    if update:
        file.write_text(text, encoding="utf-8", newline="\n")
    kept = file.read_text(encoding="utf-8") if file.is_file() else ""
    if text != kept:
        lines = unified_diff(kept.splitlines(), text.splitlines(), f"tests/snapshots/{name}", "now", lineterm="", n=1)
        pytest.fail("\n".join([*islice(lines, _MOST_LINES), f"where this is right: {COMMAND}"]), pytrace=False)
