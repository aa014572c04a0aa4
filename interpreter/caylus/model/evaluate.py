"""Evaluate expressions before play: their values, their ranges, and whether they may fail.

Working out a rule fails where a number, an amount or a choice grows beyond its bound (see `limits`), and nowhere else. Whatever
is worked out beforehand or left away here keeps every such fault, so that a rule fails in the same place, if it fails, however
its code is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import comb
from types import MappingProxyType

from caylus import model as m
from caylus.arithmetic import ARITHMETIC, COMPARE, GROWING
from caylus.limits import FORMULA_BOUND, MOST_AMOUNT, MOST_NUMBERS, MOST_WAYS, NUMBER_BOUND

from .access import several_ways
from .transfer import FLAGS, NOTHING, OPPOSITE, Known, Members, Range, Set, SetEvaluator, hull, operate_ranges
from .walk import children, rewrite

OPERATOR = {"plus": "+", "minus": "-", "at least": "max", "at most": "min"}
"""What the changes of a modifier do to a value; one that `becomes` something is that."""


NAMED = Range(1 - NUMBER_BOUND, NUMBER_BOUND - 1)
"""What has a name."""
ANY = Range(1 - FORMULA_BOUND, FORMULA_BOUND - 1)
"""What a formula may come to."""


def arithmetic(op: str, left: int, right: int) -> int | None:
    """The result of an operator on two numbers; None if that is out of bounds."""
    try:
        return ARITHMETIC[op](left, right)
    except OverflowError:
        return None


def _known_amount(e: m.Holding | m.Quantity | m.AmountIn) -> m.Expr:
    """Return how much it is of the one resource that is meant; of none, nothing."""
    resources_paid = tuple(
        resource for resource in e.resources if isinstance(e.which, m.Const) and resource.index == e.which.value
    )
    match e:
        case m.Quantity(amount=m.Const(value=amount)) if resources_paid and 0 < amount <= MOST_AMOUNT:
            return m.ConstPayment((((resources_paid[0].index, amount),),))
        case m.Quantity() if not resources_paid:
            return m.ConstPayment(((),))
    return replace(e, resources=resources_paid, which=None) if resources_paid else m.Const(0, m.NUMBER)


class Evaluator(SetEvaluator):
    """For a number of players. `variables` are those that may hold more than what has a name: what values are asked with.

    Whoever knows more of what happens in play says so by overriding what is asked of variables, states, objects and values.
    """

    number_bound = ANY
    list_bound = MOST_NUMBERS
    amount_bound = MOST_AMOUNT

    def __init__(self, players: int, variables: Mapping[m.Variable, Range] = MappingProxyType({})) -> None:
        super().__init__(players, Range(players, players))
        self.players = players
        self.variables = dict(variables)
        self._values: dict[m.Value, tuple[Range, bool]] = {}
        self._surely: dict[m.Value | m.Condition, bool] = {}

    # ---- what expressions come to

    def fold(self, expr: m.Expr) -> m.Expr:
        """The expression with everything computed that the number of players settles."""
        return rewrite(expr, self._fold)

    def substitute(self, expr: m.Expr, part: m.Expr, constant: m.Const) -> m.Expr:
        """The expression, folded, where a part of it has this value."""
        return rewrite(expr, lambda e: constant if e == part else self._fold(e))

    def _fold(self, e: m.Expr) -> m.Expr:
        match e:
            case m.SeatOf(automaton=automaton, type=type_):
                return m.Const(self.players - automaton.from_last, type_)
            case m.SizeOf(list=m.AllOf(kind=kind)):
                return m.Const(self.count(kind), m.NUMBER)
            case m.SizeOf(list=m.RowMembers(row=row)):
                return m.Const(row.size, m.NUMBER)
            case m.SizeOf(list=m.Gathered(members=members)):
                return m.Const(len(members), m.NUMBER)
            case m.Arithmetic(op=op, left=m.Const(value=a), right=m.Const(value=b)):
                result = arithmetic(op, a, b)
                return e if result is None else m.Const(result, m.NUMBER)
            case m.Absolute(operand=m.Const(value=a)):
                return m.Const(abs(a), m.NUMBER)
            case m.Compare(op=op, left=m.Const(value=a), right=m.Const(value=b)):
                return m.Const(int(COMPARE[op](a, b)), m.FLAG)
            case m.Not(operand=m.Const(value=a)):
                return m.Const(int(not a), m.FLAG)
            case m.Not(operand=m.Not(operand=inner)):
                return inner
            case m.Not(operand=m.Compare(op=op, left=left, right=right)):
                return m.Compare(OPPOSITE[op], left, right)
            case m.Logic():
                return self._fold_logic(e)
            case m.Contains(list=m.AllOf(kind=kind), member=m.Const(value=value)):
                return m.Const(int(kind.first <= value < kind.first + self.size(kind)), m.FLAG)
            case m.Contains(list=m.RowMembers(row=row), member=m.Const(value=value)):
                return m.Const(int(row.first <= value < row.first + row.size), m.FLAG)
            case m.Choice(condition=m.Const(value=holds), then=then, otherwise=otherwise):
                return then if holds else otherwise
            case m.Choice(condition=condition, then=then, otherwise=otherwise) if then == otherwise and self.is_sure(condition):
                return then
            case m.Revealed(operand=operand):
                return operand
            case m.Holding(which=m.Const()) | m.Quantity(which=m.Const()) | m.AmountIn(which=m.Const()):
                return _known_amount(e)
            case m.PlaceInRow(object=m.Const(value=value, type=m.Type(kind=m.Kind() as kind))):
                return m.Const(self.places(kind)[value], m.NUMBER)
            case m.Fixed(property=prop, object=m.Const(value=value)) if prop.type.base in ("number", "flag", "object"):
                zero = -1 if prop.type.base == "object" else 0
                return m.Const(int(prop.values[value]) if value >= 0 else zero, prop.type)  # type: ignore[call-overload]
        return e

    def _fold_logic(self, e: m.Logic) -> m.Expr:
        """Without what makes no difference. What stands before the one that decides is asked first, and may fail."""
        decisive = int(e.op == "or")
        asked: list[m.Expr] = []
        for operand in e.operands:
            if not isinstance(operand, m.Const):
                asked.append(operand)
            elif bool(operand.value) == bool(decisive):
                if all(map(self.is_sure, asked)):
                    return operand
                asked.append(operand)
                break
        if not asked:
            return m.Const(1 - decisive, m.FLAG)
        return asked[0] if len(asked) == 1 else m.Logic(e.op, tuple(asked))

    def size(self, kind: m.Kind) -> int:
        return kind.size_for(self.players)

    def count(self, kind: m.Kind) -> int:
        """Return how many objects a kind has with all copies."""
        return kind.count + kind.each * self.players

    # ---- between what numbers they lie

    def compute_range(self, expr: m.Expr) -> Range:
        """Between what numbers a formula lies, whatever happens in play, if it does not fail."""
        return self.number_range(expr, NOTHING)

    def length(self, source: m.Expr) -> int:
        """Return how many members a list has at most."""
        return int(self.list_members(source, NOTHING).size.high)

    # ---- what is known of variables, states, holdings and lists

    def variable_range(self, variable: m.Variable) -> Range:
        return self.variables.get(variable, NAMED)

    def variable_set(self, variable: m.Variable) -> Set:
        return self.variable_range(variable) if variable.type == m.NUMBER else self.anything(variable.type)

    def state_range(self, state: m.State) -> Range:
        return hull(Range(*bounds) for bounds in state.bounds) if state.bounds else NAMED

    def state_set(self, state: m.State) -> Set:
        return self.state_range(state) if state.type == m.NUMBER else self.anything(state.type)

    def holding_range(self, resource: m.Resource) -> Range:
        return NAMED._replace(low=resource.least)

    def list_set(self, list_: m.ListState) -> int:
        return self.all_of(list_.kind)

    def any_list(self, kind: m.Kind | None) -> Members:
        if kind is None:
            return Members(NAMED, Range(0, MOST_NUMBERS))
        return Members(self.all_of(kind), Range(0, self.count(kind)))

    def range_of_member(self, list_: m.Expr) -> Range:
        """Any number of a list."""
        each = self.list_members(list_, NOTHING).each
        return each if isinstance(each, Range) else NAMED

    def condition_set(self, call: m.CallCondition, known: Known) -> Set:
        return FLAGS

    def call_set(self, call: m.CallValue, known: Known) -> Set:
        return self.value_range(call) if call.type == m.NUMBER else self.anything(call.type)

    def value_range(self, call: m.CallValue) -> Range:
        """One of its cases, as the modifiers leave it."""
        return self._value(call.value)[0]

    def _value(self, value: m.Value) -> tuple[Range, bool]:
        """Between what numbers a value lies, and whether no modifier ever makes it leave its bounds."""
        if value not in self._values:
            self._values[value] = ANY, False  # of a value that asks itself, which no ruleset without faults has
            value_range, stays = hull(self.compute_range(result) for _, result in value.cases), True
            for modifier in value.modifiers:
                value_range, changed_range = self.apply_modifier(
                    value_range, modifier.change, self.compute_range(modifier.value), modifier.where is None
                )
                stays = stays and changed_range.is_below(FORMULA_BOUND)
            self._values[value] = value_range, stays
        return self._values[value]

    def apply_modifier(self, value_range: Range, change: str, by: Range, surely: bool) -> tuple[Range, Range]:
        """Between what numbers a value lies behind a modifier, which may not hold unless `surely`, and the exact change."""
        changed_range = operate_ranges(OPERATOR[change], value_range, by) if change in OPERATOR else by
        low, high = changed_range if surely else hull((value_range, changed_range))
        return Range(max(low, ANY.low), min(high, ANY.high)), changed_range

    # ---- whether they may fail

    def is_sure(self, expr: object) -> bool:
        """Return whether an expression can be worked out whatever happens in play."""
        match expr:
            case m.Arithmetic(op=op):
                if op in GROWING and not self.stays(expr):
                    return False
            case m.Query(kind=kind, source=source):
                if (kind == "sum" and not self.stays(expr)) or not self.is_short(source):
                    return False
            case m.SizeOf(list=source) | m.Random(list=source):
                if not self.is_short(source):
                    return False
            case m.Quantity():
                if not self.is_payable(expr):
                    return False
            case m.CombinePayments(op=op, right=right):
                if op != "less" or several_ways(right):
                    return False
            case m.CallValue(value=value):
                formulas = children((*value.cases, *value.modifiers))
                if not self._asks(
                    value, lambda: all(map(self.is_sure, formulas)) and (value.type != m.NUMBER or self._value(value)[1])
                ):
                    return False
            case m.CallCondition(condition=condition):
                if not self._asks(condition, lambda: all(map(self.is_sure, condition.requires))):
                    return False
        return all(map(self.is_sure, children(expr)))

    def stays(self, e: m.Arithmetic | m.Query) -> bool:
        """Return whether the result of an operator or a sum never leaves its bounds."""
        return self.exact_range(e, NOTHING).is_below(FORMULA_BOUND)

    def is_payable(self, quantity: m.Quantity) -> bool:
        """Return whether an amount is surely one that somebody can pay, in no more ways than people can choose among."""
        most = self.compute_range(quantity.amount).high
        kinds = len(quantity.resources) if quantity.which is None else 1
        if kinds == 1 or most <= 0:
            return most <= MOST_AMOUNT
        return most <= MOST_WAYS and comb(kinds + int(most) - 1, int(most)) <= MOST_WAYS

    def is_short(self, source: m.Expr) -> bool:
        """Return whether a list that is gone through is surely none of too many numbers."""
        if not isinstance(source, m.Numbers):
            return True
        low, high = self.compute_range(source.low), self.compute_range(source.high)
        return low.is_below(NUMBER_BOUND) and high.is_below(NUMBER_BOUND) and high.high - low.low < MOST_NUMBERS

    def _asks(self, definition: m.Value | m.Condition, find_out: Callable[[], bool]) -> bool:
        if definition not in self._surely:
            self._surely[definition] = False  # while it is found out
            self._surely[definition] = find_out()
        return self._surely[definition]
