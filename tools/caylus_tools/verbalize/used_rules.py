"""The rules that others need, and those that no rule goes by: what only bots and screens ask for."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any

from caylus import model as m
from caylus.model.access import access, rule_parts
from caylus.model.walk import every_statement, parts

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
    waiting: list[Any] = [*every_statement(model), *(parts(automaton.takes) for automaton in model.automata)]
    waiting += model.deciding_values
    used_parts: set[Any] = set()
    while waiting:
        part = waiting.pop()
        if isinstance(part, m.Value | m.Condition):
            if part not in used_parts:
                used_parts.add(part)
                waiting += parts(*rule_parts(part))
            continue
        for inner in parts(part):
            waiting += [call.named for call in access(inner).calls if isinstance(call.named, m.Value | m.Condition)]
    definitions = {**model.values, **model.conditions}
    return {name for name, definition in definitions.items() if definition not in used_parts}


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
