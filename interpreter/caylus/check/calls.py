"""Which actions do which: none may lead back to itself, and none very deep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from caylus.lang import syntax as s
from caylus.lang.diagnostics import Diagnostic

from . import model as m
from .order import DEEPEST, Circle, in_order, report_circle, too_deep
from .report import Report

Doer = m.Action | m.MemberAction
"""An action; or a member action, which stands for every object's version of it."""


def statements(body: m.Body) -> Iterator[m.Statement]:
    """Every statement of a body, those inside others included."""
    waiting = list(reversed(body))
    while waiting:
        statement = waiting.pop()
        yield statement
        for inner in reversed(bodies(statement)):
            waiting += reversed(inner)


def bodies(statement: m.Statement) -> list[m.Body]:
    """The bodies inside a statement."""
    match statement:
        case m.ForEach(body=body) | m.Repeat(body=body):
            return [body]
        case m.If(then=then, otherwise=otherwise):
            return [then, otherwise]
        case m.Choose(options=options, otherwise=otherwise):
            return [*(o.body for o in options), otherwise]
    return []


def versions_of(statement: m.DoMember) -> list[m.Action]:
    """The versions of an action that a statement may do: of a known object its own, otherwise every object's."""
    bodies_ = statement.action.bodies
    if isinstance(statement.object, m.Const):
        id_ = statement.object.value
        bodies_ = bodies_[id_ : id_ + 1] if id_ >= 0 else []
    return [body for body in bodies_ if body is not None]


def done_by(statement: m.Statement) -> Doer | None:
    """What a statement does, if it does an action; of a known object, that object's own version."""
    match statement:
        case m.Do(action=action):
            return action
        case m.DoMember(action=member, object=m.Const(value=id_)):
            return member.bodies[id_] if 0 <= id_ < len(member.bodies) else None
        case m.DoMember(action=member):
            return member
    return None


def check(actions: Iterable[m.Action], members: Iterable[m.MemberAction]) -> tuple[list[Doer], tuple[Diagnostic, ...]]:
    """All of them, each after those it does; a circle is an error that shows every step of it."""
    report = Report()
    needs: dict[Doer, list[tuple[Doer, s.Span]]] = {}
    for action in actions:
        done = [(done_by(x), x.site.span) for x in statements(action.body)]
        needs[action] = [(doer, span) for doer, span in done if doer is not None]
    for member in members:
        needs[member] = [(body, body.site.span) for body in member.bodies if body is not None]
    order, circles = in_order(needs)
    for circle in circles:
        help = "an action never leads back to itself; `repeat` does something again"
        report_circle(report, "E0401", _named(circle), "does", help)
    deep = too_deep(order, needs)
    if deep is not None:
        place = deep.site.span if isinstance(deep, m.Action) else deep.span
        report.error("E0414", place, f"`{deep.name}` does others more than {DEEPEST} levels down", "too deep")
    return order, report.found


def _named(circle: Circle[Doer]) -> Circle[str]:
    """A circle with the names people know; the step from a member action to an object's version of it needs no words."""
    return [
        (d.name if d.site.rule in (d.name, "game") else f"{d.site.rule}.{d.name}", span)
        for d, span in circle
        if isinstance(d, m.Action)
    ]
