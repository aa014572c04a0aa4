"""Values, conditions and actions by name: what each takes, so that any of them can be asked or done anywhere in the text."""

from __future__ import annotations

from caylus import model as m
from caylus import syntax as s
from caylus.check.expressions.type_names import kind_named, parameters
from caylus.check.scope import Scope, Standing
from caylus.check.symbols import Symbols
from caylus.check.types import UNKNOWN, object_type
from caylus.diagnostics.diagnostic import Diagnostic

from .titles import make_title

Definition = s.Value | s.Condition | s.Action | s.Sequence | s.Table


def declare(symbols: Symbols) -> tuple[None, tuple[Diagnostic, ...]]:
    """Gives values, bent constants, conditions, actions, tables and sequences their meaning; their bodies come later.

    A rule means no more than itself, as a site.
    """
    top = Scope.top(symbols)
    for entry, value in symbols.definitions_of(s.Value):
        entry.meaning = m.Value(entry.name, parameters(value.params, top), UNKNOWN, [], [], _site(value, top))
    for entry, constant in symbols.definitions_of(s.Constant):
        if symbols.attached_modifiers(entry.name):
            symbols.bent[entry.name] = m.Value(entry.name, (), UNKNOWN, [], [], _site(as_value(constant), top))
    for entry, condition in symbols.definitions_of(s.Condition):
        entry.meaning = m.Condition(entry.name, parameters(condition.params, top), [], _site(condition, top))
    for entry, action in symbols.definitions_of(s.Action):
        entry.meaning = m.Action(entry.name, parameters(action.params, top), (), action.is_phase, [], _site(action, top))
    for entry, sequence in symbols.definitions_of(s.Sequence):
        entry.meaning = m.Action(entry.name, (), (), False, [], _site(sequence, top))
    for entry, table in symbols.definitions_of(s.Table):
        by = kind_named(table.by, top)
        chosen = m.Variable(table.by.text, object_type(by) if by is not None else UNKNOWN)
        column = m.Variable(table.column.text, m.NUMBER)
        entry.meaning = m.Action(entry.name, (*parameters(table.params, top), chosen, column), (), False, [], _site(table, top))
    for entry, rule in symbols.definitions_of(s.Rule):
        entry.meaning = _site(rule, top)
    return None, top.collector.diagnostics


def standing(node: Definition | s.Rule) -> Standing:
    """The rule that a definition is."""
    return Standing(
        node.name.text,
        make_title(node),
        node.see.text if node.see is not None else None,
    )


def as_value(node: s.Constant) -> s.Value:
    """The value that a constant is in play, if rules change it."""
    return s.Value(node.span, node.name, (), None, None, None, (s.Case(node.value.span, node.value, None),))


def _site(node: Definition | s.Rule, scope: Scope) -> m.Site:
    return scope.for_rule(standing(node)).site(node.span)


def parameter_scope(node: s.Value | s.Condition | s.Action | s.Table, params: tuple[m.Variable, ...], top: Scope) -> Scope:
    """The scope of a definition's body: its parameters."""
    scope = top.for_rule(standing(node))
    for param, variable in zip(node.params, params, strict=False):
        scope.bind_to(param.name, variable)
    return scope
