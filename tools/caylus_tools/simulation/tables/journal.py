"""The file beside two tables that knows what they are of, and holds the games that are not in them yet.

Its first line is the plan, each other one a game. A last line that is not whole was being written when the process ended.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from io import FileIO
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple

from caylus_tools.common.errors import UsageError
from caylus_tools.simulation.playing import Plan, Played, identity

from .columns import GAMES, Column, Row, tables


class Rows(NamedTuple):
    """The rows of one game: its row in the first table, and its rows in each of the others."""

    game: Row
    others: list[list[Row]]

    @property
    def players(self) -> list[Row]:
        return self.others[0]


def make_rows(plan: Plan, played: Played) -> Rows:
    won = [bool(played.winners >> seat & 1) for seat in range(plan.players)]
    winners = ", ".join(name for name, has_won in zip(plan.seats, won, strict=True) if has_won)
    teams = (first + 1 for first in played.teams)
    seats = zip(range(1, plan.players + 1), plan.seats, plan.plays, teams, played.scores, won, strict=True)
    others = [[(played.number, *seat, *resources) for seat, resources in zip(seats, played.resources, strict=True)]]
    if plan.details:
        others.append(
            [
                (played.number, at, made.round, made.seat + 1, plan.seats[made.seat], made.rule, made.option)
                for at, made in enumerate(played.choices, 1)
            ]
        )
        others.append([(played.number, of.seat + 1, plan.seats[of.seat], of.source, of.points) for of in played.points])
    return Rows((played.number, played.seed, played.rounds, played.decisions, winners, played.digest), others)


def game_from_rows(rows: Rows) -> Played:
    """The game that rows tell of, without its details."""
    number, seed, rounds, decisions, _, digest = rows.game
    teams = tuple(row[4] - 1 for row in rows.players)
    scores = tuple(row[5] for row in rows.players)
    winners = sum(1 << seat for seat, row in enumerate(rows.players) if row[6])
    resources = tuple(row[7:] for row in rows.players)
    return Played(number, seed, decisions, rounds, scores, winners, teams, resources, digest)


def check_row(row: Iterable[Any], columns: Sequence[Column]) -> Row:
    """The row, if it has a value of the right type in each column. Raises ValueError."""
    values = tuple(row)
    if [type(value) for value in values] != [column.type for column in columns]:
        raise ValueError("a row does not fit the columns")
    if any(isinstance(value, int) and not -(2**63) <= value < 2**63 for value in values):
        raise ValueError("a number is too large")
    return values


class Journal:
    """Is made when the first game is added, and belongs to one process at a time.

    Raises `UsageError` for one of another plan, and where another process has it or it cannot be written.
    """

    def __init__(self, path: Path, plan: Plan, first: int) -> None:
        self._path = path
        self._plan = _describe_plan(plan, first)
        self._columns = tuple(tables(plan).values())
        self._file: FileIO | None = None
        if self.is_there:
            try:
                file = self._open("a")
                self._compare()
                file.truncate(sum(map(len, self._lines())))
            except UsageError:
                self.close()
                raise

    @property
    def is_there(self) -> bool:
        return os.path.lexists(self._path)

    @property
    def has_games(self) -> bool:
        return next(self._lines_of_games(), None) is not None

    def rows(self) -> Iterator[Rows]:
        """The games in it, as they were added. Raises ValueError or TypeError for what was not written here."""
        for line in self._lines_of_games():
            game, others = json.loads(line)
            rows = [[check_row(row, columns) for row in of_one] for of_one, columns in zip(others, self._columns, strict=True)]
            yield Rows(check_row(game, GAMES), rows)

    def add(self, rows: Rows) -> None:
        """Keeps a game: from now on it is not lost, however the process ends."""
        if self._file is None:
            self._write(self._open("x"), self._plan)
        assert self._file is not None
        self._write(self._file, rows)

    def clear(self) -> None:
        """Forgets the games: they are in the tables."""
        assert self._file is not None
        self._file.truncate(len(next(self._lines())))

    def close(self) -> None:
        """Leaves it to others."""
        if self._file is not None:
            self._file.close()

    def _open(self, mode: Literal["a", "x"]) -> FileIO:
        try:
            self._file = FileIO(self._path, mode, opener=_open_regular)
            _lock(self._file)
        except (BlockingIOError, FileExistsError):
            raise UsageError(f"another process is playing games for {self._path}") from None
        except OSError as error:
            raise self._unwritable(error) from None
        return self._file

    def _write(self, file: FileIO, line: object) -> None:
        rest = json.dumps(line, ensure_ascii=False).encode() + b"\n"
        try:
            while rest:
                rest = rest[file.write(rest) :]
        except OSError as error:
            raise self._unwritable(error) from None

    def _unwritable(self, error: OSError) -> UsageError:
        return UsageError(f"{self._path} cannot be written: {error.strerror or error}")

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
        other = [
            f"{key} {_printable(there.get(key))}, not {_printable(value)}"
            for key, value in self._plan.items()
            if there.get(key) != value
        ]
        if other:
            raise UsageError(f"{self._path} is of other games: {'; '.join(other)}. Write to another file, or remove the old ones")


def _open_regular(path: str, flags: int) -> int:
    """Opens a file that is one, and not a link, a device or a pipe."""
    handle = os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0), 0o666)
    if stat.S_ISREG(os.fstat(handle).st_mode):
        return handle
    os.close(handle)
    raise OSError(errno.EINVAL, "it is no file of its own")


def _lock(file: FileIO) -> None:
    """For as long as it is open. Raises BlockingIOError if another process has done so."""
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _describe_plan(plan: Plan, first: int) -> dict[str, Any]:
    """All that settles what games there are, and which is the first."""
    return {
        "ruleset": plan.rules.name,
        "variants": list(plan.rules.variants),
        "rules": plan.rules.identity[:16],
        "players": plan.players,
        "policy": list(plan.policy),
        "seed": plan.seed,
        "first": first,
        "tables": ["games", *tables(plan)],
        "code": identity(),
    }


def _printable(value: object) -> str:
    return (",".join(map(str, value)) or "none") if isinstance(value, list) else str(value)
