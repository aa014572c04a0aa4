"""Warn of reveals of what everybody knows, and of names that reveal what is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from caylus import model as m
from caylus.analysis.secrets.flow import Flow
from caylus.diagnostics.diagnostic import Collector, Diagnostic
from caylus.model.access import rule_parts
from caylus.model.walk import children


def check(secrets: Flow, model: m.Model, actions: Iterable[m.Action]) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only, and none where nothing is hidden."""
    collector = Collector()
    if secrets.hides_anything:
        for told, site in _find_reveals(model, actions):
            if not secrets.hides(told.operand if isinstance(told, m.Revealed) else told.target):
                message = "this reveals what everybody knows"
                collector.warning("W1012", site.span, message, "not hidden", help="leave `reveal` out")
        for option in secrets.options_known_by_name:
            message = f"that `{option.name}` was chosen is told, though nobody else sees what it does"
            help = "make what it does a choice within one option: `option name(n in 1 to 3) { … }`"
            collector.warning("W1013", option.site.span, message, "its name tells", help=help)
    return None, collector.diagnostics


def _find_reveals(model: m.Model, actions: Iterable[m.Action]) -> Iterator[tuple[m.Reveal | m.Revealed, m.Site]]:
    """Everything that is revealed, each with the closest place known."""
    for value in model.values.values():
        yield from _find_reveals_inside(rule_parts(value), value.site)
    for condition in model.conditions.values():
        yield from _find_reveals_inside(tuple(condition.requires), condition.site)
    for action in actions:
        yield from _find_reveals_inside(action.body, action.site)


def _find_reveals_inside(node: object, site: m.Site) -> Iterator[tuple[m.Reveal | m.Revealed, m.Site]]:
    site = getattr(node, "site", site)
    if isinstance(node, (m.Reveal, m.Revealed)):
        yield node, site
    for child in children(node):
        yield from _find_reveals_inside(child, site)
