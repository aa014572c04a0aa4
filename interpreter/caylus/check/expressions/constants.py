"""Evaluate what is known before play: constants, scales, and every expression that has to be constant.

A value that asks nothing of the game is the formula it stands for, and may be asked here: its formula is checked as if it were
written in its place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from caylus import model as m
from caylus import syntax as s
from caylus.arithmetic import COMPARE
from caylus.check.scope import Scope
from caylus.check.symbols import Symbols
from caylus.check.types import MISTAKE, fits, is_unknown
from caylus.diagnostics.diagnostic import Diagnostic, Note
from caylus.graph import report_circle, topological_order
from caylus.limits import DEEPEST_RULE, MOST_PLACES
from caylus.syntax.walk import free_names, levels

from .expressions import check_expression, convert_to_type, expression, operand

Known = m.Const | m.ConstPayment | m.ConstScale


def evaluate(symbols: Symbols) -> tuple[None, tuple[Diagnostic, ...]]:
    """Every constant and scale, each after those it is made of."""
    top = Scope.top(symbols)
    nodes: dict[str, s.Constant | s.Scale] = {e.name: node for e, node in symbols.definitions_of(s.Constant)}
    nodes |= {e.name: node for e, node in symbols.definitions_of(s.Scale)}
    values = {e.name: node for e, node in symbols.definitions_of(s.Value)}
    made_of = {name: free_names(node) for name, node in nodes.items()}
    made_of |= {name: free_names(*node.cases, bound=[p.name.text for p in node.params]) for name, node in values.items()}
    needs = {name: [(r.name, r.span) for r in asked if r.name in made_of] for name, asked in made_of.items()}
    order, circles = topological_order(needs)
    for circle in circles:
        if any(name in nodes for name, _ in circle):  # what is wrong with values alone is said of them
            report_circle(top.collector, "E0208", circle, "needs", "a constant is made of others, never of itself")
    for name in order:
        node, entry = nodes.get(name), symbols.entries[name]
        if isinstance(node, s.Scale):
            entry.meaning = m.ConstScale(node.start, numbers(node.values, top))
        elif node is not None:
            entry.meaning = _constant(node, top)
        if node is not None and entry.meaning is not None:
            symbols.open_constants[id(entry.meaning)] = entry.meaning
    return None, top.collector.diagnostics


def _constant(node: s.Constant, scope: Scope) -> m.Const | m.ConstPayment | None:
    expr = _settle(expression(node.value, replace(scope, ask=inline_value)))
    if isinstance(expr, (m.Const, m.ConstPayment)) and expr.type.base in ("number", "flag", "payment"):
        return expr
    if not is_unknown(expr.type):
        _unknown(node.value, scope, "a constant is a number, a flag or a payment made of constants")
    return None


def evaluate_constant(node: s.Expr, scope: Scope, type_: m.Type, why: str, help: Callable[[], str] = str) -> Known | None:
    """An expression of a type whose value is known before play; None, and reported, for any other. `help` is for other types."""
    given = operand(node, replace(scope, ask=inline_value)).convert_to(type_, scope)
    expr = _settle(convert_to_type(given, type_, why, scope, "" if fits(given.type, type_) else help()))
    if is_unknown(expr.type):
        return None
    if isinstance(expr, Known):
        return expr
    _unknown(node, scope, "constants are known by then, and properties of `this` that stand above this one")
    return None


def number(node: s.Expr, scope: Scope, why: str) -> int | None:
    """A number known before play."""
    value = evaluate_constant(node, scope, m.NUMBER, why)
    return value.value if isinstance(value, m.Const) else None


def numbers(nodes: tuple[s.Expr, ...], scope: Scope) -> tuple[int, ...]:
    """The numbers of a scale; 0 for one that is reported to be wrong."""
    return tuple(number(node, scope, "a scale holds") or 0 for node in nodes)


def _unknown(node: s.Expr, scope: Scope, help: str) -> None:
    scope.wrong("E0307", node, f"`{scope.source(node)}` is not known before play", "depends on the game", help=help)


# ---- values


def inline_value(value: m.Value, given: tuple[m.Expr, ...], node: s.Call, scope: Scope) -> m.Expr:
    """The formula that a value stands for, with what it is given in the place of its parameters."""
    definition = scope.symbols.entries[value.name].definition
    if len(given) != len(value.params) or value in scope.asking:
        return MISTAKE  # which is reported, or will be: values that go round in a circle are
    changes = scope.symbols.attached_modifiers(value.name)
    if changes or not isinstance(definition, s.Value):
        notes = [Note(f"a rule changes `{value.name}` here", change.span) for change in changes[:MOST_PLACES]]
        message = f"`{scope.source(node)}` is not known before play"
        return scope.wrong("E0307", node, message, "rules change it", notes=notes, help="ask it in play, or write a constant")
    depth = scope.depth + levels(definition)
    if depth > DEEPEST_RULE:
        return scope.wrong("E0414", node, f"`{scope.source(node)}` asks values inside of values too deep", "too deep")
    stand_for, asking = dict(zip(value.params, given, strict=True)), (*scope.asking, value)
    inner = replace(scope, locals={}, this=None, gathered=stand_for, asking=asking, depth=depth)
    for param, variable in zip(definition.params, value.params, strict=True):
        inner.locals[param.name.text] = variable, param.name.span
    return _first_that_holds(definition.cases, inner)


def _first_that_holds(cases: tuple[s.Case, ...], scope: Scope) -> m.Expr:
    """The formula of the first case that holds; the first case alone, as it depends on the game, where that is open."""
    for case in cases:
        if case.condition is None:
            return expression(case.value, scope)
        condition = check_expression(case.condition, scope, m.FLAG, "`if` needs")
        holds = _answer(condition)
        then = expression(case.value, scope) if holds is not False else MISTAKE
        if holds is None:
            return m.Choice(condition, then, then, then.type)
        if holds:
            return then
    return MISTAKE  # a value without a last case is reported


def _settle(expr: m.Expr) -> m.Expr:
    """A condition as yes or no, where that is known before play."""
    answer = _answer(expr) if expr.type == m.FLAG else None
    return expr if answer is None else m.Const(int(answer), m.FLAG)


def _answer(condition: m.Expr) -> bool | None:
    """Return whether a condition on numbers and flags holds; None where that is not known before play."""
    match condition:
        case m.Const(value=value, type=m.FLAG):
            return bool(value)
        case m.Not(operand=operand):
            answer = _answer(operand)
            return None if answer is None else not answer
        case m.Compare(op=op, left=m.Const(value=a, type=type_), right=m.Const(value=b)) if type_.base in ("number", "flag"):
            return COMPARE[op](a, b)
        case m.Logic(op=op, operands=operands):
            answers = [_answer(operand) for operand in operands]
            if (op == "or") in answers:
                return op == "or"
            return None if None in answers else op == "and"
    return None
