"""The tables of a simulation as files: they hold the games of one plan from its first on, and can go on with more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import chain, groupby
from operator import itemgetter
from pathlib import Path
from types import ModuleType

from caylus.atomic import replacing

from caylus_tools.common.errors import UsageError
from caylus_tools.common.extras import need_extra
from caylus_tools.common.files import unwritable
from caylus_tools.simulation.playing import Plan, Played

from .columns import GAMES, Row, tables
from .journal import Journal, Rows, check_row, game_from_rows, make_rows


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

    def add(self, played: Played) -> None:
        """Keeps the next game."""
        self._journal.add(make_rows(self._plan, played))

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
            found = [of_one.rows(game[0]) for of_one in by_game]
            yield Rows(
                check_row(game, GAMES),
                [[check_row(row, columns) for row in of_one] for of_one, columns in zip(found, self._columns[1:], strict=True)],
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
