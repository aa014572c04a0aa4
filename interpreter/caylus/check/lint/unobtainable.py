"""What nobody can ever come by: things that no rule leads to, resources that nothing brings."""

from __future__ import annotations

from collections.abc import Iterable

from caylus import model as m
from caylus import syntax as s
from caylus.check.symbols import Symbols
from caylus.diagnostics.collector import Collector
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.model.payment_choices import resources_in
from caylus.model.walk import parts

from .all_rules import rules


def check(symbols: Symbols, actions: Iterable[m.Action]) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only."""
    collector = Collector()
    _things(symbols, collector)
    _resources(symbols, list(parts(*rules(symbols, actions))), collector)
    return None, collector.found


# ---- things


def _things(symbols: Symbols, collector: Collector) -> None:
    """A thing is led to by its own name, its row's, or that of all things of its kind; with attachments it acts by itself."""
    asked = {node.name for node in symbols.nodes if isinstance(node, s.Reference)}
    for entry, node in symbols.defined(s.Object):
        thing = entry.meaning
        if isinstance(thing, m.Object) and not node.attachments and not _names_of(thing) & asked:
            label = f"nor to any {thing.kind.name}"
            help = f"name it somewhere, or go through all `{thing.kind.plural}`"
            collector.warning("W1006", entry.span, f"no rule leads to `{entry.name}`", label, help=help)


def _names_of(thing: m.Object) -> set[str]:
    """Its own name, that of the row it stands in, and what all things of its kind, and of the kinds above it, are called."""
    found = {thing.name, *([thing.row.name] if thing.row else [])}
    kind: m.Kind | None = thing.kind
    while kind is not None:
        found.add(kind.plural)
        kind = kind.parent
    return found


# ---- resources


def _resources(symbols: Symbols, everything: list[object], collector: Collector) -> None:
    brought = _brought(everything)
    if brought is None:
        return
    for entry in symbols.entries.values():
        resource = entry.meaning
        if isinstance(resource, m.Resource) and entry.used and not resource.least and resource.index not in brought:
            supplied = any(isinstance(e.meaning, m.Resource) and e.meaning.supply is resource for e in symbols.entries.values())
            if not supplied:
                help = "let something `gain` it, or remove it"
                collector.warning("W1007", entry.span, f"nothing ever brings `{entry.name}`", "nobody can have any", help=help)


def _brought(everything: Iterable[object]) -> set[int] | None:
    """The numbers of the resources that some rule brings; None where a payment is passed on and might be of anything."""
    found: set[int] = set()
    for part in everything:
        match part:
            case m.Transfer(verb="gain", payment=payment):
                in_it = resources_in(payment)
                if in_it is None:
                    return None
                found |= in_it
            case m.Assign(target=m.Holding() as holding) | m.Adjust(target=m.Holding() as holding):
                found |= {resource.index for resource in holding.resources}
    return found
