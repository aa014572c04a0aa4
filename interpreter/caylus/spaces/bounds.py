"""Between what numbers a formula lies, whatever happens in play."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, isinf
from typing import TYPE_CHECKING, NamedTuple

from caylus import model as m

if TYPE_CHECKING:
    from .domains import Domains


class Bounds(NamedTuple):
    """Whole numbers, both included; infinite where the rules leave it open."""

    low: float
    high: float


OPEN = Bounds(-inf, inf)


class Numbers:
    """The bounds of formulas. What they ask of objects and lists, `domains` answers."""

    def __init__(self, domains: Domains) -> None:
        self._domains = domains
        self._states: dict[m.State, Bounds] = {}
        self._held: dict[m.Variable, Bounds] = {}

    def of(self, expr: m.Expr) -> Bounds:
        match self._domains.settled(expr):
            case m.Const(value=value):
                return Bounds(value, value)
            case m.Local(variable=variable):
                return self._variable(variable)
            case m.Read(state=state):
                return self._state(state)
            case m.Holding():
                return Bounds(0, inf)
            case m.Fixed(property=fixed, object=thing):
                return _among(v for v in self._domains.values(fixed, thing) if isinstance(v, int))
            case m.PlaceInRow(object=thing) if thing.type.kind is not None:
                things = thing.type.kind.root.objects
                return _among(things[i].number if i >= 0 else 0 for i in self._domains.objects(thing))
            case m.ScaleItem(scale=m.ConstScale(numbers=numbers)):
                return _among(numbers)
            case m.ScaleItem(scale=m.Fixed(property=fixed, object=thing)):
                scales = [v for v in self._domains.values(fixed, thing) if isinstance(v, tuple)]
                return _among(n for _, numbers in scales for n in numbers)
            case m.Arithmetic(op=op, left=left, right=right):
                return _worked_out(op, self.of(left), self.of(right))
            case m.Absolute(operand=operand):
                low, high = self.of(operand)
                return Bounds(0, max(-low, high))
            case m.SizeOf(list=source) | m.Query(kind="count", source=source):
                return self._size(source)
            case m.Query(kind="sum", variable=variable, source=source, body=body) if body is not None:
                self._domains.reached.drawn[variable] = [source]
                return _worked_out("*", self._size(source), self.of(body))
            case m.CallValue() as call:
                return self._value(call)
        return OPEN

    def _size(self, source: m.ListExpr) -> Bounds:
        if isinstance(source, m.Numbers):
            return Bounds(0, max(0, self.of(source.high).high - self.of(source.low).low + 1))
        return Bounds(0, len(self._domains.members(source)))

    def _variable(self, variable: m.Variable) -> Bounds:
        """Anything it is set to, or any member of what it is drawn from."""
        reached = self._domains.reached
        if reached.drawn[variable]:
            return _around(map(self._member, reached.drawn[variable]))
        if variable not in self._held:
            self._held[variable] = _around(map(self.of, reached.held[variable]))
        return self._held[variable]

    def _member(self, list_: m.Expr) -> Bounds:
        """Any number of a list."""
        match list_:
            case m.Numbers(low=low, high=high):
                return Bounds(self.of(low).low, self.of(high).high)
            case m.Shuffled(list=inner):
                return self._member(inner)
            case m.Local(variable=variable):
                return _around(map(self._member, self._domains.reached.held[variable]))
        return OPEN

    def _value(self, call: m.CallValue) -> Bounds:
        """One of its cases, as the modifiers that may hold leave it."""
        cases, modifiers = self._domains.instance(call)
        found = _around(map(self.of, cases))
        for modifier, by, must in modifiers:
            amount = self.of(by)
            op = {"plus": "+", "minus": "-", "at least": "max", "at most": "min"}.get(modifier.change)
            changed = _worked_out(op, found, amount) if op else amount
            found = changed if must else _around((found, changed))
        return found

    # ---- states

    def _state(self, state: m.State) -> Bounds:
        """What it begins with and what it may be changed to. While that is worked out, what it is changed by is open."""
        if state not in self._states:
            self._states[state] = OPEN
            found = [_among(state.initial)]
            for statement, guard in self._domains.reached.changes[state]:
                if isinstance(statement, m.Assign):
                    found.append(self.of(statement.value))
                else:
                    low, high = self._asked(guard, statement.target)
                    by = _worked_out("*", Bounds(statement.sign, statement.sign), self.of(statement.amount))
                    found += [Bounds(low + by.low, low + by.low)] if by.low < 0 else []
                    found += [Bounds(high + by.high, high + by.high)] if by.high > 0 else []
            self._states[state] = _around(found)
        return self._states[state]

    def _asked(self, condition: m.Expr | None, target: m.Expr) -> Bounds:
        """Between what numbers something lies where a condition holds."""
        match self._domains.settled(condition) if condition is not None else None:
            case m.Logic(op="and", operands=operands):
                lows, highs = zip(*(self._asked(operand, target) for operand in operands), strict=True)
                return Bounds(max(lows), min(highs))
            case m.Compare(op=op, left=left, right=right) if target in (left, right):
                low, high = self.of(right if left == target else left)
                if right == target:
                    op = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(op, op)
                return {
                    "<": Bounds(-inf, high - 1),
                    "<=": Bounds(-inf, high),
                    ">": Bounds(low + 1, inf),
                    ">=": Bounds(low, inf),
                    "==": Bounds(low, high),
                }.get(op, OPEN)
        return OPEN


def _among(numbers: Iterable[int]) -> Bounds:
    known = [*numbers] or [0]
    return Bounds(min(known), max(known))


def _around(found: Iterable[Bounds]) -> Bounds:
    """What holds whichever of them it is."""
    lows, highs = zip(*found, strict=True)
    return Bounds(min(lows), max(highs))


def _worked_out(op: str, a: Bounds, b: Bounds) -> Bounds:
    """Arithmetic with numbers that lie between bounds."""
    match op:
        case "+":
            return Bounds(a.low + b.low, a.high + b.high)
        case "-":
            return Bounds(a.low - b.high, a.high - b.low)
        case "min":
            return Bounds(min(a.low, b.low), min(a.high, b.high))
        case "max":
            return Bounds(max(a.low, b.low), max(a.high, b.high))
        case "*":
            corners = [x * y if x and y else 0 for x in a for y in b]
            return Bounds(min(corners), max(corners))
        case "/" if b.low == b.high > 0:
            return Bounds(*(x if isinf(x) else x // b.low for x in a))
    return OPEN
