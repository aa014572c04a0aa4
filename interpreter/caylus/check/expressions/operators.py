"""Check operators on operands that are checked already: numbers, flags and payments, folded where all is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from caylus import model as m
from caylus import payments
from caylus import syntax as s
from caylus.arithmetic import ARITHMETIC
from caylus.check import fixes
from caylus.check.scope import Scope
from caylus.check.types import MISTAKE, comparable, describe, is_unknown
from caylus.diagnostics.diagnostic import Fix
from caylus.limits import MOST_AMOUNT, MOST_WAYS, NUMBER_BOUND
from caylus.model import evaluate

from .operands import Operand
from .paths import field, fields


def arithmetic(scope: Scope, node: s.Node, op: str, left: m.Expr, right: m.Expr) -> m.Expr:
    """`op` between two numbers; it may be `min` or `max`."""
    if not isinstance(left, m.Const) or not isinstance(right, m.Const):
        return m.Arithmetic(op, left, right)
    value = evaluate.arithmetic(op, left.value, right.value)
    if value is None or abs(value) >= NUMBER_BOUND:
        return scope.wrong(
            "E0306", node, f"`{scope.source(node)}` is too large a number", f"a number lies less than {NUMBER_BOUND:,} from 0"
        )
    return scope.symbols.keep_open(m.Const(value, m.NUMBER), left, right)


def chain(scope: Scope, operands: Sequence[Operand], operators: Sequence[str]) -> m.Expr:
    """`+ - less * /` from the left, and `or` between payments; `*` also of a number and a payment."""
    done = operands[0]
    for op, right in zip(operators, operands[1:], strict=True):
        done = Operand(done.to(right), _pair(scope, op, done, right))
    return done.expr


def _pair(scope: Scope, op: str, left: Operand, right: Operand) -> m.Expr:
    if is_unknown(left.type, right.type):
        return MISTAKE
    if left.type == right.type == m.NUMBER and op in ARITHMETIC:
        return arithmetic(scope, left.to(right), op, left.expr, right.expr)
    if op == "*" and (left.type, right.type) == (m.NUMBER, m.PAYMENT):
        return _multiply(scope, left.to(right), left.expr, right.expr)
    if op in payments.COMBINE:
        left, right = left.convert_to(m.PAYMENT, scope), right.convert_to(m.PAYMENT, scope)
    if left.type == right.type == m.PAYMENT and op in payments.COMBINE:
        return _combine(scope, left.to(right), op, left.expr, right.expr)
    return _mismatch(scope, op, left, right)


def _mismatch(scope: Scope, op: str, left: Operand, right: Operand) -> m.Expr:
    help = ""
    fix = None
    if op == "*" and left.type == m.PAYMENT and right.type == m.NUMBER:
        help = f"the number comes first: `{scope.source(right.node)} * …`"
    elif {left.type, right.type} == {m.NUMBER, m.PAYMENT}:
        number = left if left.type == m.NUMBER else right
        help = f"say what `{scope.source(number.node)}` is a number of; a sum stands in parentheses: `(1 + 2) coin`"
    elif left.type == right.type == m.PAYMENT:
        help = "payments are joined by `+`, one of them is picked by `or`, and part of one is waived by `less`"
        fix = fixes.operator(left.node, right.node, op, "+", scope.symbols) if op == "and" else None
    elif isinstance(left.node, s.Comparison) and left.node.operator in ("is", "is not") and op in ("and", "or"):
        begun = f"{scope.source(left.node.left)} {left.node.operator} "
        whole = f"{begun}{scope.source(right.node)}"
        help = f"each side is a question of its own: `{scope.source(left.node)} {op} {whole}`"
        fix = fixes.ahead(right.node, begun, whole) if (left.node.operator == "is") == (op == "or") else None
    elif op == "less":
        help = "numbers are subtracted by `-`"
    return _no_operator(scope, left.to(right), op, left, right, help, fix)


def _no_operator(
    scope: Scope, node: s.Node, op: str, left: Operand, right: Operand, help: str, fix: Fix | None = None
) -> m.Const:
    message = f"`{op}` does not go between {describe(left.type)} and {describe(right.type)}"
    if left.type == right.type:
        message = f"`{op}` does not take {describe(left.type)} on either side"
    return scope.wrong("E0304", node, message, f"{describe(left.type)} {op} {describe(right.type)}", help=help, fix=fix)


def _combine(scope: Scope, node: s.Node, op: str, left: m.Expr, right: m.Expr) -> m.Expr:
    if not isinstance(left, m.ConstPayment) or not isinstance(right, m.ConstPayment):
        return m.CombinePayments(op, left, right)
    scope.symbols.spend(len(left.alternatives) * len(right.alternatives) // 2)
    sums = (n + dict(b).get(r, 0) for a in left.alternatives for r, n in a for b in right.alternatives)
    if op == "+" and max(sums, default=0) > MOST_AMOUNT:
        return _too_much(scope, node)
    made = _make_operation(scope, node, lambda: payments.COMBINE[op](_pack_payment(left), _pack_payment(right)))
    return scope.symbols.keep_open(made, left, right)


def _multiply(scope: Scope, node: s.Node, number: m.Expr, payment: m.Expr) -> m.Expr:
    """So many of a payment."""
    if not isinstance(number, m.Const) or not isinstance(payment, m.ConstPayment):
        return m.CombinePayments("*", number, payment)
    amounts = (number.value * n for way in payment.alternatives for _, n in way)
    if number.value < 0 or max(amounts, default=0) > MOST_AMOUNT:
        return _too_much(scope, node)
    scope.symbols.spend(min(number.value, MOST_WAYS) * (len(payment.alternatives) - 1))
    made = _make_operation(scope, node, lambda: payments.times(number.value, _pack_payment(payment)))
    return scope.symbols.keep_open(made, number, payment)


def _make_operation(scope: Scope, node: s.Node, ways: Callable[[], payments.Ways]) -> m.Expr:
    try:
        alternatives = tuple(map(payments.unpack, ways()))
        scope.symbols.spend(len(alternatives))
        return m.ConstPayment(alternatives)
    except OverflowError:
        message = f"`{scope.source(node)}` can be paid in more than {MOST_WAYS} ways"
        help = "ask for less at once, or for fewer kinds of resources"
        return scope.wrong("E0305", node, message, "too many to choose among", help=help)


def _too_much(scope: Scope, node: s.Node) -> m.Const:
    label = f"an amount lies between 0 and {MOST_AMOUNT:,}"
    return scope.wrong("E0306", node, f"nobody can pay `{scope.source(node)}`", label)


def _pack_payment(payment: m.ConstPayment) -> payments.Ways:
    return tuple(map(payments.pack, payment.alternatives))


def quantity(
    scope: Scope, node: s.Node, amount: Operand, resources: tuple[m.Resource, ...], different: bool, which: m.Expr | None
) -> m.Expr:
    """So much of a resource or a group, or of that one of some resources."""
    if amount.type != m.NUMBER:
        return scope.misfit(amount.node, amount.type, m.NUMBER, "before a resource stands")
    if not isinstance(amount.expr, m.Const):
        return m.Quantity(amount.expr, resources, different, which)
    count = amount.expr.value
    source = scope.source(node)
    if not 0 <= count <= MOST_AMOUNT:
        return _too_much(scope, node)
    if which is not None:
        return m.Quantity(amount.expr, resources, different, which)
    if different and count > len(resources):
        return scope.wrong("E0306", node, f"nobody can pay `{source}`", f"there are only {len(resources)} different ones")
    made = _make_operation(scope, node, lambda: payments.mix(count, tuple(r.index for r in resources), different))
    return scope.symbols.keep_open(made, amount.expr)


def logic(scope: Scope, op: str, operands: Sequence[Operand]) -> m.Expr:
    """`and` and `or` of flags, `or` of payments."""
    if is_unknown(*(o.type for o in operands)):
        return MISTAKE
    if all(o.type == m.FLAG for o in operands):
        return m.Logic(op, tuple(o.expr for o in operands))
    operands = [operand.convert_to(m.PAYMENT, scope) for operand in operands] if op == "or" else operands
    if op == "or" and all(o.type == m.PAYMENT for o in operands):
        return chain(scope, operands, ["or"] * (len(operands) - 1))
    left, right = next(pair for pair in pairwise(operands) if any(o.type != m.FLAG for o in pair))
    return _mismatch(scope, op, left, right)


def compare(scope: Scope, node: s.Node, op: str, left: Operand, right: Operand) -> m.Expr:
    """`is`, `is not`, and the order of numbers."""
    if is_unknown(left.type, right.type):
        return MISTAKE
    if op in ("is", "is not") and left.type.base in ("number", "flag", "object") and comparable(left.type, right.type):
        return m.Compare("==" if op == "is" else "!=", left.expr, right.expr)
    if op not in ("is", "is not") and left.type == right.type == m.NUMBER:
        return m.Compare(op, left.expr, right.expr)
    help = "`is in` asks whether something is in a list" if right.type.base == "list" else ""
    fix = None
    held = [name for name in fields(left.type.kind) if _holds(left.type.kind, name, right.type)] if left.type.kind else []
    if left.type.base == right.type.base == "object" and held:
        source, wanted = scope.source(left.node), scope.source(right.node)
        help = " or ".join(f"`{source}.{name} {op} {wanted}`" for name in held)
        help = f"{describe(left.type)} is never {describe(right.type)}; ask for what it has: {help}"
        fix = fixes.insert_after(left.node, f".{held[0]}", f"{source}.{held[0]} {op} {wanted}") if len(held) == 1 else None
    return _no_operator(scope, node, op, left, right, help, fix)


def _holds(kind: m.Kind, name: str, type_: m.Type) -> bool:
    """Return whether what objects of a kind have under a name may be something of a type."""
    found = field(kind, name)
    is_one = isinstance(found, m.Property) or (isinstance(found, m.State) and not found.indices)
    return is_one and isinstance(found, (m.Property, m.State)) and found.type.kind is not None and comparable(found.type, type_)
