"""Report recursion: no action may lead back to itself, and no gain may unless somebody decides; nesting is bounded."""

from __future__ import annotations

from caylus import model as m
from caylus.diagnostics.diagnostic import Collector, Diagnostic
from caylus.graph import Circle, report_circle, too_deep, topological_order
from caylus.limits import DEEPEST_CALLS
from caylus.model.walk import Doer

from .consequences import Consequences, Step


def check(consequences: Consequences) -> tuple[list[Doer], tuple[Diagnostic, ...]]:
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
            help = "`repeat` does something again; what may be done inside itself says how deep: `do … at most 3 deep`"
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
