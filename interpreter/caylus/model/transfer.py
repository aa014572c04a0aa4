"""Sets of values, and what each class of expression does with them.

A number is a `Range`, and so is a flag, which is 0 or 1. Objects are a whole number with one bit for each: bit 0 for none, and
bit `id + 1` for an object. A list is a `Members`. None stands for a value of which nothing is said, such as a payment.

Each class of expressions has one transfer function. What variables, states, holdings, lists and named rules can be is the
business of those who derive from `SetEvaluator`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from math import inf, isinf
from typing import Any, NamedTuple

from caylus import model as m


class Range(NamedTuple):
    """From `low` to `high`, both included; infinite where nothing is known."""

    low: float
    high: float

    def is_below(self, bound: int) -> bool:
        """Return whether every number of it lies less than the bound from 0."""
        return -bound < self.low and self.high < bound


NONE = 1  # The set of objects that holds only `none`.
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
    mask = 0
    for id_ in ids:
        mask |= 1 << (id_ + 1)
    return mask


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


# ---- numbers

SIGNS = {"<": 1, "==": 2, ">": 4, "<=": 3, ">=": 6, "!=": 5}
"""What each comparison leaves open of two values: the first is less, they are equal, it is more."""
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
MIRRORED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def mirror_signs(signs: int) -> int:
    """The signs of two values the other way round."""
    return (signs & 2) | (4 if signs & 1 else 0) | (1 if signs & 4 else 0)


def compare_ranges(a: Range, b: Range) -> int:
    """The ways in which numbers of two ranges can compare, as in `SIGNS`."""
    return (a.low < b.high) | (2 if a.low <= b.high and b.low <= a.high else 0) | (4 if a.high > b.low else 0)


def restrict(op: str, right: Range) -> Range:
    """The numbers that can stand on the left of a comparison with one of a range."""
    match op:
        case "==":
            return right
        case "<" | "<=":
            return Range(-inf, right.high - (op == "<"))
        case ">" | ">=":
            return Range(right.low + (op == ">"), inf)
    return NUMBERS


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
            return Range(*(_divide(x, b.low) for x in a))
        case "/" if b.low > 0 and a.low >= 0:
            return Range(0 if isinf(b.high) else _divide(a.low, b.high), _divide(a.high, b.low))
        case "/":
            furthest = max(-a.low, a.high)
            return Range(-furthest, furthest)
        case "%":
            return Range(min(b.low + 1, 0), max(b.high - 1, 0))
    raise ValueError(op)


def _divide(number: float, by: float) -> float:
    return number if isinf(number) else number // by


def range_of_numbers(numbers: Iterable[int]) -> Range:
    """One of them; 0 if there are none."""
    every = [*numbers] or [0]
    return Range(min(every), max(every))


def hull(ranges: Iterable[Range]) -> Range:
    """The range that covers all of them."""
    lows, highs = zip(*ranges, strict=True)
    return Range(min(lows), max(highs))


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


NOTHING = Known()


# ---- expressions


class SetEvaluator(ABC):
    """The sets of values that expressions have, for `counts` players on at most `seats` seats.

    What is named by a constant, `open` by their `id`, may be changed by another ruleset, so that any number is possible unless
    `is_exact`. The bounds are those beyond which a rule fails, if they count.
    """

    number_bound = NUMBERS
    list_bound = inf
    amount_bound = inf

    def __init__(self, seats: int, counts: Range, open_constants: Collection[int] = ()) -> None:
        self.seats = seats
        self.counts = counts
        self.open = open_constants
        self.is_exact = False
        self._places: dict[m.Kind, Sequence[int]] = {}
        self._place_ranges: dict[tuple[m.Kind, int], Range] = {}

    # ---- what is asked of others

    @abstractmethod
    def variable_set(self, variable: m.Variable) -> Set:
        """The values of a variable."""

    @abstractmethod
    def state_set(self, state: m.State) -> Set:
        """The values of a state, whoever has it."""

    @abstractmethod
    def holding_range(self, resource: m.Resource) -> Range:
        """The amounts of a resource that a player can hold."""

    @abstractmethod
    def list_set(self, list_: m.ListState) -> int:
        """The objects that can be in a list."""

    @abstractmethod
    def call_set(self, call: m.CallValue, known: Known) -> Set:
        """The results of a value of the rules."""

    @abstractmethod
    def condition_set(self, call: m.CallCondition, known: Known) -> Set:
        """Whether a condition can hold, and can not."""

    def assume(self, e: m.Expr, known: Known, holds: bool = True) -> Known | None:
        """What is known where a condition holds, or does not; None where that can never be."""
        return known

    def enter(self, variable: m.Variable, value: Set) -> None:
        """Take note of what a variable can be."""
        return

    def bind(self, known: Known, variable: m.Variable, each: Set, source: m.ListExpr) -> Known:
        """What is known where a variable is a member of a list."""
        inner = Known(known)
        inner.terms[m.Local(variable)] = each
        return inner

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
            return self.any_list(type_.kind)
        return None

    def any_list(self, kind: m.Kind | None) -> Members:
        """A list of which only the kind of its members is known."""
        return Members(self.all_of(kind) if kind is not None else NUMBERS, COUNTS)

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
        transfer = _TRANSFERS.get(type(e))
        return transfer(self, e, known) if transfer is not None else None

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
        return found if isinstance(found, Members) else self.any_list(e.type.kind)

    def _const(self, e: m.Const, known: Known) -> Set:
        if e.type.base == "object":
            return 1 << (e.value + 1)
        if id(e) in self.open and not self.is_exact:
            return FLAGS if e.type == m.FLAG else COUNTS if e.value >= 0 else NUMBERS
        return Range(e.value, e.value)

    def _read(self, e: m.Read, known: Known) -> Set:
        state = e.state
        value = self.state_set(state)
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

    @staticmethod
    def _zero(type_: m.Type) -> Set:
        return NONE if type_.base == "object" else NO

    def _holding(self, e: m.Holding, known: Known) -> Set:
        meant: Iterable[m.Resource] = e.resources
        if e.which is not None:
            which = self.object_set(e.which, known)
            meant = [r for r in e.resources if which >> (r.index + 1) & 1]
        ranges = [self.holding_range(resource) for resource in meant]
        if e.which is not None:
            return Range(min([0, *(r.low for r in ranges)]), max([0, *(r.high for r in ranges)]))
        found = Range(sum(r.low for r in ranges), sum(r.high for r in ranges))
        return Range(min(found.low, 0), max(found.high, 0)) if self.object_set(e.player, known) & NONE else found

    def _property(self, e: m.Fixed, known: Known) -> Set:
        values = self.property_values(e, known)
        if e.type.base == "object":
            return objects(v for v in values if isinstance(v, int))
        if e.type.base in ("number", "flag"):
            return range_of_numbers(v for v in values if isinstance(v, int))
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
            self._place_ranges[kind, of] = range_of_numbers(places[i] for i in ids(of))
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
        return range_of_numbers(numbers)

    def _row_item(self, e: m.RowItem, known: Known) -> Set:
        index, row = self.number_range(e.index, known), e.row
        low, high = max(1, index.low), min(row.size, index.high)
        found = between(row.first + int(low) - 1, int(high - low) + 1) if low <= high else 0
        return found | (NONE if index.low < 1 or index.high > row.size or not found else 0)

    def _item(self, e: m.Item | m.Random, known: Known) -> Set:
        each, size = self.list_members(e.list, known)
        if isinstance(each, int):
            is_sure = size.low > 0 and isinstance(e, m.Random)
            return each | (0 if is_sure else NONE)
        return each if size.low > 0 and isinstance(e, m.Random) else join(each, NO)

    def exact_range(self, e: m.Arithmetic | m.Query, known: Known) -> Range:
        """Between what numbers the exact result of an operator or a sum lies."""
        if isinstance(e, m.Arithmetic):
            return operate_ranges(e.op, self.number_range(e.left, known), self.number_range(e.right, known))
        _, count, inner = self._chosen(e, known)
        return operate_ranges("*", count, self.number_range(e.body, inner)) if inner is not None and e.body is not None else NO

    def _absolute(self, e: m.Absolute, known: Known) -> Set:
        low, high = self.number_range(e.operand, known)
        return Range(max(low, -high, 0), max(-low, high))

    def _query(self, e: m.Query, known: Known) -> Set:
        if e.kind == "sum":
            return meet(self.exact_range(e, known), self.number_bound)
        each, count, inner = self._chosen(e, known)
        if e.kind == "count":
            return count
        if e.kind == "some":
            return NO if count.high == 0 else YES if count.low > 0 else FLAGS
        if e.kind == "sort":
            return Members(each if inner is not None else 0 if isinstance(each, int) else NO, count)
        if isinstance(each, int):
            return NONE if inner is None else each | (0 if count.low > 0 else NONE)
        return each if count.low > 0 else join(each, NO)

    def _chosen(self, e: m.Query, known: Known) -> tuple[Range | int, Range, Known | None]:
        """What each member can be that a query chooses, how many there can be, and what is known of one; None if of none."""
        each, size = self.list_members(e.source, known)
        bound = each
        inner: Known | None = None
        if size.high > 0 and not is_empty(each):
            self.enter(e.variable, each)
            inner = self.bind(known, e.variable, each, e.source)
            inner = self.assume(e.where, inner) if e.where is not None else inner
        if inner is None:
            return each, NO, None
        chosen = self.evaluate(m.Local(e.variable), inner)
        each = chosen if isinstance(chosen, (Range, int)) else each
        is_all = e.where is None or (
            size.low > 0 and self.assume(e.where, self.bind(known, e.variable, bound, e.source), False) is None
        )
        most = size.high
        if isinstance(each, int) and e.source.type.kind is not None:
            most = min(most, self.copies(e.source.type.kind, each))
        return each, Range(size.low if is_all else 0, most), inner

    def _amount_in(self, e: m.AmountIn, known: Known) -> Set:
        return Range(0, self.amount_bound * (len(e.resources) if e.which is None else 1))

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
            signs = compare_ranges(a, b)
        elif isinstance(a, int) and isinstance(b, int):
            signs = (2 if a & b else 0) | (0 if a == b and single(a) is not None else 5)
        if isinstance(left, m.SizeOf | m.Arithmetic):
            signs &= self._signs_with_whole(left, right, known)
        if isinstance(right, m.SizeOf | m.Arithmetic):
            signs &= mirror_signs(self._signs_with_whole(right, left, known))
        if known.signs:
            said = known.signs.get((left, right))
            if said is None and (other := known.signs.get((right, left))) is not None:
                said = mirror_signs(other)
            signs &= 7 if said is None else said
        return signs

    def _signs_with_whole(self, part: m.SizeOf | m.Arithmetic, whole: m.Expr, facts: Known) -> int:
        """The ways in which some players compare in number with all, and a remainder with what was divided by."""
        if isinstance(part, m.SizeOf):
            is_every = isinstance(whole, m.SizeOf) and isinstance(whole.list, m.AllOf) and whole.list.kind.is_player
            return 3 if is_every and isinstance(part.list, m.ListMembers) and part.list.list.kind.is_player else 7
        if part.op == "%" and part.right == whole:
            return 1 if (whole.value if isinstance(whole, m.Const) else self.number_range(whole, facts).low) > 0 else 7
        return 7

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
        each = self.list_set(e.list)
        size = Range(0, self.copies(e.list.kind, each))
        if known.terms:
            said = known.terms.get(m.SizeOf(e))
            size = said if isinstance(said, Range) else size
        return Members(each, size)

    def _numbers(self, e: m.Numbers, known: Known) -> Set:
        low, high = self.number_range(e.low, known), self.number_range(e.high, known)
        fewest, most = (min(max(0, n), self.list_bound) for n in (high.low - low.high + 1, high.high - low.low + 1))
        return Members(Range(low.low, high.high), Range(fewest, most))

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


_TRANSFERS: dict[type, Callable[[SetEvaluator, Any, Known], Set]] = {
    m.Const: SetEvaluator._const, m.Read: SetEvaluator._read, m.Holding: SetEvaluator._holding, m.Fixed: SetEvaluator._property,
    m.PlaceInRow: SetEvaluator._place, m.ScaleItem: SetEvaluator._scale_item, m.RowItem: SetEvaluator._row_item,
    m.Item: SetEvaluator._item, m.Random: SetEvaluator._item, m.Absolute: SetEvaluator._absolute,
    m.Compare: SetEvaluator._compare, m.Contains: SetEvaluator._contains, m.Logic: SetEvaluator._logic, m.Not: SetEvaluator._not,
    m.Query: SetEvaluator._query, m.Choice: SetEvaluator._choice, m.AmountIn: SetEvaluator._amount_in, m.AllOf: SetEvaluator._all,
    m.RowMembers: SetEvaluator._row, m.PlayerRow: SetEvaluator._row, m.ListMembers: SetEvaluator._members,
    m.Numbers: SetEvaluator._numbers, m.Rotated: SetEvaluator._rotation, m.Faces: SetEvaluator._some_of,
    m.Behind: SetEvaluator._some_of, m.Gathered: SetEvaluator._gathering,
    m.Local: lambda sets, e, known: sets.variable_set(e.variable),
    m.SeatOf: lambda sets, e, known: objects(range(sets.seats)),
    m.Revealed: lambda sets, e, known: sets.evaluate(e.operand, known),
    m.ListItem: lambda sets, e, known: sets.list_set(e.list) | NONE,
    m.Arithmetic: lambda sets, e, known: meet(sets.exact_range(e, known), sets.number_bound),
    m.SizeOf: lambda sets, e, known: sets.list_members(e.list, known).size,
    m.CallValue: lambda sets, e, known: sets.call_set(e, known),
    m.CallCondition: lambda sets, e, known: sets.condition_set(e, known),
    m.CanPay: lambda sets, e, known: FLAGS,
    m.Shuffled: lambda sets, e, known: sets.evaluate(e.list, known),
}  # fmt: skip
"""The transfer function of each class of expressions; payments and scales have none."""
