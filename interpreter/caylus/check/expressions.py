"""Expressions: every name resolved, every part typed, what is known before play folded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from caylus.lang import syntax as s

from . import model as m
from .names import FUNCTIONS
from .operators import Operand, arithmetic, chain, compare, logic, quantity
from .paths import call_target, complete, item, member, resources_named, root
from .scope import Scope
from .types import MISTAKE, NONE, comparable, fits, is_unknown, list_of, member_of, said


def expression(node: s.Expr, scope: Scope) -> m.Expr:
    """The meaning of an expression, of whatever type it is."""
    match node:
        case s.Reference() | s.Member() | s.Index():
            return complete(path(node, scope), node, scope)
        case s.Number(value=value):
            return m.Const(value, m.NUMBER)
        case s.Literal():
            return _literal(node, scope)
        case s.Call():
            return _call(node, scope)
        case s.Chain():
            return _chain(node, scope)
        case s.Comparison():
            return _comparison(node, scope)
        case s.Quantity():
            return _quantity(node, [], scope)
        case s.Not(operand=operand):
            return m.Not(wanted(operand, scope, m.FLAG, "`not` needs"))
        case s.Negative(operand=operand):
            return arithmetic("-", m.Const(0, m.NUMBER), wanted(operand, scope, m.NUMBER, "`-` needs"))
        case s.SizeOf(operand=operand):
            return m.SizeOf(source(operand, scope))
        case s.Range(low=low, high=high):
            return m.Numbers(
                wanted(low, scope, m.NUMBER, "a range starts with"),
                wanted(high, scope, m.NUMBER, "a range ends with"),
                list_of(None),
            )
        case s.Shuffled():
            return scope.wrong(
                "E0415", node.span, "nothing can be drawn by lot here",
                label="`shuffled` stands in `for each` and `let` only", help="draw first: `let order = shuffled …`",
            )  # fmt: skip
        case s.Query():
            return _query(node, scope)


def path(node: s.Expr, scope: Scope) -> m.Expr:
    """A name, a member or an item; a state kept for each of a kind may still lack its index."""
    match node:
        case s.Reference():
            return root(node, scope)
        case s.Member(subject=subject, name=name):
            return member(expression(subject, scope), subject, name, scope)
        case s.Index(subject=subject, index=index):
            return item(path(subject, scope), subject, Operand(index, expression(index, scope)), scope)
    return expression(node, scope)


def wanted(node: s.Expr, scope: Scope, type_: m.Type, why: str, help: str = "") -> m.Expr:
    """An expression of a given type; `why` says what needs it, as in "`gain` needs"."""
    return fitted(Operand(node, expression(node, scope)), type_, why, scope, help)


def fitted(given: Operand, type_: m.Type, why: str, scope: Scope, help: str = "") -> m.Expr:
    """An expression as a given type: `none` takes the kind that is needed, anything that does not fit is reported."""
    if fits(given.type, type_):
        return m.Const(-1, type_) if given.type == m.NOBODY else given.expr
    scope.wants(given.node, given.type, type_, why, help)
    return MISTAKE


def source(node: s.Expr, scope: Scope, *, draws: bool = False) -> m.ListExpr:
    """What follows `in`: a list. `draws`: its order may be drawn by lot here."""
    if isinstance(node, s.Shuffled) and draws:
        inner = source(node.operand, scope)
        return m.Shuffled(inner, inner.type)
    expr = expression(node, scope)
    if expr.type.base != "list":
        if not is_unknown(expr.type):
            scope.wrong(
                "E0309", node.span, f"`{scope.names.source(node.span)}` is {said(expr.type)}, not a list",
                label="a list is needed here", help="a list is a kind, a row, a list of the table, or `1 to 5`",
            )  # fmt: skip
        return m.Local(m.Variable("", MISTAKE.type))
    return cast(m.ListExpr, expr)


def bind(binder: s.Binder, source_: m.ListExpr, scope: Scope) -> m.Variable:
    return scope.bind(binder.name, member_of(source_.type))


def arguments(nodes: Sequence[s.Expr], params: Sequence[m.Variable], name: str, span: s.Span, scope: Scope) -> tuple[m.Expr, ...]:
    """The arguments of a call, as many and of the types that `params` ask for."""
    given = [Operand(node, expression(node, scope)) for node in nodes]
    if len(given) != len(params):
        needs = ", ".join(f"`{p.name}`" for p in params) or "nothing"
        count = "one thing" if len(given) == 1 else f"{len(given)} things"
        scope.wrong("E0302", span, f"`{name}` is given {count}, but needs {len(params) or 'none'}", label=f"needs {needs}")
        return ()
    return tuple(fitted(g, p.type, f"`{name}` needs as its `{p.name}`", scope) for g, p in zip(given, params, strict=True))


# ---- the single forms


def _literal(node: s.Literal, scope: Scope) -> m.Expr:
    match node.word:
        case "yes" | "no":
            return m.Const(int(node.word == "yes"), m.FLAG)
        case "none":
            return NONE
        case "nothing":
            return m.ConstPayment(((),))
    if scope.this is None:
        return scope.wrong(
            "E0210",
            node.span,
            "`this` means nothing here",
            label="no object's text",
            help="`this` stands inside the braces of an object or a kind",
        )
    return scope.this


def _call(node: s.Call, scope: Scope) -> m.Expr:
    function = node.function
    if isinstance(function, s.Reference) and function.name in FUNCTIONS and function.name not in scope.names.entries:
        return _built_in(function.name, node, scope)
    target = call_target(function, scope)
    match target:
        case m.Value():
            return m.CallValue(target, arguments(node.arguments, target.params, target.name, node.span, scope))
        case m.Condition():
            return m.CallCondition(target, arguments(node.arguments, target.params, target.name, node.span, scope))
    for argument in node.arguments:
        expression(argument, scope)
    return MISTAKE


def _built_in(name: str, node: s.Call, scope: Scope) -> m.Expr:
    params = [m.Variable("number", m.NUMBER)] * FUNCTIONS[name]
    given = arguments(node.arguments, params, name, node.span, scope)
    if not given or is_unknown(*(g.type for g in given)):
        return MISTAKE
    if name == "abs":
        return m.Const(abs(given[0].value), m.NUMBER) if isinstance(given[0], m.Const) else m.Absolute(given[0])
    return arithmetic(name, *given)


def _chain(node: s.Chain, scope: Scope) -> m.Expr:
    if node.operators[0] in ("*", "/") and isinstance(node.operands[-1], s.Quantity):
        last = node.operands[-1]
        return _quantity(last, [(o, op) for o, op in zip(node.operands, node.operators, strict=False)], scope)
    operands = [Operand(o, expression(o, scope)) for o in node.operands]
    if node.operators[0] in ("and", "or"):
        return logic(scope, node.operators[0], operands)
    return chain(scope, operands, node.operators)


def _quantity(node: s.Quantity, factors: Sequence[tuple[s.Expr, str]], scope: Scope) -> m.Expr:
    """A unit closes the product before it: `2 * 3 wood` is six wood."""
    operands = [Operand(o, expression(o, scope)) for o in [*(f[0] for f in factors), node.amount]]
    amount = chain(scope, operands, [f[1] for f in factors])
    resources = resources_named(node.unit, scope)
    span = operands[0].node.span.to(node.span)
    counted = Operand(s.Node(operands[0].node.span.to(node.amount.span)), amount)
    return quantity(scope, span, counted, resources, node.different) if resources else MISTAKE


def _comparison(node: s.Comparison, scope: Scope) -> m.Expr:
    if node.operator in ("is in", "is not in"):
        left, list_ = Operand(node.left, expression(node.left, scope)), source(node.right, scope)
        if not comparable(left.type, member_of(list_.type)):
            scope.wants(node.left, left.type, member_of(list_.type), f"`{scope.names.source(node.right.span)}` holds")
            return MISTAKE
        contains = m.Contains(list_, left.expr)
        return m.Not(contains) if node.operator == "is not in" else contains
    left, right = Operand(node.left, expression(node.left, scope)), Operand(node.right, expression(node.right, scope))
    return compare(scope, node.span, node.operator, _as_kind(left, right), _as_kind(right, left))


def _as_kind(operand: Operand, other: Operand) -> Operand:
    """`none` as the kind of what it is compared with."""
    if operand.type == m.NOBODY and other.type.base == "object":
        return operand._replace(expr=m.Const(-1, other.type))
    return operand


def _query(node: s.Query, scope: Scope) -> m.Expr:
    from_ = source(node.binder.source, scope)
    inner = scope.inner()
    variable = bind(node.binder, from_, inner)
    where = wanted(node.where, inner, m.FLAG, "`where` needs") if node.where is not None else None
    body = None
    if node.body is not None:
        body = wanted(node.body, inner, m.NUMBER, "`sum of` adds up" if node.kind == "sum" else "`by` ranks by")
    type_ = {"count": m.NUMBER, "sum": m.NUMBER, "some": m.FLAG}.get(node.kind, variable.type)
    return m.Query(node.kind, variable, from_, where, body, node.fewest, type_)
