"""The file that a game is saved in, and how it is gone on with from there."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from caylus_tools.common.files import write_json
from caylus_tools.common.invoked import command

if TYPE_CHECKING:
    from caylus import Game


class SaveFile:
    """`policies` are those of the seats, which are saved with the game."""

    def __init__(self, path: Path | None, policies: Sequence[str]) -> None:
        self.path = path
        self._policies = policies

    def save(self, game: Game) -> None:
        """Saves the game, where it has a place. Raises `UsageError` where that cannot be written."""
        if self.path:
            write_json(self.path, game.save(policies=self._policies))

    def hint(self, game: Game) -> str:
        """Where the game is, and what can be done with it there."""
        todo, what = ("replay", "tells it again") if game.over else ("resume", "goes on from here")
        return f"saved in {self.path}; `{command()} {todo} {shlex.quote(str(self.path))}` {what}"
