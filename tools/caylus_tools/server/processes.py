"""Limits of what rules do in the processes of a server."""

from __future__ import annotations

import caylus
from caylus import Limits

CHOICE_LIMITS = Limits(seconds=1, memory=128 * 1024 * 1024)
"""For one choice and what follows from it: less than what ends a process, so that few have to be ended."""

MOST_OPTIONS = 2_000
"""Of one decision: every page of a table shows them all."""

TOO_MANY = f"These rules let people choose among more than {MOST_OPTIONS:,} options at once."


def has_too_many_options(game: caylus.Game) -> bool:
    return len(game.moves) > MOST_OPTIONS
