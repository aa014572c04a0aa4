"""Separate the rules that come up in play from those that only set the table up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from caylus import model as m
from caylus.model.walk import action_versions, children, statements

Definition = m.Action | m.MemberAction | m.Value | m.Condition | m.Property


@dataclass(frozen=True, slots=True)
class Uses:
    """The definitions that play uses, and those that only its setup uses: all before the first loop in which somebody decides."""

    in_play: frozenset[Definition]
    in_setup: frozenset[Definition]

    @classmethod
    def from_model(cls, model: m.Model) -> Uses:
        before, after = _setup(model)
        asked = (model.score, model.tie_break, model.team, model.may_win)
        triggered = [x for trigger in model.triggers for x in trigger.action.body]
        in_play = _reachable_definitions([*after, *triggered], (value for value in asked if value is not None))
        return cls(in_play, _reachable_definitions(before) - in_play)


def _setup(model: m.Model) -> tuple[m.Body, m.Body]:
    """The body of the game, taken apart where play begins; all of it is play where it has no such loop."""
    body = model.start.body
    while len(body) == 1 and isinstance(body[0], m.Do):
        body = body[0].action.body
    for number, statement in enumerate(body):
        if isinstance(statement, (m.ForEach, m.Repeat)) and _decides(statement):
            return body[:number], body[number:]
    return (), body


def _decides(statement: m.Statement) -> bool:
    inside = list(statements((statement,)))
    inside += [x for action in _reachable_definitions(inside) if isinstance(action, m.Action) for x in statements(action.body)]
    return any(isinstance(x, m.Choose) for x in inside)


def _reachable_definitions(body: Iterable[m.Statement], values: Iterable[m.Value] = ()) -> frozenset[Definition]:
    """Every definition that a body goes by, those that these go by included."""
    found: dict[Definition, None] = {}
    waiting: list[object] = [*body]
    for value in values:
        found[value] = None
        waiting += _definition_parts(value)
    while waiting:
        for part in _active_parts(waiting.pop()):
            for definition in _named_definitions(part):
                if definition not in found:
                    found[definition] = None
                    waiting += _definition_parts(definition)
    return frozenset(found)


def _active_parts(node: object) -> Iterator[object]:
    """A part of rules and all in it, but for conditions that nothing hangs on: one before them is decided for good."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        yield part
        inside = children(part)
        if isinstance(part, m.Logic):
            decided = m.Const(int(part.op == "or"), m.FLAG)
            inside = inside[: inside.index(decided)] if decided in inside else inside
        waiting += inside


def _named_definitions(part: object) -> Iterator[Definition]:
    match part:
        case m.Do(action=action):
            yield action
        case m.DoMember(action=action):
            yield action
            yield from action_versions(part)
        case m.CallValue(value=value):
            yield value
        case m.CallCondition(condition=condition):
            yield condition
        case m.Fixed(property=fixed):
            yield fixed


def _definition_parts(definition: Definition) -> list[object]:
    match definition:
        case m.Action(body=body):
            return [*body]
        case m.Value(cases=cases, modifiers=modifiers):
            return [part for part in (*(x for case in cases for x in case), *modifiers) if part is not None]
        case m.Condition(requires=requires):
            return [*requires]
    return []
