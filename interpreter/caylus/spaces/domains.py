"""Compute the domains of formulas: every number, object, list or payment that they can have in play.

The evaluator knows what formulas come to; here it learns from all that a game can do what variables may be given and how
states may change.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from math import inf
from typing import NamedTuple

from caylus import model as m
from caylus import payments
from caylus.limits import MOST_ACTIONS
from caylus.model.access import Call, Gaining, Touch, access, several_ways
from caylus.model.evaluate import OPEN, Evaluator, Range, hull, operate_ranges, range_of_numbers
from caylus.model.walk import bodies, inner_list, statements, substitute

Ask = m.Choose | m.Transfer
"""Where somebody may have to decide: a choice, or something gained in several ways."""


class Change(NamedTuple):
    """A change of a state, and the condition asked right before it, if one was."""

    write: Touch
    guard: m.Expr | None


class Reached:
    """`held` says what a variable may be set to, `drawn` which lists it may be a member of; each variable is in one of them."""

    def __init__(self, model: m.Model) -> None:
        self._gaining = Gaining(model.triggers)
        self.asks: list[Ask] = []
        self.held: defaultdict[m.Variable, list[m.Expr]] = defaultdict(list)
        self.drawn: defaultdict[m.Variable, list[m.Expr]] = defaultdict(list)
        self.changes: defaultdict[m.State, list[Change]] = defaultdict(list)
        for action in self._actions(model.start):
            self._changes(action.body, None)
            for statement in statements(action.body):
                self._add_statement(statement)

    def _add_statement(self, statement: m.Statement) -> None:
        does = access(statement)
        if isinstance(statement, m.Choose) or (isinstance(statement, m.Transfer) and statement.verb == "gain"):
            self.asks.append(statement)
        if isinstance(statement, m.Transfer):
            gained = (statement.player, statement.payment)
            does = does._replace(calls=tuple(Call(action, gained) for action in self._gaining.triggered_actions(statement)))
        for binding in does.bindings():
            (self.drawn if binding.is_member else self.held)[binding.variable].append(binding.to)

    def _changes(self, body: m.Body, guard: m.Expr | None) -> None:
        for statement in body:
            for write in access(statement).writes:
                if isinstance(write.place, m.Read):
                    self.changes[write.place.state].append(Change(write, guard))
            asked = statement.condition if isinstance(statement, (m.If, m.Repeat)) else None
            for inner in bodies(statement):
                self._changes(inner, asked)
                asked = None  # behind `else` it does not hold
            guard = None  # what has been done since may have made it untrue

    def _actions(self, start: m.Action) -> Iterator[m.Action]:
        found = {start}
        waiting = [start]
        while waiting:
            action = waiting.pop()
            yield action
            for statement in statements(action.body):
                new = [done for done in self._called_actions(statement) if done not in found]
                found.update(new)
                waiting += new

    def _called_actions(self, statement: m.Statement) -> list[m.Action]:
        """The actions that a statement may do or set off."""
        return [*access(statement).actions(), *self._gaining.triggered_actions(statement)]


class Unbounded(ValueError):
    """The rules do not say how far a number may go, so what may be chosen cannot be listed."""


class Domains(Evaluator):
    """For a number of players. Numbers that the rules leave open go up to `largest`; without it they raise `Unbounded`."""

    def __init__(self, model: m.Model, players: int, largest: int | None) -> None:
        super().__init__(players)
        self.reached = Reached(model)
        self._largest = largest
        self._states: dict[m.State, Range] = {}
        self._held: dict[m.Variable, Range] = {}
        self._found: dict[tuple[m.Variable, str], tuple[int, ...]] = {}

    # ---- objects and lists

    def objects(self, thing: m.Expr) -> tuple[int, ...]:
        """The objects that an expression may be; -1 is none."""
        match self.fold(thing):
            case m.Const(value=value):
                return (value,)
            case m.Local(variable=variable):
                return _union((self._any(self.objects, variable), *map(self.members, self.reached.drawn[variable])))
            case m.Random(list=list_) | m.Item(list=list_):
                return _union((self.members(list_), (-1,)))
        return (*self._all(thing.type.kind), -1)

    def members(self, list_: m.Expr) -> tuple[int, ...]:
        """The objects or numbers that may be in a list."""
        match self.fold(list_):
            case m.RowMembers(row=row):
                return tuple(range(row.first, row.first + row.size))
            case m.PlayerRow(row=row, player=player):
                starts = [row.first + row.stride * p for p in self.objects(player) if p >= 0]
                return _union(tuple(range(start, start + row.size)) for start in starts)
            case m.Numbers(low=low, high=high):
                return tuple(self._clamped_range(self.compute_range(low).low, self.compute_range(high).high))
            case m.Behind(list=m.AllOf() | m.RowMembers() | m.Numbers() as inner, member=m.Const(value=before)):
                return tuple(value for value in self.members(inner) if value > before)
            case made if (whole := inner_list(made)) is not None:
                return self.members(whole)
            case m.Gathered(members=chosen):
                return _union(map(self._one, chosen))
            case m.Local(variable=variable):
                return self._any(self.members, variable)
            case m.CallValue() as call:
                cases, modifiers = self._instance(call)
                return _union(map(self.members, (*cases, *(value for _, value, _ in modifiers))))
        return self._all(list_.type.kind)

    def _one(self, thing: m.Expr) -> tuple[int, ...]:
        """The objects or numbers that an expression may be, which is never none."""
        if thing.type.kind is None:
            return tuple(self._clamped_range(*self.compute_range(thing)))
        return tuple(id_ for id_ in self.objects(thing) if id_ >= 0)

    def length(self, source: m.Expr) -> int:
        several = isinstance(source, m.Numbers) or (source.type.kind is not None and source.type.kind.has_copies)
        return super().length(source) if several else len(self.members(source))

    def _any(self, find: Callable[[m.Expr], tuple[int, ...]], variable: m.Variable) -> tuple[int, ...]:
        """The range of whatever a variable may be set to; what comes back to it round a circle of gains may be anything."""
        key = variable, find.__name__
        if key not in self._found:
            self._found[key] = () if variable.type == m.PAYMENT else (*self._all(variable.type.kind), -1)
            self._found[key] = _union(map(find, self.reached.held[variable]))
        return self._found[key]

    def _all(self, kind: m.Kind | None) -> tuple[int, ...]:
        return () if kind is None else tuple(range(kind.first, kind.first + self.size(kind)))

    def _clamped_range(self, low: float, high: float) -> range:
        if high - low >= MOST_ACTIONS:
            if self._largest is None:
                raise Unbounded("no rule says how far a number may go here; say what `largest` to provide for")
            low, high = max(low, -self._largest), min(high, self._largest)
        return range(int(low), int(high) + 1)

    # ---- numbers

    def compute_range(self, expr: m.Expr) -> Range:
        return super().compute_range(self.fold(expr))

    def variable_range(self, variable: m.Variable) -> Range:
        """Anything it is set to, or any member of what it is drawn from."""
        if self.reached.drawn[variable]:
            return hull(map(self.range_of_member, self.reached.drawn[variable]))
        if variable not in self._held:
            self._held[variable] = OPEN
            self._held[variable] = hull(map(self.compute_range, self.reached.held[variable]))
        return self._held[variable]

    def range_of_member(self, list_: m.Expr) -> Range:
        if isinstance(list_, m.Local):
            return hull(map(self.range_of_member, self.reached.held[list_.variable]))
        return super().range_of_member(list_)

    def member_range(self, body: m.Expr, variable: m.Variable, source: m.ListExpr) -> Range:
        self.reached.drawn[variable] = [source]
        return self.compute_range(body)

    def holding_range(self, resources: tuple[m.Resource, ...]) -> Range:
        return Range(sum(resource.least for resource in resources), inf)

    def value_range(self, call: m.CallValue) -> Range:
        """One of its cases, as the modifiers that may hold leave it."""
        cases, modifiers = self._instance(call)
        found = hull(map(self.compute_range, cases))
        for modifier, by, must in modifiers:
            found, _ = self.apply_modifier(found, modifier.change, self.compute_range(by), must)
        return found

    def _instance(self, call: m.CallValue) -> tuple[list[m.Expr], list[tuple[m.Modifier, m.Expr, bool]]]:
        """The range of a value for its arguments: its cases, and each modifier that may hold, by how much, and if it must."""
        given = dict(zip(call.value.params, call.arguments, strict=True))

        def holds(condition: m.Expr | None) -> bool | None:
            answer = self.fold(substitute(condition, given)) if condition is not None else m.Const(1, m.FLAG)
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

    # ---- states

    def state_range(self, state: m.State) -> Range:
        """The range of a state: its start and its changes. While that is computed, the changes are open. While that is worked
        out, what it is changed by is open.
        """
        if state not in self._states:
            self._states[state] = OPEN
            found = [range_of_numbers(state.initial)]
            for write, guard in self.reached.changes[state]:
                assert isinstance(write.place, m.Read)
                assert write.value is not None
                if write.how == "set":
                    found.append(self.compute_range(write.value))
                else:
                    low, high = self._range_if(guard, write.place)
                    sign = 1 if write.how == "raise" else -1
                    by = operate_ranges("*", Range(sign, sign), self.compute_range(write.value))
                    found += [Range(low + by.low, low + by.low)] if by.low < 0 else []
                    found += [Range(high + by.high, high + by.high)] if by.high > 0 else []
            self._states[state] = hull(found)
            if state.bounds:
                least, most = super().state_range(state)
                low, high = self._states[state]
                self._states[state] = Range(min(max(low, least), most), max(min(high, most), least))
        return self._states[state]

    def _range_if(self, condition: m.Expr | None, target: m.Expr) -> Range:
        """Between what numbers something lies where a condition holds."""
        match self.fold(condition) if condition is not None else None:
            case m.Logic(op="and", operands=operands):
                lows, highs = zip(*(self._range_if(operand, target) for operand in operands), strict=True)
                return Range(max(lows), min(highs))
            case m.Compare(op=op, left=left, right=right) if target in (left, right):
                low, high = self.compute_range(right if left == target else left)
                if right == target:
                    op = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(op, op)
                return {
                    "<": Range(-inf, high - 1),
                    "<=": Range(-inf, high),
                    ">": Range(low + 1, inf),
                    ">=": Range(low, inf),
                    "==": Range(low, high),
                }.get(op, OPEN)
        return OPEN

    # ---- payments

    def ways(self, e: m.Expr) -> payments.Ways:
        """Every way of paying that a payment may ever have, each once. Raises OverflowError if they are too many."""
        match self.fold(e):
            case m.ConstPayment(alternatives=ways):
                return tuple(map(payments.pack, ways))
            case m.Local(variable=variable):
                return self._any(self.ways, variable)
            case m.Fixed(property=fixed, object=thing):
                found = [v for v in self.worth(fixed, thing) if isinstance(v, tuple)]
                return _union(tuple(map(payments.pack, ways)) for ways in found)
            case m.Quantity(amount=amount, resources=resources, different=different, which=which):
                indices = tuple(r.index for r in resources)
                low, high = self.compute_range(amount)
                if which is not None:
                    numbers = self._clamped_range(max(low, 0), max(high, 0))
                    return _union(payments.so_much(n, r) for n in numbers for r in self.objects(which))
                return _union(payments.mix(n, indices, different) for n in self._clamped_range(max(low, 0), max(high, 0)))
            case m.CombinePayments(op="*", left=left, right=right):
                low, high = self.compute_range(left)
                each = [self.ways(right)] if several_ways(right) else [(way,) for way in self.ways(right)]
                numbers = self._clamped_range(max(low, 0), max(high, 0))
                return _union(payments.times(number, ways) for number in numbers for ways in each)
            case m.CombinePayments(op=op, left=left, right=right):
                lefts, rights = self.ways(left), self.ways(right)
                if op == "or":
                    return _union((lefts, rights))
                if len(lefts) * len(rights) > MOST_ACTIONS:
                    raise Unbounded(f"this can be paid in more than {MOST_ACTIONS:,} ways")
                return _union(payments.COMBINE[op]((a,), (b,)) for a in lefts for b in rights)
            case m.CallValue() as call:
                cases, modifiers = self._instance(call)
                return _union(map(self.ways, (*cases, *(value for _, value, _ in modifiers))))
        raise TypeError(f"not a payment: {e!r}")


def _union(found: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """All of them, each once, ascending."""
    return tuple(sorted({number for numbers in found for number in numbers}))
