"""The words of a ruleset that a screen needs, each as short as it can be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from caylus import model as m
from caylus.diagnostics import as_words

from caylus_tools.verbalize.face import Short
from caylus_tools.verbalize.names import english
from caylus_tools.verbalize.objects import Objects
from caylus_tools.verbalize.option_texts import load_option_texts
from caylus_tools.verbalize.source_text import rows

if TYPE_CHECKING:
    from caylus import Decision, Ruleset


def _titles(model: m.Model) -> Iterator[tuple[str, str]]:
    """The titles of everything that can be shown, by name; of two things of one name that of the table."""
    for kind in (*model.kinds.values(), model.kinds["player"]):
        for state in kind.states.values():
            yield state.name, state.title
        for members in kind.lists.values():
            yield members.name, members.title
        for fixed in kind.properties.values():
            yield fixed.name, fixed.title
    for row in (*model.kinds["player"].rows.values(), *model.rows.values()):
        yield row.name, row.title
    for members in model.lists.values():
        yield members.name, members.title
    for state in model.states.values():
        yield state.name, state.title
    for name, value in model.values.items():
        yield name, value.site.title
    for name, table in model.tables.items():
        yield name, table.site.title
    for resource in model.resources:
        yield resource.name, resource.title


@cache
def load_words(rules: Ruleset) -> Words:
    return Words(rules)


class Words:
    """Of one ruleset; `titles` of what can be shown, by name."""

    def __init__(self, rules: Ruleset) -> None:
        self.model = rules.model
        self.objects = Objects(rules)
        self._english = english(rules)
        self._options = load_option_texts(rules)
        self._short = Short(rules, self.objects)
        self._cells: dict[str, dict[str, list[str]]] = {}
        self.titles = dict(_titles(rules.model))

    def effect(self, name: str, view: Mapping[str, Any]) -> str:
        """The effect of a thing, or of the thing on a space, in the fewest words."""
        return self._short.effect(name, view)

    def does(self, name: str, view: Mapping[str, Any], but: str) -> str:
        """The same in sentences, `but` for what these words say already."""
        return self.objects.hint(name, view, but)

    def title(self, name: str) -> str:
        """The title of a row, a list, a state or a resource."""
        return self.titles.get(name) or as_words(name)

    def short(self, name: str) -> str:
        """The same in a few letters, where it is that of a resource."""
        return self._short.resources.get(name) or self.title(name)

    def texts(self, decision: Decision) -> list[str]:
        """The text of each option; its price is told beside it."""
        return self._options.texts(decision)

    def price(self, pays: Mapping[str, int]) -> str:
        """Amounts by the names of resources, in words."""
        return self._english.amounts(pays) if pays else ""

    def cells(self, table: str) -> dict[str, list[str]]:
        """The cells of each row of a table of the rules, by what it is a row of, each as short as it can be told."""
        if table not in self._cells:
            found = rows(self.model.actions[table])
            self._cells[table] = {of.name: [self._short.cell(body) for body in cells] for of, cells in found}
        return self._cells[table]

    def short_price(self, pays: Mapping[str, int]) -> str:
        """The same in short words: `2 fo+wo`."""
        return "+".join(f"{f'{number} ' if number > 1 else ''}{self.short(name)}" for name, number in pays.items())

    def summary(self, name: str) -> str:
        """All that a thing does, has and costs."""
        return self.objects.summary(name)
