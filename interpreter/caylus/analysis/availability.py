"""Options that are always there: there is always something to choose from, and for one such choice they ask for nothing."""

from __future__ import annotations

from collections.abc import Callable

from caylus import model as m
from caylus.limits import MOST_PLAYERS
from caylus.model.evaluate import OPPOSITE, Evaluator, Range


class LeastHeld(Evaluator):
    """Knows besides that nobody holds less of a resource than its `least`, however many play."""

    def __init__(self) -> None:
        super().__init__(MOST_PLAYERS)

    def holding_range(self, resources: tuple[m.Resource, ...]) -> Range:
        return super().holding_range(resources)._replace(low=sum(resource.least for resource in resources))


def is_always_offered(option: m.Option, evaluator: Evaluator | None = None) -> bool:
    """`evaluator` knows between what numbers formulas lie. Of the numbers to choose from, 0, the first and the last are tried."""
    known = evaluator or LeastHeld()
    before = dict(known.variables)
    try:
        return any(_is_offered_for(option, known, pick) for pick in (_pick_zero, _pick_lowest, _pick_highest))
    finally:
        known.variables = before


def _is_offered_for(option: m.Option, known: Evaluator, pick: Callable[[Range, Range], float | None]) -> bool:
    """Return whether an option asks for nothing where its numbers are picked so, and all else is whatever it may be."""
    for variable, source in zip(option.variables, option.sources, strict=True):
        if not is_never_empty(source, known):
            return False
        if isinstance(source, m.Numbers):
            number = pick(known.compute_range(source.low), known.compute_range(source.high))
            if number is not None:
                known.variables[variable] = Range(number, number)
    return (option.where is None or _holds(option.where, known)) and all(_asks_for_nothing(part, known) for part in option.head)


def _pick_zero(low: Range, high: Range) -> float | None:
    return 0 if low.high <= 0 <= high.low else _pick_lowest(low, high)


def _pick_lowest(low: Range, high: Range) -> float | None:
    return low.low if low.low == low.high <= high.low else None


def _pick_highest(low: Range, high: Range) -> float | None:
    return high.high if low.high <= high.low == high.high else None


def _asks_for_nothing(asked: m.Require | m.Transfer, known: Evaluator) -> bool:
    return _holds(asked.condition, known) if isinstance(asked, m.Require) else _is_nothing(asked.payment, known)


_SURELY: dict[str, Callable[[Range, Range], bool]] = {
    "==": lambda a, b: a.low == a.high == b.low == b.high,
    "!=": lambda a, b: a.high < b.low or b.high < a.low,
    "<": lambda a, b: a.high < b.low,
    "<=": lambda a, b: a.high <= b.low,
    ">": lambda a, b: a.low > b.high,
    ">=": lambda a, b: a.low >= b.high,
}
"""Whether a comparison is true of any two numbers of two ranges."""


def _holds(condition: m.Expr, known: Evaluator) -> bool:
    """Return whether a condition is true for whatever numbers its formulas may come to."""
    match condition:
        case m.Const(value=value):
            return bool(value)
        case m.Logic(op=op, operands=operands):
            return (all if op == "and" else any)(_holds(operand, known) for operand in operands)
        case m.Not(operand=m.Compare(op=op, left=left, right=right)):
            return _holds(m.Compare(OPPOSITE[op], left, right), known)
        case m.Compare(op=op, left=left, right=right) if left.type == m.NUMBER:
            return _SURELY[op](known.compute_range(left), known.compute_range(right))
    return False


def _is_nothing(payment: m.Expr, known: Evaluator) -> bool:
    match payment:
        case m.ConstPayment(alternatives=alternatives):
            return () in alternatives
        case m.Quantity(amount=amount):
            return known.compute_range(amount).high <= 0
        case m.CombinePayments(op="less", left=left):
            return _is_nothing(left, known)
        case m.CombinePayments(op="*", left=left, right=right):
            return known.compute_range(left).high <= 0 or _is_nothing(right, known)
        case m.CombinePayments(op=op, left=left, right=right):
            return (any if op == "or" else all)(_is_nothing(part, known) for part in (left, right))
    return False


def is_never_empty(source: m.ListExpr, evaluator: Evaluator | None = None) -> bool:
    """Return whether there is always something to choose from, as there is from 0 to what somebody holds."""
    match source:
        case m.Numbers(low=low, high=high):
            known = evaluator or LeastHeld()
            return known.compute_range(low).high <= known.compute_range(high).low
        case m.AllOf(kind=kind):
            return kind.is_player or kind.size > 0
        case m.RowMembers(row=row):
            return row.size > 0
        case m.Gathered():
            return True
        case m.Rotated(list=around, way="from") | m.Faces(list=around):
            return is_never_empty(around, evaluator)
    return False
