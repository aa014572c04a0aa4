"""The rules that others need, and those that no rule goes by: what only bots and screens ask for."""

from __future__ import annotations

from collections.abc import Container, Iterator

from caylus import model as m
from caylus.model.walk import list_actions, parts

from .source_text import own_body, own_requirements

Definition = m.Action | m.Value | m.Condition


class Telling:
    """Tells each definition once; what is in `reserved` has a place of its own and is not told on the way to it."""

    def __init__(self, reserved_names: Container[str]) -> None:
        self._reserved = reserved_names
        self._told: set[str] = set()

    def collect_names(self, *definitions: Definition) -> Iterator[str]:
        """The names of definitions, and of whatever is needed to follow them and has not been told yet."""
        waiting = [definition for definition in reversed(definitions) if definition.name not in self._told]
        definition_names = {definition.name for definition in definitions}
        while waiting:
            definition = waiting.pop()
            name = definition.name
            if name not in self._told and (name in definition_names or name not in self._reserved):
                self._told.add(name)
                yield name
                waiting += reversed(list(_used_definitions(definition)))


def find_program_names(model: m.Model) -> set[str]:
    """The values and conditions that no rule goes by: what bots and screens ask for, and what only that goes by."""
    waiting: list[object] = [*(action.body for action in list_actions(model)), *map(_definition_of, deciding_values(model))]
    needed_names = {value.name for value in deciding_values(model)}
    while waiting:
        for formula in _find_definitions(waiting.pop()):
            if not isinstance(formula, m.Action) and formula.name not in needed_names:
                needed_names.add(formula.name)
                waiting.append(_definition_of(formula))
    return {*model.values, *model.conditions} - needed_names


def deciding_values(model: m.Model) -> list[m.Value]:
    """The values that say who wins."""
    return [value for value in (model.score, model.tie_break, model.team, model.may_win) if value is not None]


def _definition_of(formula: m.Value | m.Condition) -> object:
    return (formula.cases, formula.modifiers) if isinstance(formula, m.Value) else formula.requires


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
            case m.Do(action=definition) | m.CallValue(value=definition) | m.CallCondition(condition=definition):
                yield definition


def _as_tuple(node: object) -> object:
    """Lists as tuples, in which parts are looked for."""
    return tuple(map(_as_tuple, node)) if isinstance(node, (list, tuple)) else node
