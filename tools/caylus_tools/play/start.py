"""From a game and who plays it to a session at this terminal, or in this pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from caylus_tools.common.errors import CLEAN

from .keyboard import Lines, Terminal
from .saving import SaveFile
from .screen import Screen
from .seats import take_seats
from .session import Left, Session

if TYPE_CHECKING:
    from caylus import Game


def play(game: Game, policies: Sequence[str], seed: int, save: Path | None) -> int:
    """Plays the game with a policy for each seat, and returns the exit code. Raises `UsageError` (see `Session.run`)."""
    console = Console(highlight=False, markup=False, emoji=False)
    keyboard = Terminal() if sys.stdin is not None and sys.stdin.isatty() and console.is_terminal else Lines(console)
    screen = Screen(game, console, keyboard.is_terminal)
    file = SaveFile(save, policies)
    file.save(game)
    try:
        Session(game, take_seats(policies, game.players, seed), screen, keyboard, file).run()
    except Left:
        console.print("Farewell.")
    return CLEAN
