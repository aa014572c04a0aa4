"""Files that a game is saved in after each choice: the one that a person names, else one of the last games."""

from __future__ import annotations

import os
import re
import secrets
import shlex
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from caylus_tools.common.errors import UsageError
from caylus_tools.common.files import data_folder, write_json
from caylus_tools.common.output import command

if TYPE_CHECKING:
    from caylus import Game, Match

MOST_KEPT = 20
"""Games that are kept without having been named; the oldest go first."""
_KEPT = re.compile(r"[a-z0-9_-]+\.\d{8}-\d{6}-[0-9a-f]{6}\.game\.json")


class SaveFile:
    """`policies` are those of the seats; they are saved with the game, and so is its `match`. `kept` is where it is saved while
    nobody names a file.
    """

    def __init__(self, path: Path | None, policies: Sequence[str], kept: Path | None = None, match: Match | None = None) -> None:
        self.path = path
        self.kept = kept
        self.match = match
        self._policies = policies

    def save(self, game: Game) -> None:
        """Saves the game, where it has a place. Raises `UsageError` where it cannot be written; a kept game is then given up."""
        kept, self.kept = self.kept, None
        if path := self.path or kept:
            write_json(path, game.save(policies=self._policies, match=self.match))
        self.kept = kept

    def hint(self, game: Game) -> str:
        """A sentence that says where the game is, and what can be done with it there."""
        is_over = game.over and (self.match is None or self.match.add(game).is_over)
        todo, what = ("replay", "tells it again") if is_over else ("resume", "goes on from here")
        return f"saved in {self.path}; `{command()} {todo} {shlex.quote(str(self.path))}` {what}"


def name_next_game(path: Path, number: int) -> Path:
    """The file of the next game of a match, beside that of the game of a number: `game-2.json` after `game.json`."""
    return path.with_stem(f"{path.stem.removesuffix(f'-{number}')}-{number + 1}")


def games_folder() -> Path | None:
    """The folder of kept games; None where none are to be kept: CAYLUS_GAMES names another folder, or none at all."""
    chosen = os.environ.get("CAYLUS_GAMES")
    if chosen is not None:
        return Path(chosen) if chosen else None
    with suppress(RuntimeError):
        return data_folder() / "games"
    return None


def list_kept_games() -> list[Path]:
    """The games that were kept, the newest first."""
    folder = games_folder()
    found: list[tuple[float, Path]] = []
    with suppress(OSError):
        for path in folder.iterdir() if folder is not None else ():
            with suppress(OSError):
                if _KEPT.fullmatch(path.name) and path.is_file() and not path.is_symlink():
                    found.append((path.stat().st_mtime, path))
    return [path for _, path in sorted(found, reverse=True)]


def new_kept_game(name: str) -> Path | None:
    """The file for a new game of a ruleset, readable by this user alone. Makes room for it. None where it cannot be."""
    folder = games_folder()
    if folder is None:
        return None
    path = folder / f"{name}.{datetime.now():%Y%m%d-%H%M%S}-{secrets.token_hex(3)}.game.json"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
    except (OSError, ValueError):
        return None
    for old in list_kept_games()[MOST_KEPT:]:
        with suppress(OSError):
            old.unlink()
    return path


def newest_kept_game() -> Path:
    """The game that was played last. Raises `UsageError` where there is none."""
    for path in list_kept_games():
        if path.stat().st_size:
            return path
    raise UsageError("there is no game to go on with; name the file that one is saved in")
