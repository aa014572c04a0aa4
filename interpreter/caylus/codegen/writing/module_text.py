"""Names in generated modules, and the author's words that may appear in them."""

from __future__ import annotations

import re

from caylus.diagnostics import visible

PROGRAM = "<rules>"
"""The file name of generated code in tracebacks."""

EXPLANATIONS, SHARED = "<explanations>", "shared"
"""The same of what only people need, and what the functions there call what they share."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def identifier(name: str) -> str:
    """A name that an author chose, as it may stand in generated code. Raises ValueError for anything that is none."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"no name can stand in generated code that is written {name!r}")
    return name


def comment(text: str) -> str:
    """Words that generated code says to its readers, on a line that they cannot leave."""
    return f"# {visible(text)}"
