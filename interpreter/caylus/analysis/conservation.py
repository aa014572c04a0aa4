"""Find what rules conserve: pieces that move from a stock to the table and back, and are as many as before.

A place holds pieces: a number, a resource, a state or a list. What a piece belongs to is its colour: whose piece it is, which
object it is. Every way through the rules, up to the next loop around it, is a row of changes, for each colour by itself
(`PieceFlows`). A set of places is conserved if every row leaves its sum as it is; what is done but once, at the setup, does not
count (`Conservation`).

The input is a model without faults and its `Facts`.

What is not understood, such as a member taken out of a list that it may not be in, makes a place one of which nothing is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, assert_never

from caylus import model as m
from caylus.analysis.facts import Facts, merge
from caylus.limits import MOST_PATHS
from caylus.model.access import access, find_state, payment_resources
from caylus.model.transfer import NONE, Known, Set, is_empty
from caylus.model.walk import action_versions, parts, substitute

Place = m.Thing


class Term(NamedTuple):
    """The value of a formula at a time: how often each thing that it reads has changed before, on this way."""

    formula: m.Expr
    changes: frozenset[tuple[object, int]] = frozenset()


class Change(NamedTuple):
    """`factor` pieces of a colour more in a place, or that many times `amount`. `members`: what the colour can be.

    `chain` has the statements that lead there: calls, and at last the one that changes the place.
    """

    place: Place
    color: Term
    factor: int
    amount: Term | None
    members: int
    chain: tuple[m.Statement, ...]
    is_sure: bool = True
    """Whether it is known that it happens: a list may not have what is taken out of it."""


class Row(NamedTuple):
    """The changes by one way through the rules of one colour and one amount: how many pieces more in each place."""

    changes: tuple[Change, ...]
    members: int
    total: Mapping[Place, int]
    of_all: Mapping[Place, int]
    """The same of all colours together: where an owner changes, as many go as come."""


class _Way:
    """A way through some statements: what it has changed, and what is known at its end."""

    __slots__ = ("changes", "known", "times", "variables")

    def __init__(self, of: _Way | None = None, default: Known | None = None) -> None:
        self.changes: tuple[Change, ...] = of.changes if of is not None else ()
        self.times: Counter[object] = Counter(of.times) if of is not None else Counter()
        self.variables: dict[m.Variable, Term] = dict(of.variables) if of is not None else {}
        self.known: Known = default if default is not None else of.known if of is not None else Known()


class _Unit(NamedTuple):
    """The changes of one round of a loop; `is_repeated`: of a loop that may run any number of times."""

    changes: tuple[Change, ...]
    is_repeated: bool


class _Summary(NamedTuple):
    """The changes that an action may make by itself, and in the loops inside it."""

    ways: list[tuple[tuple[Change, ...], Counter[object]]]
    units: list[_Unit]


class PieceFlows:
    """The ways of pieces between the `places` of a ruleset, each with the kind whose objects are its colours.

    `again` are the rows of what is done any number of times, `once` those of what is done but once, at the setup, by kind. Of
    what is `lost` nothing is said; `stocks` are the places that are numbers.
    """

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._summaries: dict[m.Action, _Summary | None] = {}
        self._changed: dict[int, frozenset[m.Thing]] = {}
        self.lost: set[Place] = set()
        self.stocks: set[Place] = set()
        self.places = self._find_places()
        self._changing = {*self.places, *(r for r in facts.model.resources if r.supply in self.places)}
        self.again: dict[m.Kind, dict[object, Row]] = {}
        self.once: dict[m.Kind, dict[object, Row]] = {}
        if self.places:
            summary = self._summarize(facts.model.start)
            assert summary is not None
            later = [one for trigger in facts.model.triggers if (one := self._summarize(trigger.action)) is not None]
            again = [unit.changes for unit in summary.units if unit.is_repeated]
            again += [changes for one in later for changes, _ in one.ways] + [unit.changes for one in later for unit in one.units]
            once = [changes for changes, _ in summary.ways] + [unit.changes for unit in summary.units if not unit.is_repeated]
            for changes, rows in [*((changes, self.again) for changes in again), *((changes, self.once) for changes in once)]:
                self._add_rows(changes, rows)

    # ---- places

    def _find_places(self) -> dict[Place, m.Kind]:
        """The places that may hold pieces, with the kind whose objects are their colours."""
        model = self._facts.model
        player = model.kinds["player"]
        kinds: dict[Place, m.Kind] = {}
        write_modes: dict[Place, set[str]] = {}
        for action in self._facts.reached:
            for part in parts(action.body):
                for touch in access(part).writes:
                    for thing in touch.things(model.resources):
                        write_modes.setdefault(thing, set()).add(touch.how)
        for thing in m.things(model):
            how = write_modes.get(thing, set())
            if isinstance(thing, m.Resource):
                if thing.supply is None and any(r.supply is thing for r in model.resources) and "set" not in how:
                    kinds[thing] = player
                    self.stocks.add(thing)
            elif isinstance(thing, m.ListState):
                if not how <= {"order"}:
                    kinds[thing] = thing.kind.root
            elif thing.type.base == "object" and thing.type.kind is not None:
                if how:
                    kinds[thing] = thing.type.kind.root
            elif thing.type.base == "number" and thing.kind is not None and how and "set" not in how:
                kinds[thing] = thing.kind.root
                self.stocks.add(thing)
        count = Counter(kinds.values())
        with_stock = {kinds[place] for place in self.stocks} | {kinds[place] for place in kinds if isinstance(place, m.ListState)}
        return {place: kind for place, kind in kinds.items() if count[kind] > 1 and kind in with_stock}

    def _changes_of(self, statement: m.Statement) -> frozenset[m.Thing]:
        key = id(statement)
        if key not in self._changed:
            effects = self._facts.effects.direct_effects(statement)
            self._changed[key] = frozenset(effects.changed | effects.gained)
        return self._changed[key]

    def _touches(self, statement: m.Statement) -> bool:
        if isinstance(statement, m.Transfer):
            resources = payment_resources(statement.payment)
            return any(r in self.places and (resources is None or r.index in resources) for r in self._facts.model.resources)
        return not self._changing.isdisjoint(self._changes_of(statement))

    # ---- terms

    def _term(self, formula: m.Expr, way: _Way) -> Term:
        if isinstance(formula, m.Local) and formula.variable in way.variables:
            return way.variables[formula.variable]
        reads = self._facts.reads_of(formula)
        return Term(formula, frozenset((thing, way.times[thing]) for thing in reads if way.times[thing]))

    def _color(self, formula: m.Expr, way: _Way) -> Term:
        """The term of a colour: of a state that a condition has just compared with a variable, that of the variable."""
        if isinstance(formula, m.Read):
            for pair, signs in way.known.signs.items():
                if signs == 2 and formula in pair:
                    other = pair[1] if pair[0] == formula else pair[0]
                    if isinstance(other, m.Local):
                        return self._term(other, way)
        return self._term(formula, way)

    def _members_of(self, formula: m.Expr, way: _Way) -> int:
        """The objects that a colour can be; by each name that it has."""
        objects = self._objects(formula, way.known)
        term = self._term(formula, way)
        for variable, other in way.variables.items():
            if other == term:
                objects &= self._objects(m.Local(variable), way.known)
        return objects

    def _objects(self, formula: m.Expr, facts: Known) -> int:
        match formula:
            case m.ListMembers(list=list_):
                return self._facts.lists[list_]
            case m.Read(
                state=state,
                object=m.CallValue(value=m.Value(cases=((None, result),), modifiers=[]) as value, arguments=arguments),
            ):
                query = substitute(result, dict(zip(value.params, arguments, strict=True)))
                if isinstance(query, m.Query) and query.kind == "first" and query.where is not None:
                    inner = self._facts.assume(query.where, facts)
                    of = m.Read(state, m.Local(query.variable), formula.indices, formula.type)
                    return self._facts.object_set(of, inner) if inner is not None else NONE
        return self._facts.object_set(formula, facts)

    # ---- statements

    def _summarize(self, action: m.Action) -> _Summary | None:
        """The changes that an action may make; None while it is being found out, and of more ways than can be followed."""
        if action not in self._summaries:
            self._facts.proceed()
            self._summaries[action] = None
            units: list[_Unit] = []
            ways = self._run(action.body, [_Way()], units)
            self._summaries[action] = _Summary([(way.changes, way.times) for way in ways], _distinct(units))
        return self._summaries[action]

    def _run(self, body: m.Body, ways: list[_Way], units: list[_Unit]) -> list[_Way]:
        """The ways after some statements. What a body evens out by itself is a unit of its own."""
        before = {id(change) for way in ways for change in way.changes}
        ways = self._do(body, ways, units)
        for way in ways:
            own = tuple(change for change in way.changes if id(change) not in before)
            even = _even(own)
            if even:
                units.append(_Unit(even, False))
                way.changes = tuple(change for change in way.changes if not any(change is one for one in even))
        return _merge(ways)

    def _do(self, body: m.Body, ways: list[_Way], units: list[_Unit]) -> list[_Way]:
        for statement in body:
            if not self._touches(statement) and not isinstance(statement, m.Let):
                things = self._changes_of(statement)
                for way in ways:
                    way.known = self._facts.after_changes(way.known, things)
                    way.times.update(things)
                continue
            ways = _merge([after for way in ways for after in self._step(statement, way, units)])
            if len(ways) > MOST_PATHS:
                for way in ways:
                    self.lost.update(change.place for change in way.changes)
                ways = ways[:1]
        return ways

    def _step(self, statement: m.Statement, way: _Way, units: list[_Unit]) -> list[_Way]:
        match statement:
            case m.Let(variable=variable, value=value):
                after = _Way(way)
                after.variables[variable] = self._term(value, way)
                facts = Known(way.known)
                result = self._facts.evaluate(value, facts)
                if result is not None:
                    facts.terms[m.Local(variable)] = result
                after.known = facts
                return [after]
            case m.If(condition=condition, then=then, otherwise=otherwise, site=site):
                found_ways = []
                for holds, body in ((True, then), (False, otherwise)):
                    inside = self._facts.assume(condition, way.known, holds, site)
                    found_ways += self._run(body, [_Way(way, inside)], units) if inside is not None else []
                return found_ways
            case m.ForEach():
                return [self._for_each(statement, way, units)]
            case m.Loop(body=body):
                inner: list[_Unit] = []
                start = _Way(default=self._spoil(statement, way).known)
                start.variables = dict(way.variables)
                inner += [_Unit(after.changes, True) for after in self._run(body, [start], inner)]
                units += [unit._replace(is_repeated=True) for unit in inner if unit.changes]
                return [self._spoil(statement, way)]
            case m.Choose():
                return self._choose(statement, way, units)
            case m.Do(action=action, arguments=arguments):
                return self._call(statement, [action], arguments, way, units)
            case m.DoMember(arguments=arguments):
                return self._call(statement, action_versions(statement), arguments, way, units)
            case m.EndGame():
                return []
            case m.Effect() | m.Stop():
                return [self._change(statement, way)]
        assert_never(statement)

    def _spoil(self, statement: m.Statement, way: _Way) -> _Way:
        things = self._changes_of(statement)
        after = _Way(way, self._facts.after_changes(way.known, things))
        after.times.update(things)
        return after

    def _change(self, statement: m.Statement, way: _Way) -> _Way:
        """The way after a statement that has none inside it."""
        changes: list[Change] = []

        def add(place: Place, color: m.Expr | None, factor: int, amount: m.Expr | None = None, is_sure: bool = True) -> None:
            if place not in self.places:
                return
            if color is None:
                self.lost.add(place)
                return
            members = self._members_of(color, way) & ~NONE
            if not members:
                return
            if isinstance(amount, m.Const):
                factor, amount = factor * amount.value, None
            of = self._term(amount, way) if amount is not None else None
            if factor:
                changes.append(Change(place, self._color(color, way), factor, of, members, (statement,), is_sure))

        match statement:
            case m.Assign(target=m.Read(state=state) as target, value=value) if state.type.base == "object":
                if self._is_taken(target, value, way):
                    add(state, target, -1)
                elif state in self.places:
                    changes += self._exchange(statement, target, self._term(value, way), way)
                add(state, value, 1)
            case m.Adjust(target=m.Read(state=state, object=of), sign=sign, amount=amount):
                add(state, of, sign, amount)
            case m.Adjust(target=m.Holding(resources=(resource,), player=player, which=None), sign=sign, amount=amount):
                add(resource.supply or resource, player, sign, amount)
            case m.Transfer():
                self._transfer(statement, way, add)
            case m.AddTo(target=target, member=member, moves=moves):
                if moves:
                    self.lost.add(target.list)
                add(target.list, member, 1)
            case m.RemoveFrom(target=target, member=member):
                add(target.list, member, -1, is_sure=self._is_in(target, member, way))
            case m.Rearrange(verb="clear", target=target):
                add(target.list, target, -1)
            case m.Put(member=member, source=source, target=target):
                moving_piece = member if member is not None else source
                add(find_state(source), moving_piece, -1)
                if isinstance(target, m.Read) and self._is_taken(target, moving_piece, way):
                    add(target.state, target, -1)
                add(find_state(target), moving_piece, 1)
            case m.Effect() | m.Jump():
                self.lost.update(self._changes_of(statement))
            case m.Let() | m.Block() | m.Call():
                raise TypeError("it has others inside it")
            case _:
                assert_never(statement)
        after = self._spoil(statement, way)
        after.changes = _net((*way.changes, *changes))
        if isinstance(statement, m.Assign) and isinstance(statement.target, m.Read):
            after.known = self._assign(statement.target, statement.value, way.known, after.known)
        return after

    def _assign(self, target: m.Read, value: m.Expr, before: Known, after: Known) -> Known:
        """The knowledge after a state was set: of other objects' states, what was known before or the new value."""
        new = self._facts.evaluate(value, before)
        terms: dict[m.Expr, Set] = {
            term: union
            for term, old in before.terms.items()
            if isinstance(term, m.Read)
            and term.state is target.state
            and term != target
            and (union := old | new if isinstance(old, int) and isinstance(new, int) else None) is not None
        }
        if new is not None and not is_empty(new):
            terms[target] = new
        facts = Known(after)
        facts.terms.update(terms)
        return facts

    def _transfer(self, transfer: m.Transfer, way: _Way, add: Callable[..., None]) -> None:
        sign = 1 if transfer.is_gain else -1
        amounts = self._facts.amounts(transfer.payment, way.known)
        for resource in self._facts.model.resources:
            if (amounts is None or resource.index in amounts) and resource.supply is None:
                add(resource, transfer.player, sign, self._amount_of(resource, transfer.payment))

    @staticmethod
    def _amount_of(resource: m.Resource, payment: m.Expr) -> m.Expr:
        """The amount of a resource in a payment."""
        match payment:
            case m.ConstPayment(alternatives=(way,)):
                return m.Const(dict(way).get(resource.index, 0), m.NUMBER)
            case m.Quantity(amount=amount, resources=(_,), which=None):
                return amount
        return m.AmountIn((resource,), payment)

    def _is_taken(self, target: m.Read, value: m.Expr, way: _Way) -> bool:
        """Return whether a state is cleared, or surely holds something: what is put somewhere else is put where nothing is."""
        return not self._members_of(target, way) & NONE or self._objects(value, way.known) == NONE

    @staticmethod
    def _exchange(assign: m.Assign, target: m.Read, value: Term, way: _Way) -> Iterator[Change]:
        """The pieces that leave two places for each other, though either may be empty: what each held is put into the other."""
        for change in way.changes:
            first = change.chain[-1]
            if change.place is target.state and change.factor > 0 and isinstance(first, m.Assign):
                if change.color.formula == target:
                    yield change._replace(factor=-1, chain=(assign,))
                if first.target == value.formula:
                    yield change._replace(color=value, factor=-1, chain=(assign,))

    def _is_in(self, list_: m.ListMembers, member: m.Expr, way: _Way) -> bool:
        """Return whether a list surely holds what is taken out of it."""
        formula = self._term(member, way).formula
        for e in (member, formula):
            match e:
                case m.Query(source=source) | m.Item(list=source) | m.Random(list=source) if source == list_:
                    return True
                case m.ListItem(list=of, object=whose) if of is list_.list and whose == list_.object:
                    return True
                case m.ListMembers() if e == list_:
                    return True
        return way.known.terms.get(m.Contains(list_, member)) == (1, 1)

    # ---- loops, decisions, calls

    def _for_each(self, loop: m.ForEach, way: _Way, units: list[_Unit]) -> _Way:
        start = _Way(default=Known(self._spoil(loop, way).known))
        start.variables = dict(way.variables)
        for variable in loop.variables:
            start.known.terms[m.Local(variable)] = self._facts.variables.get(variable, self._facts.anything(variable.type))
            start.variables.pop(variable, None)
        source = loop.sources[0]
        is_whole = len(loop.sources) == 1 and isinstance(source, m.ListMembers) and loop.where is None
        if is_whole:
            start.variables[loop.variables[0]] = self._term(source, way)
        if loop.where is not None:
            inside = self._facts.assume(loop.where, start.known, True, loop.site)
            start.known = inside if inside is not None else start.known
        inner: list[_Unit] = []
        ways = self._run(loop.body, [start], inner)
        after = self._spoil(loop, way)
        if is_whole and len(ways) == 1 and all(c.color == start.variables[loop.variables[0]] for c in ways[0].changes):
            after.changes = (*after.changes, *ways[0].changes)
        else:
            inner += [_Unit(one.changes, False) for one in ways]
        inner += [_Unit(one.changes, False) for one in self._run(loop.otherwise, [_Way(way)], inner)]
        is_repeated = any(isinstance(source, m.Numbers) for source in loop.sources) and len(loop.sources) == 1
        units += [unit._replace(is_repeated=unit.is_repeated or is_repeated) for unit in inner if unit.changes]
        return after

    def _choose(self, choose: m.Choose, way: _Way, units: list[_Unit]) -> list[_Way]:
        ways_after = []
        for option in choose.options:
            now: Known | None = Known(way.known)
            assert now is not None
            start = _Way(way)
            for variable, source in zip(option.variables, option.sources, strict=True):
                now.terms[m.Local(variable)] = self._facts.variables.get(variable, self._facts.anything(variable.type))
                start.variables.pop(variable, None)
                if isinstance(source, m.ListMembers):
                    now.terms[m.Contains(source, m.Local(variable))] = (1, 1)  # type: ignore[assignment]
            conditions = [(option.where, option.site)] if option.where is not None else []
            conditions += [(part.condition, part.site) for part in option.head if isinstance(part, m.Require)]
            for condition, site in conditions:
                now = self._facts.assume(condition, now, True, site) if now is not None else None
            if now is None:
                continue
            start.known = now
            ways = [start]
            for part in option.head:
                if isinstance(part, m.Transfer):
                    ways = [self._change(part, one) for one in ways] if self._touches(part) else ways
            ways_after += self._run(option.body, ways, units)
        return [*ways_after, *([_Way(way)] if choose.may else self._run(choose.otherwise, [_Way(way)], units))]

    def _call(
        self, statement: m.Statement, actions: Sequence[m.Action], arguments: tuple[m.Expr, ...], way: _Way, units: list[_Unit]
    ) -> list[_Way]:
        ways_after = []
        for action in actions:
            summary = self._summarize(action)
            after = self._spoil(statement, way)
            if summary is None:
                self.lost.update(self._changes_of(statement))
                ways_after.append(after)
                continue
            bindings = dict(zip(action.params, arguments, strict=False))
            for changes, times in summary.ways:
                one = _Way(after)
                one.times = way.times + times
                one.changes = _net((*way.changes, *self._place_in(changes, statement, bindings, way)))
                ways_after.append(one)
            for unit in summary.units:
                changes = tuple(self._place_in(unit.changes, statement, bindings, way))
                units += [unit._replace(changes=changes)] if changes else []
        return ways_after or [self._spoil(statement, way)]

    def _place_in(
        self, changes: Iterable[Change], statement: m.Statement, bindings: Mapping[m.Variable, m.Expr], way: _Way
    ) -> Iterator[Change]:
        """The changes of an action, in the words of the rule that calls it."""
        for change in changes:
            color, formula = self._shift(change.color, bindings, way)
            members = change.members
            if not change.color.changes and formula is not None:
                members &= self._members_of(formula, way)
            amount = self._shift(change.amount, bindings, way)[0] if change.amount is not None else None
            if members:
                chain = (statement, *change.chain)
                yield change._replace(color=color, amount=amount, members=members, chain=chain)

    def _shift(self, term: Term, bindings: Mapping[m.Variable, m.Expr], way: _Way) -> tuple[Term, m.Expr | None]:
        """A term of an action in the words of its caller; and its formula, where that can be asked at the call."""
        formula = term.formula
        if isinstance(formula, m.Local) and formula.variable in bindings:
            return self._term(bindings[formula.variable], way), bindings[formula.variable]
        new = substitute(formula, bindings)
        times = Counter(dict(term.changes))
        changes = {thing: way.times[thing] + times[thing] for thing in self._facts.reads_of(new)}
        caller_formula = (
            new if all(not isinstance(x, m.Local) or x.variable in way.variables or new != formula for x in parts(new)) else None
        )
        return Term(new, frozenset((thing, n) for thing, n in changes.items() if n)), caller_formula

    # ---- rows

    def _add_rows(self, changes: Sequence[Change], rows: dict[m.Kind, dict[object, Row]]) -> None:
        """Sorts the changes of a way by colour and amount."""
        for root in dict.fromkeys(self.places[change.place] for change in changes):
            own = [change for change in changes if self.places[change.place] is root]
            over_all: Counter[Place] = Counter()
            for change in own:
                over_all[change.place] += change.factor
            for color, amount in dict.fromkeys((change.color, change.amount) for change in own):
                same = tuple(change for change in own if (change.color, change.amount) == (color, amount))
                total: Counter[Place] = Counter()
                members = same[0].members
                for change in same:
                    total[change.place] += change.factor
                    members &= change.members
                left = {place: n for place, n in total.items() if n}
                if left and members:
                    key = (frozenset((change.chain[-1].site.span, *change[:4]) for change in same), members, *over_all.items())
                    rows.setdefault(root, {}).setdefault(key, Row(same, members, left, over_all))


