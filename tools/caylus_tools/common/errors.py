"""Exit codes of commands, and the errors that the user can mend."""

from __future__ import annotations

CLEAN = 0
FINDINGS = 1
USAGE = 2
BUG = 3
INTERRUPTED = 130


class UsageError(Exception):
    """The command cannot be done as it was asked for; the first text says why, in words for the one who typed it.

    Each further one is a line that tells more.
    """

    def __str__(self) -> str:
        return "\n".join(self.args)
