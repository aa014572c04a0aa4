"""Find what follows from a condition that holds, or does not, and what of it is left after a change."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from math import inf

from caylus import model as m
from caylus.limits import DEEPEST_CONDITION, MOST_CASES_TRIED
from caylus.model.evaluate import OPPOSITE, Range, operate_ranges
from caylus.model.walk import parts, substitute

from .domain import NO, NONE, YES, Set, ids, is_empty, meet, objects, single
from .evaluation import SIGNS, Evaluation, mirror_signs
from .known import Known, Pair, merge

MIRRORED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


class Assumptions(Evaluation):
    """The knowledge that follows from conditions; `conflict` has the places that said what the last contradiction was with."""

    def __init__(self, model: m.Model, open_constants: Collection[int]) -> None:
        super().__init__(model, open_constants)
        self.conflict: tuple[m.Site, ...] = ()
        self._reads: dict[m.Expr, frozenset[object]] = {}

    def assume(self, e: m.Expr, known: Known, holds: bool = True, site: m.Site | None = None, depth: int = 0) -> Known | None:
        """What is known where a condition holds, or does not; None where that can never be, and `conflict` says with what."""
        if isinstance(e, m.Not):
            return self.assume(e.operand, known, not holds, site, depth)
        if isinstance(e, m.Revealed):
            return self.assume(e.operand, known, holds, site, depth)
        if isinstance(e, m.Logic):
            wanted = [(operand, holds) for operand in e.operands]
            return (
                self._all_hold(wanted, known, site, depth)
                if (e.op == "and") == holds
                else self._one_holds(wanted, known, site, depth)
            )
        if isinstance(e, m.Compare):
            return self._assume_compare(e.op if holds else OPPOSITE[e.op], e.left, e.right, known, site)
        found = self.evaluate(e, known)
        if found == (NO if holds else YES):
            self.conflict = known.why.get(e, ())
            return None
        known = Known(known)
        known.terms[e] = YES if holds else NO
        known.note(e, site)
        match e:
            case m.Const():
                return known
            case m.CallCondition() if depth < DEEPEST_CONDITION:
                wanted = [(required, holds) for required in self.requirements(e)]
                if holds:
                    after: Known | None = known
                    for (required, _), asked in zip(wanted, e.condition.requires, strict=True):
                        is_attached = asked.site.span.file != e.condition.site.span.file  # a layer may have done that
                        place = asked.site if is_attached and site is not None else site
                        after = self.assume(required, after, True, place, depth + 1) if after is not None else None
                    return after
                return self._one_holds(wanted, known, site, depth + 1) if len(wanted) <= MOST_CASES_TRIED else known
            case m.CallValue(value=value, arguments=given) if not value.modifiers and depth < DEEPEST_CONDITION:
                return self._assume_value(value, given, known, holds, site, depth + 1)
            case m.Contains():
                return self._assume_member(e, known, holds, site)
            case m.CanPay(player=player, payment=payment) if holds:
                return self.assume_paid(player, payment, known, site)
            case m.Query(kind="some", source=source) if holds:
                return self._set(m.SizeOf(source), Range(1, inf), known, site)
            case m.Read() | m.Fixed():
                return self._refine_owner(e, YES if holds else NO, known, site)
        return known

    def find_conflict(self, e: m.Expr, known: Known) -> tuple[m.Site, ...] | None:
        """The places that say the opposite of a condition, if any, where it can never hold; None where it can."""
        self.conflict = ()
        after = self.assume(e, known)
        if after is None or self.evaluate(e, known) == NO:
            return self.conflict
        return None

    def _all_hold(self, wanted: Iterable[tuple[m.Expr, bool]], known: Known, site: m.Site | None, depth: int) -> Known | None:
        for e, holds in wanted:
            after = self.assume(e, known, holds, site, depth)
            if after is None:
                return None
            known = after
        return known

    def _one_holds(self, wanted: Iterable[tuple[m.Expr, bool]], known: Known, site: m.Site | None, depth: int) -> Known | None:
        found: list[Known] = []
        conflict: tuple[m.Site, ...] = ()
        for e, holds in wanted:
            after = self.assume(e, known, holds, site, depth)
            if after is None:
                conflict += tuple(s for s in self.conflict if s not in conflict)
            else:
                found.append(after)
        self.conflict = conflict
        return merge(found) if found else None

    def _assume_value(
        self, value: m.Value, given: tuple[m.Expr, ...], known: Known, holds: bool, site: m.Site | None, depth: int
    ) -> Known | None:
        """The knowledge that follows from a flag with a name."""
        mapping = dict(zip(value.params, given, strict=True))
        if len(value.cases) > MOST_CASES_TRIED:
            return known
        found: list[Known] = []
        before: Known | None = known
        for condition, result in value.cases:
            if before is None:
                break
            here: Known | None = before
            if condition is not None:
                asked = substitute(condition, mapping)
                here = self.assume(asked, before, True, site, depth)
                before = self.assume(asked, before, False, site, depth)
            if here is not None:
                after = self.assume(substitute(result, mapping), here, holds, site, depth)
                if after is not None:
                    found.append(after)
        return merge(found) if found else None

    def _assume_member(self, e: m.Contains, known: Known, holds: bool, site: m.Site | None) -> Known | None:
        each = self.list_members(e.list, known).each
        if holds:
            after = self._set(m.SizeOf(e.list), Range(1, inf), known, site) if isinstance(e.list, m.ListMembers) else known
            value: Set = each & ~NONE if isinstance(each, int) else each
            return self._set(e.member, value, after, site) if after is not None else None
        if isinstance(each, int) and self._is_whole(e.list):
            return self._set(e.member, self.object_set(e.member, known) & ~each, known, site)
        return known

    def assume_paid(self, player: m.Expr, payment: m.Expr, known: Known, site: m.Site | None) -> Known | None:
        """What follows from that a player can pay something, or gains less than there is: what is held is enough."""
        match payment:
            case m.ConstPayment(alternatives=(way,)) if id(payment) not in self.open:
                after: Known | None = known
                for index, amount in way:
                    resource = next(r for r in self.model.resources if r.index == index)
                    if after is not None:
                        enough = Range(amount + resource.least, inf)
                        after = self._set(m.Holding((resource,), player), enough, after, site)
                return after
            case m.Quantity(amount=amount, resources=(resource,), which=None):
                low = self.number_range(amount, known).low
                if low > 0:
                    return self._set(m.Holding((resource,), player), Range(low + resource.least, inf), known, site)
        return known

    def _assume_compare(self, op: str, left: m.Expr, right: m.Expr, known: Known, site: m.Site | None) -> Known | None:
        signs = self._signs(left, right, known) & SIGNS[op]
        if not signs:
            keys = (left, right, (left, right), (right, left))
            self.conflict = tuple(dict.fromkeys(s for key in keys for s in self._reasons(key, known)))
            return None
        after: Known | None = Known(known)
        assert after is not None
        if not isinstance(left, m.Const) and not isinstance(right, m.Const):
            mirrored = (right, left) in after.signs
            pair = (right, left) if mirrored else (left, right)
            after.signs[pair] = after.signs.get(pair, 7) & (mirror_signs(signs) if mirrored else signs)
            after.note(pair, site)
        for term, other, way in ((left, right, op), (right, left, MIRRORED[op])):
            if after is not None and not isinstance(term, m.Const):
                after = self._bound_by(term, way, self.evaluate(other, after), after, site)
        return after

    def _reasons(self, key: m.Expr | Pair, known: Known) -> Iterator[m.Site]:
        """The places that said something of a formula, or of what it is made of."""
        yield from known.why.get(key, ())
        if not isinstance(key, tuple):
            for term, sites in known.why.items():
                if term != key and not isinstance(term, tuple) and _is_made_of(key, term):
                    yield from sites

    def _bound_by(self, term: m.Expr, op: str, other: Set, known: Known, site: m.Site | None) -> Known | None:
        """What follows for one side of a comparison from what the other can be."""
        value: Set
        if isinstance(other, Range):
            match op:
                case "==":
                    value = other
                case "<" | "<=":
                    value = Range(-inf, other.high - (op == "<"))
                case ">" | ">=":
                    value = Range(other.low + (op == ">"), inf)
                case _:
                    return self._differs(term, single(other), known, site)
            return self._set(term, value, known, site)
        if isinstance(other, int):
            if op == "==":
                return self._set(term, other, known, site)
            if op == "!=" and single(other) is not None:
                return self._set(term, self.object_set(term, known) & ~other, known, site)
        return known

    def _differs(self, term: m.Expr, number: float | None, known: Known, site: m.Site | None) -> Known | None:
        """What follows from that a term is not a number: where that is its bound, it is beyond."""
        low, high = self.number_range(term, known)
        if number is None or number not in (low, high):
            if number is not None and isinstance(term, m.PlaceInRow):
                return self._refine_place(term, lambda place: place != number, known, site)
            return known
        return self._set(term, Range(low + (number == low), high - (number == high)), known, site)

    def _set(self, term: m.Expr, value: Set, known: Known, site: m.Site | None) -> Known | None:
        """What follows from that a term lies in a set."""
        now = self.evaluate(term, known)
        new = meet(now, value)
        if is_empty(new):
            self.conflict = tuple(dict.fromkeys(self._reasons(term, known)))
            return None
        if isinstance(term, m.Const):
            return known
        after: Known | None = known
        if new != now or isinstance(term, m.Local):
            after = Known(known)
            after.terms[term] = new
            after.note(term, site)
        assert after is not None
        match term:
            case m.Arithmetic(op="+" | "-" as op, left=left, right=m.Const() as right) if isinstance(new, Range):
                by = self.number_range(right, known)
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

    def _refine_place(self, term: m.PlaceInRow, fits: Callable[[float], bool], known: Known, site: m.Site | None) -> Known | None:
        kind = term.object.type.kind
        if kind is None:
            return known
        now = self.object_set(term.object, known)
        places = self.places(kind)
        return self._set(term.object, objects(i for i in ids(now) if fits(places[i])), known, site)

    def _refine_owner(self, term: m.Read | m.Fixed, value: Set, known: Known, site: m.Site | None) -> Known | None:
        """What follows for an object from what it has: none has nothing, and each property is that of some objects."""
        if term.object is None:
            return known
        zero = self._zero(term.type)
        now = self.object_set(term.object, known)
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
            return known
        return self._set(term.object, fitting, known, site) if fitting != now else known

    # ---- what changes spoil

    def reads_of(self, term: m.Expr) -> frozenset[object]:
        """The things, and the variables, that a formula depends on."""
        if term not in self._reads:
            effects = self.effects.effects_of_rules(term)
            self._reads[term] = frozenset(effects.asked) | _variables(term)
        return self._reads[term]

    def after_changes(self, known: Known, changed: Collection[object]) -> Known:
        """The knowledge that is left after some things have changed."""
        return known.forget(lambda term: not self.reads_of(term).isdisjoint(changed)) if changed else known


def _variables(e: m.Expr) -> frozenset[object]:
    return frozenset(x.variable for x in parts(e) if isinstance(x, m.Local))


def _is_made_of(e: m.Expr, part: m.Expr) -> bool:
    return any(x == part for x in parts(e))
