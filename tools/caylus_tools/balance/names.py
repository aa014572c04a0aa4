"""Titles of the things, rules and choices of the rulesets that are compared."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from caylus.diagnostics import as_words
from caylus.model.walk import list_actions

from caylus_tools.common.choices import Choice
from caylus_tools.verbalize.names import make_distinct

from .observation import Source

if TYPE_CHECKING:
    from .sample import Sample

_NOBODY = "the score's own formula"
"""What gives points that no rule gives."""


class Names:
    """Titles in the rulesets of samples; where they differ, that of the first holds.

    Rules of one title are told apart where both ask, or both give points.
    """

    def __init__(self, samples: Iterable[Sample]) -> None:
        things: dict[str, str] = {}
        rules: dict[str, str] = {}
        self._resources: dict[str, str] = {}
        asking: set[str] = set()
        giving: set[str] = set()
        for sample in samples:
            model = sample.rules.model
            for kind in model.kinds.values():
                for thing in kind.objects:
                    things.setdefault(thing.name, thing.title)
            for action in list_actions(model):
                for site in (action.site, *action.attached):
                    rules.setdefault(site.rule, model.rules.get(site.rule, site).title)
            for resource in model.resources:
                self._resources.setdefault(resource.name, resource.title)
            asking |= {choice.rule for choice in sample.chosen}
            giving |= {source.rule for source in sample.points}
        self.things = frozenset(things)
        self._things = make_distinct(things)
        self._asking, self._giving = (
            make_distinct({name: title for name, title in rules.items() if name in seen - self.things})
            for seen in (asking, giving)
        )

    def thing(self, name: str) -> str:
        return self._things[name]

    def rule(self, name: str) -> str:
        """Of what gives points, or asks; a thing counts as its rule."""
        return self._things.get(name) or self._giving.get(name) or self._asking.get(name) or as_words(name) or _NOBODY

    def resource(self, name: str) -> str:
        return self._resources[name]

    def choice(self, choice: Choice) -> str:
        """Such as `build Mill`, or `Market: decline` for one that names nothing."""
        option = as_words(choice.option)
        if choice.thing:
            return f"{option} {self.thing(choice.thing)}"
        return f"{self._asking.get(choice.rule) or self.rule(choice.rule)}: {option}"

    def source(self, source: Source) -> str:
        """Such as `Market`, or `Trading: Mill` for what a rule gives for a thing."""
        rule = self.rule(source.rule)
        thing = self.thing(source.thing) if source.thing else rule
        return rule if rule == thing else f"{rule}: {thing}"
