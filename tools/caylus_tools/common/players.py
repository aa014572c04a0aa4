"""The number of players where nobody gives one."""

from __future__ import annotations

USUAL = 3


def usual_number(fewest: int, most: int) -> int:
    """The number of players of every command that is asked for none; as near to it as a ruleset allows."""
    return max(fewest, min(USUAL, most))
