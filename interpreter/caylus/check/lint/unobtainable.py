"""Warn of things that nobody can ever get: no rule leads to them, or nothing brings them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from caylus import model as m
from caylus import syntax as s
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Collector, Diagnostic
from caylus.model.access import access
from caylus.model.walk import parts

from .all_rules import rules


def check(symbols: Symbols, actions: Iterable[m.Action]) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only."""
    collector = Collector()
    _things(symbols, collector)
    _resources(symbols, list(parts(*rules(symbols, actions))), collector)
    return None, collector.diagnostics


# ---- things


def _things(symbols: Symbols, collector: Collector) -> None:
    """A thing is led to by its own name, its row's, or that of all things of its kind; with attachments it acts by itself."""
    asked = {node.name for node in symbols.nodes if isinstance(node, s.Reference)}
    for entry, node in symbols.definitions_of(s.Object):
        thing = entry.meaning
        if isinstance(thing, m.Object) and not node.attachments and not _all_names(thing) & asked:
            label = f"nor to any {thing.kind.name}"
            help = f"name it somewhere, or go through all `{thing.kind.plural}`"
            collector.warning("W1006", entry.span, f"no rule leads to `{entry.name}`", label, help=help)


def _all_names(thing: m.Object) -> set[str]:
    """Its own name, that of the row it stands in, and what all things of its kind, and of the kinds above it, are called."""
    found = {thing.name, *([thing.row.name] if thing.row else [])}
    kind: m.Kind | None = thing.kind
    while kind is not None:
        found.add(kind.plural)
        kind = kind.parent
    return found


# ---- resources


def _resources(symbols: Symbols, everything: list[object], collector: Collector) -> None:
    resources = {entry.name: entry.meaning for entry in symbols.entries.values() if isinstance(entry.meaning, m.Resource)}
    brought = _obtainable_things(everything, resources.values())
    brought.update(resource.supply for resource in resources.values() if resource.supply is not None)
    for name, resource in resources.items():
        entry = symbols.entries[name]
        if entry.used and not resource.least and resource not in brought:
            help = "let something `gain` it, or remove it"
            collector.warning("W1007", entry.span, f"nothing ever brings `{name}`", "nobody can have any", help=help)


def _obtainable_things(everything: Iterable[object], resources: Collection[m.Resource]) -> set[m.Thing]:
    """The things that some rule brings: any resource where a payment is passed on."""
    writes = (write for part in everything for write in access(part).writes)
    return {
        thing for w in writes if w.how in ("gain", "set", "raise", "lower") and not w.supplied for thing in w.things(resources)
    }
