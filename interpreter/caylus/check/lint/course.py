"""Warn of what looks for something that has just been cleared, or set back for everybody, before anything brings it again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, assert_never

from caylus import model as m
from caylus.analysis.facts import Facts
from caylus.diagnostics.diagnostic import Collector, Diagnostic, Note, Span
from caylus.limits import MOST_VISITS
from caylus.model.transfer import NO, Known
from caylus.model.walk import action_versions, parts, put


class _Reset(NamedTuple):
    """A state that has one value for all members of a list."""

    state: m.State
    members: m.ListExpr


Course = Mapping[m.ListState | _Reset, tuple[m.Const | None, Span]]
"""The lists that are empty at a place, and the states that were set back, each with the value and with where that was done."""

Finding = tuple[str, Span]
"""A message, and the place where the list was cleared or the state set back."""


def warn_of_looking_too_late(facts: Facts) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only, of loops and questions to which every way of a game leads just after what they look for has gone."""
    walker = _Walker(facts)
    for action in (facts.model.start, *(trigger.action for trigger in facts.model.triggers)):
        walker.follow(action.body, {}, ())
    collector = Collector()
    for place, finding in walker.findings.items() if walker.visits < MOST_VISITS else ():
        if finding is not None:
            message, origin = finding
            help = "do this before it, or clear it later"
            collector.warning("W1069", place, message, "too late", notes=(Note("it is done here", origin),), help=help)
    return None, collector.diagnostics


class _Walker:
    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self.visits = 0
        self._sources: dict[m.Variable, m.ListExpr] = {}
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
                one, other = self.follow(then, course, under_way), self.follow(otherwise, course, under_way)
                return {key: value for key, value in one.items() if other.get(key) == value}
            case m.ForEach(body=body, otherwise=otherwise):
                around = self._forget(course, statement)
                self.follow(body, around, under_way)
                self.follow(otherwise, course, under_way)
                return {**around, **_find_resets(statement)}
            case m.Loop(body=body):
                around = self._forget(course, statement)
                self.follow(body, around, under_way)
                return around
            case m.Choose(options=options, otherwise=otherwise):
                for option in options:
                    self.follow(option.body, course, under_way)
                self.follow(otherwise, course, under_way)
            case m.Rearrange(verb="clear", target=m.ListMembers(list=list_, object=None)):
                return {**self._forget(course, statement), list_: (None, statement.site.span)}
            case m.Effect() | m.Jump() | m.Let():
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


def _read(state: m.State, variable: m.Variable) -> m.Read:
    return m.Read(state, m.Local(variable), (), state.type)


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


def _find_resets(loop: m.ForEach) -> Course:
    """The states that a loop gives one value for all members of its list."""
    if loop.where is not None or len(loop.variables) != 1 or loop.at_once:
        return {}
    member = m.Local(loop.variables[0])
    resets: dict[m.ListState | _Reset, tuple[m.Const | None, Span]] = {}
    for statement in loop.body:
        if not isinstance(statement, m.Let | m.Assign | m.Adjust | m.Say | m.Rearrange):
            return {}
        if isinstance(statement, m.Assign | m.Adjust) and isinstance(statement.target, m.Read):
            target = statement.target
            reset = _Reset(target.state, loop.sources[0])
            resets.pop(reset, None)
            is_constant = isinstance(statement, m.Assign) and target.object == member and not target.indices
            if isinstance(statement, m.Assign) and is_constant and isinstance(statement.value, m.Const):
                resets[reset] = statement.value, statement.site.span
    return resets
