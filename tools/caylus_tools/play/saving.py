"""The file that a game is saved in, and how it is gone on with from there."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from caylus_tools.common.files import write_json

if TYPE_CHECKING:
    from caylus import Game


class SaveFile:
    """`policies` are those of the seats, for they are no part of what is saved."""

    def __init__(self, path: Path | None, policies: Sequence[str]) -> None:
        self.path = path
        self._policies = policies

    def save(self, game: Game) -> None:
        """Saves the game, where it has a place. Raises `UsageError` where that cannot be written."""
        if self.path:
            write_json(self.path, game.save())

    def __str__(self) -> str:
        seats = shlex.quote(",".join(self._policies))
        return f"saved in {self.path}; `caylus resume {shlex.quote(str(self.path))} --seats {seats}` goes on from here"
