"""A table that people play at."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from caylus import SPECTATOR

from .answers import Answers
from .choices import Choices, TableClocks
from .requests import UNKNOWN, Standing
from .seats import Seats
from .state import TableState
from .state_messages import Telling

if TYPE_CHECKING:
    from caylus_tools.server.storage.rows import TableRow
    from caylus_tools.server.storage.store import Store

    from .requests import RulesetSource


class LiveTable:
    """Everything that can be done at a table, and all that is told of it, each by the part whose business it is.

    `state` is what the parts share: rows, game and lock. `told` is called with it after something has changed.
    """

    def __init__(
        self, row: TableRow, store: Store, rulesets: RulesetSource, clock: Callable[[], float], told: Callable[[TableState], None]
    ) -> None:
        self.state = state = TableState(row, store, rulesets, clock, told)
        clocks = TableClocks(state)
        choices = Choices(state, clocks)
        seats = Seats(state, clocks, choices)
        telling = Telling(state, clocks, choices)
        answers = Answers(state, choices, telling)
        self.id = state.id
        self._standing: tuple[int, Standing] | None = None
        self.rules = state.rules
        self.mark_stale = state.mark_stale
        self.choose = choices.choose
        self.choose_for = choices.choose_for
        self.undo = choices.undo
        self.consent = choices.consent
        self.wish = choices.wish
        self.jobs = choices.jobs
        self.turns = choices.turns
        self.claim = seats.claim
        self.new_link = seats.new_link
        self.new_watch_link = seats.new_watch_link
        self.leave = seats.leave
        self.ask_for_seat = seats.ask_for_seat
        self.answer_for_seat = seats.answer_for_seat
        self.put_bot = seats.put_bot
        self.label = seats.label
        self.change_terms = seats.change_terms
        self.start = seats.start
        self.note_rematch = seats.note_rematch
        self.hook = seats.hook
        self.run_out = seats.run_out
        self.answer_late = seats.answer_late
        self.say = seats.say
        self.begin_when_full = seats.begin_when_full
        self.admit = telling.admit
        self.messages_for = telling.messages_for
        self.messages = telling.messages
        self.about_table = answers.about_table
        self.invitation = answers.invitation
        self.state_at = answers.state_at
        self.history = answers.history
        self.log = answers.log
        self.why = answers.why
        self.about = answers.about
        self.outcome = answers.outcome
        self.moves = answers.moves
        self.hint = answers.hint
        self.next_start = answers.next_start
        self.order_from_moment = answers.order_from_moment
        self.save = answers.save
        self.transcript = answers.transcript
        self.scenario = answers.scenario

    @property
    def title(self) -> str:
        return self.state.title

    @property
    def waiting(self) -> tuple[str, ...]:
        """The seats that have to decide; none before the game."""
        return self.state.waiting

    @property
    def standing(self) -> Standing:
        """What lists of tables tell of the game; nothing before it. Found once for each revision."""
        if self.state.row.status == "open":
            return UNKNOWN
        if self._standing is None or self._standing[0] != self.state.revision:
            view, steps = self.state.game.view(SPECTATOR), self.state.course.steps
            phase = view["phase"]["title"] if view["phase"] else ""
            last = steps[-1].seat if steps else None
            self._standing = self.state.revision, Standing((), view["round"], phase, last, view["scores"])
        return self._standing[1]._replace(waiting=self.waiting)
