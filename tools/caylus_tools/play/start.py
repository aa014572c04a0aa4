"""From a game and who plays it to a session at this terminal, or in this pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from caylus_tools.common.errors import CLEAN

from . import plain
from .saving import SaveFile
from .screen import Screen
from .seats import take_seats
from .session import Session
from .steps import Left

if TYPE_CHECKING:
    from caylus import Game


def play(game: Game, policies: Sequence[str], seed: int, save: Path | None) -> int:
    """Plays the game with a policy for each seat, and returns the exit code. Raises `UsageError` (see `plain.run`)."""
    console = Console(highlight=False, markup=False, emoji=False)
    is_watched = sys.stdin is not None and sys.stdin.isatty() and console.is_terminal
    file = SaveFile(save, policies)
    file.save(game)
    session = Session(game, take_seats(policies, game.players, seed), Screen(game, console, is_watched), file)
    try:
        plain.run(session, game, console, is_watched)
    except Left:
        console.print("Farewell.")
    return CLEAN
