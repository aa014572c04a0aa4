"""The order in which a rulebook tells the rules: as a game goes, each definition where the game first comes to it."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import assert_never

from caylus import model as m
from caylus.model.walk import action_versions, list_actions, parts

from caylus_tools.verbalize.source_text import own_body, own_requirements

Definition = m.Action | m.Value | m.Condition


@dataclass(frozen=True, slots=True)
class Course:
    """The course of a game: before the loop in which people play, in that loop, and after it."""

    before: tuple[m.Action, ...]
    during: tuple[m.Action, ...]
    after: tuple[m.Action, ...]


def course(model: m.Model) -> Course:
    """A game without such a loop is played from beginning to end."""
    body = own_body(model.start)
    asking = [n for n, x in enumerate(body) if isinstance(x, (m.Repeat, m.ForEach)) and _asks(x)]
    first, end = (asking[0], asking[-1] + 1) if asking else (0, len(body))
    before, during, after = (tuple(dict.fromkeys(called_actions(part))) for part in (body[:first], body[first:end], body[end:]))
    return Course(before, during, after)


def called_actions(body: m.Body) -> Iterator[m.Action]:
    """The actions that a body carries out, in loops and under conditions too."""
    for statement in body:
        match statement:
            case m.Do(action=action, as_before=True):
                yield from called_actions(action.body)
            case m.Do(action=action):
                yield action
            case m.Repeat(body=inner):
                yield from called_actions(inner)
            case m.ForEach(body=then, otherwise=otherwise) | m.If(then=then, otherwise=otherwise):
                yield from called_actions((*then, *otherwise))
            case m.Transfer() | m.Assign() | m.Adjust() | m.AddTo() | m.RemoveFrom() | m.Put() | m.Reveal():
                pass
            case m.Rearrange() | m.Stop() | m.EndGame() | m.Choose() | m.DoMember() | m.Let() | m.Say():
                pass
            case _:
                assert_never(statement)


class Telling:
    """Tells each definition once; what is in `reserved` has a place of its own and is not told on the way to it."""

    def __init__(self, reserved: Container[str]) -> None:
        self._reserved = reserved
        self._told: set[str] = set()

    def collect_names(self, *definitions: Definition) -> Iterator[str]:
        """The names of definitions, and of whatever is needed to follow them and has not been told yet."""
        waiting = [definition for definition in reversed(definitions) if definition.name not in self._told]
        wanted = {definition.name for definition in definitions}
        while waiting:
            definition = waiting.pop()
            name = definition.name
            if name not in self._told and (name in wanted or name not in self._reserved):
                self._told.add(name)
                yield name
                waiting += reversed(list(_used_definitions(definition)))


def for_programs_alone(model: m.Model) -> set[str]:
    """The values and conditions that no rule goes by: what bots and screens ask for, and what only that goes by."""
    deciding = {value.name for value in deciding_values(model)}
    every: list[m.Value | m.Condition] = [*model.values.values(), *model.conditions.values()]
    bodies = [action.body for action in list_actions(model)]
    spoken = _names(bodies, *map(_definition_of, every))
    unasked = [asked for asked in every if asked.name not in spoken | deciding]
    own = set(Telling(()).collect_names(*unasked))
    return own - deciding - _names(bodies, *(_definition_of(asked) for asked in every if asked.name not in own))


def deciding_values(model: m.Model) -> list[m.Value]:
    """The values that say who wins."""
    return [value for value in (model.score, model.tie_break, model.team, model.may_win) if value is not None]


def _names(*nodes: object) -> set[str]:
    return {definition.name for definition in _find_definitions(*nodes)}


def _definition_of(asked: m.Value | m.Condition) -> object:
    return (asked.cases, asked.modifiers) if isinstance(asked, m.Value) else asked.requires


def _used_definitions(definition: Definition) -> Iterator[Definition]:
    match definition:
        case m.Action():
            return _find_definitions(own_body(definition))
        case m.Value(cases=cases):
            return _find_definitions(cases)
        case m.Condition():
            return _find_definitions(own_requirements(definition))


def _find_definitions(*nodes: object) -> Iterator[Definition]:
    """The definitions that some parts of rules do or ask, in the order of the text."""
    for part in parts(*map(_as_tuple, nodes)):
        match part:
            case m.Do(action=action, as_before=True):
                yield from _find_definitions(action.body)
            case m.Do(action=told) | m.CallValue(value=told) | m.CallCondition(condition=told):
                yield told


def _as_tuple(node: object) -> object:
    """Lists as tuples, in which parts are looked for."""
    return tuple(map(_as_tuple, node)) if isinstance(node, (list, tuple)) else node


def _asks(statement: m.Statement) -> bool:
    """Return whether somebody chooses something in a statement, or in whatever it does."""
    waiting: list[m.Body] = [(statement,)]
    seen: set[int] = set()
    while waiting:
        for part in parts(waiting.pop()):
            if isinstance(part, m.Choose):
                return True
            done = (part.action,) if isinstance(part, m.Do) else action_versions(part) if isinstance(part, m.DoMember) else ()
            new = [action for action in done if id(action) not in seen]
            seen.update(map(id, new))
            waiting += [action.body for action in new]
    return False
