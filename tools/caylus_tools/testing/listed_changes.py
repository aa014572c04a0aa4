"""Write the `changes` of a manifest: the inherited scenarios that do not hold under a variant."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .repro import quote_word

_LISTED = re.compile(r"^changes:[^\n]*(?:\n(?:[ \t\]-][^\n]*)?)*(?:\n|\Z)", re.MULTILINE)
"""The key with all its lines, up to the next key or to the end."""


def list_changes(manifest: str, entries: Sequence[str]) -> str:
    """The text of a manifest that lists these entries, where it lists any by now or at its end; none of no entries."""
    listed = "".join(["changes:\n", *(f"  - {quote_word(entry)}\n" for entry in entries)]) if entries else ""
    found = _LISTED.search(manifest)
    if found is None:
        return f"{manifest.rstrip()}\n{listed}"
    after = manifest[found.end() :]
    return f"{manifest[: found.start()]}{listed}{after}"
