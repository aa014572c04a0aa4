"""Warn of ways to come by a resource that set off no trigger, though a rule waits for a gain."""

from __future__ import annotations

from collections.abc import Iterable

from caylus import model as m
from caylus.diagnostics.diagnostic import Collector, Diagnostic
from caylus.model.access import Gaining
from caylus.model.walk import statements


def check(actions: Iterable[m.Action], triggers: Iterable[m.Trigger]) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only. `set` says what somebody holds, and nobody takes it for a gain."""
    collector = Collector()
    gaining = Gaining(triggers)
    for statement in (statement for action in actions for statement in statements(action.body)):
        match statement:
            case m.Adjust(target=m.Holding(resources=resources), sign=1, site=site) if gaining.triggers.keys() & resources:
                resource = next(resource for resource in resources if resource in gaining.triggers)
                waiting = gaining.triggers[resource][0].action.name
                message = f"`{waiting}` waits for `{resource.name}` to be gained, which `raise` does not"
                help = "write `gain`, or `set` where nothing is to follow"
                collector.warning("W1010", site.span, message, "nothing follows", help=help)
    return None, collector.diagnostics
