"""From a game and who plays it to a session at this terminal, or in this pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from caylus import Limits
from caylus.diagnostics import visible
from rich.console import Console

from caylus_tools.common.errors import CLEAN
from caylus_tools.common.output import is_terminal

from .plain import Plain
from .saving import SaveFile, name_next_game, new_kept_game
from .seats import HUMAN, take_seats
from .session import Session
from .steps import Left

if TYPE_CHECKING:
    from caylus import Game, Match

    from .fullscreen import FullScreen

_LIMITS = Limits(seconds=5, memory=1024**3)
"""For one choice: rules that run on or grow end it, and the game goes on without it."""

_NARROWEST, _LOWEST = 80, 24
"""The smallest terminal that a table fits on."""


def play(
    game: Game,
    policies: Sequence[str],
    seed: int,
    save: Path | None,
    is_plain: bool,
    *,
    kept: Path | None = None,
    is_kept: bool,
    teaches: bool = False,
    match: Match | None = None,
) -> int:
    """Plays the game with a policy for each seat, and returns the exit code. Raises `UsageError` (see `Plain.play`).

    A game with people `is_kept` if they want, in `kept` where it was before. With `teaches` they are told lessons and are warned.
    A game of a `match` is followed by the next one, which is saved in a file of its own.

    Where people play, on the whole of the terminal, unless it `is_plain` what they want or all that there is.
    """
    console = Console(highlight=False, markup=False, emoji=False)
    chosen = dict(zip(game.players, policies, strict=False))
    while True:
        policies = [chosen[name] for name in game.players if name in chosen]
        if is_kept and kept is None and save is None and HUMAN in policies:
            kept = new_kept_game(game.rules.name)
        game.limits = _LIMITS
        file = SaveFile(save, policies, kept if is_kept else None, match)
        file.save(game)
        front = Plain(game, console) if is_plain or HUMAN not in policies or not _is_roomy() else _full_screen(game)
        session = Session(game, take_seats(policies, game.players, seed), front, file, teaches=teaches)
        try:
            front.play(session)
        except Left:
            session.match = None
            front.say("Farewell.")
        if not isinstance(front, Plain):
            console.print("\n".join(map(visible, front.said)))
        match = session.match
        if match is None or match.is_over:
            return CLEAN
        game = match.next_game(game)
        save, kept = _next_save(file.path, match), None


def _next_save(path: Path | None, match: Match) -> Path | None:
    """The file of the next game of a match; None where there is none, or another file has its name."""
    following = name_next_game(path, match.number - 1) if path is not None else None
    return following if following is not None and not following.exists() else None


def _full_screen(game: Game) -> FullScreen:
    """It takes time to import."""
    from .fullscreen import FullScreen

    return FullScreen(game)


def _is_roomy() -> bool:
    """Return whether one types at a terminal, sees one, and it can show a table. Textual writes to standard error."""
    if not all(stream is not None and is_terminal(stream) for stream in (sys.stdin, sys.stdout, sys.__stderr__)):
        return False
    columns, lines = os.get_terminal_size()
    return columns >= _NARROWEST and lines >= _LOWEST
