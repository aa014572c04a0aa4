"""Find the actions that may have to wait, for a decision or for a triggered action, or that may end the game."""

from __future__ import annotations

from caylus import model as m
from caylus.model.access import Gaining, access
from caylus.model.walk import bodies


class Suspension:
    """Remembers what it has found out of each action."""

    def __init__(self, gaining: Gaining) -> None:
        self._gaining = gaining
        self._actions: dict[m.Action, bool] = {}

    def action(self, action: m.Action) -> bool:
        if action not in self._actions:
            self._actions[action] = self.body(action.body)
        return self._actions[action]

    def body(self, body: m.Body) -> bool:
        return any(self.statement(statement) for statement in body)

    def statement(self, statement: m.Statement) -> bool:
        does = access(statement)
        waits = does.decides or does.ends or bool(self._gaining.awaited_resources(statement))
        return waits or any(map(self.body, bodies(statement))) or any(map(self.action, does.actions()))
