"""What a choice may come to where others wait meanwhile: for rules that are tried, and for games at tables."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caylus import Game

MOST_OPTIONS = 2_000
"""Of one decision: every page of a table shows them all."""

LONGEST_STEP = 0.5
"""Seconds of computing for one choice and what follows from it."""


class Step:
    """A choice that is made by this thread, from now on."""

    def __init__(self) -> None:
        self._begun = time.thread_time()

    @property
    def seconds(self) -> float:
        return time.thread_time() - self._begun

    def excess(self, game: Game) -> str:
        """What is too much of what has become of the game, as a sentence; empty if nothing is."""
        if self.seconds > LONGEST_STEP:
            return "What follows from a choice takes too long under these rules."
        if len(game.moves) > MOST_OPTIONS:
            return f"These rules let people choose among more than {MOST_OPTIONS:,} options at once."
        return ""
