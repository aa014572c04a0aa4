"""Warn of what comes at the wrong time: of looking for something that has just been cleared, or set back for everybody, before
anything brings it again; and of asking just before an action adds a player to the list that is counted.

The end of the game looks for something, too: what the score counts, and what decides who wins.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple, assert_never

from caylus import model as m
from caylus.analysis.counts import Counts
from caylus.analysis.facts import Facts
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Diagnostic, Note, Span, warning
from caylus.limits import MOST_VISITS
from caylus.model.access import access, find_emptied, rule_parts
from caylus.model.transfer import NO, YES, Known
from caylus.model.walk import action_versions, parts, put, statements


class _Reset(NamedTuple):
    """A state that has one value for all members of a list, an amount that all have, or a list that is empty for all of them."""

    state: m.Thing
    members: m.ListExpr


Course = Mapping[m.ListState | _Reset, tuple[m.Const | None, Span]]
"""The lists that are empty at a place, and the states that were set back, each with the value and with where that was done."""

Finding = tuple[str, Span]
"""A message, and the place where the list was cleared or the state set back."""


def warn_of_looking_too_late(symbols: Symbols, facts: Facts) -> Iterator[Diagnostic]:
    """Warnings only, of loops and questions to which every way of a game leads just after what they look for has gone."""
    walker = _Walker(facts)
    for trigger in facts.model.triggers:
        walker.follow(trigger.action.body, {}, ())
    walker.ends.clear()
    walker.ends.append(walker.follow(facts.model.start.body, {}, ()))
    for value, name, origin in walker.find_too_late() if walker.visits < MOST_VISITS else ():
        message = f"`{name}` is gone before `{value.name}` asks for it"
        help = "count it before, or leave it until the game has ended"
        places = sorted(
            ((origin, "it is done here"), (value.site.span, "it is asked for here")), key=lambda x: symbols.level(x[0])
        )
        (place, _), (other, label) = places[::-1] if symbols.level(value.site.span) > symbols.level(origin) else places
        yield warning("W1069", place, message, "too late", notes=(Note(label, other),), help=help)
    for place, finding in walker.findings.items() if walker.visits < MOST_VISITS else ():
        if finding is not None:
            message, origin = finding
            help = "do this before it, or clear it later"
            yield warning("W1069", place, message, "too late", notes=(Note("it is done here", origin),), help=help)


class _Walker:
    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self.visits = 0
        self._sources: dict[m.Variable, m.ListExpr] = {}
        self._stops: list[list[Course]] = []
        self.ends: list[Course] = []
        self.findings: dict[Span, Finding | None] = {}

    def follow(self, body: Iterable[m.Statement], course: Course, under_way: tuple[m.Action, ...]) -> Course:
        """Look at statements one after the other; the knowledge behind them."""
        for statement in body:
            course = self._follow_statement(statement, course, under_way)
        return course

    def _follow_statement(self, statement: m.Statement, course: Course, under_way: tuple[m.Action, ...]) -> Course:
        self._look(statement, course)
        match statement:
            case m.Do(action=action):
                if action not in under_way and self.visits < MOST_VISITS:
                    self.visits += 1
                    return self.follow(action.body, course, (*under_way, action))
            case m.DoMember():
                for action in action_versions(statement):
                    if action not in under_way and self.visits < MOST_VISITS:
                        self.visits += 1
                        self.follow(action.body, {}, (*under_way, action))
            case m.If(then=then, otherwise=otherwise):
                return _meet(self.follow(then, course, under_way), self.follow(otherwise, course, under_way))
            case m.ForEach(body=body, otherwise=otherwise):
                around = self._forget(course, statement)
                self.follow(body, around, under_way)
                self.follow(otherwise, course, under_way)
                return {**around, **self._find_resets(statement)}
            case m.Repeat(condition=condition, limit=limit, body=body):
                self._stops.append([])
                after = self.follow(body, self._forget(course, statement), under_way)
                is_sure = not under_way or (isinstance(limit, m.Const) and condition is None)
                is_endless = condition is None and limit is None
                return _meet(*([] if is_endless else [after] if is_sure else [after, course]), *self._stops.pop())
            case m.Choose(options=options, otherwise=otherwise):
                for option in options:
                    self.follow(option.body, course, under_way)
                self.follow(otherwise, course, under_way)
            case m.Rearrange(verb="clear", target=m.ListMembers(list=list_, object=None)):
                return {**self._forget(course, statement), list_: (None, statement.site.span)}
            case m.Stop():
                if self._stops:
                    self._stops[-1].append(course)
            case m.EndGame():
                self.ends.append(course)
            case m.Effect() | m.Let():
                pass
            case _:
                assert_never(statement)
        return self._forget(course, statement)

    def _forget(self, course: Course, statement: m.Statement) -> Course:
        """The knowledge that stays where a statement may have been carried out."""
        if not course:
            return course
        changes = self._facts.effects.changes(statement)
        return {key: value for key, value in course.items() if (key.state if isinstance(key, _Reset) else key) not in changes}

    def _find_resets(self, loop: m.ForEach) -> Course:
        """The states that a loop gives one value for all members of its list."""
        resets: dict[m.ListState | _Reset, tuple[m.Const | None, Span]] = {}
        if loop.where is not None or len(loop.variables) != 1 or loop.at_once:
            return resets
        member = m.Local(loop.variables[0])
        spoilt: set[m.Thing] = set()
        for statement in loop.body:
            changes = self._facts.effects.changes(statement)
            is_own = isinstance(statement, m.Effect) and all(write.of == member for write in access(statement).writes)
            if not is_own or self._facts.effects.waits(statement):
                spoilt |= changes
                continue
            for thing in changes:
                resets.pop(_Reset(thing, loop.sources[0]), None)
            reset = _find_reset_value(statement, member)
            if reset is not None:
                resets[_Reset(reset[0], loop.sources[0])] = reset[1], statement.site.span
        return {key: value for key, value in resets.items() if isinstance(key, _Reset) and key.state not in spoilt}

    # ---- the end of the game

    def find_too_late(self) -> Iterator[tuple[m.Value, str, Span]]:
        """The values asked for in the end that ask for what has origins by then: its name, and where that was done."""
        course = _meet(*self.ends)
        origins = {
            key.state if isinstance(key, _Reset) else key: origin for key, (_, origin) in course.items() if self._is_of_all(key)
        }
        things_changed = self._find_things_changed(origins) if origins else set()
        for value in self._facts.model.deciding_values if origins else ():
            for thing in self._find_reads(value):
                if thing in origins and thing in things_changed:
                    yield value, thing.name, origins[thing]

    def _is_of_all(self, key: m.ListState | _Reset) -> bool:
        """Return whether something has gone for all whom it can be of."""
        if not isinstance(key, _Reset):
            return key.owner is None
        match key.members:
            case m.AllOf():
                return True
            case m.ListMembers(list=list_) if list_.kind.is_player and list_ not in self._facts.lists_taken_from:
                return self._facts.lists[list_] == self._facts.all_of(list_.kind)
        return False

    def _find_things_changed(self, origins: Mapping[m.Thing, Span]) -> set[m.Thing]:
        """Those of some things that something else changes than what has set them back."""
        things: set[m.Thing] = set()
        for statement in (x for action in self._facts.reached for x in statements(action.body) if isinstance(x, m.Effect)):
            for write in access(statement).writes:
                if write.how in ("gain", "raise", "set", "add", "put") and not write.supplied:
                    own = write.things(self._facts.model.resources)
                    things.update(thing for thing in own if thing in origins and statement.site.span != origins[thing])
        return things

    def _find_reads(self, value: m.Value) -> Iterator[m.Thing]:
        """The things that a value asks for, by way of others too; each once."""
        things: dict[m.Thing, None] = {}
        waiting: list[object] = [rule_parts(value)]
        definitions: set[int] = set()
        for part in chain.from_iterable(parts(one) for one in waiting):  # grows meanwhile
            asks = access(part)
            things.update((thing, None) for read in asks.reads for thing in read.things(self._facts.model.resources))
            waiting += (rule_parts(call.named) for call in asks.calls if id(call.named) not in definitions)
            definitions.update(id(call.named) for call in asks.calls)
        yield from things

    # ---- what is looked for

    def _look(self, statement: m.Statement, course: Course) -> None:
        place = statement.site.span
        if isinstance(statement, m.ForEach):
            self._sources.update(zip(statement.variables, statement.sources, strict=True))
            self._note(place, self._find_idle_loop(statement, course))
        elif isinstance(statement, m.If):
            self._note(place, self._find_reset(statement.condition, course) or _find_missing(statement.condition, course))
        elif isinstance(statement, m.Let):
            queries = (x for x in parts(statement.value) if isinstance(x, m.Query) and x.kind == "first" and x.body is not None)
            rankings = (_find_equal_ranks(query, course) for query in queries)
            self._note(place, _find_missing(statement.value, course) or next(filter(None, rankings), None))
        elif isinstance(statement, m.Transfer) and statement.is_gain:
            self._note(place, self._find_zero(statement.payment, course))

    def _find_zero(self, payment: m.Expr, course: Course) -> Finding | None:
        """The state or amount of members of a list that a gain counts by, and that is 0 for all of them."""
        amount = payment.amount if isinstance(payment, m.Quantity) else None
        for key, (value, origin) in course.items() if amount is not None else ():
            if isinstance(key, _Reset) and value is not None and value.value == 0:
                own = (v for v, source in self._sources.items() if _covers(key.members, source))
                if any(amount == _read(key.state, variable) for variable in own):
                    return f"this is 0: `{key.state.name}` has just been set back", origin
        return None

    def _note(self, place: Span, finding: Finding | None) -> None:
        """Keep a finding at a place, which stands only if each visit comes to it."""
        if finding is None:
            self.findings[place] = None
        else:
            self.findings.setdefault(place, finding)

    def _find_idle_loop(self, loop: m.ForEach, course: Course) -> Finding | None:
        list_ = _inner_list(loop.sources[0])
        if list_ is not None and list_ in course:
            return f"this is never done: `{list_.name}` has just been cleared", course[list_][1]
        return self._find_reset(loop.where, course) if loop.where is not None else None

    def _find_reset(self, condition: m.Expr, course: Course) -> Finding | None:
        """The state that a condition asks of members of a list, all of which have just got a value with which it is false."""
        for key, (value, origin) in course.items():
            if not isinstance(key, _Reset) or value is None:
                continue
            constant_condition = condition
            for variable in {x.variable for x in parts(condition) if isinstance(x, m.Local)} & self._sources.keys():
                if _covers(key.members, self._sources[variable]):
                    constant_condition = put(constant_condition, _read(key.state, variable), value)
            if constant_condition != condition and self._facts.evaluate(constant_condition, Known()) == NO:
                return f"this is never done: `{key.state.name}` has just been set back", origin
        return None


def _find_missing(formula: m.Expr, course: Course) -> Finding | None:
    """The member of a list that has just been cleared."""
    for item in (x for x in parts(formula) if isinstance(x, m.ListItem) and x.object is None and x.list in course):
        return f"this is none: `{item.list.name}` has just been cleared", course[item.list][1]
    return None


def _find_equal_ranks(query: m.Query, course: Course) -> Finding | None:
    """The state by which members are ranked that has just got one value for all of them."""
    for key, (_, origin) in course.items():
        is_ranked = isinstance(key, _Reset) and query.body == _read(key.state, query.variable)
        if isinstance(key, _Reset) and is_ranked and _covers(key.members, query.source):
            return f"all are equal here: `{key.state.name}` has just been set back", origin
    return None


def _read(state: m.Thing, variable: m.Variable) -> m.Expr:
    """The formula for what a member of a list has of a state or a resource."""
    member = m.Local(variable)
    if isinstance(state, m.State):
        return m.Read(state, member, (), state.type)
    return m.Holding((state,), member) if isinstance(state, m.Resource) else m.ListMembers(state, member, state.type)


def _meet(*courses: Course) -> Course:
    """The knowledge that is the same on each of some ways."""
    first, *others = courses or ({},)
    return {key: value for key, value in first.items() if all(other.get(key) == value for other in others)}


def _find_reset_value(statement: m.Statement, member: m.Expr) -> tuple[m.Thing, m.Const | None] | None:
    """The thing of a member that a statement gives one value, and that value; None of a list that it empties."""
    match statement:
        case m.Assign(target=m.Read(state=state, indices=()), value=m.Const() as value):
            return state, value
        case m.Assign(target=m.Holding(resources=(resource,), which=None), value=m.Const() as value):
            return resource, value
        case m.Transfer() if (loss := find_emptied(statement)) is not None and loss[1] == member:
            return loss[0], m.Const(0, m.NUMBER)
    if isinstance(statement, m.Rearrange) and statement.verb == "clear" and isinstance(statement.target, m.ListMembers):
        return statement.target.list, None
    return None


def _inner_list(source: m.ListExpr) -> m.ListState | None:
    """The list of the table whose members a loop goes through, in whatever order."""
    match source:
        case m.ListMembers(list=list_, object=None):
            return list_
        case m.Shuffled(list=inside) | m.Rotated(list=inside) | m.Faces(list=inside) | m.Query(kind="sort", source=inside):
            return _inner_list(inside)
    return None


def _covers(members: m.ListExpr, source: m.ListExpr) -> bool:
    """Return whether a list has all that another one goes through."""
    match source:
        case m.Shuffled(list=inside) | m.Rotated(list=inside) | m.Faces(list=inside) | m.Query(kind="sort", source=inside):
            return _covers(members, inside)
    return members == source or isinstance(members, m.AllOf)


def warn_of_asking_too_early(facts: Facts, counts: Counts) -> Iterator[Diagnostic]:
    """Warnings only, of conditions of an action that only what comes after them in the same action could make true."""
    writers: dict[m.Thing, set[int]] = defaultdict(set)
    for statement in (x for action in facts.reached for x in statements(action.body)):
        for thing in (thing for write in access(statement).writes for thing in write.held):
            writers[thing].add(id(statement))
    for action in facts.reached:
        for number, asking in enumerate(action.body):
            if not isinstance(asking, m.If):
                continue
            rest = action.body[number + 1 :]
            condition = asking.condition
            later = {id(x) for x in statements(rest)}
            for read in [x for x in parts(condition) if isinstance(x, m.Read) and x.object is None and not x.indices]:
                is_first = writers[read.state] and writers[read.state] <= later and len({*read.state.initial}) == 1
                if is_first and not read.state.bounds and counts.count_calls(action) <= 1:
                    condition = put(condition, read, m.Const(read.state.initial[0], read.type))
            answer = facts.evaluate(condition, Known()) if condition != asking.condition else None
            if answer in (YES, NO) and facts.evaluate(asking.condition, Known()) != answer:
                states = {x.state for x in parts(asking.condition) if isinstance(x, m.Read)}
                origin = next(x for x in statements(rest) if states & facts.effects.changes(x))
                label = f"`{action.name}` is done once, and changes this only later"
                yield _report(asking, origin, answer == YES, label)
            for addition in _find_additions(rest, facts):
                if _counts_all(asking.condition, addition.target):
                    label = f"the player is added to `{addition.target.list.name}` after this"
                    yield _report(asking, addition, False, label)


def _find_additions(rest: m.Body, facts: Facts) -> Iterator[m.AddTo]:
    """The additions to lists of the table that surely come, each before anything else changes the list."""
    changes: set[m.Thing] = set()
    for statement in rest:
        is_addition = isinstance(statement, m.AddTo) and not statement.moves and statement.target.object is None
        if isinstance(statement, m.AddTo) and is_addition and statement.target.list not in changes:
            yield statement
        if any(isinstance(x, m.Jump) for x in statements((statement,))):
            return
        changes |= facts.effects.changes(statement)


def _counts_all(condition: m.Expr, list_: m.ListMembers) -> bool:
    """Return whether a condition wants as many in a list as there are players."""
    match condition:
        case m.Compare(op="==" | ">=", left=m.SizeOf(list=counted), right=m.SizeOf(list=m.AllOf(kind=kind))):
            return counted == list_ and kind.is_player
        case m.Logic(op="and", operands=operands):
            return any(_counts_all(operand, list_) for operand in operands)
    return False


def _report(asking: m.If, origin: m.Statement, is_true: bool, label: str) -> Diagnostic:
    code, message = ("W1005", "this always holds") if is_true else ("W1004", "this never holds")
    help, notes = "ask after it: write `after` instead of `before`", (Note("this comes later", origin.site.span),)
    return warning(code, asking.site.span, message, label, notes=notes, help=help)
