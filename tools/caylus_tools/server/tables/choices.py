"""Choices at a table: making them, undo and its consent, wishes for later, and the clocks of those who choose."""

from __future__ import annotations

import pickle
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, Literal, NamedTuple, NoReturn

from caylus import Decision, Game, IllegalChoice, Option, RuleFault
from caylus.limits import MOST_DECISIONS

from caylus_tools.bots.common import sample_world
from caylus_tools.common.english import count_things
from caylus_tools.server import Refused, processes
from caylus_tools.server.bots import Job
from caylus_tools.server.clocks import Clock, deadline
from caylus_tools.server.operations import operation
from caylus_tools.server.shapes import TokenText
from caylus_tools.server.storage.schema import EntryRow, HookRow, Status

from .live_game import Run, Trial
from .message import ANSWER, Answer, Undo, render_fault, render_place, render_refusal
from .state import Course, TableState

TOO_MUCH_TOLD = "A choice tells more than the log of a table holds under these rules."


class Offer(NamedTuple):
    """Going back to a number of choices; `asks` are the seats whose people have to agree. `alone`: only the seat's own choice."""

    to: int
    asks: list[str]
    text: str
    alone: bool = False


def find_offer(
    run: Run, course: Course, before: Sequence[str], seat: str, people: Collection[str], undo: Undo, to: int | None = None
) -> Offer | None:
    """Find what a seat may take back: all since the last choice that its person made, or down to a number `to`.

    `before` are the seats that chose before the table was opened, `people` those of other people. What is the seat's own, and
    taught nobody anything, needs no consent; of what was before the table nobody knows any more what it taught.
    """
    game = run.game
    if seat in game.ready:
        number = course.number - 1
        return Offer(number, [], "Choose again", alone=True) if to in (None, number) and undo != "none" else None
    own = course.choices_by_seat(seat) or [at for at, chooser in enumerate(before) if chooser == seat]
    number = to if to is not None else own[-1] if own else -1
    first = 0 if before else course.base
    if undo == "none" or not own or not first <= number < course.number:
        return None
    choosers = [*before, *(step.seat for step in course.steps)][number - first :]
    learnt = number < course.base or _taught(run, number - course.base)
    is_over = game.over and not game.lies_open  # what was hidden has come to light
    asks = [name for name in game.players if name in people and (learnt or is_over or name in choosers)]
    if asks and undo == "own":
        return None
    is_own = not asks and choosers.count(seat) == 1
    return Offer(number, asks, "Take back my last choice" if is_own else f"Take back {count_things(len(choosers), 'choice')}")


def _taught(run: Run, first: int) -> bool:
    """Return whether anybody has learnt anything by what was chosen here from the first on."""
    marks = run.marks[first:]
    carried_out = marks[: len(marks) - len(run.game.ready)]
    return marks[0].learnt != run.game.learnt or any(mark.together for mark in carried_out)


RUN_OUT = {
    "bot": "has no time left: a bot decides until somebody is back",
    "ask": "has no time left: the others are asked whether a bot plays on",
}


class TableClocks:
    """How long people at a table may think. Where it has no clock nothing here does anything."""

    def __init__(self, table: TableState) -> None:
        self._table = table

    @property
    def pace(self) -> Clock | None:
        return Clock.from_options(self._table.row.options.get("clock"))

    @property
    def kept(self) -> dict[str, int]:
        """The time of each person when their clocks were last looked at."""
        return {seat.name: seat.left_ms for seat in self._table.seats if seat.left_ms is not None}

    def _seats_with_clock(self, waiting: Iterable[str]) -> list[str]:
        """Those who have to decide and are people with a clock."""
        if self.pace is None or self._table.row.status != "playing":
            return []
        return [seat for seat in waiting if seat in self.kept and not self._table.is_for_bots(seat)]

    def running(self, waiting: Iterable[str], stored_times: Mapping[str, int] | None = None) -> list[str]:
        """The seats whose clocks run, of those who have to decide."""
        late = self.late(waiting, stored_times)
        return [seat for seat in self._seats_with_clock(waiting) if seat not in late]

    def late(self, waiting: Iterable[str], stored_times: Mapping[str, int] | None = None) -> list[str]:
        """Those who have to decide and have no time left, where the others are asked about them."""
        stored_times, pace = self.kept if stored_times is None else stored_times, self.pace
        return (
            [seat for seat in self._seats_with_clock(waiting) if not stored_times[seat]]
            if pace is not None and pace.runs_out == "ask"
            else []
        )

    def times_left(self, by: str | None = None) -> dict[str, int]:
        """Milliseconds that each person has left by now, and after a choice of `by`."""
        pace, running, now = self.pace, self.running(self._table.game.waiting), self._table.clock()
        if pace is None:
            return {}
        if by is None:
            return pace.time_left(self.kept, running, self._table.row.deadline, now)
        return pace.time_after_choice(self.kept, running, self._table.row.deadline, now, by, self.late(self._table.game.waiting))

    def deadline(self, left: dict[str, int], waiting: Iterable[str]) -> float | None:
        """The time when the first of those who decide next has no time left."""
        return deadline(left, self.running(waiting, left), self._table.clock())

    def go_on(self, left: dict[str, int]) -> None:
        """Has the clocks go on from here, for those who have to decide now."""
        if self.pace is None:
            return
        for seat, ms in left.items():
            if ms != self.kept[seat]:
                self._table.change_seat(seat, left_ms=ms)
        self._table.change(deadline=self.deadline(left, self._table.game.waiting))


