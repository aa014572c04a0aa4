"""What is told though everybody knows it, and what is told by a name though it is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from caylus import model as m
from caylus.analysis.secrets.flow import Flow
from caylus.diagnostics.collector import Collector
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.model.access import rules_of
from caylus.model.walk import children


def check(secrets: Flow, model: m.Model, actions: Iterable[m.Action]) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only, and none where nothing is hidden."""
    collector = Collector()
    if secrets.hides_anything:
        for told, site in _told(model, actions):
            if not secrets.hides(told.operand if isinstance(told, m.Revealed) else told.target):
                message = "this reveals what everybody knows"
                collector.warning("W1012", site.span, message, "not hidden", help="leave `reveal` out")
        for option in secrets.named:
            message = f"that `{option.name}` was chosen is told, though nobody else sees what it does"
            help = "make what it does a choice within one option: `option name(n in 1 to 3) { … }`"
            collector.warning("W1013", option.site.span, message, "its name tells", help=help)
    return None, collector.found


def _told(model: m.Model, actions: Iterable[m.Action]) -> Iterator[tuple[m.Reveal | m.Revealed, m.Site]]:
    """Everything that is revealed, each with the closest place known."""
    for value in model.values.values():
        yield from _within(rules_of(value), value.site)
    for condition in model.conditions.values():
        yield from _within(tuple(condition.requires), condition.site)
    for action in actions:
        yield from _within(action.body, action.site)


def _within(node: object, site: m.Site) -> Iterator[tuple[m.Reveal | m.Revealed, m.Site]]:
    site = getattr(node, "site", site)
    if isinstance(node, (m.Reveal, m.Revealed)):
        yield node, site
    for child in children(node):
        yield from _within(child, site)
