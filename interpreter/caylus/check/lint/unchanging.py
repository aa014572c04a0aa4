"""States and lists that never change, and those that change but are never asked for."""

from __future__ import annotations

from collections.abc import Iterable

from caylus import model as m
from caylus.check.declarations.kinds import Written
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Collector, Diagnostic
from caylus.model.access import access
from caylus.model.walk import parts

from .all_rules import rules


def check(symbols: Symbols, written: Written, actions: Iterable[m.Action]) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only. What is neither changed nor asked for is not used at all, which is said elsewhere."""
    collector = Collector()
    changed, asked = _changes_and_reads(list(rules(symbols, actions)))
    tops = [e.meaning for e in symbols.entries.values() if isinstance(e.meaning, (m.State, m.ListState))]
    for state in [*tops, *(field for field in written if isinstance(field, (m.State, m.ListState)))]:
        what = "list" if isinstance(state, m.ListState) else "state"
        if state in changed and state not in asked and not _lends_a_name(state):
            message, help = (
                f"`{state.name}` changes, but no rule asks for it",
                f"ask for it, or remove the {what} and what changes it",
            )
            collector.warning("W1009", state.span, message, "never asked for", help=help)
        elif state in asked and state not in changed:
            label = "always empty" if what == "list" else "always what it is at the start"
            help = "let something be added to it" if what == "list" else "`set` it somewhere, or make it a property or a constant"
            collector.warning("W1008", state.span, f"`{state.name}` never changes", label, help=help)
    return None, collector.diagnostics


def _changes_and_reads(every_rule: list[object]) -> tuple[set[m.Thing], set[m.Thing]]:
    """The things that rules change, and those that they read. Taking out of a list changes nothing; moving reads nothing."""
    changed: set[m.Thing] = set()
    targets: set[int] = set()
    asked: set[m.Thing] = set()
    for part in parts(*every_rule):
        does = access(part)
        for write in does.writes:
            changed.update(write.held if write.how not in ("remove", "order") else ())
            targets.update([id(write.place)] if write.how != "take" else ())
        if id(part) not in targets:
            asked.update(thing for read in does.reads for thing in read.held)
    return changed, asked


def _lends_a_name(state: m.State | m.ListState) -> bool:
    return isinstance(state, m.State) and state.kind is not None and state.kind.called == state.name
