"""Answers to `info`: what a choice, a space, a thing or a kind is, as the rules say it, and how it stands now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from caylus.diagnostics import as_words

from caylus_tools.authoring.show import ResolvedText
from caylus_tools.common.errors import UsageError
from caylus_tools.common.rows import rows_of
from caylus_tools.verbalize.objects import Objects

from .matching import things

if TYPE_CHECKING:
    from caylus import Option, Ruleset
    from caylus import model as m


class Info:
    """Speaks of the things of one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._objects = Objects(rules)
        self._resolved = ResolvedText(rules)

    def tell(self, name: str, chosen: Option | None, view: Mapping[str, Any]) -> Iterator[str]:
        """`name` may be a space and whatever has a name, or be the key of a choice. Raises `UsageError` for others."""
        kind = next((kind for kind in self._rules.model.kinds.values() if name in (kind.name, kind.plural)), None)
        if not name:
            raise UsageError("what about? a choice's key, a space or a thing has to follow")
        if chosen:
            named = [choice for choice in map(str, chosen.data["choices"].values()) if self._objects.get(choice)]
            yield from (self._thing(choice, view) for choice in named)
            if not named:
                yield "the rules say no more of this choice"
        elif kind and kind.objects:
            yield from filter(None, (self._line(thing, view) for thing in kind.objects))
        else:
            yield from (self._thing(found, view) for found in [thing.name for thing in things(name, self._rules)] or [name])

    def _thing(self, name: str, view: Mapping[str, Any]) -> str:
        """What the rules say of a thing, or of what stands on a space, and how things are."""
        return self._resolved.one(self._objects.stands_on(name, view)) + self._state(name, view)

    def _line(self, thing: m.Object, view: Mapping[str, Any]) -> str:
        """The same in short; nothing of a space on which nothing stands."""
        text = f"{self._objects.hint(thing.name, view)}{self._state(thing.name, view)}"
        if thing.row:
            return text and f"{thing.name}: {text}"
        return f"{thing.title} ({thing.name}): {text}"

    def _state(self, name: str, view: Mapping[str, Any]) -> str:
        """What has become of a thing or a space, but for what has not."""
        spaces = {space["name"]: space for row in rows_of(view).values() for space in row}
        states: Mapping[str, Any] = next((known[name] for known in (*view["objects"].values(), spaces) if name in known), {})
        values = {as_words(state): v for state, v in states.items() if state != "name" and v is not None and v is not False}
        return "".join(f" · {state}" if value is True else f" · {state} {self._called(value)}" for state, value in values.items())

    def _called(self, value: object) -> str:
        thing = self._objects.get(str(value))
        return thing.title if thing else str(value)
