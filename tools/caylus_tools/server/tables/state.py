"""A table as it is known here: its rows, the game that they come to, and what each audience has read of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from threading import RLock
from typing import TYPE_CHECKING, Any, Unpack

from caylus import RuleFault, RulesetError

from caylus_tools.answers.wishes import Wishes
from caylus_tools.server import Refused
from caylus_tools.server.storage.database import StorageError
from caylus_tools.server.storage.rows import ChatRow, EntryRow, HookRow, SeatChanges, SeatRow, TableChanges, TableRow

from .decision_log import Course
from .game_start import Beginning, make_labels
from .live_game import Eye, Logbook, Run, find_eye

if TYPE_CHECKING:
    from caylus import Game, Ruleset

    from caylus_tools.server.storage.store import Store

    from .requests import RulesetSource


@lru_cache(maxsize=64)
def load_wishes(rules: Ruleset) -> Wishes:
    return Wishes(rules)


class TableState:
    """Rows are the truth, and this is a copy that is brought up to date before anything is done or told.

    Any thread may call, and one at a time does anything; `told` is called, with no lock held, after something
    has changed. Raises Refused for rules that are not to be had.
    """

    def __init__(
        self, row: TableRow, store: Store, rulesets: RulesetSource, clock: Callable[[], float], told: Callable[[TableState], None]
    ) -> None:
        self.id = row.id
        self._store = store
        self._clock = clock
        self._told = told
        self.rules = rulesets.rules(row.rules, row.options["players"])
        self._wishes = load_wishes(self.rules)
        self._lock = RLock()
        self._changed = False
        self._is_behind = False
        self._row = row
        self._seats: list[SeatRow] = []
        self._chat: list[ChatRow] = []
        self._hooks: list[HookRow] = []
        self._beginning = Beginning(self.rules, store.seed(row.id), row.start)
        self._revision = 0
        self._keys: dict[str, int] = {}
        self._course = Course(self._beginning.base)
        self._read_rows()
        self._read_entries()
        self._run = self._play_again([])

    @property
    def title(self) -> str:
        return self._row.title

    # ---- keeping up

    @contextmanager
    def _lock_current(self) -> Iterator[None]:
        """The table is up to date, and nobody else does anything with it."""
        try:
            with self._lock:
                if self._is_behind:
                    self._refresh()
                yield
        except StorageError:
            self._is_behind = True  # what was to be stored may have been, although nobody has said so
            raise
        finally:
            changed, self._changed = self._changed, False
            if changed:
                self._told(self)

    def mark_stale(self) -> None:
        """Another server has changed the rows."""
        self._is_behind = True

    def _refresh(self) -> None:
        self._is_behind = False
        row = self._store.table(self.id)
        if row is None:
            raise Refused("no_table", "This table is no more.")
        if row.changes != self._row.changes:
            labels = self._labels
            self._row = row
            self._read_rows()
            if self._labels != labels:
                self._begin_anew()
        self._row = row
        if row.revision != self._revision:
            self._seats = self._store.seats(self.id)  # with their clocks
            self._carry_out(self._read_entries())

    def _carry_out(self, entries: Sequence[EntryRow]) -> None:
        """Has the game go on with entries that have just been noted, and that nobody has tried here."""
        if self._run.lost or any(entry.kind != "choice" for entry in entries):
            self._begin_anew()
            return
        for entry in entries:
            self._run.make(entry.seat, entry.option or "")
        self._run.render(self._revision)

    def _read_rows(self) -> None:
        self._seats = self._store.seats(self.id)
        self._hooks = self._store.hooks(self.id)
        self._chat += self._store.chat(self.id, self._chat[-1].number if self._chat else 0)

    def _read_entries(self) -> list[EntryRow]:
        entries = self._store.entries(self.id, self._revision)
        for entry in entries:
            self._note(entry)
        return entries

    def _note(self, entry: EntryRow) -> None:
        if entry.back_to is not None and entry.back_to < self._course.base:
            self._beginning = self._beginning.sooner(entry.back_to)
        self._course.take(entry)
        self._keys[entry.key] = entry.revision
        self._revision = entry.revision

    @property
    def _labels(self) -> list[str]:
        return make_labels(self.rules, self._seats)

    # ---- rows

    def _seat(self, name: str) -> SeatRow:
        found = next((row for row in self._seats if row.name == name), None)
        if found is None:
            raise Refused("no_seat", f"There is no seat called {name} at this table.")
        return found

    def _hold(self, seat: str, visitor: str) -> None:
        if self._seat(seat).holder != visitor:
            self._refresh()  # another server may have given them the seat just now
        if self._seat(seat).holder != visitor:
            raise Refused("not_yours", f"You do not sit at {seat}.")

    def _seats_held_by(self, visitor: str | None) -> list[str]:
        return [row.name for row in self._seats if visitor is not None and row.holder == visitor]

    def _is_for_bots(self, seat: str) -> bool:
        row = self._seat(seat)
        return row.kind == "bot" or row.absent

    @property
    def _undo_request(self) -> Mapping[str, Any] | None:
        """The request to take something back, as long as nobody has gone on."""
        asked: Mapping[str, Any] | None = self._row.asked
        return asked if asked is not None and asked["revision"] == self._revision else None

    @property
    def _is_stopped(self) -> bool:
        """Return whether rules could not go on where there are secrets, so that nobody may: a second guess would tell more of
        these.
        """
        return self._row.status == "broken" and not self._game.lies_open

    def _change(self, **fields: Unpack[TableChanges]) -> None:
        """Changes the table as it has been seen. Raises Refused (stale) where another server was first."""
        self._finish_change(self._store.change_table(self.id, seen=self._row.changes, **fields))

    def _change_seat(self, seat: str, **fields: Unpack[SeatChanges]) -> None:
        """The same for a seat."""
        self._finish_change(self._store.change_seat(self.id, self._seat(seat).number, seen=self._row.changes, **fields))

    def _finish_change(self, was_first: bool) -> None:
        self._changed |= was_first
        self._refresh()
        if not was_first:
            raise Refused("stale", "Somebody else was first: look at the table again.")

    def _say(self, seat: str | None, text: str) -> None:
        name = self._game.labels[seat] if seat is not None else ""
        self._store.say(self.id, seat, name, text, self._clock())
        self._changed = True
        self._refresh()

    # ---- the game

    @property
    def _game(self) -> Game:
        return self._run.game

    def _play_again(self, eyes: Iterable[Eye]) -> Run:
        """The game of all choices that stand, told to those eyes. Raises Refused where it cannot even begin."""
        try:
            game = self._beginning.game(self._labels)
        except (RulesetError, RuleFault, ValueError) as error:
            raise Refused("broken_rules", f"This table cannot be played on: {error}") from error
        return Run(game, self._course, eyes)

    def _begin_anew(self) -> None:
        """Something that has been told is so no more."""
        before = self._run.logbooks
        self._run = self._play_again(before)
        self._run.render(self._revision, before)

    def _logbook(self, seat: str | None) -> Logbook:
        """The log that a seat has been told, or whoever watches."""
        eye = find_eye(self._game, seat)
        if eye not in self._run.logbooks:
            found = self._play_again([eye]).logbooks[eye]
            beside = next((book.lines for book in self._run.logbooks.values()), ())
            found.render(self._revision, beside=beside)
            self._run.logbooks[eye] = found
        return self._run.logbooks[eye]
