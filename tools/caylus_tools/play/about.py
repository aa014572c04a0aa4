"""Answers to `info`: what a choice, a space, a thing or a kind is, as the rules say it, and how it stands now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..describe import Describer
from ..listing import Listing
from .words import heading

if TYPE_CHECKING:
    from caylus import Decision, Ruleset


class About:
    """Speaks of the things of one ruleset."""

    def __init__(self, rules: Ruleset, describer: Describer) -> None:
        self._model = rules.model
        self._describer = describer
        self._listing = Listing(rules)

    def tell(self, name: str, decision: Decision, view: Mapping[str, Any]) -> Iterator[str]:
        """`name` may be a choice's number, a space, and whatever the ruleset gives a name to. Raises `UsageError` for others."""
        if name.isdecimal() and 1 <= int(name) <= len(decision.options):
            chosen = decision.options[int(name) - 1].data["choices"].values()
            named = [choice for choice in map(str, chosen) if self._describer.object(choice)]
            if not named:
                yield "the rules say no more of this choice"
            for choice in named:
                yield from self._thing(choice, view)
            return
        kind = next((kind for kind in self._model.kinds.values() if name in (kind.name, kind.plural)), None)
        if kind is None or not kind.objects:
            yield from self._thing(name, view)
            return
        for thing in kind.objects:
            yield f"{thing.title} ({thing.name}): {self._describer.summary(thing.name)}{self._state(thing.name, view)}"

    def _thing(self, name: str, view: Mapping[str, Any]) -> Iterator[str]:
        name = self._describer.stands_on(name, view)
        yield self._listing.one(name) + self._state(name, view)

    def _state(self, name: str, view: Mapping[str, Any]) -> str:
        """What has become of a thing, but for what has not."""
        states: Mapping[str, Any] = next((things[name] for things in view["objects"].values() if name in things), {})
        held = {heading(state): value for state, value in states.items() if value is not None and value is not False}
        return "".join(f" · {state}" if value is True else f" · {state} {self._called(value)}" for state, value in held.items())

    def _called(self, value: object) -> str:
        thing = self._describer.object(str(value))
        return thing.title if thing else str(value)
