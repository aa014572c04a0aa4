"""Evaluate formulas over sets of values, by what is known at one place of a rule.

A number is a `Range`, and so is a flag, which is 0 or 1. Objects are a whole number with one bit for each: bit 0 for none, and
bit `id + 1` for an object. A list is a `Members`. None stands for a value of which nothing is said, such as a payment.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import inf
from typing import Any, NamedTuple

from caylus import model as m
from caylus.analysis.effects import RuleEffects
from caylus.model.access import access, rule_parts
from caylus.model.evaluate import OPERATOR, Range, operate_ranges
from caylus.model.walk import list_actions, parts, substitute

NONE = 1
"""The set of objects that holds only `none`."""
NUMBERS = Range(-inf, inf)
COUNTS = Range(0, inf)
FLAGS = Range(0, 1)
YES, NO = Range(1, 1), Range(0, 0)


class Members(NamedTuple):
    """A list: what each of its members can be, and how many there can be."""

    each: Range | int
    size: Range


Set = Range | int | Members | None


def objects(ids: Iterable[int]) -> int:
    """The set of some objects; -1 is none."""
    found = 0
    for id_ in ids:
        found |= 1 << (id_ + 1)
    return found


def ids(of: int) -> Iterator[int]:
    """The objects of a set; -1 is none."""
    while of:
        bit = of & -of
        yield bit.bit_length() - 2
        of ^= bit


def between(first: int, count: int) -> int:
    """The set of so many objects that follow each other."""
    return ((1 << count) - 1) << (first + 1)


def join(a: Set, b: Set) -> Set:
    """The smallest set that covers two of one type."""
    if isinstance(a, Range) and isinstance(b, Range):
        return Range(min(a.low, b.low), max(a.high, b.high))
    if isinstance(a, int) and isinstance(b, int):
        return a | b
    if isinstance(a, Members) and isinstance(b, Members):
        each, size = join(a.each, b.each), join(a.size, b.size)
        if isinstance(each, (Range, int)) and isinstance(size, Range):
            return Members(each, size)
    return None


def meet(a: Set, b: Set) -> Set:
    """The values that two sets of one type have in common."""
    if isinstance(a, Range) and isinstance(b, Range):
        return Range(max(a.low, b.low), min(a.high, b.high))
    if isinstance(a, int) and isinstance(b, int):
        return a & b
    return b if a is None else a


def is_empty(a: Set) -> bool:
    """Return whether nothing can be in a set."""
    return a == 0 if isinstance(a, int) else isinstance(a, Range) and a.low > a.high


def single(a: Set) -> float | None:
    """The only number or object that a set holds; None where there are more, or none at all."""
    if isinstance(a, Range):
        return a.low if a.low == a.high else None
    return a.bit_length() - 2 if isinstance(a, int) and a and not a & (a - 1) else None


Pair = tuple[m.Expr, m.Expr]


class Known:
    """Knowledge at one place of a rule beyond what always holds: of some formulas, and of pairs of formulas.

    `why` has the places that said so.
    """

    __slots__ = ("signs", "terms", "why")

    def __init__(self, of: Known | None = None) -> None:
        self.terms: dict[m.Expr, Set] = dict(of.terms) if of is not None else {}
        self.signs: dict[Pair, int] = dict(of.signs) if of is not None else {}
        self.why: dict[m.Expr | Pair, tuple[m.Site, ...]] = dict(of.why) if of is not None else {}

    def forget(self, is_spoilt: Callable[[m.Expr], bool]) -> Known:
        """The knowledge that is left after something has changed."""
        if not self.terms and not self.signs:
            return self
        left = Known()
        left.terms = {term: value for term, value in self.terms.items() if not is_spoilt(term)}
        left.signs = {(a, b): signs for (a, b), signs in self.signs.items() if not is_spoilt(a) and not is_spoilt(b)}
        left.why = {key: sites for key, sites in self.why.items() if key in left.terms or key in left.signs}
        return left

    def note(self, key: m.Expr | Pair, site: m.Site | None) -> None:
        """Remembers what said something."""
        if site is not None and site not in self.why.get(key, ()):
            self.why[key] = (*self.why.get(key, ()), site)


def merge(outcomes: Sequence[Known]) -> Known:
    """The knowledge that holds whichever of some ways was taken."""
    first, *others = outcomes
    if not others:
        return first
    found = Known()
    for term, value in first.terms.items():
        if all(term in other.terms for other in others):
            for other in others:
                value = join(value, other.terms[term])
            found.terms[term] = value
    for pair, signs in first.signs.items():
        if all(pair in other.signs for other in others):
            for other in others:
                signs |= other.signs[pair]
            if signs != 7:
                found.signs[pair] = signs
    for known in outcomes:
        for key, sites in known.why.items():
            if key in found.terms or key in found.signs:
                for site in sites:
                    found.note(key, site)
    return found


SIGNS = {"<": 1, "==": 2, ">": 4, "<=": 3, ">=": 6, "!=": 5}
"""What each comparison leaves open of two values: the first is less, they are equal, it is more."""


class Evaluation(ABC):
    """The values that formulas can have, by what states, lists, holdings, variables and values can be.

    `counts` is how many players there can be. What is named by a constant, `open_constants` by their `id`, may be changed by
    another ruleset, so that any number is possible unless `is_exact`.
    """

    def __init__(self, model: m.Model, open_constants: Collection[int]) -> None:
        self.model = model
        self.counts = Range(model.fewest_players, model.most_players)
        self.seats = max(2, model.most_players)  # rules compare players though a variant may leave one alone
        self.open = open_constants
        self.is_exact = False
        self.states: dict[m.State, Set] = {}
        self.holdings: dict[int, Range] = {r.index: Range(0, 0) for r in model.resources}
        self.lists: dict[m.ListState, int] = {}
        self.variables: dict[m.Variable, Set] = {}
        self.results: dict[m.Value, Set] = {}
        self.effects = RuleEffects(model)
        self._asked: dict[tuple[m.Condition, tuple[m.Expr, ...]], tuple[m.Expr, ...]] = {}
        self._places: dict[m.Kind, Sequence[int]] = {}
        self._place_ranges: dict[tuple[m.Kind, int], Range] = {}
        self._rules: dict[type, Callable[[Any, Known], Set]] = {
            m.Const: self._const, m.ConstScale: self._nothing, m.ConstPayment: self._nothing, m.Local: self._local,
            m.SeatOf: lambda e, known: objects(range(self.seats)), m.Read: self._read, m.Holding: self._holding,
            m.Fixed: self._property, m.PlaceInRow: self._place, m.ScaleItem: self._scale_item, m.RowItem: self._row_item,
            m.ListItem: self._list_item, m.Item: self._item, m.Random: self._item, m.Arithmetic: self._arithmetic,
            m.Absolute: self._absolute, m.Compare: self._compare, m.Contains: self._contains, m.Logic: self._logic,
            m.Not: self._not, m.SizeOf: self._size, m.Query: self._query, m.CallValue: self._call,
            m.CallCondition: self._condition, m.Choice: self._choice, m.CanPay: lambda e, known: FLAGS,
            m.AmountIn: lambda e, known: COUNTS, m.Revealed: lambda e, known: self.evaluate(e.operand, known),
            m.AllOf: self._all, m.RowMembers: self._row, m.PlayerRow: self._row, m.ListMembers: self._members,
            m.Numbers: self._numbers, m.Shuffled: lambda e, known: self.evaluate(e.list, known), m.Rotated: self._rotation,
            m.Faces: self._some_of, m.Behind: self._some_of, m.Gathered: self._gathering,
        }  # fmt: skip

    # ---- what is asked of others

    @abstractmethod
    def read(self, thing: object) -> None:
        """Takes note that something is asked for."""

    @abstractmethod
    def enter(self, variable: m.Variable, value: Set) -> None:
        """Takes note of what a variable can be."""

    @abstractmethod
    def result(self, value: m.Value) -> Set:
        """The values that a value of the rules can have."""

    @abstractmethod
    def assume(self, e: m.Expr, known: Known, holds: bool = True, site: m.Site | None = None, depth: int = 0) -> Known | None:
        """What is known where a condition holds, or does not; None where that can never be."""

    # ---- types

    def anything(self, type_: m.Type) -> Set:
        """Everything of a type."""
        if type_.base == "number":
            return NUMBERS
        if type_.base == "flag":
            return FLAGS
        if type_.base == "object":
            return self.all_of(type_.kind) | NONE if type_.kind is not None else NONE
        if type_.base == "list":
            return Members(self.all_of(type_.kind) if type_.kind is not None else NUMBERS, COUNTS)
        return None

    def all_of(self, kind: m.Kind) -> int:
        return between(kind.first, kind.size_for(self.seats))

    def copies(self, kind: m.Kind, of: int) -> int:
        """Return how many of some objects there are with all copies."""
        if not kind.root.has_copies:
            return (of & ~NONE).bit_count()
        return sum(kind.root.objects[i].copies if i < len(kind.root.objects) else 1 for i in ids(of) if i >= 0)

    # ---- formulas

    def evaluate(self, e: m.Expr, known: Known) -> Set:
        """Everything that a formula can be."""
        if known.terms:
            found = known.terms.get(e)
            if found is not None:
                return found
        rule = self._rules.get(type(e))
        return rule(e, known) if rule is not None else None

    def number_range(self, e: m.Expr, known: Known) -> Range:
        found = self.evaluate(e, known)
        return found if isinstance(found, Range) else NUMBERS

    def object_set(self, e: m.Expr, known: Known) -> int:
        found = self.evaluate(e, known)
        if isinstance(found, int):
            return found
        kind = e.type.kind
        return self.all_of(kind) | NONE if kind is not None else NONE

    def list_members(self, e: m.Expr, known: Known) -> Members:
        found = self.evaluate(e, known)
        if isinstance(found, Members):
            return found
        kind = e.type.kind
        return Members(self.all_of(kind) if kind is not None else NUMBERS, COUNTS)

    def _nothing(self, e: m.Expr, known: Known) -> Set:
        return None

    def _const(self, e: m.Const, known: Known) -> Set:
        if e.type.base == "object":
            return 1 << (e.value + 1)
        if id(e) in self.open and not self.is_exact:
            return FLAGS if e.type == m.FLAG else COUNTS if e.value >= 0 else NUMBERS
        return Range(e.value, e.value)

    def _local(self, e: m.Local, known: Known) -> Set:
        variable = e.variable
        self.read(variable)
        return self.variables[variable] if variable in self.variables else self.anything(variable.type)

    def _read(self, e: m.Read, known: Known) -> Set:
        state = e.state
        self.read(state)
        if state not in self.states:
            self.states[state] = self._at_start(state)
        value = self.states[state]
        if e.object is not None:
            of = self.object_set(e.object, known)
            if state.bounds and len(state.bounds) > 1:
                bounds = [state.find_bounds(i) for i in ids(of) if i >= 0]
                if bounds:
                    value = meet(value, Range(min(b[0] for b in bounds if b), max(b[1] for b in bounds if b)))
            if of & NONE:
                value = join(value, self._zero(state.type)) if of != NONE else self._zero(state.type)
        if any(self.object_set(index, known) & NONE for index in e.indices):
            value = join(value, self._zero(state.type))
        return value

    def _at_start(self, state: m.State) -> Set:
        if state.type.base == "object":
            return objects(state.initial)
        return Range(min(state.initial, default=0), max(state.initial, default=0))

    @staticmethod
    def _zero(type_: m.Type) -> Set:
        return NONE if type_.base == "object" else NO

    def _holding(self, e: m.Holding, known: Known) -> Set:
        meant: Iterable[m.Resource] = e.resources
        if e.which is not None:
            which = self.object_set(e.which, known)
            meant = [r for r in e.resources if which >> (r.index + 1) & 1]
        ranges = []
        for resource in meant:
            self.read(resource)
            ranges.append(self.holdings[resource.index])
        if e.which is not None:
            return Range(min([0, *(r.low for r in ranges)]), max([0, *(r.high for r in ranges)]))
        found = Range(sum(r.low for r in ranges), sum(r.high for r in ranges))
        return Range(min(found.low, 0), max(found.high, 0)) if self.object_set(e.player, known) & NONE else found

    def _property(self, e: m.Fixed, known: Known) -> Set:
        values = self.property_values(e, known)
        if e.type.base == "object":
            return objects(v for v in values if isinstance(v, int))
        if e.type.base in ("number", "flag"):
            numbers = [int(v) for v in values if isinstance(v, int)]
            return Range(min(numbers, default=0), max(numbers, default=0))
        return None

    def property_values(self, e: m.Fixed, known: Known) -> list[Any]:
        """The values that a property has, of whatever object it can be asked."""
        of = self.object_set(e.object, known)
        zero: object = {"payment": ((),), "scale": (0, (0,)), "object": -1}.get(e.type.base, 0)
        return [e.property.values[i] if i >= 0 else zero for i in ids(of)]

    def _place(self, e: m.PlaceInRow, known: Known) -> Set:
        kind = e.object.type.kind
        if kind is None:
            return NO
        of = self.object_set(e.object, known)
        if (kind, of) not in self._place_ranges:
            places = self.places(kind)
            found = [places[i] for i in ids(of)] or [0]
            self._place_ranges[kind, of] = Range(min(found), max(found))
        return self._place_ranges[kind, of]

    def places(self, kind: m.Kind) -> Sequence[int]:
        """The numbers of objects in their rows by id, of players among the seats; 0 for none, whose id -1 finds the last one."""
        root = kind.root
        if root not in self._places:
            numbers = range(1, self.seats + 1) if root.is_player else [thing.number for thing in root.objects]
            self._places[root] = [*numbers, *[0] * (root.size_for(self.seats) + 1 - len(numbers))]
        return self._places[root]

    def _scale_item(self, e: m.ScaleItem, known: Known) -> Set:
        if isinstance(e.scale, m.ConstScale):
            if id(e.scale) in self.open and not self.is_exact:
                return COUNTS if min(e.scale.numbers, default=0) >= 0 else NUMBERS
            scales = [(e.scale.start, e.scale.numbers)]
        elif isinstance(e.scale, m.Fixed):
            scales = [v for v in self.property_values(e.scale, known) if isinstance(v, tuple)]
        else:
            return NUMBERS
        index = self.number_range(e.index, known)
        numbers: list[int] = []
        for start, row in scales:
            last = len(row) - 1
            low = max(0, min(last, index.low - start))
            high = max(0, min(last, index.high - start))
            numbers += row[int(low) : int(high) + 1]
        return Range(min(numbers, default=0), max(numbers, default=0))

    def _row_item(self, e: m.RowItem, known: Known) -> Set:
        index, row = self.number_range(e.index, known), e.row
        low, high = max(1, index.low), min(row.size, index.high)
        found = between(row.first + int(low) - 1, int(high - low) + 1) if low <= high else 0
        return found | (NONE if index.low < 1 or index.high > row.size or not found else 0)

    def _list_item(self, e: m.ListItem, known: Known) -> Set:
        self.read(e.list)
        return self.lists.get(e.list, 0) | NONE

    def _item(self, e: m.Item | m.Random, known: Known) -> Set:
        each, size = self.list_members(e.list, known)
        if isinstance(each, int):
            is_sure = size.low > 0 and isinstance(e, m.Random)
            return each | (0 if is_sure else NONE)
        return each if size.low > 0 and isinstance(e, m.Random) else join(each, NO)

    def _arithmetic(self, e: m.Arithmetic, known: Known) -> Set:
        left, right = self.number_range(e.left, known), self.number_range(e.right, known)
        if e.op == "%":
            return Range(min(right.low + 1, 0), max(right.high - 1, 0))
        if e.op == "/" and not right.low == right.high > 0:
            if right.low > 0 and left.low >= 0:
                return Range(
                    left.low // right.high if right.high < inf and left.low < inf else 0,
                    left.high if right.low <= 1 else _divide(left.high, right.low),
                )
            furthest = max(-left.low, left.high)
            return Range(-furthest, furthest)
        return operate_ranges(e.op, left, right)

    def _absolute(self, e: m.Absolute, known: Known) -> Set:
        low, high = self.number_range(e.operand, known)
        return Range(max(low, -high, 0), max(-low, high))

    def _size(self, e: m.SizeOf, known: Known) -> Set:
        return self.list_members(e.list, known).size

    def _query(self, e: m.Query, known: Known) -> Set:
        each, size = self.list_members(e.source, known)
        bound = each
        inner: Known | None = known
        if size.high > 0 and not is_empty(each):
            self.enter(e.variable, each)
            inner = self._bound(known, e.variable, each)
            inner = self.assume(e.where, inner) if e.where is not None else inner
        else:
            inner = None
        if inner is not None:
            chosen = self.evaluate(m.Local(e.variable), inner)
            each = chosen if isinstance(chosen, (Range, int)) else each
        is_all = e.where is None or (
            inner is not None and size.low > 0 and self.assume(e.where, self._bound(known, e.variable, bound), False) is None
        )
        most = 0.0 if inner is None else size.high
        if isinstance(each, int) and inner is not None and e.source.type.kind is not None:
            most = min(most, self.copies(e.source.type.kind, each))
        count = Range(size.low if is_all and inner is not None else 0, most)
        if e.kind == "count":
            return count
        if e.kind == "some":
            return NO if count.high == 0 else YES if count.low > 0 else FLAGS
        if e.kind == "sum":
            if inner is None or e.body is None:
                return NO
            body = self.number_range(e.body, inner)
            return Range(*_product(count, body))
        if e.kind == "sort":
            return Members(each if inner is not None else 0 if isinstance(each, int) else NO, count)
        if isinstance(each, int):
            return NONE if inner is None else each | (0 if count.low > 0 else NONE)
        return None

    @staticmethod
    def _bound(known: Known, variable: m.Variable, each: Set) -> Known:
        inner = Known(known)
        inner.terms[m.Local(variable)] = each
        return inner

    def _call(self, e: m.CallValue, known: Known) -> Set:
        self.read(e.value)
        for parameter, given in zip(e.value.params, e.arguments, strict=False):
            self.enter(parameter, self.evaluate(given, known))
        return self.result(e.value)

    def _choice(self, e: m.Choice, known: Known) -> Set:
        found = [
            self.evaluate(part, inner)
            for part, holds in ((e.then, True), (e.otherwise, False))
            if (inner := self.assume(e.condition, known, holds)) is not None
        ]
        return join(found[0], found[-1]) if found else None

    # ---- conditions

    def _compare(self, e: m.Compare, known: Known) -> Set:
        signs = self._signs(e.left, e.right, known)
        asked = SIGNS[e.op]
        if not signs & asked:
            return NO
        return FLAGS if signs & ~asked else YES

    def _signs(self, left: m.Expr, right: m.Expr, known: Known) -> int:
        """The ways in which two values can compare, as in `SIGNS`; of objects, whether they can be the same, and different."""
        if left == right:
            return 2
        a, b = self.evaluate(left, known), self.evaluate(right, known)
        signs = 7
        if isinstance(a, Range) and isinstance(b, Range):
            signs = (a.low < b.high) | (2 if a.low <= b.high and b.low <= a.high else 0) | (4 if a.high > b.low else 0)
        elif isinstance(a, int) and isinstance(b, int):
            signs = (2 if a & b else 0) | (0 if a == b and single(a) is not None else 5)
        if known.signs:
            said = known.signs.get((left, right))
            if said is None and (other := known.signs.get((right, left))) is not None:
                said = mirror_signs(other)
            signs &= 7 if said is None else said
        return signs

    def _contains(self, e: m.Contains, known: Known) -> Set:
        each, size = self.list_members(e.list, known)
        member = self.evaluate(e.member, known)
        if isinstance(each, int) and isinstance(member, int):
            if not each & member & ~NONE or size.high == 0:
                return NO
            return YES if not member & ~each and self._is_whole(e.list) else FLAGS
        if isinstance(each, Range) and isinstance(member, Range) and (is_empty(meet(each, member)) or size.high == 0):
            return NO
        return FLAGS

    @staticmethod
    def _is_whole(list_: m.Expr) -> bool:
        """Return whether a list holds all that it can hold."""
        return isinstance(list_, (m.AllOf, m.RowMembers))

    def _logic(self, e: m.Logic, known: Known) -> Set:
        decisive = YES if e.op == "or" else NO
        inner: Known | None = known
        is_open = False
        for operand in e.operands:
            assert inner is not None
            found = self.evaluate(operand, inner)
            if found == decisive:
                return decisive
            is_open = is_open or found == FLAGS
            inner = self.assume(operand, inner, e.op == "and") if found == FLAGS else inner
            if inner is None:
                return decisive
        return FLAGS if is_open else (NO if e.op == "or" else YES)

    def _not(self, e: m.Not, known: Known) -> Set:
        found = self.evaluate(e.operand, known)
        return Range(1 - found.high, 1 - found.low) if isinstance(found, Range) else FLAGS

    def _condition(self, e: m.CallCondition, known: Known, depth: int = 0) -> Set:
        self.read(e.condition)
        for parameter, given in zip(e.condition.params, e.arguments, strict=False):
            self.enter(parameter, self.evaluate(given, known))
        inner: Known | None = known
        is_sure = True
        for required in self.requirements(e):
            found = self.evaluate(required, inner if inner is not None else known)
            if found == NO:
                return NO
            is_sure = is_sure and found == YES
        return YES if is_sure else FLAGS

    def requirements(self, e: m.CallCondition) -> tuple[m.Expr, ...]:
        """The requirements of a condition, in terms of what it is given."""
        key = e.condition, e.arguments
        if key not in self._asked:
            mapping = dict(zip(e.condition.params, e.arguments, strict=True))
            self._asked[key] = tuple(substitute(r.condition, mapping) for r in e.condition.requires)
        return self._asked[key]

    # ---- lists

    def _all(self, e: m.AllOf, known: Known) -> Set:
        kind = e.kind
        counts = self.counts
        return Members(self.all_of(kind), Range(kind.count + kind.each * counts.low, kind.count + kind.each * counts.high))

    def _row(self, e: m.RowMembers | m.PlayerRow, known: Known) -> Set:
        row = e.row
        if isinstance(e, m.RowMembers):
            return Members(between(row.first, row.size), Range(row.size, row.size))
        players = self.object_set(e.player, known)
        found = 0
        for i in ids(players & ~NONE):
            found |= between(row.first + i * row.stride, row.size)
        return Members(found, Range(0 if players & NONE else row.size, row.size))

    def _members(self, e: m.ListMembers, known: Known) -> Set:
        self.read(e.list)
        each = self.lists.get(e.list, 0)
        size = Range(0, self.copies(e.list.kind, each))
        if known.terms:
            said = known.terms.get(m.SizeOf(e))
            size = said if isinstance(said, Range) else size
        return Members(each, size)

    def _numbers(self, e: m.Numbers, known: Known) -> Set:
        low, high = self.number_range(e.low, known), self.number_range(e.high, known)
        return Members(Range(low.low, high.high), Range(max(0, high.low - low.high + 1), max(0, high.high - low.low + 1)))

    def _rotation(self, e: m.Rotated, known: Known) -> Set:
        each, size = self.list_members(e.list, known)
        return Members(each, size if e.way == "from" else Range(max(0, size.low - 1), size.high))

    def _some_of(self, e: m.Faces | m.Behind, known: Known) -> Set:
        each, size = self.list_members(e.list, known)
        return Members(each, Range(0, size.high))

    def _gathering(self, e: m.Gathered, known: Known) -> Set:
        found: Set = None
        for i, member in enumerate(e.members):
            value = self.evaluate(member, known)
            found = value if i == 0 else join(found, value)
        count = len(e.members)
        return Members(found if isinstance(found, (Range, int)) else 0, Range(count, count))

    # ---- payments

    def amounts(self, payment: m.Expr, known: Known) -> Mapping[int, Range] | None:
        """The amount of each resource that can be in a payment; None where it can be anything."""
        match payment:
            case m.ConstPayment(alternatives=ways):
                found = [{i: Range(n, n) for i, n in way} for way in ways]
                joined = _join_amounts(found)
                return dict.fromkeys(joined, COUNTS) if id(payment) in self.open and not self.is_exact else joined
            case m.Quantity(amount=amount, resources=resources, which=which):
                number = self.number_range(amount, known)
                high = max(0.0, number.high)
                if len(resources) == 1 and which is None:
                    return {resources[0].index: Range(max(0.0, number.low), high)}
                if which is not None:
                    meant = self.object_set(which, known)
                    resources = tuple(r for r in resources if meant >> (r.index + 1) & 1)
                return {r.index: Range(0, high) for r in resources}
            case m.CombinePayments(op="*", left=left, right=right):
                low, high = self.number_range(left, known)
                number, each = Range(max(0.0, low), max(0.0, high)), self.amounts(right, known)
                return {i: operate_ranges("*", number, r) for i, r in each.items()} if each is not None else None
            case m.CombinePayments(op=op, left=left, right=right):
                a, b = self.amounts(left, known), self.amounts(right, known)
                if op == "less":
                    return {i: Range(0, r.high) for i, r in a.items()} if a is not None else None
                if a is None or b is None:
                    return None
                if op == "or":
                    return _join_amounts([a, b])
                return {i: operate_ranges("+", a.get(i, NO), b.get(i, NO)) for i in {**a, **b}}
            case m.Choice(then=then, otherwise=otherwise):
                return self._join_payments((then, otherwise), known)
            case m.CallValue(value=value):
                self.evaluate(payment, known)
                return self._join_payments([*(r for _, r in value.cases), *(x.value for x in value.modifiers)], Known())
            case m.Fixed():
                return _join_amounts(
                    [{i: Range(n, n) for i, n in way} for ways in self.property_values(payment, known) for way in ways]
                )
            case m.Revealed(operand=operand):
                return self.amounts(operand, known)
            case m.Local(variable=variable) if variable in self._payments:
                given = self._payments.pop(variable)  # what is handed on to itself can be anything
                amounts = self._join_payments(given, Known())
                self._payments[variable] = given
                return amounts
        return None

    @cached_property
    def _payments(self) -> dict[m.Variable, list[m.Expr]]:
        """The payments that each variable is bound to anywhere."""
        found: dict[m.Variable, list[m.Expr]] = {}
        bodies = (action.body for action in list_actions(self.model))
        values, conditions = map(rule_parts, self.model.values.values()), map(rule_parts, self.model.conditions.values())
        for part in parts(*bodies, *values, *conditions):
            for binding in access(part).bindings():
                if binding.variable.type == m.PAYMENT:
                    found.setdefault(binding.variable, []).append(binding.to)
        return found

    def _join_payments(self, payments: Iterable[m.Expr], known: Known) -> Mapping[int, Range] | None:
        found = [self.amounts(payment, known) for payment in payments]
        return None if any(f is None for f in found) else _join_amounts([f for f in found if f is not None])

    def apply_modifiers(self, value: m.Value, found: Set, known: Known) -> Set:
        """The set of a value after its modifiers."""
        for modifier in value.modifiers:
            inner: Known | None = known
            if modifier.where is not None:
                inner = self.assume(modifier.where, known)
                if inner is None:
                    continue
            by = self.evaluate(modifier.value, inner if inner is not None else known)
            changed: Set = by
            if modifier.change in OPERATOR and isinstance(found, Range) and isinstance(by, Range):
                changed = operate_ranges(OPERATOR[modifier.change], found, by)
            found = changed if modifier.where is None else join(found, changed)
        return found


def _divide(number: float, by: float) -> float:
    return number if number in (inf, -inf) else number // by


def _product(a: Range, b: Range) -> tuple[float, float]:
    corners = [x * y if x and y else 0 for x in a for y in b]
    return min(corners), max(corners)


def _join_amounts(found: Sequence[Mapping[int, Range]]) -> dict[int, Range]:
    """The amounts of one of some ways to pay."""
    joined: dict[int, Range] = {}
    for index in {i for way in found for i in way}:
        ranges = [way.get(index, NO) for way in found]
        joined[index] = Range(min(r.low for r in ranges), max(r.high for r in ranges))
    return joined


def mirror_signs(signs: int) -> int:
    """The signs of two values the other way round."""
    return (signs & 2) | (4 if signs & 1 else 0) | (1 if signs & 4 else 0)
