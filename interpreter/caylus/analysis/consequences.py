"""Find the actions that each action leads to: those it does, and those set off by what it has somebody gain.

What is done after gaining does not stand inside what gained: it waits in a queue. So a circle of gains ends where somebody
decides on the way round, as a `repeat` does; a circle of actions never would.
"""

from __future__ import annotations

from collections.abc import Iterable

from caylus import model as m
from caylus import syntax as s
from caylus.model.access import Gaining, access, several_ways
from caylus.model.walk import Doer, called_action, statements

Step = Doer | m.Resource


class Consequences:
    """`steps` says what each step leads to and where, `deciding` which lead to somebody who decides something, `ending` which may
    end the game.
    """

    def __init__(self, actions: Iterable[m.Action], members: Iterable[m.MemberAction], triggers: Iterable[m.Trigger]) -> None:
        self._gaining = Gaining(triggers)
        self.steps: dict[Step, list[tuple[Step, s.Span]]] = {}
        asking: list[Step] = []
        last: list[Step] = []
        for action in actions:
            inside = list(statements(action.body))
            self.steps[action] = [(step, x.site.span) for x in inside for step in self.steps_from(x)]
            if any(map(_asks, inside)):
                asking.append(action)
            if any(isinstance(x, m.EndGame) for x in inside):
                last.append(action)
        for member in members:
            self.steps[member] = [(body, body.site.span) for body in member.bodies if body is not None]
        for resource, waiting in self._gaining.triggers.items():
            self.steps[resource] = [(trigger.action, trigger.action.site.span) for trigger in waiting]
        self.deciding = self._leading_to(asking)
        self.ending = self._leading_to(last)

    def steps_from(self, statement: m.Statement) -> list[Step]:
        """The steps that a statement leads to."""
        doer = called_action(statement)
        return [doer] if doer is not None else [*self._gaining.awaited_resources(statement)]

    def decides(self, body: m.Body) -> bool:
        """Return whether somebody may decide something before a body is done with all that it leads to."""
        return any(_asks(x) or not self.deciding.isdisjoint(self.steps_from(x)) for x in statements(body))

    def ends(self, body: m.Body) -> bool:
        """Return whether the game may end within a body, or within what it leads to."""
        return any(isinstance(x, m.EndGame) or not self.ending.isdisjoint(self.steps_from(x)) for x in statements(body))

    def _leading_to(self, ends: list[Step]) -> set[Step]:
        """All steps that lead to some, and those themselves."""
        before: dict[Step, list[Step]] = {}
        for step, after in self.steps.items():
            for other, _ in after:
                before.setdefault(other, []).append(step)
        found = set(ends)
        waiting = list(ends)
        while waiting:
            new = [step for step in before.get(waiting.pop(), ()) if step not in found]
            found.update(new)
            waiting += new
        return found


def _asks(statement: m.Statement) -> bool:
    if not isinstance(statement, m.Choose):
        return access(statement).decides
    if isinstance(statement.player, m.SeatOf):  # it always takes the same where everything is the same
        return False
    options = statement.options
    payments = [x.payment for o in options for x in o.head if isinstance(x, m.Transfer)]
    return statement.may or len(options) > 1 or bool(options[0].variables) or any(several_ways(p) for p in payments)
