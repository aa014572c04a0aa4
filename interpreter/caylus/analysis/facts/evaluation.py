"""Evaluate formulas by what a game can come to, and by what is known at one place of a rule."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from caylus import model as m
from caylus.analysis.effects import RuleEffects
from caylus.model.access import access, rule_parts
from caylus.model.evaluate import OPERATOR
from caylus.model.transfer import (
    COUNTS,
    FLAGS,
    NO,
    YES,
    Known,
    Range,
    Set,
    SetEvaluator,
    hull,
    join,
    objects,
    operate_ranges,
    range_of_numbers,
)
from caylus.model.walk import list_actions, parts, substitute


class Evaluation(SetEvaluator):
    """The values that formulas can have, by what states, lists, holdings, variables and values can be."""

    def __init__(self, model: m.Model, open_constants: Collection[int]) -> None:
        # rules compare players though a variant may leave one alone
        super().__init__(max(2, model.most_players), Range(model.fewest_players, model.most_players), open_constants)
        self.model = model
        things = m.things(model)
        self.states: dict[m.State, Set] = {
            thing: objects(thing.initial) if thing.type.base == "object" else range_of_numbers(thing.initial)
            for thing in things
            if isinstance(thing, m.State)
        }
        self.holdings: dict[int, Range] = {r.index: Range(0, 0) for r in model.resources}
        self.lists: dict[m.ListState, int] = {thing: 0 for thing in things if isinstance(thing, m.ListState)}
        self.variables: dict[m.Variable, Set] = {}
        self.results: dict[m.Value, Set] = {}
        self.effects = RuleEffects(model)
        self._asked: dict[tuple[m.Condition, tuple[m.Expr, ...]], tuple[m.Expr, ...]] = {}

    # ---- what is asked of others

    @abstractmethod
    def read(self, thing: object) -> None:
        """Takes note that something is asked for."""

    @abstractmethod
    def result(self, value: m.Value) -> Set:
        """The values that a value of the rules can have."""

    # ---- what things can be

    def variable_set(self, variable: m.Variable) -> Set:
        self.read(variable)
        return self.variables[variable] if variable in self.variables else self.anything(variable.type)

    def state_set(self, state: m.State) -> Set:
        self.read(state)
        return self.states[state]

    def holding_range(self, resource: m.Resource) -> Range:
        self.read(resource)
        return self.holdings[resource.index]

    def list_set(self, list_: m.ListState) -> int:
        self.read(list_)
        return self.lists[list_]

    def hand_on(self, parameters: Iterable[m.Variable], arguments: Iterable[m.Expr], facts: Known) -> None:
        """Take note of what parameters are given."""
        for parameter, argument in zip(parameters, arguments, strict=False):
            self.enter(parameter, self.evaluate(argument, facts))

    def call_set(self, call: m.CallValue, known: Known) -> Set:
        self.read(call.value)
        self.hand_on(call.value.params, call.arguments, known)
        return self.result(call.value)

    def condition_set(self, call: m.CallCondition, known: Known) -> Set:
        self.read(call.condition)
        self.hand_on(call.condition.params, call.arguments, known)
        sets: list[Set] = []
        for required in self.requirements(call):
            sets.append(self.evaluate(required, known))
            if sets[-1] == NO:
                return NO
        return YES if all(found == YES for found in sets) else FLAGS

    def requirements(self, e: m.CallCondition) -> tuple[m.Expr, ...]:
        """The requirements of a condition, in terms of what it is given."""
        key = e.condition, e.arguments
        if key not in self._asked:
            mapping = dict(zip(e.condition.params, e.arguments, strict=True))
            self._asked[key] = tuple(substitute(r.condition, mapping) for r in e.condition.requires)
        return self._asked[key]

    # ---- payments

    def amounts(self, payment: m.Expr, facts: Known) -> Mapping[int, Range] | None:
        """The amount of each resource that can be in a payment; None where it can be anything."""
        match payment:
            case m.ConstPayment(alternatives=ways):
                amounts_by_way = [{i: Range(n, n) for i, n in way} for way in ways]
                total = _join_amounts(amounts_by_way)
                return dict.fromkeys(total, COUNTS) if id(payment) in self.open and not self.is_exact else total
            case m.Quantity(amount=amount, resources=resources, which=which):
                number = self.number_range(amount, facts)
                high = max(0.0, number.high)
                if len(resources) == 1 and which is None:
                    return {resources[0].index: Range(max(0.0, number.low), high)}
                if which is not None:
                    resource_set = self.object_set(which, facts)
                    resources = tuple(r for r in resources if resource_set >> (r.index + 1) & 1)
                return {r.index: Range(0, high) for r in resources}
            case m.CombinePayments(op="*", left=left, right=right):
                low, high = self.number_range(left, facts)
                number, each = Range(max(0.0, low), max(0.0, high)), self.amounts(right, facts)
                return {i: operate_ranges("*", number, r) for i, r in each.items()} if each is not None else None
            case m.CombinePayments(op=op, left=left, right=right):
                a, b = self.amounts(left, facts), self.amounts(right, facts)
                if op == "less":
                    return {i: Range(0, r.high) for i, r in a.items()} if a is not None else None
                if a is None or b is None:
                    return None
                if op == "or":
                    return _join_amounts([a, b])
                return {i: operate_ranges("+", a.get(i, NO), b.get(i, NO)) for i in {**a, **b}}
            case m.Choice(then=then, otherwise=otherwise):
                return self._join_payments((then, otherwise), facts)
            case m.CallValue(value=value):
                self.evaluate(payment, facts)
                return self._join_payments([*(r for _, r in value.cases), *(x.value for x in value.modifiers)], Known())
            case m.Fixed():
                return _join_amounts(
                    [{i: Range(n, n) for i, n in way} for ways in self.property_values(payment, facts) for way in ways]
                )
            case m.Revealed(operand=operand):
                return self.amounts(operand, facts)
            case m.Local(variable=variable) if variable in self._payments:
                payments = self._payments.pop(variable)  # what is handed on to itself can be anything
                amounts = self._join_payments(payments, Known())
                self._payments[variable] = payments
                return amounts
        return None

    @cached_property
    def _payments(self) -> dict[m.Variable, list[m.Expr]]:
        """The payments that each variable is bound to anywhere."""
        payments: dict[m.Variable, list[m.Expr]] = {}
        bodies = (action.body for action in list_actions(self.model))
        values, conditions = map(rule_parts, self.model.values.values()), map(rule_parts, self.model.conditions.values())
        for part in parts(*bodies, *values, *conditions):
            for binding in access(part).bindings():
                if binding.variable.type == m.PAYMENT:
                    payments.setdefault(binding.variable, []).append(binding.to)
        return payments

    def _join_payments(self, payments: Iterable[m.Expr], facts: Known) -> Mapping[int, Range] | None:
        amounts = [self.amounts(payment, facts) for payment in payments]
        return None if any(f is None for f in amounts) else _join_amounts([f for f in amounts if f is not None])

    def apply_modifiers(self, modifiers: Iterable[m.Modifier], result: Set, facts: Known) -> Set:
        """The set of a value after modifiers of it."""
        for modifier in modifiers:
            inner = self.assume(modifier.where, facts) if modifier.where is not None else facts
            if inner is None:
                continue
            by = self.evaluate(modifier.value, inner)
            changed_value: Set = by
            if modifier.change in OPERATOR and isinstance(result, Range) and isinstance(by, Range):
                changed_value = operate_ranges(OPERATOR[modifier.change], result, by)
            is_due = modifier.where is None or self.evaluate(modifier.where, facts) == YES
            result = changed_value if is_due else join(result, changed_value)
        return result


def _join_amounts(amounts_by_way: Sequence[Mapping[int, Range]]) -> dict[int, Range]:
    """The amounts of one of some ways to pay."""
    ranges_by_index: dict[int, Range] = {}
    for index in {i for way in amounts_by_way for i in way}:
        ranges_by_index[index] = hull(way.get(index, NO) for way in amounts_by_way)
    return ranges_by_index
