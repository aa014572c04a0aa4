"""Which actions may have to wait, for a decision or for what a gain sets off, or may leave all that is in flight for good."""

from __future__ import annotations

from caylus import model as m
from caylus.model.gaining import Gaining
from caylus.model.payment_choices import several_ways
from caylus.model.walk import versions_of


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
        match statement:
            case m.Choose() | m.EndGame():
                return True
            case m.Transfer(verb="gain", payment=payment):
                return several_ways(payment) or bool(self._gaining.awaited(statement))
            case m.Repeat(body=body):
                return self.body(body)
            case m.ForEach(body=then, otherwise=otherwise) | m.If(then=then, otherwise=otherwise):
                return self.body(then) or self.body(otherwise)
            case m.Do(action=action):
                return self.action(action)
            case m.DoMember():
                return any(map(self.action, versions_of(statement)))
        return False
