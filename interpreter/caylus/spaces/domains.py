"""What the expressions of the rules can be at most, whatever happens in play: objects, members of lists, ways of paying."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from caylus import model as m
from caylus.codegen import rt_payments
from caylus.codegen.constant_folding import fold, substitute
from caylus.limits import MOST_ACTIONS

from .bounds import Numbers
from .reachable import Reached


class Unbounded(ValueError):
    """The rules do not say how far a number may go, so what may be chosen cannot be listed."""


class Domains:
    """For a number of players. Numbers that the rules leave open go up to `largest`; without it they raise `Unbounded`."""

    def __init__(self, model: m.Model, players: int, largest: int | None) -> None:
        self.reached = Reached(model.start)
        self._players = players
        self._largest = largest
        self._numbers = Numbers(self)
        self._held: dict[tuple[m.Variable, str], tuple[int, ...]] = {}

    def settled(self, e: m.Expr) -> m.Expr:
        """The expression with everything computed that the number of players settles."""
        return fold(e, self._players)

    # ---- objects and lists

    def objects(self, e: m.Expr) -> tuple[int, ...]:
        """The objects that an expression may be; -1 is none."""
        match self.settled(e):
            case m.Const(value=value):
                return (value,)
            case m.Local(variable=variable):
                return _union((self._any(self.objects, variable), *map(self.members, self.reached.drawn[variable])))
        return (*self._all(e.type.kind), -1)

    def members(self, list_: m.Expr) -> tuple[int, ...]:
        """The objects or numbers that may be in a list."""
        match self.settled(list_):
            case m.RowMembers(row=row):
                return tuple(range(row.first, row.first + row.size))
            case m.Numbers(low=low, high=high):
                return tuple(self._between(self._numbers.of(low).low, self._numbers.of(high).high))
            case m.Shuffled(list=inner):
                return self.members(inner)
            case m.Local(variable=variable):
                return self._any(self.members, variable)
        return self._all(list_.type.kind)

    def values(self, fixed: m.Property, thing: m.Expr) -> list[object]:
        """What a property is, of whatever object it may be asked; of none, nothing is known of it but the zero of its type."""
        zero: object = {"payment": ((),), "scale": (0, (0,))}.get(fixed.type.base, 0)
        return [fixed.values[i] if i >= 0 else zero for i in self.objects(thing)]

    def _any(self, find: Callable[[m.Expr], tuple[int, ...]], variable: m.Variable) -> tuple[int, ...]:
        """What is found of whatever a variable may be set to."""
        key = variable, find.__name__
        if key not in self._held:
            self._held[key] = _union(map(find, self.reached.held[variable]))
        return self._held[key]

    def _all(self, kind: m.Kind | None) -> tuple[int, ...]:
        if kind is None:
            return ()
        return tuple(range(kind.first, kind.first + (self._players if kind.is_player else kind.size)))

    def _between(self, low: float, high: float) -> range:
        if high - low >= MOST_ACTIONS:
            if self._largest is None:
                raise Unbounded("no rule says how far a number may go here; say what `largest` to provide for")
            low, high = max(low, -self._largest), min(high, self._largest)
        return range(int(low), int(high) + 1)

    # ---- values

    def instance(self, call: m.CallValue) -> tuple[list[m.Expr], list[tuple[m.Modifier, m.Expr, bool]]]:
        """What a value may be for what it is asked with: its cases, and each modifier that may hold, what by, and if it must."""
        given = dict(zip(call.value.params, call.arguments, strict=True))

        def holds(condition: m.Expr | None) -> bool | None:
            answer = self.settled(substitute(condition, given)) if condition is not None else m.Const(1, m.FLAG)
            return bool(answer.value) if isinstance(answer, m.Const) else None

        cases = []
        for condition, result in call.value.cases:
            answer = holds(condition)
            if answer is not False:
                cases.append(substitute(result, given))
            if answer:
                break
        asked = [(modifier, holds(modifier.where)) for modifier in call.value.modifiers]
        return cases, [(x, substitute(x.value, given), bool(answer)) for x, answer in asked if answer is not False]

    # ---- payments

    def ways(self, e: m.Expr) -> rt_payments.Ways:
        """Every way of paying that a payment may ever have, each once. Raises OverflowError if they are too many."""
        match self.settled(e):
            case m.ConstPayment(alternatives=ways):
                return tuple(map(rt_payments.pack, ways))
            case m.Local(variable=variable):
                return self._any(self.ways, variable)
            case m.Fixed(property=fixed, object=thing):
                found = [v for v in self.values(fixed, thing) if isinstance(v, tuple)]
                return _union(tuple(map(rt_payments.pack, ways)) for ways in found)
            case m.Quantity(amount=amount, resources=resources, different=different):
                indices = tuple(r.index for r in resources)
                low, high = self._numbers.of(amount)
                return _union(rt_payments.mix(n, indices, different) for n in self._between(max(low, 0), max(high, 0)))
            case m.CombinePayments(op=op, left=left, right=right):
                combine = {"+": rt_payments.both, "or": rt_payments.either, "less": rt_payments.less}[op]
                return combine(self.ways(left), self.ways(right))
            case m.CallValue() as call:
                cases, modifiers = self.instance(call)
                return _union(map(self.ways, (*cases, *(value for _, value, _ in modifiers))))
        raise TypeError(f"not a payment: {e!r}")


def _union(found: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """All of them, each once, ascending."""
    return tuple(sorted({number for numbers in found for number in numbers}))
