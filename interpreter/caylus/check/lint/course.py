"""Warn of changes that undo each other, and of what comes at the wrong time.

That is looking for something that has just been cleared, or set back for everybody, before anything brings it again; and asking
just before an action adds a player to the list that is counted. The end of the game looks for something, too: what the score
counts, and what decides who wins.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple, assert_never

from caylus import model as m
from caylus.analysis.counts import Counts
from caylus.analysis.facts import Facts
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Diagnostic, Note, Span, warning
from caylus.limits import MOST_VISITS
from caylus.model.access import access, find_emptied, payment_resources, rule_parts
from caylus.model.transfer import NO, YES, Known
from caylus.model.walk import action_versions, bodies, own_parts, parts, put, remade, statements


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


Body = Sequence[m.Statement]


def warn_of_undone_changes(symbols: Symbols, facts: Facts, actions: Iterable[m.Action]) -> Iterator[Diagnostic]:
    """Warnings only."""
    finder = _Finder(facts, symbols)
    every = [body for action in actions for body in _list_bodies(action.body)]
    for body in every:
        for change in finder.find_changes(body):
            notes = (Note("this came before", change.before.span),) if change.before is not None else ()
            yield warning(change.code, change.site.span, change.message, change.label, notes=notes, help=change.help)
    for value in facts.results:
        for one, other in _find_opposite_modifiers(value):
            message, label = f"these two changes of `{value.name}` cancel each other", "takes back what was added"
            notes = (Note("the other one", one.site.span),)
            yield warning("W1031", other.site.span, message, label, notes=notes, help="leave both out, or change one of them")
    for price, gain, resource in finder.find_idle_prices(every):
        message, label = "this can never be paid", f"`{resource.name}` is gone again as soon as it is gained"
        notes, help = (Note("gained here, and taken away at once", gain.span),), "let players keep it until then"
        yield warning("W1004", price.span, message, label, notes=notes, help=help)
    for span, state, end, step in finder.find_missed_ends():
        message, label = f"`{state.name}` may pass {end}: then this never comes true", f"it may step over {end}"
        help = f"ask for `{'>=' if step.sign > 0 else '<='}`, or bound the number"
        yield warning("W1037", span, message, label, notes=(Note("not by 1 only", step.site.span),), help=help)


def _list_bodies(body: m.Body) -> Iterator[Body]:
    """A body and those inside it; two loops through one list count as one, as each member's turn has both."""
    yield body
    for statement, then in zip(body, (*body[1:], None), strict=False):
        for inner in bodies(statement):
            yield from _list_bodies(inner)
        if isinstance(statement, m.ForEach) and isinstance(then, m.ForEach):
            yield _join_loops(statement, then)


def _join_loops(one: m.ForEach, other: m.ForEach) -> Body:
    """The statements that two loops after each other do for a member; nothing where they go through other lists."""
    names = dict(zip(other.variables, one.variables, strict=False))

    def rename(part: object) -> object:
        return names.get(part, part) if isinstance(part, m.Variable) else part

    if one.at_once or remade(replace(other, body=(), otherwise=(), site=one.site), rename) != replace(one, body=(), otherwise=()):
        return ()
    own = (*one.body, *remade(other.body, rename))
    return own if all(_is_of_member(part, one.variables) for part in own) else ()


def _is_of_member(statement: m.Statement, variables: Sequence[m.Variable]) -> bool:
    """Return whether a statement concerns no more than the member whose turn it is."""
    subjects = [x.object for x in parts(statement) if isinstance(x, m.Read | m.ListMembers | m.ListItem)]
    subjects += [x.player for x in parts(statement) if isinstance(x, m.Holding | m.Transfer)]
    members = {m.Local(variable) for variable in variables}
    return isinstance(statement, m.Effect) and all(subject in members for subject in subjects)


class _Change(NamedTuple):
    """A change after which all is as it was before, by itself or with one that came `before`."""

    site: m.Site
    message: str
    label: str
    help: str
    before: m.Site | None = None
    code: str = "W1031"


