"""What operators mean on operands already checked: numbers, flags and payments, folded where all is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from caylus.lang import syntax as s

from . import model as m
from . import payments
from .scope import Scope
from .types import MISTAKE, comparable, is_unknown, said


class Operand(NamedTuple):
    """An expression and where it was written."""

    node: s.Node
    expr: m.Expr

    @property
    def type(self) -> m.Type:
        return self.expr.type


_NUMBERS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b if b else 0,
    "min": min,
    "max": max,
}
_OF_PAYMENTS = {"+", "less", "or"}
_INSTEAD = {
    "-": "`less` leaves out part of a payment",
    "less": "`-` subtracts numbers",
    "and": "`+` joins payments: `1 wood + 1 stone`",
}


def arithmetic(op: str, left: m.Expr, right: m.Expr) -> m.Expr:
    """Numbers only."""
    if isinstance(left, m.Const) and isinstance(right, m.Const):
        return m.Const(_NUMBERS[op](left.value, right.value), m.NUMBER)
    return m.Arithmetic(op, left, right)


def chain(scope: Scope, operands: Sequence[Operand], operators: Sequence[str]) -> m.Expr:
    """`+ - less * /`, from the left."""
    done = operands[0]
    for op, right in zip(operators, operands[1:], strict=True):
        done = Operand(s.Node(done.node.span.to(right.node.span)), _pair(scope, op, done, right))
    return done.expr


def _pair(scope: Scope, op: str, left: Operand, right: Operand) -> m.Expr:
    if is_unknown(left.type, right.type):
        return MISTAKE
    if left.type == right.type == m.NUMBER and op != "less":
        return arithmetic(op, left.expr, right.expr)
    if left.type == right.type == m.PAYMENT and op in _OF_PAYMENTS:
        return combine(scope, left.node.span.to(right.node.span), op, left.expr, right.expr)
    return _mismatch(scope, op, left, right)


def _mismatch(scope: Scope, op: str, left: Operand, right: Operand) -> m.Expr:
    help = _INSTEAD.get(op, "") if left.type == right.type else ""
    if {left.type, right.type} == {m.NUMBER, m.PAYMENT}:
        number = left if left.type == m.NUMBER else right
        help = f"say what `{scope.names.source(number.node.span)}` is a number of, as in `2 wood`"
        if op == "*":
            help = "the unit comes last: `3 * number wood`"
    return scope.wrong(
        "E0304", left.node.span.to(right.node.span), f"`{op}` does not go between {said(left.type)} and {said(right.type)}",
        label=f"{said(left.type)} {op} {said(right.type)}", help=help,
    )  # fmt: skip


def combine(scope: Scope, span: s.Span, op: str, left: m.Expr, right: m.Expr) -> m.Expr:
    """Two payments."""
    if isinstance(left, m.ConstPayment) and isinstance(right, m.ConstPayment):
        return _known(scope, span, lambda: payments.COMBINE[op](left.alternatives, right.alternatives))
    return m.CombinePayments(op, left, right)


def _known(scope: Scope, span: s.Span, ways: Callable[[], m.Alternatives]) -> m.Expr:
    try:
        return m.ConstPayment(ways())
    except payments.TooManyWays:
        return scope.wrong(
            "E0305", span, f"`{scope.names.source(span)}` can be paid in more than {payments.MOST_WAYS} ways",
            label="too many ways to choose among", help="ask for fewer at once, or for fewer kinds of resources",
        )  # fmt: skip


def quantity(scope: Scope, span: s.Span, amount: Operand, resources: tuple[m.Resource, ...], different: bool) -> m.Expr:
    """So much of a resource or a group."""
    if is_unknown(amount.type):
        return MISTAKE
    if amount.type != m.NUMBER:
        scope.wants(amount.node, amount.type, m.NUMBER, "what stands before a resource has to be")
        return MISTAKE
    if not isinstance(amount.expr, m.Const):
        return m.Quantity(amount.expr, resources, different)
    count = amount.expr.value
    if not 0 <= count <= payments.MOST_AMOUNT:
        return scope.wrong(
            "E0306", span, f"nobody can pay `{scope.names.source(span)}`",
            label=f"an amount lies between 0 and {payments.MOST_AMOUNT}",
        )  # fmt: skip
    if different and count > len(resources):
        return scope.wrong(
            "E0306", span, f"nobody can pay `{scope.names.source(span)}`", label=f"there are only {len(resources)} different ones",
        )  # fmt: skip
    return _known(scope, span, lambda: payments.of(count, resources, different))


def logic(scope: Scope, op: str, operands: Sequence[Operand]) -> m.Expr:
    """`and` and `or` of flags, `or` of payments."""
    if is_unknown(*(o.type for o in operands)):
        return MISTAKE
    if all(o.type == m.FLAG for o in operands):
        return m.Logic(op, tuple(o.expr for o in operands))
    if op == "or" and all(o.type == m.PAYMENT for o in operands):
        return chain(scope, operands, ("or",) * (len(operands) - 1))
    left, right = next(((a, b) for a, b in zip(operands, operands[1:], strict=False) if {a.type, b.type} != {m.FLAG}))
    return _mismatch(scope, op, left, right)


def compare(scope: Scope, span: s.Span, op: str, left: Operand, right: Operand) -> m.Expr:
    """`is`, `is not` and the order of numbers."""
    if is_unknown(left.type, right.type):
        return MISTAKE
    if op in ("is", "is not"):
        if left.type.base in ("number", "flag", "object") and comparable(left.type, right.type):
            return m.Compare("==" if op == "is" else "!=", left.expr, right.expr)
        if left.type == right.type:
            return scope.wrong(
                "E0304", span, f"two {_plural(left.type)} cannot be compared", label="`is` compares numbers, flags and objects"
            )
    elif left.type == right.type == m.NUMBER:
        return m.Compare(op, left.expr, right.expr)
    return scope.wrong(
        "E0304", span, f"{said(left.type)} cannot be compared with {said(right.type)} by `{op}`",
        label=f"{said(left.type)} {op} {said(right.type)}",
        help="`is in` asks whether something is in a list" if right.type.base == "list" else "",
    )  # fmt: skip


def _plural(type_: m.Type) -> str:
    return {"payment": "payments", "scale": "scales", "list": "lists"}[type_.base]