def _net(changes: tuple[Change, ...]) -> tuple[Change, ...]:
    """The changes without those of one place and color that make up for each other."""
    total: Counter[object] = Counter()
    for change in changes:
        total[change.place, change.color, change.amount] += change.factor
    return tuple(change for change in changes if total[change.place, change.color, change.amount])


def _even(changes: tuple[Change, ...]) -> tuple[Change, ...]:
    """The changes of colors of which as many pieces come as go."""
    total: Counter[object] = Counter()
    for change in changes:
        total[change.color, change.amount] += change.factor
    return tuple(change for change in changes if not total[change.color, change.amount])


def _merge(ways: list[_Way]) -> list[_Way]:
    """The ways, those that change the same once."""
    merged_ways: dict[object, _Way] = {}
    for way in ways:
        key = (frozenset(Counter((c.place, c.color, c.factor, c.amount, c.chain[-1].site.span) for c in way.changes).items()),)
        first = merged_ways.setdefault(key, way)
        if first is not way:
            first.times |= way.times
            first.known = merge([first.known, way.known])
            first.variables = {v: t for v, t in first.variables.items() if way.variables.get(v) == t}
    return list(merged_ways.values())


def _distinct(units: Iterable[_Unit]) -> list[_Unit]:
    units_by_key: dict[object, _Unit] = {}
    for unit in units:
        units_by_key.setdefault(
            (frozenset((c.place, c.color, c.factor, c.amount, id(c.chain[-1])) for c in unit.changes), unit.is_repeated), unit
        )
    return list(units_by_key.values())


