"""The tables of a simulation as files: they hold the games of one plan from its first on, and can go on with more.

Its first line is the plan, each other one a game. A last line that is not whole was being written when the process ended.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from io import FileIO
from itertools import chain, groupby, islice
from operator import itemgetter
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, NamedTuple

from caylus.atomic import replacing

from caylus_tools.common.errors import UsageError
from caylus_tools.common.extras import need_extra
from caylus_tools.common.files import unwritable
from caylus_tools.simulation.playing import Plan, Played, identity

from .columns import GAMES, Column, Row, tables


class Rows(NamedTuple):
    """The rows of one game: its row in the first table, and its rows in each of the others."""

    game: Row
    others: list[list[Row]]

    @property
    def players(self) -> list[Row]:
        return self.others[0]


def make_rows(plan: Plan, outcome: Played) -> Rows:
    won = [bool(outcome.winners >> seat & 1) for seat in range(plan.players)]
    winners = ", ".join(name for name, has_won in zip(plan.seats, won, strict=True) if has_won)
    teams = (first + 1 for first in outcome.teams)
    seats = zip(range(1, plan.players + 1), plan.seats, plan.plays, teams, outcome.scores, won, strict=True)
    others = [[(outcome.number, *seat, *resources) for seat, resources in zip(seats, outcome.resources, strict=True)]]
    if plan.details:
        others.append(
            [
                (outcome.number, at, choice.round, choice.seat + 1, plan.seats[choice.seat], choice.rule, choice.option)
                for at, choice in enumerate(outcome.choices, 1)
            ]
        )
        others.append([(outcome.number, of.seat + 1, plan.seats[of.seat], of.source, of.points) for of in outcome.points])
    return Rows((outcome.number, outcome.seed, outcome.rounds, outcome.decisions, winners, outcome.digest), others)


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
        self._plan = {
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


def _printable(value: object) -> str:
    return (",".join(map(str, value)) or "none") if isinstance(value, list) else str(value)


class Table:
    """Files beside each other, by name and suffix: `games.csv` with one row a game, `games.players.csv` with one a player, and
    where the plan asks for details `games.decisions.csv` and `games.points.csv`.

    A game that is added stands in the journal, `games.csv.journal`, at once, and in the tables when they are updated. They are
    replaced as a whole, so that however a process ends no game is lost and none counts twice. Raises `UsageError` for files
    that hold something else, and leaves them as they are. Within a `with` block no other process can add games.
    """

    def __init__(self, path: Path, plan: Plan, first: int) -> None:
        if path.suffix not in (".csv", ".parquet"):
            raise UsageError(f"{path} is neither a .csv nor a .parquet file")
        if path.suffix == ".parquet":
            need_extra("sim")
        if not path.parent.is_dir():
            raise UsageError(f"{path} cannot be written: there is no folder {path.parent}")
        self._plan = plan
        self._first = first
        others = tables(plan)
        self._columns = (GAMES, *others.values())
        self._files = (path, *(path.with_suffix(f".{name}{path.suffix}") for name in others))
        self._journal = Journal(path.with_name(f"{path.name}.journal"), plan, first)
        for file in self._files:
            if file.exists() and not self._journal.is_there:
                raise UsageError(f"{file} is there already, and not known to hold games of this plan: its journal is missing")

    def games(self) -> Iterator[Played]:
        """Those there are, in order."""
        return map(game_from_rows, self._rows())

    def add(self, outcome: Played) -> None:
        """Keeps the next game."""
        self._journal.add(make_rows(self._plan, outcome))

    def update(self) -> None:
        """Moves the games in the journal to the tables."""
        if not self._journal.has_games:
            return
        try:
            with ExitStack() as open_:
                streams = [open_.enter_context(replacing(file)) for file in self._files]  # the games are in their place last
                write_game, *write_others = (
                    open_.enter_context(self._format.writing(*table)) for table in zip(streams, self._columns, strict=True)
                )
                for rows in self._rows():
                    write_game(rows.game)
                    for write, of_one in zip(write_others, rows.others, strict=True):
                        for row in of_one:
                            write(row)
        except OSError as error:
            raise unwritable(self._files[0], error) from None
        self._journal.clear()

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        self._journal.close()

    @property
    def _format(self) -> ModuleType:
        """The functions that read and write files of this kind."""
        if self._files[0].suffix == ".csv":
            from . import as_csv

            return as_csv
        from . import as_parquet

        return as_parquet

    def _rows(self) -> Iterator[Rows]:
        """The tables' games, then those of the journal. A process that was killed may have left some in both."""
        number, seats = self._first, range(self._plan.players)
        try:
            for rows in chain(self._rows_in_tables(), self._journal.rows()):
                if rows.game[0] > number or [row[:2] for row in rows.players] != [(rows.game[0], seat + 1) for seat in seats]:
                    raise ValueError(f"game {number} is not whole")
                if rows.game[0] == number:
                    yield rows
                    number += 1
        except Exception as error:  # whatever a reader says of a file that has been changed
            raise UsageError(f"{self._files[0]} or a file that belongs to it has been changed or damaged: {error}") from None

    def _rows_in_tables(self) -> Iterator[Rows]:
        if not self._files[0].exists():
            return
        games, *others = (self._format.reading(*table) for table in zip(self._files, self._columns, strict=True))
        by_game = [_ByGame(rows) for rows in others]
        for game in games:
            row_groups = [of_one.rows(game[0]) for of_one in by_game]
            yield Rows(
                check_row(game, GAMES),
                [
                    [check_row(row, columns) for row in of_one]
                    for of_one, columns in zip(row_groups, self._columns[1:], strict=True)
                ],
            )


class _ByGame:
    """The rows of a table, which begin with the numbers of games in ascending order."""

    def __init__(self, rows: Iterator[Row]) -> None:
        self._groups = groupby(rows, key=itemgetter(0))
        self._next = next(self._groups, None)

    def rows(self, game: int) -> list[Row]:
        """Those of a game, which may have none."""
        if self._next is None or self._next[0] != game:
            return []
        rows = list(self._next[1])
        self._next = next(self._groups, None)
        return rows
