"""Values, conditions and actions by name: what each takes, so that any of them can be asked or done anywhere in the text."""

from __future__ import annotations

from caylus.lang import syntax as s
from caylus.lang.diagnostics import Diagnostic

from . import model as m
from .components import readable
from .kinds import kind_named, parameters
from .names import Entry, Names
from .report import Report
from .scope import Standing
from .types import UNKNOWN, object_of


def declare(names: Names) -> tuple[None, tuple[Diagnostic, ...]]:
    """Gives values, conditions, actions, tables and sequences their meaning; their bodies come later."""
    report = Report()
    for entry, value in names.defined(s.Value):
        entry.meaning = m.Value(
            entry.name, parameters(value.params, names, report), UNKNOWN, [], [], standing(value).at(value.span)
        )
    for entry, condition in names.defined(s.Condition):
        entry.meaning = m.Condition(
            entry.name, parameters(condition.params, names, report), [], standing(condition).at(condition.span)
        )
    for entry, action in names.defined(s.Action):
        _action(entry, action, parameters(action.params, names, report), action.is_phase)
    for entry, sequence in names.defined(s.Sequence):
        _action(entry, sequence, (), False)
    for entry, table in names.defined(s.Table):
        by = kind_named(table.by, names, report)
        chosen = m.Variable(table.by.text, object_of(by) if by is not None else UNKNOWN)
        column = m.Variable(table.column.text, m.NUMBER)
        _action(entry, table, (*parameters(table.params, names, report), chosen, column), False)
    return None, report.found


def standing(node: s.Value | s.Condition | s.Action | s.Sequence | s.Table | s.Rule) -> Standing:
    """The rule that a definition is."""
    title = getattr(node, "title", None)
    return Standing(node.name.text, title.text if title else readable(node.name.text), node.see.text if node.see else None)


def _action(entry: Entry, node: s.Action | s.Sequence | s.Table, params: tuple[m.Variable, ...], is_phase: bool) -> None:
    entry.meaning = m.Action(entry.name, params, (), is_phase, [], standing(node).at(node.span))