class _Finder:
    def __init__(self, facts: Facts, symbols: Symbols) -> None:
        self._facts = facts
        self._effects = facts.effects
        self._symbols = symbols

    def find_changes(self, body: Body) -> Iterator[_Change]:
        """The changes of a body that change nothing."""
        for number, statement in enumerate(body):
            if isinstance(statement, m.Loop):
                yield from self._find_kept_order(statement)
                yield from self._find_lost_values(statement)
            elif isinstance(statement, m.Effect):
                undo = self._find_undo(statement, body[number + 1 :])
                if undo is not None and self._symbols.level(undo.site.span) == self._symbols.level(statement.site.span):
                    yield undo

    # ---- two statements

    def _find_undo(self, first: m.Effect, rest: Body) -> _Change | None:
        """The statement after another one that undoes it, where nothing asks for it between them."""
        things = {thing for write in access(first).writes for thing in write.things(self._facts.model.resources)}
        if not things or self._effects.effects_of_rules(first).awaited:
            return None
        is_exchange = isinstance(first, m.Assign) and isinstance(first.value, m.Read | m.Holding)
        for then in rest:
            change = _undo(first, then)
            if change is not None:
                return change if not self._has_supply(then) else None
            effects = self._effects.effects_of_rules(then)
            reads = self._facts.reads_of(first.value) if is_exchange and isinstance(first, m.Assign) else frozenset()
            things_used = {*effects.changed, *effects.gained} | (set() if is_exchange else effects.asked)
            if isinstance(then, m.Jump) or effects.ends or things_used & {*things, *reads}:
                return None
        return None

    def _has_supply(self, statement: m.Statement) -> bool:
        """Return whether a statement moves resources that are taken from a supply, of which there may be less."""
        things = {x for write in access(statement).writes for x in write.things(self._facts.model.resources)}
        return isinstance(statement, m.Transfer) and any(isinstance(x, m.Resource) and x.supply is not None for x in things)

    # ---- loops

    def _find_lost_values(self, loop: m.Loop) -> Iterator[_Change]:
        """A value of the table that each round of a loop sets anew, so that only the last one counts."""
        if not isinstance(loop, m.ForEach) or loop.where is not None or loop.at_once or isinstance(loop.sources[0], m.Numbers):
            return
        members = {m.Local(variable) for variable in loop.variables}
        for number, step in enumerate(loop.body):
            if not isinstance(step, m.Assign) or not isinstance(step.target, m.Read) or step.value in members:
                continue
            if members.isdisjoint(parts(step.value)) or step.target.object is not None or step.target.indices:
                continue
            others = self._effects.effects_of_rules(*loop.body[:number], *loop.body[number + 1 :])
            things_used = others.asked | others.changed | self._effects.effects_of_rules(step.value).asked
            if step.target.state not in things_used and not others.ends:
                name = step.target.state.name
                message = f"each time this replaces what the one before has set: only the last one's counts for `{name}`"
                help = f"add it up, `raise {name} by …`; or ask for the most, `first … with most …`"
                yield _Change(step.site, message, "lost", help, loop.site, "W1039")

    def _find_kept_order(self, loop: m.Loop) -> Iterator[_Change]:
        """A loop that moves each member of a list to an end of it, so that all lie as before, or the other way round."""
        match loop:
            case m.ForEach(variables=(variable,), sources=(m.ListMembers() as source,), where=None, body=body):
                member: m.Expr = m.Local(variable)
            case m.Repeat(condition=None, limit=m.SizeOf(list=m.ListMembers() as source), body=body):
                member = m.ListItem(source.list, source.object, m.Const(1, m.NUMBER), m.Type("object", source.list.kind))
            case _:
                return
        moves = [x for x in body if isinstance(x, m.AddTo) and x.target == source and x.member == member]
        removals = [x for x in body if isinstance(x, m.RemoveFrom) and x.target == source and x.member == member]
        others = [x for x in body if x not in moves and x not in removals]
        effects = self._effects.effects_of_rules(*others)
        if len(moves) != 1 or source.list in effects.changed | effects.gained | effects.asked or effects.decides or effects.ends:
            return
        (move,) = moves
        is_repeat = isinstance(loop, m.Repeat)
        if not (move.moves or removals) or (is_repeat and move.front):
            return
        name = source.list.name
        label = f"each in turn goes to the {'start' if move.front else 'end'}"
        if move.front:
            message = f"this only turns `{name}` round, which `reverse {name}` says"
            help = f"write `reverse {name}`; to move one member only, do it once, without the loop"
        else:
            message = f"this changes nothing: `{name}` is in the order that it had before"
            help = "to move one member only, do it once, without the loop"
        yield _Change(move.site, message, label, help, loop.site)

    # ---- ends that are stepped over

    def find_missed_ends(self) -> Iterator[tuple[Span, m.State, int, m.Adjust]]:
        """The ends that wait for one number, each with the step of a state that may lead beyond it."""
        every = [x for action in self._facts.reached for x in statements(action.body)]
        for statement in every:
            match statement:
                case m.Repeat(condition=m.Not(operand=condition), body=body):
                    inside: Sequence[m.Statement] = self._reach(body)
                case m.Repeat(condition=m.Compare(op="!=") as condition, body=body):
                    inside = self._reach(body)
                case m.If(condition=condition, then=then) if any(isinstance(x, m.EndGame | m.Stop) for x in then):
                    inside = [x for x in every if x is not statement]
                case _:
                    continue
            match condition:
                case m.Compare(op="==" | "!=", left=m.Read(state=state), right=m.Const(value=end)) if not state.bounds:
                    step, place = self._find_long_step(inside, state, end), self._symbols.place_of(condition)
                    if step is not None and place is not None:
                        yield place, state, end, step

    def _find_long_step(self, inside: Sequence[m.Statement], state: m.State, end: int) -> m.Adjust | None:
        """The change by which a state that only rises, or only falls, may pass a number; None where something may hold it."""
        writers = {id(x): x for x in inside if isinstance(x, m.Effect) and state in self._facts.effects.changes(x)}
        steps = [x for x in writers.values() if isinstance(x, m.Adjust)]
        questions = [part for x in inside for part in _list_questions(x)]
        is_one_way = len(steps) == len(writers) and len({x.sign for x in steps}) == 1
        if not is_one_way or state in self._effects.effects_of_rules(*questions).asked:
            return None
        for step in steps:
            low, high = self._facts.number_range(step.amount, Known())
            fits = low == high and len(steps) == 1 and high and all((end - x) % high == 0 for x in state.initial)
            if high > 1 and not fits:
                return step
        return None

    # ---- resources that nobody holds

    def find_idle_prices(self, every: Sequence[Body]) -> Iterator[tuple[m.Site, m.Site, m.Resource]]:
        """The prices of a resource that is taken from players as soon as they gain it, each with a place where that is done."""
        gains: dict[m.Resource, list[tuple[Body, int]]] = {}
        passed_on: set[m.Thing] = set()
        for body in every:
            for number, statement in enumerate(body):
                if isinstance(statement, m.Transfer | m.Assign | m.Adjust):
                    loss = find_emptied(statement)
                    for write in access(statement).writes:
                        if write.how not in ("gain", "set", "raise") or write.supplied or isinstance(write.place, m.Read):
                            continue
                        things = write.things(self._facts.model.resources)
                        passed_on.update(things if len(things) > 1 else ())
                        for thing in things:
                            if isinstance(thing, m.Resource) and (loss is None or loss[0] is not thing):
                                gains.setdefault(thing, []).append((body, number))
        prices = list(self._find_prices(statement for body in every for statement in body)) if gains else []
        for resource, places in gains.items():
            own = [x for x in prices if resource.index in (payment_resources(x.payment) or ())]
            if own and not resource.least and resource.supply is None and resource not in passed_on:
                meanwhile = self._find_meanwhile(resource, places)
                body, number = places[0]
                if meanwhile is not None:
                    yield from ((x.site, body[number].site, resource) for x in own if id(x) not in meanwhile)

    def _find_meanwhile(self, resource: m.Resource, places: Iterable[tuple[Body, int]]) -> set[int] | None:
        """The prices, by `id`, that may be paid before a resource is taken away again; None where players may keep it."""
        meanwhile: set[int] = set()
        for body, number in places:
            later = range(number + 1, len(body))
            end = next((n for n in later if _empties(body[n], body[number], resource) or _empties_all(body[n], resource)), None)
            if end is None:
                return None
            meanwhile.update(id(x) for x in self._find_prices(self._reach(body[number + 1 : end])))
        return meanwhile

    @staticmethod
    def _find_prices(statements_: Iterable[m.Statement]) -> Iterator[m.Transfer]:
        """The payments at the heads of options."""
        heads = (part for x in statements_ if isinstance(x, m.Choose) for option in x.options for part in option.head)
        return (part for part in heads if isinstance(part, m.Transfer))

    @staticmethod
    def _reach(body: Body) -> list[m.Statement]:
        """The statements of a body, and of all actions that it does."""
        every = list(statements(tuple(body)))
        actions: set[m.Action] = set()
        for statement in every:  # grows meanwhile
            new = [action for action in access(statement).actions() if action not in actions]
            actions.update(new)
            every += (x for action in new for x in statements(action.body))
        return every


