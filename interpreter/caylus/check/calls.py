"""Which actions do which: none may lead back to itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from caylus.lang import syntax as s
from caylus.lang.diagnostics import Diagnostic

from . import model as m
from .order import Needs, in_order, report_circle
from .report import Report

Calls = Needs[m.Action]
"""For each action, objects' own among them, those it does and where."""


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


def called(statement: m.Statement) -> list[m.Action]:
    """The actions that a statement may do itself: one, or every object's version of one."""
    match statement:
        case m.Do(action=action):
            return [action]
        case m.DoMember(action=member, object=m.Const(value=id_)):
            return [body for body in member.bodies[id_ : id_ + 1] if body is not None]
        case m.DoMember(action=member):
            return [body for body in member.bodies if body is not None]
    return []


def check(actions: Iterable[m.Action]) -> tuple[list[m.Action], tuple[Diagnostic, ...]]:
    """All actions, each after those it does; a circle is an error that shows every step of it."""
    report = Report()
    calls = {a: [(b, x.site.span) for x in statements(a.body) for b in called(x)] for a in actions}
    order, circles = in_order(calls)
    for circle in circles:
        _report(report, circle)
    return order, report.found


def _report(report: Report, circle: Sequence[tuple[m.Action, s.Span]]) -> None:
    named = [
        (action.name if action.site.rule in (action.name, "game") else f"{action.site.rule}.{action.name}", span)
        for action, span in circle
    ]
    report_circle(report, "E0401", named, "does", "let a `repeat` do it again, with a decision or a limit in it")
