"""Lists of players that a scenario forgot to fill: whoever goes through such a list asks nobody and does nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from caylus import model as m
from caylus.model.walk import inner_list, statements

from .scenario import Scenario

if TYPE_CHECKING:
    from caylus import Ruleset


def forgotten(rules: Ruleset, scenario: Scenario) -> Iterator[str]:
    """Says of each list of players that the scenario's action goes through, and that it leaves empty, how to fill it."""
    if scenario.begin not in rules.model.actions or scenario.setup is not None:
        return
    waiting, seen = [rules.model.actions[scenario.begin]], set[str]()
    while waiting:
        action = waiting.pop()
        for statement in statements(action.body):
            for list_ in _iterated_lists(statement):
                if list_.name not in scenario.given and list_.name not in seen:
                    seen.add(list_.name)
                    filled = f"{list_.name}: [{', '.join(scenario.players)}]"
                    yield f"`{list_.name}` is empty, and `{action.name}` goes through it: add `{filled}` to `given`"
            if isinstance(statement, m.Do) and statement.action.name not in seen:
                seen.add(statement.action.name)
                waiting.append(statement.action)


def _iterated_lists(statement: m.Statement) -> Iterator[m.ListState]:
    """The lists of players on the table, each member of which a loop takes in turn."""
    for source in statement.sources if isinstance(statement, m.ForEach) else ():
        while (inner := inner_list(source)) is not None:
            source = inner
        if isinstance(source, m.ListMembers) and source.object is None and source.list.kind.is_player:
            yield source.list