def _list_questions(statement: m.Statement) -> list[object]:
    """The formulas that decide what a statement does."""
    if isinstance(statement, m.Say | m.EndGame):
        return []
    if isinstance(statement, m.Adjust | m.Assign):
        return [statement.amount if isinstance(statement, m.Adjust) else statement.value]
    if isinstance(statement, m.Choose):
        return [part for x in statement.options for part in (*x.sources, x.where, *x.head) if part is not None]
    return own_parts(statement)


def _undo(first: m.Effect, then: m.Statement) -> _Change | None:
    """The change of two statements that leave all as it was before them; None where they are others."""
    label, help = "takes back what was done before", "leave both out, or change one of them"
    match first, then:
        case m.Transfer(verb="gain" | "lose"), m.Transfer(verb="gain" | "lose"):
            is_same = first.verb != then.verb and first.player == then.player and first.payment == then.payment
            if is_same and not any(isinstance(x, m.Random) for x in parts(first.payment)):
                return _Change(then.site, "these two cancel each other", label, help, first.site)
        case m.Adjust(target=m.Read(state=m.State(bounds=())) | m.Holding()), m.Adjust():
            is_same = (first.target, first.amount, first.sign) == (then.target, then.amount, -then.sign)
            if is_same and not any(isinstance(x, m.Random) for x in parts(first.amount)):
                return _Change(then.site, "these two cancel each other", label, help, first.site)
        case m.AddTo(moves=False), m.RemoveFrom() if (first.target, first.member) == (then.target, then.member):
            return _Change(then.site, "these two cancel each other", label, help, first.site)
        case m.Put(), m.Put() if first.member == then.member is not None:
            if (first.source, first.target) == (then.target, then.source) and isinstance(first.source, m.ListMembers):
                return _Change(then.site, "this puts it back where it was taken from", label, help, first.site)
        case m.Rearrange(verb="reverse"), m.Rearrange(verb="reverse") if first.target == then.target:
            return _Change(then.site, "these two cancel each other", label, help, first.site)
        case m.Rearrange(verb="reverse" | "sort" | "shuffle" | "begin"), m.Rearrange(verb="shuffle"):
            if first.target == then.target:
                message = "this has no effect: the list is shuffled after it"
                return _Change(first.site, message, "lost", "leave it out, or shuffle first", then.site)
        case m.Assign(), m.Assign() if (first.target, first.value) == (then.value, then.target) and first.target != first.value:
            states = {x.state for x in (first.target, first.value) if isinstance(x, m.Read)}
            paths = [(x.object, x.indices) for x in (first.target, first.value) if isinstance(x, m.Read)]
            if not any(isinstance(x, m.Read) and x.state in states for x in parts(paths)):
                message = "this changes nothing: both are the same by now"
                help = "to exchange them, keep the first before: `let before = …`"
                return _Change(then.site, message, "it is that already", help, first.site)
    return None


