"""Compute what a game can reach from its start: the actions, their arguments, and every change of a state."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from caylus import model as m
from caylus.model.access import Call, Touch, access
from caylus.model.gaining import Gaining
from caylus.model.walk import bodies, statements

Ask = m.Choose | m.Transfer
"""Where somebody may have to decide: a choice, or something gained in several ways."""


class Change(NamedTuple):
    """A change of a state, and the condition asked right before it, if one was."""

    write: Touch
    guard: m.Expr | None


class Reached:
    """`held` says what a variable may be set to, `drawn` which lists it may be a member of; each variable is in one of them."""

    def __init__(self, model: m.Model) -> None:
        self._gaining = Gaining(model.triggers)
        self.asks: list[Ask] = []
        self.held: defaultdict[m.Variable, list[m.Expr]] = defaultdict(list)
        self.drawn: defaultdict[m.Variable, list[m.Expr]] = defaultdict(list)
        self.changes: defaultdict[m.State, list[Change]] = defaultdict(list)
        for action in self._actions(model.start):
            self._changes(action.body, None)
            for statement in statements(action.body):
                self._add_statement(statement)

    def _add_statement(self, statement: m.Statement) -> None:
        does = access(statement)
        if isinstance(statement, m.Choose) or (isinstance(statement, m.Transfer) and statement.verb == "gain"):
            self.asks.append(statement)
        if isinstance(statement, m.Transfer):
            gained = (statement.player, statement.payment)
            does = does._replace(calls=tuple(Call(action, gained) for action in self._gaining.triggered_actions(statement)))
        for binding in does.bindings():
            (self.drawn if binding.is_member else self.held)[binding.variable].append(binding.to)

    def _changes(self, body: m.Body, guard: m.Expr | None) -> None:
        for statement in body:
            for write in access(statement).writes:
                if isinstance(write.place, m.Read):
                    self.changes[write.place.state].append(Change(write, guard))
            asked = statement.condition if isinstance(statement, (m.If, m.Repeat)) else None
            for inner in bodies(statement):
                self._changes(inner, asked)
                asked = None  # behind `else` it does not hold
            guard = None  # what has been done since may have made it untrue

    def _actions(self, start: m.Action) -> Iterator[m.Action]:
        found = {start}
        waiting = [start]
        while waiting:
            action = waiting.pop()
            yield action
            for statement in statements(action.body):
                new = [done for done in self._called_actions(statement) if done not in found]
                found.update(new)
                waiting += new

    def _called_actions(self, statement: m.Statement) -> list[m.Action]:
        """The actions that a statement may do or set off."""
        return [*access(statement).actions(), *self._gaining.triggered_actions(statement)]
