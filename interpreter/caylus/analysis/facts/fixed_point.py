"""Find what states, holdings, lists, parameters and values can be: rules are followed until nothing new comes up.

A number that grows with every round is widened: to the next number that the rules compare or set, and then to any.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from math import inf
from typing import assert_never

from caylus import model as m
from caylus.limits import DEEPEST_CONDITION, MOST_CASES_TRIED
from caylus.model.access import Gaining, access, rule_parts
from caylus.model.evaluate import OPPOSITE, Range, operate_ranges
from caylus.model.walk import list_actions, parts, substitute, walk_same_repeat

from .evaluation import (
    COUNTS,
    NO,
    NONE,
    SIGNS,
    YES,
    Evaluation,
    Known,
    Members,
    Pair,
    Set,
    ids,
    is_empty,
    join,
    meet,
    merge,
    mirror_signs,
    objects,
    single,
)

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


_EXACT = 3
"""How often a number may grow before it is widened."""
_NEXT = 6
"""How often it may grow before it may be any."""

Rule = m.Action | m.Value


class Observer:
    """Is told of every rule that can be reached, once all is known."""

    def statement(self, statement: m.Statement, known: Known) -> None:
        """Of a statement, and of what is known before it."""

    def condition(self, condition: m.Expr, known: Known, site: m.Site) -> None:
        """Of a condition that a rule asks, and of what is known then."""


class Facts(Assumptions):
    """Facts that are true of a ruleset in every game: see the package.

    `shown` are the names of values that are shown to players, who ask them of anything. `proceed` is called before each rule.
    """

    def __init__(
        self,
        model: m.Model,
        open_constants: Collection[int] = (),
        shown: Collection[str] = (),
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
        asked = (model.score, model.tie_break, model.team, model.may_win, model.outlook)
        shown_values = (v for v in model.values.values() if v in asked or v.name in shown)
        engine: list[m.Value | m.Condition] = [*shown_values, *(c for c in model.conditions.values() if c.name in shown)]
        for named in engine:
            for parameter in named.params:
                self.enter(parameter, self.anything(parameter.type))
            if isinstance(named, m.Value):
                self.result(named)
        self._reach(model.start)
        while self._waiting:
            rule = next(iter(self._waiting))
            del self._waiting[rule]
            self._follow(rule)

    def _free_what_nothing_changes(self) -> None:
        """Lets things that no rule changes be anything: that is told of by itself, and not by all that follows from it."""
        rules = (rule_parts(action) for action in list_actions(self.model))
        resources = self.model.resources
        changed = {thing for part in parts(*rules) for write in access(part).writes for thing in write.things(resources)}
        for thing in m.things(self.model):
            if thing in changed:
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
            self._follow_value(rule)
        else:
            stops, self._stops = self._stops, []
            self.run(rule.body, Known())
            self._stops = stops
        self._current = before

    def _follow_value(self, value: m.Value) -> None:
        found: Set = None
        known: Known | None = Known()
        is_first = True
        for condition, result in value.cases:
            here = known
            if condition is not None and known is not None:
                here = self.assume(condition, known)
                known = self.assume(condition, known, False)
            one = self.evaluate(result, here if here is not None else Known())
            found = one if is_first else join(found, one)
            is_first = False
        found = self.apply_modifiers(value, found if found is not None else self.anything(value.type), Known())
        old = self.results.get(value)
        new = self._widen(value, old, found)
        if value not in self.results or new != old:
            self.results[value] = new
            self._queue_readers(value)

    # ---- statements

    def run(self, body: m.Body, known: Known) -> Known | None:
        """The knowledge after some statements; None where nothing is done after them."""
        now: Known | None = known
        for statement in body:
            if now is None:
                break
            for observer in self._observers:
                observer.statement(statement, now)
            now = self._run(statement, now)
        return now

    def _spoil(self, statement: m.Statement, known: Known) -> Known:
        """The knowledge that is left when a statement has been done."""
        if not known.terms and not known.signs:
            return known
        return self.after_changes(known, self.effects.changes(statement))

    def _run(self, statement: m.Statement, known: Known) -> Known | None:
        match statement:
            case m.Transfer():
                return self._transfer(statement, known)
            case m.Assign(target=target, value=value):
                return self._write(statement, target, self.evaluate(value, known), known, value)
            case m.Adjust(target=target, sign=sign, amount=amount):
                now = self.number_range(target, known)
                after = operate_ranges("+" if sign > 0 else "-", now, self.number_range(amount, known))
                if sign < 0 and isinstance(target, m.Holding):
                    least = min(r.least for r in target.resources)
                    after = Range(max(after.low, min(least, now.low)), max(after.high, min(least, now.low)))
                return self._write(statement, target, after, known)
            case m.AddTo(target=target, member=member):
                self._add(target.list, self.object_set(member, known))
                return self._know_member(target, member, self._spoil(statement, known))
            case m.RemoveFrom() | m.Rearrange():
                return self._spoil(statement, known)
            case m.Put():
                return self._put(statement, known)
            case m.Reveal() | m.Say():
                return known
            case m.ForEach():
                return self._for_each(statement, known)
            case m.Repeat():
                return self._repeat(statement, known)
            case m.Stop():
                if self._stops:
                    self._stops[-1].append(known)
                return None
            case m.EndGame():
                return None
            case m.If(condition=condition, then=then, otherwise=otherwise, site=site):
                self._ask(condition, known, site)
                outcomes = []
                for holds, body in ((True, then), (False, otherwise)):
                    reached = self.run(body, self._where(condition, known, site, holds))
                    outcomes += [reached] if reached is not None else []
                return merge(outcomes) if outcomes else None
            case m.Choose():
                return self._choose(statement, known)
            case m.Do(action=action, arguments=arguments):
                self._call_action(action, arguments, known)
                return self._spoil(statement, known)
            case m.DoMember(action=member_action, object=of, arguments=arguments):
                for i in ids(self.object_set(of, known) & ~NONE):
                    version = member_action.bodies[i] if i < len(member_action.bodies) else None
                    if version is not None:
                        self._call_action(version, arguments, known)
                return self._spoil(statement, known)
            case m.Let(variable=variable, value=value):
                found = self.evaluate(value, known)
                self.enter(variable, found)
                local = m.Local(variable)
                known = Known(known.forget(lambda term: variable in self.reads_of(term)))
                if found is not None:
                    known.terms[local] = found
                if not any(isinstance(x, (m.Random, m.Shuffled)) for x in parts(value)):
                    known.signs[local, value] = 2
                return known
        assert_never(statement)

    def _ask(self, condition: m.Expr, known: Known, site: m.Site) -> None:
        for observer in self._observers:
            observer.condition(condition, known, site)

    def _call_action(self, action: m.Action, arguments: tuple[m.Expr, ...], known: Known) -> None:
        self._reach(action)
        for parameter, given in zip(action.params, arguments, strict=False):
            self.enter(parameter, self.evaluate(given, known))

    # ---- changes

    def _write(
        self, statement: m.Statement, target: m.Read | m.Holding, value: Set, known: Known, source: m.Expr | None = None
    ) -> Known:
        after = Known(self._spoil(statement, known))
        if isinstance(target, m.Read):
            state = target.state
            if state.bounds and isinstance(value, Range):
                owners = ids(self.object_set(target.object, known) & ~NONE) if target.object is not None else (0,)
                bounds = [b for i in owners if (b := state.find_bounds(i)) is not None]
                if bounds:
                    low, high = min(b[0] for b in bounds), max(b[1] for b in bounds)
                    value = Range(max(low, min(high, value.low)), min(high, max(low, value.high)))
            old = self.states[state] if state in self.states else self._at_start(state)
            new = self._widen(state, old, value)
            new = self._within_bounds(state, new)
            self.states[state] = new
            if new != old:
                self._queue_readers(state)
            is_there = target.object is None or not self.object_set(target.object, known) & NONE
            is_plain = not any(self.object_set(index, known) & NONE for index in target.indices)
        else:
            for resource in target.resources:
                self._hold(resource, value if isinstance(value, Range) else COUNTS)
            is_there = is_plain = (
                target.which is None and len(target.resources) == 1 and not self.object_set(target.player, known) & NONE
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
        old = self.lists.get(list_, 0)
        new = old | (members & ~NONE)
        if new != old:
            self.lists[list_] = new
            self._queue_readers(list_)

    def _know_member(self, list_: m.ListMembers, member: m.Expr, known: Known) -> Known:
        """What is known when an object has just been added to a list: it is in it."""
        owner = list_.object
        is_there = owner is None or not self.object_set(owner, known) & NONE
        found = m.Contains(list_, member)
        asked_first = self.reads_of(member) | (self.reads_of(owner) if owner is not None else frozenset())
        if is_there and list_.list not in asked_first and not self.object_set(member, known) & NONE:
            known = Known(known)
            known.terms[found] = YES
        return known

    def _put(self, statement: m.Put, known: Known) -> Known:
        source, target = statement.source, statement.target
        if statement.member is not None:
            moved = self.object_set(statement.member, known)
        elif isinstance(source, m.Read):
            moved = self.object_set(source, known)
        else:
            self.read(source.list)
            moved = self.lists.get(source.list, 0)
        if isinstance(source, m.ListMembers):
            self.read(source.list)
            moved &= self.lists.get(source.list, 0) | NONE
        if isinstance(target, m.ListMembers):
            self._add(target.list, moved)
        for place, value in ((source, NONE), (target, moved)):
            if isinstance(place, m.Read) and value:
                old = self.states[place.state] if place.state in self.states else self._at_start(place.state)
                new = join(old, value)
                self.states[place.state] = new
                if new != old:
                    self._queue_readers(place.state)
        return self._spoil(statement, known)

    def _transfer(self, transfer: m.Transfer, known: Known) -> Known:
        amounts = self.amounts(transfer.payment, known)
        found = amounts if amounts is not None else {r.index: COUNTS for r in self.model.resources}
        gains = transfer.verb == "gain"
        for resource in self.model.resources:
            amount = found.get(resource.index)
            if amount is None or amount.high <= 0:
                continue
            for held, sign in ((resource, gains), (resource.supply, not gains)):
                if held is not None:
                    now = self.holdings[held.index]
                    self.read(held)
                    self._hold(held, operate_ranges("+" if sign else "-", now, Range(0, amount.high)))
        if gains:
            for action in self._gaining.triggered_actions(transfer):
                self._reach(action)
                self.enter(action.params[0], self.object_set(transfer.player, known) & ~NONE)
        return self._spoil(transfer, known)

    # ---- loops and decisions

    def _where(self, condition: m.Expr, known: Known, site: m.Site, holds: bool = True) -> Known:
        """What is known where a condition holds, or does not.

        Where that can never be, what depends on it is followed all the same: its cause is told, and not what comes of it.
        """
        after = self.assume(condition, known, holds, site)
        return known if after is None else after

    def _bind(self, variable: m.Variable, each: Set, known: Known) -> None:
        """Lets a variable be any member of a list; of one that is always empty, anything."""
        value = self.anything(variable.type) if is_empty(each) else each
        self.enter(variable, value)
        known.terms[m.Local(variable)] = value

    def _for_each(self, loop: m.ForEach, known: Known) -> Known | None:
        lists = [self.list_members(source, known) for source in loop.sources]
        head = self._spoil(loop, known)
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
            after = self.run(loop.otherwise, known)
            return merge([head, after]) if after is not None else head
        return head

    def _repeat(self, loop: m.Repeat, known: Known) -> Known | None:
        head = self._spoil(loop, known)
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
        if not after and any(isinstance(x, m.Stop) for x in walk_same_repeat(loop.body)):
            return head
        return merge(after) if after else None

    def _choose(self, choose: m.Choose, known: Known) -> Known | None:
        outcomes: list[Known] = []
        for option in choose.options:
            after = self._option(option, known)
            outcomes += [after] if after is not None else []
        otherwise = known if choose.may else self.run(choose.otherwise, known)
        outcomes += [otherwise] if otherwise is not None else []
        return merge(outcomes) if outcomes else None

    def _option(self, option: m.Option, known: Known) -> Known | None:
        now = Known(known)
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
