"""A table that people play at."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from caylus import SPECTATOR

from .answers import Answers
from .requests import UNKNOWN, Standing
from .seats import Seats
from .state import TableState

if TYPE_CHECKING:
    from caylus_tools.server.storage.rows import TableRow
    from caylus_tools.server.storage.store import Store

    from .requests import RulesetSource


class LiveTable(Seats, Answers):
    """Everything that can be done at a table, and all that is told of it.

    `state` are the rows, the game and the lock. `notify` is called with it after something has changed.
    """

    def __init__(
        self,
        row: TableRow,
        store: Store,
        rulesets: RulesetSource,
        clock: Callable[[], float],
        notify: Callable[[TableState], None],
    ) -> None:
        self.state = TableState(row, store, rulesets, clock, notify)
        super().__init__(self.state)
        self.id = row.id
        self.rules = self.state.rules
        self._standing: tuple[int, Standing] | None = None

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
        return self._standing[1]._replace(waiting=self.state.waiting)
