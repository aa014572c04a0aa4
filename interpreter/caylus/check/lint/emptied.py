"""Actions that a rule, or a layer, has left with nothing to do."""

from __future__ import annotations

from caylus import model as m
from caylus import syntax as s
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Collector, Diagnostic
from caylus.model.walk import statements
from caylus.syntax.walk import walk


def check(symbols: Symbols) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only."""
    collector = Collector()
    written_in = {id(definition): file.path for file in symbols.files for definition in file.definitions}
    instead = [node for node in symbols.nodes if isinstance(node, s.Around) and node.is_always_instead]
    for entry, node in symbols.definitions_of(s.Action):
        if not isinstance(entry.meaning, m.Action) or not _does_nothing(entry.meaning.body):
            continue
        rule = next((rule for rule in instead if rule.target.name.text == entry.name), None)
        if rule is not None and any(isinstance(x, s.Statement) and not isinstance(x, s.Nothing) for x in walk(node.body)):
            _report(entry.name, rule.target.name, collector)
        elif rule is None and written_in[id(node)] != node.span.file:
            _report(entry.name, node.name, collector)
    return None, collector.diagnostics


def _does_nothing(body: m.Body) -> bool:
    """Return whether a body goes through things and asks for conditions at most."""
    return all(isinstance(statement, (m.ForEach, m.If, m.Repeat, m.Let)) for statement in statements(body))


def _report(name: str, place: s.Name, collector: Collector) -> None:
    help = 'say what is done there; if it is meant so, say it to the players: `say "…"`'
    collector.warning("W1022", place.span, f"`{name}` does nothing any more", "nothing is done there", help=help)
