"""The file beside two tables that knows what they are of, and holds the games that are not in them yet.

Its first line is the plan, each other one a game. A last line that is not whole was being written when the process ended.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import IO, Any

from ...files import write_text
from ...outcome import UsageError
from ..identity import identity
from ..playing import Plan
from .columns import GAMES, players
from .rows import Rows, checked


class Journal:
    """Is made, or goes on, when the first game is added. Raises `UsageError` for one of another plan."""

    def __init__(self, path: Path, plan: Plan, first: int) -> None:
        self._path = path
        self._plan = _described(plan, first)
        self._columns = players(plan)
        self._file: IO[str] | None = None
        if self.is_there:
            self._compare()

    @property
    def is_there(self) -> bool:
        return self._path.exists()

    @property
    def has_games(self) -> bool:
        return next(self._lines_of_games(), None) is not None

    def rows(self) -> Iterator[Rows]:
        """The games in it, as they were added. Raises ValueError or TypeError for what was not written here."""
        for line in self._lines_of_games():
            game, seats = json.loads(line)
            yield Rows(checked(game, GAMES), [checked(row, self._columns) for row in seats])

    def add(self, rows: Rows) -> None:
        """Keeps a game: from now on it is not lost, however the process ends."""
        try:
            if self._file is None:
                self._file = self._opened()
            self._file.write(json.dumps(rows, ensure_ascii=False) + "\n")
        except OSError as error:
            raise UsageError(f"{self._path} cannot be written: {error.strerror or error}") from None

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def clear(self) -> None:
        """Forgets the games: they are in the tables."""
        write_text(self._path, json.dumps(self._plan, ensure_ascii=False) + "\n")

    def _opened(self) -> IO[str]:
        if self.is_there:
            os.truncate(self._path, sum(map(len, self._lines())))
        else:
            self.clear()
        return self._path.open("a", encoding="utf-8", newline="\n", buffering=1)

    def _lines_of_games(self) -> Iterator[bytes]:
        return islice(self._lines(), 1, None)

    def _lines(self) -> Iterator[bytes]:
        if self.is_there:
            with self._path.open("rb") as file:
                yield from (line for line in file if line.endswith(b"\n"))

    def _compare(self) -> None:
        try:
            there = dict(json.loads(next(self._lines(), b"")))
        except (OSError, ValueError, TypeError):
            raise UsageError(f"{self._path} is not the journal of a simulation") from None
        other = [f"{key} {there.get(key)}, not {value}" for key, value in self._plan.items() if there.get(key) != value]
        if other:
            raise UsageError(f"{self._path} is of other games: {'; '.join(other)}. Write to another file, or remove the old ones")


def _described(plan: Plan, first: int) -> dict[str, Any]:
    """All that settles what games there are, and which is the first."""
    return {
        "ruleset": plan.rules.name,
        "variants": list(plan.rules.variants),
        "rules": hashlib.sha256(json.dumps(plan.rules.layers, sort_keys=True).encode()).hexdigest()[:16],
        "players": plan.players,
        "policy": list(plan.policy),
        "seed": plan.seed,
        "first": first,
        "code": identity(),
    }
