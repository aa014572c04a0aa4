"""The resolved ruleset as text: every definition where it stands, and what rules and objects elsewhere have attached to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from caylus.lang import syntax
from caylus.lang.parse import parse
from caylus.lang.suggest import nearest

from .describe import Describer
from .outcome import UsageError

if TYPE_CHECKING:
    from caylus import Ruleset


class Listing:
    """Texts about one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._describer = Describer(rules)
        self._definitions = [
            definition for path, text in rules.sources.items() for definition in parse(text, path)[0].definitions
        ]

    def whole(self) -> str:
        """Every definition, in the order of the text."""
        rules = self._rules
        head = f"{rules.title} ({rules.name} {rules.version}), {rules.fewest_players} to {rules.most_players} players"
        return "\n\n".join([head, *map(self._definition, self._definitions)])

    def one(self, name: str) -> str:
        """What a name means. Raises `UsageError` with the nearest name where there is none of that name."""
        found = [definition for definition in self._definitions if name in _names(definition)]
        if not found:
            near = nearest(name, [known for definition in self._definitions for known in _names(definition)])
            raise UsageError(f"nothing is called `{name}` in {self._rules.title}" + (f"; did you mean `{near}`?" if near else ""))
        return "\n\n".join(map(self._definition, found))

    def _definition(self, definition: syntax.Definition) -> str:
        attached = [f"-- {line}" for name in _names(definition) for line in self._attached(name)]
        summary = self._describer.summary(definition.name.text) if isinstance(definition, syntax.Object) else ""
        return "\n".join(
            [f"-- {_place(definition.span)}", self._text(definition.span), *([f"-- {summary}"] if summary else []), *attached]
        )

    def _attached(self, name: str) -> Iterator[str]:
        """What bends a value, a condition or an action from elsewhere, in the order in which it applies."""
        model = self._rules.model
        if name in model.values:
            sites = [modifier.site for modifier in model.values[name].modifiers]
        elif name in model.conditions:
            sites = [require.site for require in model.conditions[name].requires if require.site.rule != name]
        elif name in model.actions:
            sites = model.actions[name].attached
        else:
            return
        for place, site in enumerate(dict.fromkeys((site.rule, site.title, site.span) for site in sites), 1):
            yield f"{place}. {site[1]}: {self._first_line(site[2])}   ({_place(site[2])})"

    def _text(self, span: syntax.Span) -> str:
        lines = self._rules.sources[span.file].splitlines()[span.line - 1 : span.end_line]
        return "\n".join(lines)

    def _first_line(self, span: syntax.Span) -> str:
        return self._rules.sources[span.file].splitlines()[span.line - 1].strip()


def _place(span: syntax.Span) -> str:
    return f"{span.file}:{span.line}"


def _names(definition: syntax.Definition) -> list[str]:
    """What a definition can be asked for by."""
    match definition:
        case syntax.Resources(items=items):
            return [item.name.text for item in items]
        case syntax.Kind(name=name, plural=plural):
            return [name.text, *([plural.text] if plural else [])]
        case syntax.EachPlayer(name=name, members=members):
            return [name.text, *(member.name.text for member in members)]
        case syntax.Game():
            return ["game"]
    return [definition.name.text]
