"""Values and conditions: their formulas, their modifiers, and what is forbidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from caylus import model as m
from caylus import syntax as s
from caylus.check.expressions.expressions import check_expression, convert_to_type, operand
from caylus.check.expressions.operands import Operand, as_one_sort
from caylus.check.expressions.texts import words
from caylus.check.scope import Scope
from caylus.check.statements.requirements import require
from caylus.check.symbols import Symbols
from caylus.check.types import UNKNOWN, common, describe, is_unknown
from caylus.diagnostics.diagnostic import Diagnostic, Note
from caylus.graph import report_circle, too_deep, topological_order
from caylus.limits import DEEPEST_CALLS
from caylus.syntax.walk import free_names

from .attachments import Attached, Attachments
from .callables import as_value, parameter_scope

CHANGES = ("becomes", "plus", "minus", "at least", "at most")
"""The changes a modifier can make, in the order in which they apply."""


def check(symbols: Symbols, attachments: Attachments) -> tuple[None, tuple[Diagnostic, ...]]:
    """Fills in every value and condition, each after those it asks."""
    top = Scope.top(symbols)
    nodes: dict[str, s.Value | s.Condition] = {e.name: node for e, node in symbols.definitions_of(s.Value)}
    nodes |= {e.name: as_value(node) for e, node in symbols.definitions_of(s.Constant) if e.name in symbols.bent}
    nodes |= {e.name: node for e, node in symbols.definitions_of(s.Condition)}
    needs = {name: _attached_names(node, attachments.get(name, ()), nodes) for name, node in nodes.items()}
    order, circles = topological_order(needs)
    for circle in circles:
        report_circle(top.collector, "E0401", circle, "asks", "a value is made of others, never of itself")
    deep = too_deep(order, needs)
    if deep is not None:
        top.wrong("E0414", nodes[deep].name, f"`{deep}` asks others more than {DEEPEST_CALLS} levels down", "too deep")
    for name in order:
        node, meaning = nodes[name], symbols.bent.get(name) or symbols.entries[name].meaning
        if isinstance(node, s.Value) and isinstance(meaning, m.Value):
            _value(node, meaning, attachments.get(name, ()), parameter_scope(node, meaning.params, top))
        elif isinstance(node, s.Condition) and isinstance(meaning, m.Condition):
            _condition(node, meaning, attachments.get(name, ()), parameter_scope(node, meaning.params, top))
    return None, top.collector.diagnostics


def _attached_names(
    node: s.Value | s.Condition, attached: Sequence[Attached], nodes: Mapping[str, object]
) -> Sequence[tuple[str, s.Span]]:
    found = [*free_names(replace(node, about=None), bound=[p.name.text for p in node.params])]
    for a in attached:
        found += free_names(replace(a.node, about=None), bound=[name.text for name in a.names])
    return [(x.name, x.span) for x in found if x.name in nodes]


# ---- values


def _value(node: s.Value, value: m.Value, attached: Sequence[Attached], scope: Scope) -> None:
    _check_ends(node, scope)
    tests = [check_expression(c.condition, scope, m.FLAG, "`if` needs") if c.condition is not None else None for c in node.cases]
    results = as_one_sort([operand(c.value, scope) for c in node.cases], scope)
    value.type = _common_type(value, results, scope)
    value.cases = [
        (test, convert_to_type(r, value.type, f"`{value.name}` is", scope)) for test, r in zip(tests, results, strict=True)
    ]
    modifies = [(a, a.node) for a in attached if isinstance(a.node, s.Modify)]
    value.modifiers = [_modifier(value, a, x, scope) for change in CHANGES for a, x in modifies if x.change == change]


def _check_ends(node: s.Value, scope: Scope) -> None:
    *cases, last = node.cases
    for case in cases:
        if case.condition is None:
            scope.wrong(
                "E0311", case, "nothing below `otherwise` is ever reached", "not the last case", help="move it to the end"
            )
    if last.condition is not None:
        message = f"`{node.name.text}` has no value where none of its cases holds"
        scope.wrong("E0311", last, message, "the last case", help="end with a case for all the rest: `… otherwise`")


def _common_type(value: m.Value, results: Sequence[Operand], scope: Scope) -> m.Type:
    first = results[0]
    type_ = first.type
    for result in results[1:]:
        joined = common(type_, result.type)
        if joined is None:
            message = f"`{value.name}` is {describe(type_)} in one case and {describe(result.type)} in another"
            notes = [Note(f"{describe(first.type)} here", first.node.span)]
            scope.wrong("E0310", result.node, message, describe(result.type), notes=notes)
            return UNKNOWN
        type_ = joined
    if type_ == m.NOBODY:
        scope.wrong("E0310", first.node, f"`{value.name}` is always `none`", "none of what kind?")
        return UNKNOWN
    if type_ == m.SCALE:
        help = "a value is a number, a flag, a payment, an object or a list"
        scope.wrong("E0313", first.node, "a value cannot be a scale", "a scale", help=help)
        return UNKNOWN
    return type_


def _modifier(value: m.Value, attached: Attached, node: s.Modify, scope: Scope) -> m.Modifier:
    inner = attached.scope(value.params, scope)
    where = attached.where(inner)
    if value.type != m.NUMBER and node.change != "becomes" and not is_unknown(value.type):
        message = f"`{value.name}` is {describe(value.type)}, which can only become another"
        help = f"write what it is: `{scope.source(node.target)} is …`"
        inner.wrong("E0316", node, message, "only a number can be more or less", help=help)
    amount = check_expression(node.value, inner, value.type, f"`{value.name}` is")
    return m.Modifier(where, node.change, amount, inner.site(node.span))


# ---- conditions


def _condition(node: s.Condition, condition: m.Condition, attached: Sequence[Attached], scope: Scope) -> None:
    condition.requires = [require(r, scope) for r in node.requires]
    for a in attached:
        if isinstance(a.node, s.Forbid):
            inner = a.scope(condition.params, scope)
            where = a.where(inner)
            assert where is not None
            condition.requires.append(m.Require(m.Not(where), words(a.node.reason, inner), inner.site(a.node.span)))