def _find_opposite_modifiers(value: m.Value) -> Iterator[tuple[m.Modifier, m.Modifier]]:
    """The pairs of changes of a value, by one rule, of which one takes back what the other one adds."""
    for number, one in enumerate(value.modifiers):
        for other in value.modifiers[number + 1 :]:
            is_same = (one.where, one.value, one.site.rule) == (other.where, other.value, other.site.rule)
            if is_same and {one.change, other.change} == {"plus", "minus"}:
                yield one, other


def _empties(statement: m.Statement, gain: m.Statement, resource: m.Resource) -> bool:
    """Return whether after a statement the player who has just gained a resource has nothing of it."""
    if not isinstance(gain, m.Transfer):
        return False
    is_taken_back = isinstance(statement, m.Transfer) and statement.verb == "lose" and statement.payment == gain.payment
    if isinstance(statement, m.Transfer) and is_taken_back:
        return statement.player == gain.player
    return find_emptied(statement) == (resource, gain.player)


def _empties_all(loop: m.Statement, resource: m.Resource) -> bool:
    """Return whether a statement goes through all of a kind, and takes all of a resource from each."""
    match loop:
        case m.ForEach(variables=(variable,), sources=(m.AllOf(),), where=None, body=body):
            return any(find_emptied(x) == (resource, m.Local(variable)) for x in body)
    return False
