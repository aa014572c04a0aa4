"""Find the statements that choosing an option may lead to, as the rules are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from caylus import model as m
from caylus.model.access import Gaining, access
from caylus.model.walk import bodies, every_statement

if TYPE_CHECKING:
    from caylus import Event, Ruleset

Place = tuple[str, str, int]
"""Of a statement: its rule, its file and its line."""


class Consequences:
    """Of the options of one ruleset."""

    def __init__(self, model: m.Model) -> None:
        self._gaining = Gaining(model.triggers)
        self._options: dict[tuple[str, str, int, str], list[m.Option]] = {}
        for statement in every_statement(model):
            if isinstance(statement, m.Choose):
                for option in statement.options:
                    self._options.setdefault((*make_place(statement.site), option.name), []).append(option)
        self._reached: dict[tuple[str, str, int, str], frozenset[Place]] = {}

    def consequences_of_choice(self, choice: Event) -> frozenset[Place]:
        """The places where a choice may go on; none if the reader is not told what was chosen."""
        chosen = (*place(choice), choice.data.get("name", ""))
        if chosen not in self._reached:
            self._reached[chosen] = frozenset(self._collect_places(self._options.get(chosen, [])))
        return self._reached[chosen]

    def _collect_places(self, options: Sequence[m.Option]) -> set[Place]:
        found = {make_place(part.site) for option in options for part in option.head}
        waiting = [option.body for option in options]
        seen: set[int] = set()
        while waiting:
            body = waiting.pop()
            if id(body) not in seen:
                seen.add(id(body))
                found |= {make_place(statement.site) for statement in body}
                waiting += [inner for statement in body for inner in (*bodies(statement), *self._called_bodies(statement))]
        return found

    def _called_bodies(self, statement: m.Statement) -> list[m.Body]:
        """The bodies of the actions that a statement carries out or sets off."""
        return [action.body for action in (*access(statement).actions(), *self._gaining.triggered_actions(statement))]


@lru_cache(maxsize=64)
def make_consequences(rules: Ruleset) -> Consequences:
    return Consequences(rules.model)


def place(event: Event) -> Place:
    """The place in the rules of the statement that an event tells of."""
    return event.rule, event.file, event.line


def make_place(site: m.Site) -> Place:
    """The place of a statement."""
    return site.rule, site.span.file, site.span.line
