"""Find what numbers, flags, objects and lists can be while a game is played: rules are followed until nothing new comes up.

The input is a model without faults, and the output is a `Facts`: for every state, holding, list, parameter and value a set that
covers all that it ever is, for every number of players that the game allows. It relies on nothing but the model, and proves
what it says: what it does not know may be anything. Sets and transfer functions are those of `caylus.model.transfer`.

A number that grows with every round is widened: to the next number that the rules compare or set, and then to any.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import inf
from typing import TypeVar, assert_never

from caylus import model as m
from caylus.analysis.effects import RuleEffects
from caylus.limits import DEEPEST_CONDITION, MOST_CASES_TRIED
from caylus.model.access import Gaining, Touch, access, rule_parts
from caylus.model.evaluate import OPERATOR
from caylus.model.transfer import (
    COUNTS,
    FLAGS,
    MIRRORED,
    NO,
    NONE,
    OPPOSITE,
    SIGNS,
    YES,
    Known,
    Members,
    Pair,
    Range,
    Set,
    SetEvaluator,
    hull,
    ids,
    is_empty,
    join,
    meet,
    mirror_signs,
    objects,
    operate_ranges,
    range_of_numbers,
    restrict,
    single,
)
from caylus.model.walk import can_stop, list_actions, parts, statements, substitute


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


def merge(outcomes: Sequence[Known]) -> Known:
    """The knowledge that holds whichever of some ways was taken."""
    first, *others = outcomes
    if not others:
        return first
    merged_facts = Known()
    for term, value in first.terms.items():
        if all(term in other.terms for other in others):
            for other in others:
                value = join(value, other.terms[term])
            merged_facts.terms[term] = value
    for pair, signs in first.signs.items():
        if all(pair in other.signs for other in others):
            for other in others:
                signs |= other.signs[pair]
            if signs != 7:
                merged_facts.signs[pair] = signs
    for facts in outcomes:
        for key, sites in facts.why.items():
            if key in merged_facts.terms or key in merged_facts.signs:
                for site in sites:
                    merged_facts.note(key, site)
    return merged_facts


class Assumptions(Evaluation):
    """The knowledge that follows from conditions; `conflict` has the places that said what the last contradiction was with."""

    def __init__(self, model: m.Model, open_constants: Collection[int]) -> None:
        super().__init__(model, open_constants)
        self.conflict: tuple[m.Site, ...] = ()
        self._reads: dict[m.Expr, frozenset[object]] = {}

    def assume(self, e: m.Expr, facts: Known, holds: bool = True, site: m.Site | None = None, depth: int = 0) -> Known | None:
        """What is known where a condition holds, or does not; None where that can never be, and `conflict` says with what."""
        if isinstance(e, (m.Not, m.Revealed)):
            return self.assume(e.operand, facts, holds != isinstance(e, m.Not), site, depth)
        if isinstance(e, m.Logic):
            goals = [(operand, holds) for operand in e.operands]
            return (
                self._all_hold(goals, facts, site, depth)
                if (e.op == "and") == holds
                else self._one_holds(goals, facts, site, depth)
            )
        if isinstance(e, m.Compare):
            return self._assume_compare(e.op if holds else OPPOSITE[e.op], e.left, e.right, facts, site)
        outcome = self.evaluate(e, facts)
        if outcome == (NO if holds else YES):
            self.conflict = facts.why.get(e, ())
            return None
        facts = Known(facts)
        facts.terms[e] = YES if holds else NO
        facts.note(e, site)
        match e:
            case m.Const():
                return facts
            case m.CallCondition() if depth < DEEPEST_CONDITION:
                goals = [(required, holds) for required in self.requirements(e)]
                if not holds:
                    return self._one_holds(goals, facts, site, depth + 1) if len(goals) <= MOST_CASES_TRIED else facts
                after: Known | None = facts
                for (required, _), require in zip(goals, e.condition.requires, strict=True):
                    is_attached = require.site.span.file != e.condition.site.span.file  # a layer may have done that
                    place = require.site if is_attached and site is not None else site
                    after = self.assume(required, after, True, place, depth + 1) if after is not None else None
                return after
            case m.CallValue(value=value, arguments=arguments) if not value.modifiers and depth < DEEPEST_CONDITION:
                return self._assume_value(value, arguments, facts, holds, site, depth + 1)
            case m.Contains():
                return self._assume_member(e, facts, holds, site)
            case m.CanPay(player=player, payment=payment) if holds:
                return self.assume_paid(player, payment, facts, site)
            case m.Query(kind="some", source=source) if holds:
                return self._set(m.SizeOf(source), Range(1, inf), facts, site)
            case m.Read() | m.Fixed():
                return self._refine_owner(e, YES if holds else NO, facts, site)
        return facts

    def find_conflict(self, e: m.Expr, facts: Known) -> tuple[m.Site, ...] | None:
        """The places that say the opposite of a condition, if any, where it can never hold; None where it can."""
        self.conflict = ()
        after = self.assume(e, facts)
        if after is None or self.evaluate(e, facts) == NO:
            return self.conflict
        return None

    def _all_hold(self, goals: Iterable[tuple[m.Expr, bool]], facts: Known, site: m.Site | None, depth: int) -> Known | None:
        for e, holds in goals:
            after = self.assume(e, facts, holds, site, depth)
            if after is None:
                return None
            facts = after
        return facts

    def _one_holds(self, goals: Iterable[tuple[m.Expr, bool]], facts: Known, site: m.Site | None, depth: int) -> Known | None:
        outcomes: list[Known] = []
        conflict: tuple[m.Site, ...] = ()
        for e, holds in goals:
            after = self.assume(e, facts, holds, site, depth)
            if after is None:
                conflict += tuple(s for s in self.conflict if s not in conflict)
            else:
                outcomes.append(after)
        self.conflict = conflict
        return merge(outcomes) if outcomes else None

    def _assume_value(
        self, value: m.Value, arguments: tuple[m.Expr, ...], facts: Known, holds: bool, site: m.Site | None, depth: int
    ) -> Known | None:
        """The knowledge that follows from a flag with a name."""
        mapping = dict(zip(value.params, arguments, strict=True))
        if len(value.cases) > MOST_CASES_TRIED:
            return facts
        outcomes: list[Known] = []
        before: Known | None = facts
        for condition, result in value.cases:
            if before is None:
                break
            here: Known | None = before
            if condition is not None:
                case_condition = substitute(condition, mapping)
                here = self.assume(case_condition, before, True, site, depth)
                before = self.assume(case_condition, before, False, site, depth)
            if here is not None:
                after = self.assume(substitute(result, mapping), here, holds, site, depth)
                if after is not None:
                    outcomes.append(after)
        return merge(outcomes) if outcomes else None

    def _assume_member(self, e: m.Contains, facts: Known, holds: bool, site: m.Site | None) -> Known | None:
        each = self.list_members(e.list, facts).each
        if holds:
            after = self._set(m.SizeOf(e.list), Range(1, inf), facts, site) if isinstance(e.list, m.ListMembers) else facts
            value: Set = each & ~NONE if isinstance(each, int) else each
            return self._set(e.member, value, after, site) if after is not None else None
        if isinstance(each, int) and self._is_whole(e.list):
            return self._set(e.member, self.object_set(e.member, facts) & ~each, facts, site)
        return facts

    def assume_paid(self, player: m.Expr, payment: m.Expr, facts: Known, site: m.Site | None) -> Known | None:
        """What follows from that a player can pay something, or gains less than there is: what is held is enough."""
        match payment:
            case m.ConstPayment(alternatives=(way,)) if id(payment) not in self.open:
                after: Known | None = facts
                for index, amount in way:
                    resource = next(r for r in self.model.resources if r.index == index)
                    if after is not None:
                        enough = Range(amount + resource.least, inf)
                        after = self._set(m.Holding((resource,), player), enough, after, site)
                return after
            case m.Quantity(amount=amount, resources=(resource,), which=None):
                low = self.number_range(amount, facts).low
                if low > 0:
                    return self._set(m.Holding((resource,), player), Range(low + resource.least, inf), facts, site)
        return facts

    def _assume_compare(self, op: str, left: m.Expr, right: m.Expr, facts: Known, site: m.Site | None) -> Known | None:
        signs = self._signs(left, right, facts) & SIGNS[op]
        if not signs:
            keys = (left, right, (left, right), (right, left))
            self.conflict = tuple(dict.fromkeys(s for key in keys for s in self._reasons(key, facts)))
            return None
        after: Known | None = Known(facts)
        assert after is not None
        if not isinstance(left, m.Const) and not isinstance(right, m.Const):
            is_mirrored = (right, left) in after.signs
            pair = (right, left) if is_mirrored else (left, right)
            after.signs[pair] = after.signs.get(pair, 7) & (mirror_signs(signs) if is_mirrored else signs)
            after.note(pair, site)
        for term, other, way in ((left, right, op), (right, left, MIRRORED[op])):
            if after is not None and not isinstance(term, m.Const):
                after = self._bound_by(term, way, self.evaluate(other, after), after, site)
        return after

    def _reasons(self, key: m.Expr | Pair, facts: Known) -> Iterator[m.Site]:
        """The places that said something of a formula, or of what it is made of."""
        yield from facts.why.get(key, ())
        if not isinstance(key, tuple):
            for term, sites in facts.why.items():
                if term != key and not isinstance(term, tuple) and term in parts(key):
                    yield from sites

    def _bound_by(self, term: m.Expr, op: str, other: Set, facts: Known, site: m.Site | None) -> Known | None:
        """What follows for one side of a comparison from what the other can be."""
        if isinstance(other, Range):
            if op == "!=":
                return self._differs(term, single(other), facts, site)
            return self._set(term, restrict(op, other), facts, site)
        if isinstance(other, int):
            if op == "==":
                return self._set(term, other, facts, site)
            if op == "!=" and single(other) is not None:
                return self._set(term, self.object_set(term, facts) & ~other, facts, site)
        return facts

    def _differs(self, term: m.Expr, number: float | None, facts: Known, site: m.Site | None) -> Known | None:
        """What follows from that a term is not a number: where that is its bound, it is beyond."""
        low, high = self.number_range(term, facts)
        if number is None or number not in (low, high):
            if number is not None and isinstance(term, m.PlaceInRow):
                return self._refine_place(term, lambda place: place != number, facts, site)
            return facts
        return self._set(term, Range(low + (number == low), high - (number == high)), facts, site)

    def _set(self, term: m.Expr, value: Set, facts: Known, site: m.Site | None) -> Known | None:
        """What follows from that a term lies in a set."""
        now = self.evaluate(term, facts)
        new = meet(now, value)
        if is_empty(new):
            self.conflict = tuple(dict.fromkeys(self._reasons(term, facts)))
            return None
        if isinstance(term, m.Const):
            return facts
        after: Known | None = facts
        if new != now or isinstance(term, m.Local):
            after = Known(facts)
            after.terms[term] = new
            after.note(term, site)
        assert after is not None
        match term:
            case m.Arithmetic(op="+" | "-" as op, left=left, right=m.Const() as right) if isinstance(new, Range):
                by = self.number_range(right, facts)
                back = operate_ranges("-" if op == "+" else "+", new, by)
                return self._set(left, back, after, site)
            case m.PlaceInRow() if isinstance(new, Range):
                low, high = new
                return self._refine_place(term, lambda place: low <= place <= high, after, site)
            case m.Read() | m.Fixed():
                return self._refine_owner(term, new, after, site)
            case m.Query(kind="first") if isinstance(new, int) and not new & NONE:
                return self._set(m.SizeOf(term.source), Range(1, inf), after, site)
        return after

    def _refine_place(self, term: m.PlaceInRow, fits: Callable[[float], bool], facts: Known, site: m.Site | None) -> Known | None:
        kind = term.object.type.kind
        if kind is None:
            return facts
        now = self.object_set(term.object, facts)
        places = self.places(kind)
        return self._set(term.object, objects(i for i in ids(now) if fits(places[i])), facts, site)

    def _refine_owner(self, term: m.Read | m.Fixed, value: Set, facts: Known, site: m.Site | None) -> Known | None:
        """What follows for an object from what it has: none has nothing, and each property is that of some objects."""
        if term.object is None:
            return facts
        zero = self._zero(term.type)
        now = self.object_set(term.object, facts)
        if isinstance(term, m.Read):
            fitting = now & ~NONE if now & NONE and is_empty(meet(zero, value)) else now
        elif term.type.base in ("number", "flag", "object"):
            values = term.property.values
            fitting = 0
            for i in ids(now):
                own = values[i] if i >= 0 else -1 if term.type.base == "object" else 0
                assert isinstance(own, int)
                one: Set = objects((own,)) if term.type.base == "object" else Range(own, own)
                if not is_empty(meet(one, value)):
                    fitting |= 1 << (i + 1)
        else:
            return facts
        return self._set(term.object, fitting, facts, site) if fitting != now else facts

    # ---- what changes spoil

    def reads_of(self, term: m.Expr) -> frozenset[object]:
        """The things, and the variables, that a formula depends on."""
        if term not in self._reads:
            effects = self.effects.effects_of_rules(term)
            self._reads[term] = frozenset(effects.asked).union(x.variable for x in parts(term) if isinstance(x, m.Local))
        return self._reads[term]

    def after_changes(self, facts: Known, things: Collection[object]) -> Known:
        """The knowledge that is left after some things have changed."""
        return facts.forget(lambda term: not self.reads_of(term).isdisjoint(things)) if things else facts


_EXACT = 3  # How often a number may grow before it is widened.
_NEXT = 6  # How often it may grow before it may be any.

Rule = m.Action | m.Value
T = TypeVar("T")
V = TypeVar("V")


class Observer:
    """Is told of every rule that can be reached, once all is known."""

    def statement(self, statement: m.Statement, facts: Known) -> None:
        """Of a statement, and of what is known before it."""

    def condition(self, condition: m.Expr, facts: Known, site: m.Site) -> None:
        """Of a condition that a rule asks, and of what is known then."""


class Facts(Assumptions):
    """Facts that are true of a ruleset in every game: see the package.

    `shown` are the names of values that are shown to players, who ask them of anything. `proceed` is called before each rule.
    """

    def __init__(
        self,
        model: m.Model,
        open_constants: Collection[int] = (),
        shown_names: Collection[str] = (),
        proceed: Callable[[], object] = bool,
    ) -> None:
        super().__init__(model, open_constants)
        self.proceed = proceed
        self._gaining = Gaining(model.triggers)
        self._readers: dict[object, set[Rule]] = {}
        self._waiting: dict[Rule, None] = {}
        self._current: Rule | None = None
        self._grown: dict[object, int] = {}
        self._thresholds = sorted(
            {e.value for rule in self._rules_of(model) for e in parts(rule_parts(rule)) if isinstance(e, m.Const)} | {0}
        )
        self._observers: Sequence[Observer] = ()
        self._free_what_nothing_changes()
        self.reached: dict[m.Action, None] = {}
        self._stops: list[list[Known]] = []
        engine_values = (*model.deciding_values, model.outlook)
        shown_values = (v for v in model.values.values() if v in engine_values or v.name in shown_names)
        engine: list[m.Value | m.Condition] = [*shown_values, *(c for c in model.conditions.values() if c.name in shown_names)]
        for definition in engine:
            for parameter in definition.params:
                self.enter(parameter, self.anything(parameter.type))
            if isinstance(definition, m.Value):
                self.result(definition)
        self._reach(model.start)
        while self._waiting:
            rule = next(iter(self._waiting))
            del self._waiting[rule]
            self._follow(rule)

    def _free_what_nothing_changes(self) -> None:
        """Lets things that no rule changes be anything: that is told of by itself, and not by all that follows from it."""
        rules = (rule_parts(action) for action in list_actions(self.model))
        resources = self.model.resources
        changed_things = {thing for part in parts(*rules) for write in access(part).writes for thing in write.things(resources)}
        for thing in m.things(self.model):
            if thing in changed_things:
                continue
            if isinstance(thing, m.Resource):
                self.holdings[thing.index] = Range(thing.least, inf)
            elif isinstance(thing, m.ListState):
                self.lists[thing] = self.all_of(thing.kind)
            else:
                self.states[thing] = self._within_bounds(thing, self.anything(thing.type))

    @staticmethod
    def _rules_of(model: m.Model) -> Iterable[Rule | m.Condition]:
        yield from model.values.values()
        yield from model.conditions.values()
        yield from model.actions.values()

    @cached_property
    def lists_taken_from(self) -> set[m.Thing]:
        """The lists that something is taken out of, as soon as the rules are followed."""
        writes = (write for action in self.reached for x in statements(action.body) for write in access(x).writes)
        return {thing for write in writes if write.how in ("remove", "take") for thing in write.held}

    def has_all_players(self, source: m.ListExpr) -> bool:
        """Return whether a list has every player once it is filled, as nothing takes one out."""
        match source:
            case m.Shuffled(list=inside) | m.Rotated(list=inside) | m.Query(kind="sort", source=inside, where=None):
                return self.has_all_players(inside)
            case m.ListMembers(list=list_, object=None) if list_.kind.is_player:
                return list_ not in self.lists_taken_from and self.lists[list_] == self.all_of(list_.kind)
        return isinstance(source, m.AllOf) and source.kind.is_player

    def is_never_below_zero(self, place: m.Thing) -> bool:
        """Return whether a place that is a number is never less than 0; of others, yes."""
        if isinstance(place, m.Resource):
            return place.least >= 0
        value = self.states.get(place) if isinstance(place, m.State) and place.type == m.NUMBER else None
        return not isinstance(value, Range) or value.low >= 0

    def observe(self, *observers: Observer) -> None:
        """Go once through every action that a game can come to, and tell all observers of it."""
        self._observers = observers
        for action in self.reached:
            self._follow(action)
        self._observers = ()

    # ---- what depends on what

    def read(self, thing: object) -> None:
        if self._current is not None:
            self._readers.setdefault(thing, set()).add(self._current)

    def _queue_readers(self, thing: object) -> None:
        for rule in sorted(self._readers.get(thing, ()), key=lambda rule: rule.site.span.order):
            self._waiting[rule] = None

    def _reach(self, action: m.Action) -> None:
        if action not in self.reached:
            self.reached[action] = None
            self._waiting[action] = None

    def result(self, value: m.Value) -> Set:
        if value not in self.results:
            self._follow(value)
        return self.results[value]

    def enter(self, variable: m.Variable, value: Set) -> None:
        if value is None or is_empty(value):
            return
        old = self.variables.get(variable)
        new = self._widen(variable, old, value)
        if new != old:
            self.variables[variable] = new
            self._queue_readers(variable)

    def _widen(self, key: object, old: Set, value: Set) -> Set:
        """What something can be that could be `old`, and now can be `value` as well."""
        new = value if old is None else join(old, value)
        if isinstance(new, Range) and isinstance(old, Range) and new != old:
            grown = self._grown[key] = self._grown.get(key, 0) + 1
            if grown > _EXACT:
                low, high = new
                steps = self._thresholds if grown <= _NEXT else []
                if low < old.low:
                    at = bisect_right(steps, low) - 1
                    low = steps[at] if at >= 0 else -inf
                if high > old.high:
                    at = bisect_left(steps, high)
                    high = steps[at] if at < len(steps) else inf
                return Range(low, high)
        if isinstance(new, Members) and isinstance(old, Members) and new != old:
            grown = self._grown[key] = self._grown.get(key, 0) + 1
            if grown > _EXACT:
                each = COUNTS if isinstance(new.each, Range) and new.each.low >= 0 else new.each
                return Members(each, Range(0, inf))
        return new

    # ---- rules

    def _follow(self, rule: Rule) -> None:
        self.proceed()
        before, self._current = self._current, rule
        if isinstance(rule, m.Value):
            value_range = self.apply_modifiers(rule.modifiers, self.set_of_cases(rule), Known())
            old = self.results.get(rule)
            new = self._widen(rule, old, value_range)
            if rule not in self.results or new != old:
                self.results[rule] = new
                self._queue_readers(rule)
        else:
            stops, self._stops = self._stops, []
            self.run(rule.body, Known())
            self._stops = stops
        self._current = before

    def set_of_cases(self, value: m.Value, there: Known | None = None) -> Set:
        """The values that the cases of a value give, before anything modifies them; with `there`, only of those that can hold."""
        value_range: Set = None
        facts: Known | None = Known() if there is None else there
        is_first = True
        for condition, result in value.cases:
            here = facts
            if condition is not None and facts is not None:
                here = self.assume(condition, facts)
                facts = self.assume(condition, facts, False)
            if here is None and there is not None:
                continue
            one = self.evaluate(result, here if here is not None else Known())
            value_range = one if is_first else join(value_range, one)
            is_first = False
        return value_range if value_range is not None else self.anything(value.type)

    # ---- statements

    def run(self, body: m.Body, facts: Known) -> Known | None:
        """The knowledge after some statements; None where nothing is done after them."""
        now: Known | None = facts
        for statement in body:
            if now is None:
                break
            for observer in self._observers:
                observer.statement(statement, now)
            now = self._run(statement, now)
        return now

    def _spoil(self, statement: m.Statement, facts: Known) -> Known:
        """The knowledge that is left when a statement has been done."""
        if not facts.terms and not facts.signs:
            return facts
        return self.after_changes(facts, self.effects.changes(statement))

    def _run(self, statement: m.Statement, facts: Known) -> Known | None:
        match statement:
            case m.Transfer():
                return self._transfer(statement, facts)
            case m.Put():
                return self._put(statement, facts)
            case m.Effect():
                return self._change_places(statement, facts)
            case m.ForEach():
                return self._for_each(statement, facts)
            case m.Repeat():
                return self._repeat(statement, facts)
            case m.Stop():
                if self._stops:
                    self._stops[-1].append(facts)
                return None
            case m.EndGame():
                return None
            case m.If(condition=condition, then=then, otherwise=otherwise, site=site):
                self._ask(condition, facts, site)
                outcomes = []
                for holds, body in ((True, then), (False, otherwise)):
                    facts_after = self.run(body, self._where(condition, facts, site, holds))
                    outcomes += [facts_after] if facts_after is not None else []
                return merge(outcomes) if outcomes else None
            case m.Choose():
                return self._choose(statement, facts)
            case m.Do(action=action, arguments=arguments):
                self._call_action(action, arguments, facts)
                return self._spoil(statement, facts)
            case m.DoMember(action=member_action, object=of, arguments=arguments):
                for i in ids(self.object_set(of, facts) & ~NONE):
                    version = member_action.bodies[i] if i < len(member_action.bodies) else None
                    if version is not None:
                        self._call_action(version, arguments, facts)
                return self._spoil(statement, facts)
            case m.Let(variable=variable, value=value):
                result = self.evaluate(value, facts)
                self.enter(variable, result)
                local = m.Local(variable)
                facts = Known(facts.forget(lambda term: variable in self.reads_of(term)))
                if result is not None:
                    facts.terms[local] = result
                if not any(isinstance(x, (m.Random, m.Shuffled)) for x in parts(value)):
                    facts.signs[local, value] = 2
                return facts
        assert_never(statement)

    def _ask(self, condition: m.Expr, facts: Known, site: m.Site) -> None:
        for observer in self._observers:
            observer.condition(condition, facts, site)

    def _call_action(self, action: m.Action, arguments: tuple[m.Expr, ...], facts: Known) -> None:
        self._reach(action)
        self.hand_on(action.params, arguments, facts)

    # ---- changes

    def _change_places(self, effect: m.Statement, facts: Known) -> Known:
        """The knowledge after an effect has changed places. Where it changes several, nothing is known of one beyond its set."""
        writes = access(effect).writes
        before = facts if len(writes) == 1 else Known()
        after = spoilt = self._spoil(effect, facts)
        for touch in writes:
            match touch.place:
                case m.Read() | m.Holding() as target:
                    after = self._write(target, self._new_set(touch, target, before), before, spoilt)
                case m.ListMembers() as target if touch.how in ("add", "put"):
                    member = touch.value
                    self._add(target.list, self.all_of(target.list.kind) if member is None else self.object_set(member, before))
                    after = self._know_member(target, member, spoilt) if member is not None else spoilt
                case None:
                    for thing in touch.things(self.model.resources):
                        if isinstance(thing, m.Resource):
                            self._hold(thing, COUNTS)
        return after if len(writes) == 1 else spoilt

    def _new_set(self, touch: Touch, target: m.Read | m.Holding, facts: Known) -> Set:
        """The values that a place may have after a change."""
        match touch:
            case Touch(how="set", value=value) if value is not None:
                return self.evaluate(value, facts)
            case Touch(how="raise" | "lower" as how, value=amount) if amount is not None:
                now = self.number_range(target, facts)
                after = operate_ranges("+" if how == "raise" else "-", now, self.number_range(amount, facts))
                if how == "lower" and isinstance(target, m.Holding):
                    least = min(r.least for r in target.resources)
                    after = Range(max(after.low, min(least, now.low)), max(after.high, min(least, now.low)))
                return after
        return self.anything(target.type)

    def _write(self, target: m.Read | m.Holding, value: Set, facts: Known, spoilt: Known) -> Known:
        after = Known(spoilt)
        if isinstance(target, m.Read):
            state = target.state
            if state.bounds and isinstance(value, Range):
                owners = ids(self.object_set(target.object, facts) & ~NONE) if target.object is not None else (0,)
                bounds = [b for i in owners if (b := state.find_bounds(i)) is not None]
                if bounds:
                    low, high = min(b[0] for b in bounds), max(b[1] for b in bounds)
                    value = Range(max(low, min(high, value.low)), min(high, max(low, value.high)))
            self._change(self.states, state, self._within_bounds(state, self._widen(state, self.states[state], value)))
            is_there = target.object is None or not self.object_set(target.object, facts) & NONE
            is_plain = not any(self.object_set(index, facts) & NONE for index in target.indices)
        else:
            for resource in target.resources:
                self._hold(resource, value if isinstance(value, Range) else COUNTS)
            is_there = is_plain = (
                target.which is None and len(target.resources) == 1 and not self.object_set(target.player, facts) & NONE
            )
        if is_there and is_plain and value is not None and not is_empty(value):
            after.terms[target] = value
        return after

    @staticmethod
    def _within_bounds(state: m.State, value: Set) -> Set:
        if not state.bounds:
            return value
        return meet(value, Range(min(b[0] for b in state.bounds), max(b[1] for b in state.bounds)))

    def _hold(self, resource: m.Resource, value: Range) -> None:
        old = self.holdings[resource.index]
        new = self._widen(resource, old, Range(max(value.low, resource.least), max(value.high, resource.least)))
        assert isinstance(new, Range)
        new = Range(max(new.low, resource.least), new.high)
        if new != old:
            self.holdings[resource.index] = new
            self._queue_readers(resource)

    def _add(self, list_: m.ListState, members: int) -> None:
        self._change(self.lists, list_, self.lists[list_] | (members & ~NONE))

    def _change(self, values: dict[T, V], thing: T, new: V) -> None:
        """Let something be what it has not been known to be so far."""
        if new != values[thing]:
            values[thing] = new
            self._queue_readers(thing)

    def _know_member(self, list_: m.ListMembers, member: m.Expr, facts: Known) -> Known:
        """What is known when an object has just been added to a list: it is in it."""
        owner = list_.object
        is_there = owner is None or not self.object_set(owner, facts) & NONE
        membership = m.Contains(list_, member)
        asked_first = self.reads_of(member) | (self.reads_of(owner) if owner is not None else frozenset())
        if is_there and list_.list not in asked_first and not self.object_set(member, facts) & NONE:
            facts = Known(facts)
            facts.terms[membership] = YES
        return facts

    def _put(self, statement: m.Put, facts: Known) -> Known:
        source, target = statement.source, statement.target
        if statement.member is not None:
            members = self.object_set(statement.member, facts)
        elif isinstance(source, m.Read):
            members = self.object_set(source, facts)
        else:
            members = self.list_set(source.list)
        if isinstance(source, m.ListMembers):
            members &= self.list_set(source.list) | NONE
        if isinstance(target, m.ListMembers):
            self._add(target.list, members)
        for place, value in ((source, NONE), (target, members)):
            if isinstance(place, m.Read) and value:
                self._change(self.states, place.state, join(self.states[place.state], value))
        return self._spoil(statement, facts)

    def _transfer(self, transfer: m.Transfer, facts: Known) -> Known:
        amounts = self.amounts(transfer.payment, facts)
        ranges = amounts if amounts is not None else {r.index: COUNTS for r in self.model.resources}
        gains = transfer.is_gain
        for resource in self.model.resources:
            amount = ranges.get(resource.index)
            if amount is None or amount.high <= 0:
                continue
            for stock, sign in ((resource, gains), (resource.supply, not gains)):
                if stock is not None:
                    now = self.holdings[stock.index]
                    self.read(stock)
                    self._hold(stock, operate_ranges("+" if sign else "-", now, Range(0, amount.high)))
        if gains:
            for action in self._gaining.triggered_actions(transfer):
                self._reach(action)
                self.enter(action.params[0], self.object_set(transfer.player, facts) & ~NONE)
        after = self._spoil(transfer, facts)
        match transfer.payment:
            case m.Quantity(amount=spent, resources=resources, which=None) if not gains and not any(r.least for r in resources):
                holding = m.Holding(resources, transfer.player)
                if self._signs(spent, holding, facts) == SIGNS["=="]:  # all is lost
                    after = Known(after)
                    after.terms[holding] = NO
        return after

    # ---- loops and decisions

    def _where(self, condition: m.Expr, facts: Known, site: m.Site, holds: bool = True) -> Known:
        """What is known where a condition holds, or does not.

        Where that can never be, what depends on it is followed all the same: its cause is told, and not what comes of it.
        """
        after = self.assume(condition, facts, holds, site)
        return facts if after is None else after

    def _bind(self, variable: m.Variable, each: Set, facts: Known) -> None:
        """Lets a variable be any member of a list; of one that is always empty, anything."""
        value = self.anything(variable.type) if is_empty(each) else each
        self.enter(variable, value)
        facts.terms[m.Local(variable)] = value

    def _for_each(self, loop: m.ForEach, facts: Known) -> Known | None:
        lists = [self.list_members(source, facts) for source in loop.sources]
        head = self._spoil(loop, facts)
        inner = Known(head)
        rounds = min(size.high for _, size in lists)
        for variable, source, (each, _) in zip(loop.variables, loop.sources, lists, strict=True):
            if isinstance(source, (m.AllOf, m.RowMembers)) and isinstance(each, int):  # side by side, to the end of the shorter
                each = objects(i for n, i in enumerate(ids(each)) if n < rounds)
            self._bind(variable, each, inner)
        if loop.where is not None:
            self._ask(loop.where, inner, loop.site)
            inner = self._where(loop.where, inner, loop.site)
        if loop.at_once:  # what held before all have chosen may be so no longer
            inner = Known(inner.forget(lambda term: not isinstance(term, m.Local)))
        self.run(loop.body, inner)
        if loop.otherwise:
            after = self.run(loop.otherwise, facts)
            return merge([head, after]) if after is not None else head
        return head

    def _repeat(self, loop: m.Repeat, facts: Known) -> Known | None:
        head = self._spoil(loop, facts)
        inner = head
        if loop.condition is not None:
            self._ask(loop.condition, head, loop.site)
            inner = self._where(loop.condition, head, loop.site)
        self._stops.append([])
        self.run(loop.body, inner)
        stops = self._stops.pop()
        after: list[Known] = list(stops)
        if loop.limit is not None:
            after.append(head)
        elif loop.condition is not None:
            left = self.assume(loop.condition, head, False, loop.site)
            after += [left] if left is not None else []
        if not after and can_stop(loop.body):
            return head
        return merge(after) if after else None

    def _choose(self, choose: m.Choose, facts: Known) -> Known | None:
        outcomes: list[Known] = []
        for option in choose.options:
            after = self._option(option, facts)
            outcomes += [after] if after is not None else []
        otherwise = facts if choose.may else self.run(choose.otherwise, facts)
        outcomes += [otherwise] if otherwise is not None else []
        return merge(outcomes) if outcomes else None

    def _option(self, option: m.Option, facts: Known) -> Known | None:
        now = Known(facts)
        for variable, source in zip(option.variables, option.sources, strict=True):
            self._bind(variable, self.list_members(source, now).each, now)
        if option.where is not None:
            self._ask(option.where, now, option.site)
            now = self._where(option.where, now, option.site)
        for part in option.head:
            if isinstance(part, m.Require):
                self._ask(part.condition, now, part.site)
                now = self._where(part.condition, now, part.site)
            else:
                for observer in self._observers:
                    observer.statement(part, now)
                paid = self.assume_paid(part.player, part.payment, now, part.site)
                now = now if paid is None else paid
        for part in option.head:
            if isinstance(part, m.Transfer):
                now = self._transfer(part, now)
        return self.run(option.body, now)
