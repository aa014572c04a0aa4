"""Which actions do which: none may lead back to itself, and none very deep."""

from __future__ import annotations

from collections.abc import Iterable

from caylus import model as m
from caylus import syntax as s
from caylus.diagnostics.collector import Collector
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.graph import Circle, in_order, report_circle, too_deep
from caylus.limits import DEEPEST_CALLS
from caylus.model.walk import Doer, done_by, statements


def check(actions: Iterable[m.Action], members: Iterable[m.MemberAction]) -> tuple[list[Doer], tuple[Diagnostic, ...]]:
    """All of them, each after those it does; a circle is an error that shows every step of it."""
    collector = Collector()
    needs: dict[Doer, list[tuple[Doer, s.Span]]] = {}
    for action in actions:
        done = [(done_by(x), x.site.span) for x in statements(action.body)]
        needs[action] = [(doer, span) for doer, span in done if doer is not None]
    for member in members:
        needs[member] = [(body, body.site.span) for body in member.bodies if body is not None]
    order, circles = in_order(needs)
    for circle in circles:
        help = "an action never leads back to itself; `repeat` does something again"
        report_circle(collector, "E0401", _named(circle), "does", help)
    deep = too_deep(order, needs)
    if deep is not None:
        place = deep.site.span if isinstance(deep, m.Action) else deep.span
        collector.error("E0414", place, f"`{deep.name}` does others more than {DEEPEST_CALLS} levels down", "too deep")
    return order, collector.found


def _named(circle: Circle[Doer]) -> Circle[str]:
    """A circle with the names people know; the step from a member action to an object's version of it needs no words."""
    return [
        (d.name if d.site.rule in (d.name, "game") else f"{d.site.rule}.{d.name}", span)
        for d, span in circle
        if isinstance(d, m.Action)
    ]
