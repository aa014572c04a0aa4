"""Evaluate expressions before play: their values, their ranges, and whether they may fail.

Working out a rule fails where a number, an amount or a choice grows beyond its bound (see `limits`), and nowhere else. Whatever
is worked out beforehand or left away here keeps every such fault, so that a rule fails in the same place, if it fails, however
its code is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from math import comb, inf, isinf
from types import MappingProxyType
from typing import NamedTuple, assert_never

from caylus import model as m
from caylus.arithmetic import ARITHMETIC, COMPARE, GROWING
from caylus.limits import FORMULA_BOUND, MOST_AMOUNT, MOST_NUMBERS, MOST_WAYS, NUMBER_BOUND

from .access import several_ways
from .walk import children, inner_list, rewrite

OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}

OPERATOR = {"plus": "+", "minus": "-", "at least": "max", "at most": "min"}
"""What the changes of a modifier do to a value; one that `becomes` something is that."""


class Range(NamedTuple):
    """From `low` to `high`, both included; infinite where nothing is known."""

    low: float
    high: float

    def is_below(self, bound: int) -> bool:
        """Return whether every number of it lies less than the bound from 0."""
        return -bound < self.low and self.high < bound


OPEN = Range(-inf, inf)
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


def operate_ranges(op: str, a: Range, b: Range) -> Range:
    """Between what numbers the exact result of an operator lies."""
    match op:
        case "+":
            return Range(a.low + b.low, a.high + b.high)
        case "-":
            return Range(a.low - b.high, a.high - b.low)
        case "min":
            return Range(min(a.low, b.low), min(a.high, b.high))
        case "max":
            return Range(max(a.low, b.low), max(a.high, b.high))
        case "*":
            corners = [x * y if x and y else 0 for x in a for y in b]
            return Range(min(corners), max(corners))
        case "/" if b.low == b.high > 0:
            return Range(*(x if isinf(x) else x // b.low for x in a))
        case "/":
            furthest = max(-a.low, a.high)
            return Range(-furthest, furthest)
        case "%":
            return Range(min(b.low + 1, 0), max(b.high - 1, 0))
    raise ValueError(op)


def range_of_numbers(numbers: Iterable[int]) -> Range:
    """One of them; 0 if there are none."""
    known = [*numbers] or [0]
    return Range(min(known), max(known))


def hull(found: Iterable[Range]) -> Range:
    """The range that covers all of them."""
    lows, highs = zip(*found, strict=True)
    return Range(min(lows), max(highs))


def _known_amount(e: m.Holding | m.Quantity | m.AmountIn) -> m.Expr:
    """Return how much it is of the one resource that is meant; of none, nothing."""
    meant = tuple(resource for resource in e.resources if isinstance(e.which, m.Const) and resource.index == e.which.value)
    match e:
        case m.Quantity(amount=m.Const(value=amount)) if meant and 0 < amount <= MOST_AMOUNT:
            return m.ConstPayment((((meant[0].index, amount),),))
        case m.Quantity() if not meant:
            return m.ConstPayment(((),))
    return replace(e, resources=meant, which=None) if meant else m.Const(0, m.NUMBER)


class Evaluator:
    """For a number of players. `variables` are those that may hold more than what has a name: what values are asked with.

    Whoever knows more of what happens in play says so by overriding what is asked of variables, states, objects and values.
    """

    def __init__(self, players: int, variables: Mapping[m.Variable, Range] = MappingProxyType({})) -> None:
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
                return self._logic(e)
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
                return m.Const(self.member_numbers(kind)[value], m.NUMBER)
            case m.Fixed(property=prop, object=m.Const(value=value)) if prop.type.base in ("number", "flag", "object"):
                zero = -1 if prop.type.base == "object" else 0
                return m.Const(int(prop.values[value]) if value >= 0 else zero, prop.type)  # type: ignore[call-overload]
        return e

    def _logic(self, e: m.Logic) -> m.Expr:
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

    def member_numbers(self, kind: m.Kind) -> tuple[int, ...]:
        """The places in their rows of a kind's family, a player's among the seats; the last is that of none."""
        if kind.is_player:
            return (*range(1, self.players + 1), 0)
        return (*(thing.number for thing in kind.root.objects), 0)

    # ---- between what numbers they lie

    def compute_range(self, expr: m.Expr) -> Range:
        """Between what numbers a formula lies, whatever happens in play, if it does not fail."""
        match expr:
            case m.Const(value=value):
                return Range(value, value)
            case m.Local(variable=variable):
                return self.variable_range(variable)
            case m.Read(state=state, object=None, indices=()):
                return self.state_range(state)
            case m.Read(state=state):
                return hull((self.state_range(state), Range(0, 0)))  # which it is for none
            case m.Holding(resources=resources, which=None):
                return self.holding_range(resources)
            case m.Holding(resources=resources):
                return hull(self.holding_range((resource,)) for resource in resources)
            case m.Fixed(property=fixed, object=thing):
                return range_of_numbers(v for v in self.worth(fixed, thing) if isinstance(v, int))
            case m.PlaceInRow(object=thing) if thing.type.kind is not None:
                places = self.member_numbers(thing.type.kind)
                return range_of_numbers(places[i] for i in self.objects(thing))
            case m.ScaleItem(scale=m.ConstScale(numbers=numbers)):
                return range_of_numbers(numbers)
            case m.ScaleItem(scale=m.Fixed(property=fixed, object=thing)):
                scales = [v for v in self.worth(fixed, thing) if isinstance(v, tuple)]
                return range_of_numbers(n for _, numbers in scales for n in numbers)
            case m.Arithmetic() | m.Query(kind="sum"):
                low, high = self._grown(expr)
                return Range(max(low, ANY.low), min(high, ANY.high))
            case m.Absolute(operand=operand):
                low, high = self.compute_range(operand)
                return Range(max(low, -high, 0), max(-low, high))
            case m.Choice(then=then, otherwise=otherwise):
                return hull((self.compute_range(then), self.compute_range(otherwise)))
            case m.SizeOf(list=source) | m.Query(kind="count", source=source):
                return Range(0, self.length(source))
            case m.Random(list=source) | m.Item(list=source) if expr.type == m.NUMBER:
                return hull((Range(0, 0), self.range_of_member(source)))
            case m.AmountIn(resources=resources, which=which):
                return Range(0, MOST_AMOUNT * (len(resources) if which is None else 1))
            case m.CallValue() as call:
                return self.value_range(call)
            case (
                m.ConstPayment()
                | m.ConstScale()
                | m.PlaceInRow()
                | m.ScaleItem()
                | m.RowItem()
                | m.ListItem()
                | m.Item()
                | m.Random()
                | m.Compare()
                | m.Contains()
                | m.Logic()
                | m.Not()
                | m.Query()
                | m.CallCondition()
                | m.Quantity()
                | m.CanPay()
                | m.CombinePayments()
                | m.Revealed()
                | m.AllOf()
                | m.RowMembers()
                | m.ListMembers()
                | m.Numbers()
                | m.Shuffled()
                | m.Rotated()
                | m.Faces()
                | m.Behind()
                | m.Gathered()
                | m.PlayerRow()
                | m.SeatOf()
            ):
                return OPEN
        assert_never(expr)

    def _grown(self, e: m.Arithmetic | m.Query) -> Range:
        """Between what numbers the exact result of an operator or a sum lies."""
        if isinstance(e, m.Arithmetic):
            return operate_ranges(e.op, self.compute_range(e.left), self.compute_range(e.right))
        assert e.body is not None
        return operate_ranges("*", Range(0, self.length(e.source)), self.member_range(e.body, e.variable, e.source))

    def length(self, source: m.Expr) -> int:
        """Return how many members a list has at most."""
        match source:
            case m.RowMembers(row=row) | m.PlayerRow(row=row):
                return row.size
            case m.Numbers(low=low, high=high):
                return int(min(max(0, self.compute_range(high).high - self.compute_range(low).low + 1), MOST_NUMBERS))
            case _ if (inner := inner_list(source)) is not None:
                return self.length(inner)
            case m.Gathered(members=members):
                return len(members)
        kind = source.type.kind
        return MOST_NUMBERS if kind is None else self.count(kind)

    # ---- what is known of variables, states, objects and lists

    def variable_range(self, variable: m.Variable) -> Range:
        return self.variables.get(variable, NAMED)

    def state_range(self, state: m.State) -> Range:
        return hull(Range(*bounds) for bounds in state.bounds) if state.bounds else NAMED

    def holding_range(self, resources: tuple[m.Resource, ...]) -> Range:
        """The range of what a player holds of some resources together."""
        return Range(NAMED.low * len(resources), NAMED.high * len(resources))

    def member_range(self, body: m.Expr, variable: m.Variable, source: m.ListExpr) -> Range:
        """A formula of each member of a list."""
        return self.compute_range(body)

    def range_of_member(self, list_: m.Expr) -> Range:
        """Any number of a list."""
        match list_:
            case m.Numbers(low=low, high=high):
                return Range(self.compute_range(low).low, self.compute_range(high).high)
            case _ if (inner := inner_list(list_)) is not None:
                return self.range_of_member(inner)
            case m.Gathered(members=members):
                return hull(map(self.compute_range, members))
        return NAMED

    def value_range(self, call: m.CallValue) -> Range:
        """One of its cases, as the modifiers leave it."""
        return self._value(call.value)[0]

    def _value(self, value: m.Value) -> tuple[Range, bool]:
        """Between what numbers a value lies, and whether no modifier ever makes it leave its bounds."""
        if value not in self._values:
            self._values[value] = ANY, False  # of a value that asks itself, which no ruleset without faults has
            found, stays = hull(self.compute_range(result) for _, result in value.cases), True
            for modifier in value.modifiers:
                found, changed = self.apply_modifier(
                    found, modifier.change, self.compute_range(modifier.value), modifier.where is None
                )
                stays = stays and changed.is_below(FORMULA_BOUND)
            self._values[value] = found, stays
        return self._values[value]

    def apply_modifier(self, found: Range, change: str, by: Range, surely: bool) -> tuple[Range, Range]:
        """Between what numbers a value lies behind a modifier, which may not hold unless `surely`, and the exact change."""
        changed = operate_ranges(OPERATOR[change], found, by) if change in OPERATOR else by
        low, high = changed if surely else hull((found, changed))
        return Range(max(low, ANY.low), min(high, ANY.high)), changed

    def objects(self, thing: m.Expr) -> Iterable[int]:
        """The objects that an expression may be; -1 is none."""
        kind = thing.type.kind
        return (*range(kind.first, kind.first + self.size(kind)), -1) if kind is not None else (-1,)

    def worth(self, fixed: m.Property, thing: m.Expr) -> list[object]:
        """The range of a property, of whatever object it may be asked; of none, only the zero of its type is known."""
        zero: object = {"payment": ((),), "scale": (0, (0,))}.get(fixed.type.base, 0)
        return [fixed.values[i] if i >= 0 else zero for i in self.objects(thing)]

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
                made = children((*value.cases, *value.modifiers))
                if not self._asks(
                    value, lambda: all(map(self.is_sure, made)) and (value.type != m.NUMBER or self._value(value)[1])
                ):
                    return False
            case m.CallCondition(condition=condition):
                if not self._asks(condition, lambda: all(map(self.is_sure, condition.requires))):
                    return False
        return all(map(self.is_sure, children(expr)))

    def stays(self, e: m.Arithmetic | m.Query) -> bool:
        """Return whether the result of an operator or a sum never leaves its bounds."""
        return self._grown(e).is_below(FORMULA_BOUND)

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

    def _asks(self, named: m.Value | m.Condition, find_out: Callable[[], bool]) -> bool:
        if named not in self._surely:
            self._surely[named] = False  # while it is found out
            self._surely[named] = find_out()
        return self._surely[named]
