"""A table as it is known here: its rows, the game that they come to, and what each audience has read of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from sys import intern
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from caylus import Game, Match, MatchTerms, RuleFault, Ruleset, RulesetError, resume
from caylus.signs import fold_looks

from caylus_tools.answers.matching import Wishes
from caylus_tools.common.english import capitalize
from caylus_tools.server import Refused
from caylus_tools.server.storage.database import StorageError
from caylus_tools.server.storage.schema import ChatRow, EntryRow, HookRow, SeatChanges, SeatRow, Status, TableChanges, TableRow
from caylus_tools.verbalize.log import describe_terms, render_number, render_standings

from .live_game import Eye, Logbook, Run, Trial, find_eye
from .message import RulesetSource

if TYPE_CHECKING:
    from caylus_tools.server.storage.store import Store


def read_match(start: Mapping[str, Any] | None) -> Match | None:
    """The match of a table that begins with a save, before its game. Raises RulesetError for one of other players."""
    return None if start is None else Match.from_save(start, start["players"])


def first_start(terms: MatchTerms, rules: Ruleset, seats: Sequence[str], seed: int) -> Mapping[str, Any]:
    """The start of the first game of a new match. The seed is that of the match, and foretells its games."""
    match = Match(terms, seed)
    return _start_of_table(match.first_game(rules, seats), match)


def next_start(match: Match, game: Game, seed: int) -> Mapping[str, Any]:
    """The start of the game after one that is over; if the match is over, of the first game of a new one, with its seed."""
    after = match.add(game)
    if after.is_over:
        return first_start(match.terms, game.rules, after.played[0].players, seed)
    return _start_of_table(after.next_game(game), after)


def _start_of_table(game: Game, match: Match) -> Mapping[str, Any]:
    """A save without its rules, which the table has."""
    return {name: part for name, part in game.save(match=match).items() if name != "ruleset"}


def describe_match(match: Match, game: Game) -> dict[str, Any]:
    """The match as pages show it: the number of the game, the terms, who leads, and the game that comes next."""
    now = match.add(game) if game.over else match
    return {
        "game": render_number(match),
        "terms": " ".join(describe_terms(match.terms)),
        "standings": render_standings(now, game.labels),
        "next": render_number(now) if game.over and not now.is_over else None,
    }


class Step(NamedTuple):
    """A choice that stands."""

    seat: str
    option: str
    by: str


class Withdrawal(NamedTuple):
    """Somebody has taken back so many choices, so that `number` remained."""

    number: int
    seat: str
    taken: int


@dataclass(slots=True)
class Course:
    """`base` is how many choices stand that were made before the table was opened; numbers of choices count these."""

    base: int = 0
    steps: list[Step] = field(default_factory=list)
    withdrawals: list[Withdrawal] = field(default_factory=list)

    @property
    def number(self) -> int:
        """Return how many choices stand."""
        return self.base + len(self.steps)

    def take(self, entry: EntryRow) -> None:
        """An undo goes back to a number of choices, or, without one, takes back the last choice of its seat alone."""
        if entry.kind == "choice":
            self.steps.append(Step(*map(intern, (entry.seat, entry.option or "", entry.by))))  # the same at many tables
            return
        before = self.number
        if entry.back_to is None:
            del self.steps[self.last_choice(entry.seat) - self.base]
        else:
            self.base = min(self.base, entry.back_to)
            del self.steps[entry.back_to - self.base :]
        self.withdrawals = [one._replace(number=min(one.number, self.number)) for one in self.withdrawals]
        self.withdrawals.append(Withdrawal(self.number, entry.seat, before - self.number))

    def choices_by_seat(self, seat: str) -> list[int]:
        """Return how many choices stood before each that the person at a seat has made."""
        return [at for at, step in enumerate(self.steps, self.base) if step.seat == seat and step.by == "person"]

    def last_choice(self, seat: str) -> int:
        """The number of choices before the last one of a seat. Raises ValueError where there is none."""
        return self.base + max((at for at, step in enumerate(self.steps) if step.seat == seat))

    def upto(self, number: int) -> Course:
        """The course after the first so many choices that are valid."""
        withdrawals = [one for one in self.withdrawals if one.number <= number]
        return Course(self.base, self.steps[: number - self.base], withdrawals)


class Beginning:
    """The same game at its first decision, as often as it is wanted: of a seed, or of a save."""

    def __init__(self, rules: Ruleset, seed: int, start: Mapping[str, Any] | None) -> None:
        self.rules = rules
        self._seed = seed
        self._save = None if start is None else {**start, "ruleset": {"layers": rules.layers, "variants": list(rules.variants)}}

    @property
    def base(self) -> int:
        """Return how many choices were made before it begins."""
        return len(self._save["choices"]) if self._save is not None else 0

    def game(self, labels: Sequence[str]) -> Game:
        """The game; `labels` are those of people's seats. Raises RulesetError and ValueError for a save that does not fit."""
        if self._save is None:
            return self.rules.new_game(labels, self._seed)
        return self._resume(labels)

    def _resume(self, labels: Sequence[str] | None = None) -> Game:
        """The game of a save, by its own labels or those of people's seats."""
        every = None if labels is None else (*labels, *self.rules.automata.values())
        return resume(self._save or {}, self.rules, labels=every)

    @cached_property
    def _recorded_choices(self) -> list[tuple[str, str]]:
        """The choices that a save records: whose each was, and the option. Raises RulesetError and ValueError."""
        if not self.base:
            return []
        choices = self._resume().transcript()["choices"]
        return [(choice["player"], choice["choice"]) for choice in choices]

    @cached_property
    def choosers(self) -> list[str]:
        """The seats that made the choices of a save; nothing where it does not tell how it came about."""
        try:
            return [seat for seat, _ in self._recorded_choices]
        except (RulesetError, ValueError):
            return []

    def from_the_start(self, labels: Sequence[str]) -> tuple[Game, list[tuple[str, str]]]:
        """The game before anybody has chosen, and what a save tells of the choices since: whose each was, and the option."""
        return (self.replay_to(labels, 0) if self.base else self.game(labels)), self._recorded_choices

    def sooner(self, number: int) -> Beginning:
        """The same after fewer of the choices of its save. Raises IllegalChoice as `before` does."""
        return Beginning(self.rules, self._seed, self.replay_to(None, number).save())

    def replay_to(self, labels: Sequence[str] | None, number: int) -> Game:
        """The game of a save as it was after fewer choices. Raises IllegalChoice where it does not tell of them."""
        game = self._resume(labels)
        game.undo_to(number)
        return game