class Choices(TableState):
    """The choices at a table, made and taken back: each is in the database before anything here knows of it."""

    _reminded: Collection[str] = ()

    @cached_property
    def _clocks(self) -> TableClocks:
        return TableClocks(self)

    @operation("once")
    def choose(self, seat: str, revision: int, option: str, key: str, visitor: str) -> Answer:
        """Makes a choice of whoever holds a seat, who saw the table at a revision. A key stands for one submit, however often.

        Raises Refused: not_yours, stale, not_now, illegal, broken_rules.
        """
        with self.lock_current():
            self.hold(seat, visitor)
            return self._submit(seat, revision, option, _person_key(seat, key), "person")

    @operation("once")
    def choose_for(self, seat: str, revision: int, option: str, by: Literal["bot", "clock"] = "bot", note: str = "") -> Answer:
        """Makes the choice of a seat that bots decide for; a `note` goes into the chat. Raises Refused as `choose` does."""
        with self.lock_current():
            if not self.is_for_bots(seat):
                raise Refused("not_yours", f"No bot decides for {seat}.")
            answer = self._submit(seat, revision, option, f"{by} {revision} {seat}", by)
            if note and not answer.again:
                self.add_line(seat, note)
            return answer

    @operation("once", "undo", "Take choices back", ANSWER)
    def undo(self, seat: str, to: int, revision: int, key: TokenText, visitor: str) -> Answer:
        """Goes back to so many choices, at once or when those concerned have agreed. Raises Refused as `choose` does."""
        with self.lock_current():
            self.hold(seat, visitor)
            key = _person_key(seat, key)
            if key in self.keys:
                return Answer(self.keys[key], again=True)
            self._must_be_seen(revision)
            offer = self.offer(seat, to)
            if offer is None:
                raise Refused("illegal", "That cannot be taken back at this table.")
            if offer.asks:
                self._ask(seat, offer)
                return Answer(self.revision, asked=True)
            return self._take_back(seat, None if offer.alone else offer.to, key)

    @operation("change", "consent", "Agree to what somebody takes back")
    def consent(self, seat: str, agree: bool, visitor: str) -> None:
        """Says whether whoever holds a seat agrees to what somebody wants to take back. Raises Refused."""
        with self.lock_current():
            self.hold(seat, visitor)
            request = self.undo_request
            if request is None or seat not in request["waiting"] or self.is_stopped or self.has_next_game:
                raise Refused("not_now", "Nobody asks you that any more.")
            waiting = [name for name in request["waiting"] if name not in self.seats_held_by(visitor)]
            if not agree:
                self.change(asked=None)
                self.add_line(seat, "would rather not take that back")
            elif waiting:
                self.change(asked={**request, "waiting": waiting, "agreed": [*request["agreed"], seat]})
            else:
                self.change(asked=None)
                self._take_back(request["by"], request["to"], f"consent {self.revision}")

    @operation("change", "wish", "Have a question no longer asked")
    def wish(self, seat: str, name: str, on: bool, visitor: str) -> None:
        """Has a question no longer asked of a seat, or asked again. Raises Refused."""
        with self.lock_current():
            self.hold(seat, visitor)
            if name not in {wish.name for wish in self.wishes.offered}:
                raise Refused("bad", "There is no such wish in this game.")
            wishes = [*dict.fromkeys([*self.seat(seat).wishes, name])]
            self.change_seat(seat, wishes=wishes if on else [wish for wish in wishes if wish != name])
            self.take_wishes()

    def jobs(self) -> list[Job]:
        """The decisions that bots have to make now."""
        with self.lock_current():
            if self.row.status != "playing" or self._is_endless:
                return []
            return [self._job(seat) for seat in self.game.waiting if self.is_for_bots(seat)]

    @property
    def _is_endless(self) -> bool:
        """Return whether bots go on among themselves as no game of people does."""
        last = self.course.steps[-MOST_DECISIONS:]
        return len(last) == MOST_DECISIONS and not any(step.by == "person" for step in last)

    def turns(self) -> list[HookRow]:
        """The addresses of those who have to decide now and did not when this was last asked.

        One without a URL stands for the addresses that the person at the seat has for all tables.
        """
        with self.lock_current():
            waiting = self.game.waiting if self.row.status == "playing" else ()
            new = [seat for seat in waiting if seat not in self._reminded]
            self._reminded = waiting
            people = [seat for seat in new if not self.is_for_bots(seat) and self.seat(seat).holder is not None]
            own = [HookRow(self.id, seat, "") for seat in people]
            return [*(hook for hook in self.hooks if hook.seat in new and not self.is_for_bots(hook.seat)), *own]

    def _job(self, seat: str) -> Job:
        decision = self.decision(seat)
        assert decision is not None
        game = pickle.dumps(sample_world(self.game, seat, self.revision))
        options = tuple(option.id for option in decision.options)
        row, policy = self.row, self.seat(seat).policy or ""
        return Job(row.id, seat, self.revision, policy, game, options, row.owner)

    # ---- entries

    def _submit(self, seat: str, revision: int, option: str, key: str, by: Literal["person", "bot", "wish", "clock"]) -> Answer:
        if key in self.keys:
            return Answer(self.keys[key], again=True)
        self._must_be_seen(revision)
        trial = self._try_choice(seat, option)
        entry = EntryRow(self.id, revision + 1, "choice", seat, key, self.clock(), option=option, by=by)
        answer = self._append(entry, trial)
        if not answer.again:
            self.take_wishes()
        return answer

    def _must_be_seen(self, revision: int) -> None:
        if revision > self.revision:
            self.refresh()  # another server has told of it first
        if self.row.status == "open":
            raise Refused("not_now", "The game has not begun yet.")
        if self.is_stopped:
            raise Refused("broken_rules", "A rule broke at this table, which keeps secrets: nobody can go on.")
        if revision != self.revision:
            raise Refused("stale", "Somebody else was first: look at the table again.")

    def _try_choice(self, seat: str, option: str) -> Trial:
        """A copy of the game after a choice, and what it tells."""
        decision = self.decision(seat)
        if decision is None:
            raise Refused("not_now", "The game is over." if self.game.over else "You have nothing to decide now.")
        if self.run.lost:
            raise Refused("broken_rules", f"This table cannot be played on: {self.run.lost}")
        try:
            game = self._play_on_copy(decision.find(option))
        except IllegalChoice as error:
            text = str(error).partition("\n")[0]
            raise Refused("illegal", f"That cannot be chosen now: {text}.", render_refusal(error.reasons, self.rules)) from None
        except RuleFault as fault:
            self._break("A rule breaks where this is chosen.", render_fault(fault, self.rules))
        if processes.has_too_many_options(game):
            self._break(processes.TOO_MANY, {"text": processes.TOO_MANY, "file": "", "line": 0, "source": ""})
        if not self.run.logbooks:
            self.logbook(seat)
        trial = self.run.try_choice(game)
        excess = self.run.find_excess(trial)
        if excess is not None:
            self._break(TOO_MUCH_TOLD, render_place(TOO_MUCH_TOLD, excess.file, excess.line, self.rules))
        return trial

    def _play_on_copy(self, option: Option) -> Game:
        """A copy of the game on which a choice was made. Raises IllegalChoice, RuleFault."""
        trial = self.game.branch()
        trial.limits = processes.CHOICE_LIMITS
        trial.choose(option)
        return trial

    def _break(self, text: str, fault: dict[str, Any]) -> NoReturn:
        """Tells all at the table why the rules cannot go on with a choice, until another one is made, or taken back; for good
        where there are secrets (see `is_stopped`)."""
        self.change(status="broken", options={**self.row.options, "broken": fault})
        raise Refused("broken_rules", text, [fault])

    def _take_back(self, seat: str, to: int | None, key: str) -> Answer:
        entry = EntryRow(self.id, self.revision + 1, "undo", seat, key, self.clock(), back_to=to)
        left = self._clocks.times_left()
        answer = self._append(entry)
        self._clocks.go_on(left)
        return answer

    def _append(self, entry: EntryRow, trial: Trial | None = None) -> Answer:
        """Has an entry stored and carries it out; `trial` has the game with its choice made, which the table goes on with."""
        status: Status = "over" if trial is not None and trial.game.over else "playing"
        left = self._clocks.times_left(entry.seat if trial is not None else None)
        by_when = self._clocks.deadline(left, trial.game.waiting) if trial is not None else None
        clock_changes = {self.seat(seat).number: ms for seat, ms in left.items() if ms != self._clocks.kept[seat]}
        is_new = status if status != self.row.status else None
        outcome = self.store.append(entry, status=is_new, clocks=clock_changes, deadline=by_when)
        if outcome.kind == "added":
            self.keep(entry, status, by_when, clock_changes, trial)
            if status == "over":
                self._store_result()
            return Answer(outcome.revision)
        self.refresh()
        if outcome.kind == "stale":
            raise Refused("stale", "Somebody else was first: look at the table again.")
        return Answer(outcome.revision, again=True)

    def _store_result(self) -> None:
        """Stores who has won, so that lists tell it without the game."""
        result = {"winners": sorted(self.game.result.winners), "scores": self.game.scores}
        with suppress(Refused):  # another server was first: the game stands all the same
            self.change(options={**self.row.options, "result": result})

    # ---- by itself

    def take_wishes(self) -> None:
        """Takes for people what they wish to be taken unasked."""
        for _ in range(MOST_DECISIONS):
            wish = next(filter(None, map(self._find_wish, self.game.waiting)), None)
            if wish is None or self.row.status != "playing":
                return
            seat, option = wish
            try:
                trial = self._try_choice(seat, option)
                at = self.clock()
                key = f"wish {self.revision} {seat}"
                entry = EntryRow(self.id, self.revision + 1, "choice", seat, key, at, option=option, by="wish")
                if self._append(entry, trial).again:
                    return
            except Refused:  # another server was first, or a rule breaks: people see what they are asked
                return

    def _find_wish(self, seat: str) -> tuple[str, str] | None:
        """The option for a seat that has to decide, by its person's wishes."""
        row, decision = self.seat(seat), self.decision(seat)
        if decision is None or row.holder is None or self.is_for_bots(seat):
            return None
        option = self.wishes.find_option(decision, lambda: self.game.view(seat), row.wishes)
        return (seat, option.id) if option is not None else None

    # ---- taking back

    def offer(self, seat: str, to: int | None = None) -> Offer | None:
        """The choices that a seat may take back; nothing while choices are lost, before the game, or when the next one of a match
        has begun.
        """
        if self.row.status == "open" or self.is_stopped or self.has_next_game:
            return None
        own = self.seats_held_by(self.seat(seat).holder)
        people = [row.name for row in self.seats if row.holder and row.name not in own and not self.is_for_bots(row.name)]
        undo = self.row.options.get("undo", "consent")
        return find_offer(self.run, self.course, self.beginning.choosers, seat, people, undo, to)

    def _ask(self, seat: str, offer: Offer) -> None:
        request = {"by": seat, "to": offer.to, "text": offer.text, "agreed": [], "waiting": offer.asks}
        self.change(asked={**request, "revision": self.revision})

    def decision(self, seat: str) -> Decision | None:
        """The decision of a seat."""
        decision = self.game.decision_for(seat) if seat in self.game.waiting else None
        return decision if decision is not None and decision.player == seat else None


def _person_key(seat: str, key: str) -> str:
    """The stored form of a page's key: never what the table calls an entry of its own."""
    return f"person {seat} {key}"
