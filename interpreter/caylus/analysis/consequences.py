"""Find the actions that each action leads to, by doing them or by a gain that sets them off; and loops without an end.

What is done after gaining does not stand inside what gained: it waits in a queue. So a circle of gains ends where somebody
decides on the way round, as a `repeat` does; a circle of actions never would.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from caylus import model as m
from caylus import syntax as s
from caylus.diagnostics.diagnostic import Collector, Diagnostic, first_word
from caylus.graph import Circle, report_circle, too_deep, topological_order
from caylus.limits import DEEPEST_CALLS
from caylus.model.access import Gaining, access, several_ways
from caylus.model.walk import Doer, called_action, can_stop, statements
from caylus.syntax import Span

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
        steps = set(ends)
        waiting = list(ends)
        while waiting:
            new = [step for step in before.get(waiting.pop(), ()) if step not in steps]
            steps.update(new)
            waiting += new
        return steps


def _asks(statement: m.Statement) -> bool:
    if not isinstance(statement, m.Choose):
        return access(statement).decides
    if isinstance(statement.player, m.SeatOf):  # it always takes the same where everything is the same
        return False
    options = statement.options
    payments = [x.payment for o in options for x in o.head if isinstance(x, m.Transfer)]
    return statement.may or len(options) > 1 or bool(options[0].variables) or any(several_ways(p) for p in payments)


def check_recursion(consequences: Consequences) -> tuple[list[Doer], tuple[Diagnostic, ...]]:
    """Every action, each after those it leads to where nobody decides; a circle is an error that shows every step of it."""
    collector = Collector()
    needs = {
        step: [(n, span) for n, span in after if not (isinstance(step, m.Resource) and n in consequences.deciding)]
        for step, after in consequences.steps.items()
    }
    order, circles = topological_order(needs)
    for circle in circles:
        if any(isinstance(step, m.Resource) for step, _ in circle):
            help = "give what is meant by `set`, which sets nothing off, or let somebody decide on the way"
            report_circle(collector, "E0417", _circle_with_titles(circle), "leads to", help)
        else:
            step, place = circle[0]
            calls = [x for x in statements(step.body) if x.site.span == place] if isinstance(step, m.Action) else []
            help = "`repeat` does something again; what may be done inside itself says how deep: `do … at most 3 deep`"
            if any(isinstance(step, m.Action) and call.site.rule != step.site.rule for call in calls):  # an attachment does it
                help = "in an `instead of`, `do as before` is what its action does; what comes besides it needs no `do`"
            report_circle(collector, "E0401", _circle_with_titles(circle), "does", help)
    doers = [step for step in order if not isinstance(step, m.Resource)]
    deep = too_deep(doers, needs)
    if deep is not None:
        place = deep.site.span if isinstance(deep, m.Action) else deep.span
        collector.error("E0414", place, f"`{deep.name}` does others more than {DEEPEST_CALLS} levels down", "too deep")
    return doers, collector.diagnostics


def _circle_with_titles(circle: Circle[Step]) -> Circle[str]:
    """A circle with the names people know; the step from a member action to an object's version of it needs no words."""
    return [(_name(step), span) for step, span in circle if not isinstance(step, m.MemberAction)]


def _name(step: m.Action | m.Resource) -> str:
    if isinstance(step, m.Resource) or step.site.rule in (step.name, "game"):
        return step.name
    return f"{step.site.rule}.{step.name}"


def check_termination(
    doers: Iterable[Doer], consequences: Consequences, faults: Collection[Span] = ()
) -> tuple[None, tuple[Diagnostic, ...]]:
    """Errors of loops without an end; of one with a fault in it nothing: what was meant there may be what ends it."""
    collector = Collector()
    for doer in doers:
        for statement in statements(doer.body) if isinstance(doer, m.Action) else ():
            match statement:
                case m.Repeat(limit=None) if not any(fault.is_inside(statement.site.span) for fault in faults):
                    _check(statement, consequences, collector)
    return None, collector.diagnostics


def _check(repeat: m.Repeat, consequences: Consequences, collector: Collector) -> None:
    place = first_word(repeat.site.span, "repeat")
    stops = can_stop(repeat.body)
    if repeat.condition is None and not stops and not consequences.ends(repeat.body):
        help = "say when: `repeat until …`, or `stop` inside it"
        collector.error("E0402", place, "this `repeat` never ends", "no `while`, no `until`, no `stop`", help=help)
    elif not consequences.decides(repeat.body):
        help = "give it a limit: `repeat … at most 10 times`"
        collector.error("E0402", place, "this `repeat` could go on for ever", "nobody decides anything in it", help=help)
