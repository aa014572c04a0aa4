"""States and lists that never change, and those that change but are never asked for."""

from __future__ import annotations

from collections.abc import Iterable

from caylus import model as m
from caylus.check.declarations.kinds import Written
from caylus.check.symbols import Symbols
from caylus.diagnostics.collector import Collector
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.model.walk import parts

from .all_rules import rules


def check(symbols: Symbols, written: Written, actions: Iterable[m.Action]) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only. What is neither changed nor asked for is not used at all, which is said elsewhere."""
    collector = Collector()
    changed, asked = _changed_and_asked(list(rules(symbols, actions)))
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
    return None, collector.found


Changing = m.State | m.ListState


def _changed_and_asked(every_rule: list[object]) -> tuple[set[Changing], set[Changing]]:
    changed: set[Changing] = set()
    targets: set[int] = set()
    asked: set[Changing] = set()
    for part in parts(*every_rule):
        match part:
            case m.Assign(target=m.Read() as target) | m.Adjust(target=m.Read() as target):
                changed.add(target.state)
                targets.add(id(target))
            case m.AddTo(target=list_):
                changed.add(list_.list)
                targets.add(id(list_))
            case m.RemoveFrom(target=list_) | m.Rearrange(target=list_):
                targets.add(id(list_))
            case m.Put(source=source, target=into):
                changed.update(place.state if isinstance(place, m.Read) else place.list for place in (source, into))
                targets.add(id(into))
            case m.Read(state=state) if id(part) not in targets:
                asked.add(state)
            case m.ListItem(list=list_):
                asked.add(list_)
            case m.ListMembers(list=list_) if id(part) not in targets:
                asked.add(list_)
    return changed, asked


def _lends_a_name(state: Changing) -> bool:
    return isinstance(state, m.State) and state.kind is not None and state.kind.called == state.name