def make_labels(rules: Ruleset, seats: Sequence[SeatRow]) -> list[str]:
    """The labels of people at seats: their own names, with the seat where a name alone could mislead."""
    folded_labels = [fold_looks(seat.label) for seat in seats]
    names = {fold_looks(seat.name) for seat in seats} | {fold_looks(name) for pair in rules.automata.items() for name in pair}
    labels = []
    for seat in seats:
        own = fold_looks(seat.label)
        is_plain = folded_labels.count(own) == 1 and own not in names - {fold_looks(seat.name)}
        labels.append((seat.label if is_plain else f"{seat.label} ({capitalize(seat.name)})") if own else capitalize(seat.name))
    return labels


load_wishes = lru_cache(maxsize=64)(Wishes)


class TableState:
    """Rows are the truth, and this is a copy that is brought up to date before anything is done or told.

    Any thread may call, and one at a time does anything; `listener` is called with the id, with no lock held, after something
    has changed. Raises Refused for rules that are not to be had.
    """

    def __init__(
        self,
        row: TableRow,
        store: Store,
        rulesets: RulesetSource,
        clock: Callable[[], float],
        listener: Callable[[TableState], None],
    ) -> None:
        self.id = row.id
        self.store = store
        self.clock = clock
        self._told = listener
        self.rules = rulesets.rules(row.rules, row.options["players"])
        self.wishes = load_wishes(self.rules)
        self._lock = RLock()
        self._changed = False
        self._is_behind = False
        self.row = row
        self.seats: list[SeatRow] = []
        self.chat: list[ChatRow] = []
        self.hooks: list[HookRow] = []
        self.beginning = Beginning(self.rules, store.seed(row.id), row.start)
        self.revision = 0
        self.keys: dict[str, int] = {}
        self.course = Course(self.beginning.base)
        self._read_rows()
        self._read_entries()
        self.run = self.play_again([])

    @property
    def title(self) -> str:
        return self.row.title

    @cached_property
    def match(self) -> Match | None:
        """The match that the game is a game of, as it was before this game."""
        return read_match(self.row.start)

    @property
    def has_next_game(self) -> bool:
        """Return whether the next game of the match has begun, so that nothing of this one may be taken back."""
        return self.match is not None and self.game.over and "rematch" in self.row.options

    # ---- keeping up

    @contextmanager
    def lock_current(self) -> Iterator[None]:
        """The table is up to date, and nobody else does anything with it."""
        try:
            with self._lock:
                if self._is_behind:
                    self.refresh()
                yield
        except StorageError:
            self._is_behind = True  # what was to be stored may have been, although nobody has said so
            raise
        finally:
            has_changed, self._changed = self._changed, False
            if has_changed:
                self._told(self)

    def mark_stale(self) -> None:
        """Another server has changed the rows."""
        self._is_behind = True

    def refresh(self) -> None:
        self._is_behind = False
        row = self.store.table(self.id)
        if row is None:
            raise Refused("no_table", "This table is no more.")
        if row.changes != self.row.changes:
            labels = self.labels
            self.row = row
            self._read_rows()
            if self.labels != labels:
                self._begin_anew()
        self.row = row
        if row.revision != self.revision:
            self.seats = self.store.seats(self.id)  # with their clocks
            self._carry_out(self._read_entries())

    def _carry_out(self, entries: Sequence[EntryRow]) -> None:
        """Has the game go on with entries that have just been noted, and that nobody has tried here."""
        if self.run.lost or any(entry.kind != "choice" for entry in entries):
            self._begin_anew()
            return
        for entry in entries:
            self.run.make(entry.seat, entry.option or "")
        self.run.render(self.revision)

    def _read_rows(self) -> None:
        self.seats = self.store.seats(self.id)
        self.hooks = self.store.hooks(self.id)
        self.chat += self.store.chat(self.id, self.chat[-1].number if self.chat else 0)

    def _read_entries(self) -> list[EntryRow]:
        entries = self.store.entries(self.id, self.revision)
        for entry in entries:
            self._note(entry)
        return entries

    def keep(
        self, entry: EntryRow, status: Status, deadline: float | None, clocks: Mapping[int, int], trial: Trial | None
    ) -> None:
        """Carries out an entry that has just been stored; `trial` has the game with its choice made, `clocks` go by seat."""
        self._changed = True
        self.row = replace(self.row, revision=entry.revision, status=status, deadline=deadline)
        if clocks:
            self.seats = [replace(row, left_ms=clocks.get(row.number, row.left_ms)) for row in self.seats]
        self._note(entry)
        if trial is None:
            self._carry_out([entry])
        else:
            self.run.adopt(trial)
            self.run.render(self.revision)

    def _note(self, entry: EntryRow) -> None:
        if entry.back_to is not None and entry.back_to < self.course.base:
            self.beginning = self.beginning.sooner(entry.back_to)
        self.course.take(entry)
        self.keys[entry.key] = entry.revision
        self.revision = entry.revision

    @property
    def labels(self) -> list[str]:
        return make_labels(self.rules, self.seats)

    # ---- rows

    def seat(self, name: str) -> SeatRow:
        seat_row = next((row for row in self.seats if row.name == name), None)
        if seat_row is None:
            raise Refused("no_seat", f"There is no seat called {name} at this table.")
        return seat_row

    def hold(self, seat: str, visitor: str) -> None:
        if self.seat(seat).holder != visitor:
            self.refresh()  # another server may have given them the seat just now
        if self.seat(seat).holder != visitor:
            raise Refused("not_yours", f"You do not sit at {capitalize(seat)}.")

    def seats_held_by(self, visitor: str | None) -> list[str]:
        return [row.name for row in self.seats if visitor is not None and row.holder == visitor]

    def is_for_bots(self, seat: str) -> bool:
        row = self.seat(seat)
        return row.kind == "bot" or row.absent

    @property
    def undo_request(self) -> Mapping[str, Any] | None:
        """The request to take something back, as long as nobody has gone on."""
        request: Mapping[str, Any] | None = self.row.asked
        return request if request is not None and request["revision"] == self.revision else None

    @property
    def is_stopped(self) -> bool:
        """Return whether nobody may go on: the table was closed, or rules could not go on where there are secrets, of which a
        second guess would tell more.
        """
        return self.row.status == "broken" and (not self.game.lies_open or "closed" in self.row.options)

    def note_change(self, has_changed: bool) -> None:
        """Notes what has been changed in the store besides, and looks at it."""
        self._changed |= has_changed
        self.refresh()

    def change(self, **fields: Unpack[TableChanges]) -> None:
        """Changes the table as it has been seen. Raises Refused (stale) where another server was first."""
        self._finish_change(self.store.change_table(self.id, expected_changes=self.row.changes, **fields))

    def change_seat(self, seat: str, **fields: Unpack[SeatChanges]) -> None:
        """The same for a seat."""
        self._finish_change(self.store.change_seat(self.id, self.seat(seat).number, expected_changes=self.row.changes, **fields))

    def _finish_change(self, was_first: bool) -> None:
        self.note_change(was_first)
        if not was_first:
            raise Refused("stale", "Somebody else was first: look at the table again.")

    def add_line(self, seat: str | None, text: str) -> None:
        """Puts a line into the chat."""
        name = self.game.labels[seat] if seat is not None else ""
        self.store.say(self.id, seat, name, text, self.clock())
        self.note_change(True)

    # ---- the game

    @property
    def waiting(self) -> tuple[str, ...]:
        """The seats that have to decide; none before the game."""
        return self.game.waiting if self.row.status != "open" else ()

    @property
    def game(self) -> Game:
        return self.run.game

    def play_again(self, eyes: Iterable[Eye]) -> Run:
        """The game of all choices that stand, told to those eyes. Raises Refused where it cannot even begin."""
        try:
            game = self.beginning.game(self.labels)
        except (RulesetError, RuleFault, ValueError) as error:
            raise Refused("broken_rules", f"This table cannot be played on: {error}") from error
        return Run(game, self.course, eyes)

    def _begin_anew(self) -> None:
        """Something that has been told is so no more."""
        before = self.run.logbooks
        self.run = self.play_again(before)
        self.run.render(self.revision, before)

    def logbook(self, seat: str | None) -> Logbook:
        """The log that a seat has been told, or whoever watches."""
        eye = find_eye(self.game, seat)
        if eye not in self.run.logbooks:
            new_logbook = self.play_again([eye]).logbooks[eye]
            beside = next((book.lines for book in self.run.logbooks.values()), ())
            new_logbook.render(self.revision, beside=beside)
            self.run.logbooks[eye] = new_logbook
        return self.run.logbooks[eye]
