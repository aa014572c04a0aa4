"""What is known before play: constants, scales, and every expression that has to be made of them."""

from __future__ import annotations

from collections.abc import Callable

from caylus import model as m
from caylus import syntax as s
from caylus.check.scope import Scope
from caylus.check.symbols import Symbols
from caylus.check.types import fits, is_unknown
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.graph import in_order, report_circle
from caylus.syntax.walk import asked_for

from .expressions import expression, fitted, operand

Known = m.Const | m.ConstPayment | m.ConstScale


def evaluate(symbols: Symbols) -> tuple[None, tuple[Diagnostic, ...]]:
    """Every constant and scale, each after those it is made of."""
    top = Scope.top(symbols)
    nodes: dict[str, s.Constant | s.Scale] = {e.name: node for e, node in symbols.defined(s.Constant)}
    nodes |= {e.name: node for e, node in symbols.defined(s.Scale)}
    needs = {name: [(r.name, r.span) for r in asked_for(node) if r.name in nodes] for name, node in nodes.items()}
    order, circles = in_order(needs)
    for circle in circles:
        report_circle(top.collector, "E0208", circle, "needs", "a constant is made of others, never of itself")
    for name in order:
        node = nodes[name]
        if isinstance(node, s.Scale):
            symbols.entries[name].meaning = m.ConstScale(node.start, numbers(node.values, top))
        else:
            symbols.entries[name].meaning = _constant(node, top)
    return None, top.collector.found


def _constant(node: s.Constant, scope: Scope) -> m.Const | m.ConstPayment | None:
    expr = expression(node.value, scope)
    if isinstance(expr, (m.Const, m.ConstPayment)) and expr.type.base in ("number", "flag", "payment"):
        return expr
    if not is_unknown(expr.type):
        _unknown(node.value, scope, "a constant is a number, a flag or a payment made of constants")
    return None


def known(node: s.Expr, scope: Scope, type_: m.Type, why: str, help: Callable[[], str] = str) -> Known | None:
    """An expression of a type whose value is known before play; None, and reported, for any other. `help` is for other types."""
    given = operand(node, scope).taken_for(type_, scope)
    expr = fitted(given, type_, why, scope, "" if fits(given.type, type_) else help())
    if is_unknown(expr.type):
        return None
    if isinstance(expr, Known):
        return expr
    _unknown(node, scope, "constants are known by then, and properties of `this` that stand above this one")
    return None


def number(node: s.Expr, scope: Scope, why: str) -> int | None:
    """A number known before play."""
    value = known(node, scope, m.NUMBER, why)
    return value.value if isinstance(value, m.Const) else None


def numbers(nodes: tuple[s.Expr, ...], scope: Scope) -> tuple[int, ...]:
    """The numbers of a scale; 0 for one that is reported to be wrong."""
    return tuple(number(node, scope, "a scale holds") or 0 for node in nodes)


def _unknown(node: s.Expr, scope: Scope, help: str) -> None:
    scope.wrong("E0307", node, f"`{scope.source(node)}` is not known before play", "depends on the game", help=help)
