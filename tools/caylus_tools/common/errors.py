"""How a command ends: its exit code, and the faults that are the user's to mend."""

from __future__ import annotations

CLEAN = 0
FINDINGS = 1
USAGE = 2
BUG = 3
INTERRUPTED = 130


class UsageError(Exception):
    """The command cannot be done as it was asked for; the text says why, in words for the one who typed it."""
