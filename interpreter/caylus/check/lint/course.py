"""Warn of what looks for something that has just been cleared, or set back for everybody, before anything brings it again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from caylus import model as m
from caylus.analysis.facts import Facts, Known
from caylus.diagnostics.diagnostic import Collector, Diagnostic, Note, Span
from caylus.model.transfer import NO
from caylus.model.walk import action_versions, parts, put


class _Reset(NamedTuple):
    """A state that has one value for all members of a list, with a sample of how it is read."""

    state: m.State
    members: m.ListExpr


Course = Mapping[m.ListState | _Reset, tuple[m.Const | None, Span]]
"""The lists that are empty at a place, and the states that were set back, each with the value and with where that was done."""

_MOST_VISITS = 2_000
"""Ways to actions that are followed: where there are more, nothing is said."""


def warn_of_looking_too_late(facts: Facts) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only, of loops and questions to which every way of a game leads just after what they look for has gone."""
    walker = _Walker(facts)
    for action in (facts.model.start, *(trigger.action for trigger in facts.model.triggers)):
        walker.block(action.body, {}, ())
    collector = Collector()
    for place, found in walker.findings.items() if walker.visits < _MOST_VISITS else ():
        if found is not None:
            message, cleared = found
            help = "do this before it, or clear it later"
            collector.warning("W1080", place, message, "too late", notes=(Note("it is done here", cleared),), help=help)
    return None, collector.diagnostics


class _Walker:
    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self.visits = 0
        self.findings: dict[Span, tuple[str, Span] | None] = {}

    def block(self, body: Iterable[m.Statement], course: Course, under_way: tuple[m.Action, ...]) -> Course:
        """What is known behind some statements."""
        for statement in body:
            course = self._statement(statement, course, under_way)
        return course

    def _statement(self, statement: m.Statement, course: Course, under_way: tuple[m.Action, ...]) -> Course:
        self._look(statement, course)
        match statement:
            case m.Do(action=action) if action not in under_way and self.visits < _MOST_VISITS:
                self.visits += 1
                return self.block(action.body, course, (*under_way, action))
            case m.If(then=then, otherwise=otherwise):
                one, other = self.block(then, course, under_way), self.block(otherwise, course, under_way)
                return {key: value for key, value in one.items() if other.get(key) == value}
            case m.ForEach(body=body, otherwise=otherwise):
                around = self._without(course, statement)
                self.block(body, around, under_way)
                self.block(otherwise, course, under_way)
                return {**around, **_set_back(statement)}
            case m.Repeat(body=body):
                around = self._without(course, statement)
                self.block(body, around, under_way)
                return around
            case m.Choose(options=options, otherwise=otherwise):
                for option in options:
                    self.block(option.body, course, under_way)
                self.block(otherwise, course, under_way)
            case m.DoMember():
                for action in action_versions(statement):
                    if action not in under_way and self.visits < _MOST_VISITS:
                        self.visits += 1
                        self.block(action.body, {}, (*under_way, action))
            case m.Rearrange(verb="clear", target=m.ListMembers(list=list_, object=None)):
                return {**self._without(course, statement), list_: (None, statement.site.span)}
        return self._without(course, statement)

    def _without(self, course: Course, statement: m.Statement) -> Course:
        """What is still known where a statement may have been carried out."""
        if not course:
            return course
        changed = self._facts.effects.changes(statement)
        return {key: value for key, value in course.items() if (key.state if isinstance(key, _Reset) else key) not in changed}

    # ---- what is looked for

    def _look(self, statement: m.Statement, course: Course) -> None:
        if isinstance(statement, m.ForEach):
            place = statement.site.span
            self._note(place, self._idle(statement.variables[0], statement.sources[0], statement.where, course))
        for query in _queries(statement):
            if query.kind == "first" and query.body is not None:
                self._note(statement.site.span, self._all_equal(query, course))

    def _note(self, place: Span, found: tuple[str, Span] | None) -> None:
        """What was found at a place, which stands only if each visit finds it."""
        if found is None:
            self.findings[place] = None
        else:
            self.findings.setdefault(place, found)

    def _idle(self, variable: m.Variable, source: m.ListExpr, where: m.Expr | None, course: Course) -> tuple[str, Span] | None:
        list_ = _listed(source)
        if list_ is not None and list_ in course:
            return f"this is never done: `{list_.name}` has just been cleared", course[list_][1]
        for key, (value, cleared) in course.items():
            if where is None or not isinstance(key, _Reset) or value is None or not _covers(key.members, source):
                continue
            settled = put(where, _read(key.state, variable), value)
            if settled != where and self._facts.evaluate(settled, Known()) == NO:
                return f"this is never done: `{key.state.name}` has just been set back", cleared
        return None

    def _all_equal(self, query: m.Query, course: Course) -> tuple[str, Span] | None:
        for key, (_, cleared) in course.items():
            is_ranked = isinstance(key, _Reset) and query.body == _read(key.state, query.variable)
            if isinstance(key, _Reset) and is_ranked and _covers(key.members, query.source):
                return f"all are equal here: `{key.state.name}` has just been set back", cleared
        return None


def _read(state: m.State, variable: m.Variable) -> m.Read:
    return m.Read(state, m.Local(variable), (), state.type)


def _queries(statement: m.Statement) -> Iterator[m.Query]:
    match statement:
        case m.Let(value=value):
            yield from (part for part in parts(value) if isinstance(part, m.Query))
        case m.If(condition=condition):
            yield from (part for part in parts(condition) if isinstance(part, m.Query))


def _listed(source: m.ListExpr) -> m.ListState | None:
    """The list of the table whose members a loop goes through, in whatever order."""
    match source:
        case m.ListMembers(list=list_, object=None):
            return list_
        case m.Shuffled(list=inside) | m.Rotated(list=inside) | m.Faces(list=inside) | m.Query(kind="sort", source=inside):
            return _listed(inside)
    return None


def _covers(members: m.ListExpr, source: m.ListExpr) -> bool:
    """Return whether a list has all that another one goes through."""
    match source:
        case m.Shuffled(list=inside) | m.Rotated(list=inside) | m.Faces(list=inside) | m.Query(kind="sort", source=inside):
            return _covers(members, inside)
    return members == source or isinstance(members, m.AllOf)


def _set_back(loop: m.ForEach) -> Course:
    """The states that a loop gives one value for all members of its list."""
    if loop.where is not None or len(loop.variables) != 1 or loop.at_once:
        return {}
    member = m.Local(loop.variables[0])
    last: dict[m.ListState | _Reset, tuple[m.Const | None, Span]] = {}
    for statement in loop.body:
        match statement:
            case m.Assign(target=m.Read(state=state, object=target, indices=()), value=value):
                last.pop(_Reset(state, loop.sources[0]), None)
                if target == member and isinstance(value, m.Const):
                    last[_Reset(state, loop.sources[0])] = value, statement.site.span
            case m.Adjust(target=m.Read(state=state)):
                last.pop(_Reset(state, loop.sources[0]), None)
            case m.Let() | m.Assign() | m.Adjust() | m.Say() | m.Rearrange():
                pass
            case _:
                return {}
    return last
