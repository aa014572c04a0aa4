"""States and lists that never change, and those that change but are never asked for."""

from __future__ import annotations

from collections.abc import Iterable

from caylus import model as m
from caylus.check.declarations.kinds import Written
from caylus.check.symbols import Names
from caylus.diagnostics.collector import Report
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.model.walk import parts

from .all_rules import rules


def check(names: Names, written: Written, actions: Iterable[m.Action]) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only. What is neither changed nor asked for is not used at all, which is said elsewhere."""
    report = Report()
    changed, asked = _changed_and_asked(list(rules(names, actions)))
    tops = [e.meaning for e in names.entries.values() if isinstance(e.meaning, (m.State, m.ListState))]
    for held in [*tops, *(field for field in written if isinstance(field, m.State))]:
        what = "list" if isinstance(held, m.ListState) else "state"
        if held in changed and held not in asked and not _lends_a_name(held):
            help = f"ask for it, or remove the {what} and what changes it"
            report.warning("W1009", held.span, f"`{held.name}` changes, but no rule asks for it", "never asked for", help=help)
        elif held in asked and held not in changed:
            label = "always empty" if what == "list" else "always what it is at the start"
            help = "let something be added to it" if what == "list" else "`set` it somewhere, or make it a property or a constant"
            report.warning("W1008", held.span, f"`{held.name}` never changes", label, help=help)
    return None, report.found


Held = m.State | m.ListState


def _changed_and_asked(every_rule: list[object]) -> tuple[set[Held], set[Held]]:
    changed: set[Held] = set()
    targets: set[int] = set()
    asked: set[Held] = set()
    for part in parts(*every_rule):
        match part:
            case m.Assign(target=m.Read() as target) | m.Adjust(target=m.Read() as target):
                changed.add(target.state)
                targets.add(id(target))
            case m.AddTo(list=list_):
                changed.add(list_)
            case m.Read(state=state) if id(part) not in targets:
                asked.add(state)
            case m.ListMembers(list=list_) | m.ListItem(list=list_):
                asked.add(list_)
    return changed, asked


def _lends_a_name(held: Held) -> bool:
    return isinstance(held, m.State) and held.kind is not None and held.kind.called == held.name