class Invariant(NamedTuple):
    """Places that together always hold as many pieces, of each object of `kind` among `members`.

    `amount` is how many, if that is known. `kept_by` are the rows that move pieces between the places.
    """

    places: tuple[Place, ...]
    kind: m.Kind
    members: int
    amount: int | None
    kept_by: tuple[Row, ...]


class Breach(NamedTuple):
    """A statement that breaks what everything else conserves, how many pieces there are more then, and the rows that do so."""

    statement: m.Statement
    invariant: Invariant
    change: int
    rows: tuple[Row, ...]


def find_invariants(model: m.Model) -> list[Invariant]:
    """All that a ruleset conserves."""
    return Conservation(Facts(model)).invariants()


class Conservation:
    """The conserved amounts of a ruleset: `invariants`, and `breaches` of what would be conserved but for one statement."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._flows = PieceFlows(facts)

    # ---- what is conserved

    def _classes(self, root: m.Kind) -> Iterator[tuple[m.Kind, int]]:
        """The kinds that have objects of their own, and those objects."""
        if root.is_player:
            yield root, self._facts.all_of(root)
            return
        for kind in self._facts.model.kinds.values():
            own = [thing.id for thing in kind.objects if thing.kind is kind]
            if kind.root is root and own:
                members = 0
                for i in own:
                    members |= 1 << (i + 1)
                yield kind, members

    def invariants(self) -> list[Invariant]:
        """All that is conserved, of each kind of pieces; of kinds that are alike in it, once."""
        invariants_by_places: dict[tuple[Place, ...], Invariant] = {}
        for root, rows in self._flows.again.items():
            for kind, members in self._classes(root):
                for one in self._conserved(kind, members, [row for row in rows.values() if row.members & members]):
                    earlier = invariants_by_places.get(one.places)
                    if earlier is not None:
                        amount = one.amount if one.amount == earlier.amount else None
                        one = earlier._replace(members=earlier.members | members, amount=amount)
                    invariants_by_places[one.places] = one
        return list(invariants_by_places.values())

    def _conserved(self, kind: m.Kind, members: int, rows: list[Row]) -> list[Invariant]:
        """The sets of places that all rows keep: those that any row moves pieces between."""
        places = {place for row in rows for place in row.total} - self._flows.lost
        while struck := set[Place]().union(*(_struck(row, places) for row in rows)):
            places -= struck
        invariants = []
        while places:
            group = {next(place for place in self._flows.places if place in places)}
            while True:
                wider = group.union(*(row.total.keys() & places for row in rows if row.total.keys() & group))
                if wider == group:
                    break
                group = wider
            places -= group
            ordered = tuple(place for place in self._flows.places if place in group)
            if len(group) > 1 and all(_sum(row.total, group) == 0 for row in rows):
                kept_by = tuple(row for row in rows if row.total.keys() & group)
                invariants.append(Invariant(ordered, kind, members, self._amount(group, kind, members), kept_by))
        return invariants

    def _amount(self, places: set[Place], kind: m.Kind, members: int) -> int | None:
        """The number of pieces of each colour, if the setup leaves it at what they begin with."""
        rows = self._flows.once.get(kind.root, {}).values()
        if any(row.members & members and _sum(row.total, places) for row in rows):
            return None
        numbers = {0}
        for place in places:
            if isinstance(place, m.State) and place.type == m.NUMBER:
                own = (
                    place.initial
                    if len(place.initial) == 1
                    else [n for i, n in enumerate(place.initial) if members >> (i + 1) & 1]
                )
                numbers = {a + b for a in numbers for b in own}
            elif isinstance(place, m.State) and set(place.initial) != {-1}:
                return None
        return numbers.pop() if len(numbers) == 1 else None

    # ---- what breaks it

    def breaches(self) -> list[Breach]:
        """The statements that alone break what everything else conserves, with the invariant that each of them breaks."""
        breaches_by_statement: dict[int, Breach] = {}
        reported_rows: set[int] = set()
        for root, every in self._flows.again.items():
            for kind, members in self._classes(root):
                rows = [row for row in every.values() if row.members & members]
                led_by: dict[int, dict[int, Row]] = {}
                for number, row in enumerate(rows):
                    for change in row.changes:
                        for one in change.chain:
                            led_by.setdefault(id(one), {})[number] = row
                for statement in self._suspects(rows):
                    through = [*led_by[id(statement)].values()]
                    breach = self._breach(statement, kind, members, rows, through)
                    if breach is not None and not reported_rows.issuperset(map(id, breach.rows)):
                        reported_rows.update(map(id, breach.rows))
                        breaches_by_statement.setdefault(id(breach.statement), breach)
        wider = [
            (set(one.invariant.places), {id(row) for row in one.invariant.kept_by}) for one in breaches_by_statement.values()
        ]
        return [  # without those that keep what is conserved of more places
            one
            for one in breaches_by_statement.values()
            if not any(places > {*one.invariant.places} and row_ids.issuperset(map(id, one.rows)) for places, row_ids in wider)
        ]

    @staticmethod
    def _suspects(rows: Iterable[Row]) -> list[m.Statement]:
        """The statements through which all changes of a row come: those farthest in first, numbers before what holds pieces."""
        suspects: dict[int, tuple[int, bool, m.Statement]] = {}
        for row in rows:
            chains = [change.chain for change in row.changes]
            common = [at for at in zip(*chains, strict=False) if all(one is at[0] for one in at)]
            for depth, statement in [
                *((n, at[0]) for n, at in enumerate(common)),
                *((len(chain), chain[-1]) for chain in chains),
            ]:
                is_number = isinstance(statement, m.Adjust)
                if suspects.get(id(statement), (-1,))[0] < depth:
                    suspects[id(statement)] = depth, is_number, statement
        return [statement for _, _, statement in sorted(suspects.values(), key=lambda one: (-one[0], not one[1]))]

    def _breach(self, statement: m.Statement, kind: m.Kind, members: int, rows: list[Row], through: list[Row]) -> Breach | None:
        """The sums that a statement breaks and that all rows but those `through` it conserve."""
        rest = [row for row in rows if not any(row is one for one in through)]
        for one in self._conserved(kind, members, rest):
            places = set(one.places)
            touching_rows = [row for row in through if row.total.keys() & places]
            breaking_rows = [row for row in touching_rows if _sum(row.total, places)]
            halves = {half for row in breaking_rows for half in _halves(row, statement, places)}
            is_half = any(
                not halves.isdisjoint(_halves(row, statement, places)) for row in touching_rows if not _sum(row.total, places)
            )
            if not breaking_rows or is_half or any(_sum(row.of_all, places) == 0 for row in breaking_rows):
                continue
            if any(not _halves(row, statement, places) for row in breaking_rows):
                continue
            totals = {place: n for row in breaking_rows for place, n in row.total.items() if place in places}
            is_one_way = min(totals.values()) > 0 or max(totals.values()) < 0
            is_plain = (
                totals.keys() <= self._flows.stocks and is_one_way and not any(_comes_from(row, places) for row in breaking_rows)
            )
            stocks = self._flows.stocks & places
            is_sink = max(totals.values()) < 0
            ways = {  # pieces may leave the game, but not where they come back in several ways otherwise
                tuple(sorted(id(change.chain[-1]) for change in row.changes))
                for row in one.kept_by
                if any(row.total.get(place, 0) > 0 if is_sink else place in row.total for place in stocks)
            }
            is_unsure = any(not change.is_sure for row in breaking_rows for change in row.changes)
            if is_plain or is_unsure or len(ways) < (2 if is_sink else 1):
                continue
            return Breach(statement, one, _sum(breaking_rows[0].total, places), tuple(breaking_rows))
        return None


def _halves(row: Row, statement: m.Statement, places: set[Place]) -> set[tuple[int, Place, bool]]:
    """The changes of a row through a statement: where each change is, of which place, and whether it becomes more."""
    changes = (change for change in row.changes if change.place in places and any(one is statement for one in change.chain))
    return {(id(change.chain[-1]), change.place, change.factor > 0) for change in changes}


def _comes_from(row: Row, places: set[Place]) -> bool:
    """Return whether the pieces are those that one of the places holds, as where a player gets back what stays there too."""
    formula = row.changes[0].color.formula
    return isinstance(formula, (m.Read, m.ListMembers)) and find_state(formula) in places


def _struck(row: Row, places: Iterable[Place]) -> set[Place]:
    """The places that a row only fills, or only empties."""
    inside = {place: n for place, n in row.total.items() if place in places}
    return {*inside} if inside and (min(inside.values()) > 0 or max(inside.values()) < 0) else set()


def _sum(total: Mapping[Place, int], places: Iterable[Place]) -> int:
    return sum(total.get(place, 0) for place in places)
