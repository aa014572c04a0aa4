"""The titles of the things of a ruleset, and amounts, numbers and other values in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from caylus import model as m
from caylus.diagnostics import as_words
from caylus.english import English

from .amounts import find_group, ways
from .prose import Prose, Ref, Unit, join_list, line

if TYPE_CHECKING:
    from caylus import Ruleset

_UNFINISHED = (" of", " for", " to", " by", " with", " at", " in", " from")
"""What the name of a value that is read with its argument may end in."""
_ARTICLES = ("the ", "a ", "an ", "what ", "who ", "how ", "which ", "where ")
"""What a title may begin with that stands without an article."""

Named = m.Value | m.Condition | m.Kind | m.Row | m.State | m.ListState | m.Property | m.MemberAction


class Names:
    """Of one ruleset; `this` is the object in whose own rules they are used, if any; `marks` tell things of one title apart."""

    def __init__(self, model: m.Model, this: m.Object | None = None, marks: Mapping[str, str] = MappingProxyType({})) -> None:
        self.model = model
        self.this = this
        self._marks = marks

    def thing(self, thing: m.Object) -> Prose:
        """An object by its title, and by what it is `marks`ed with as well where others have the same title."""
        if thing is self.this:
            return (f"this {as_words(thing.kind.root.name)}",)
        if thing.row is not None and not thing.row.is_given:
            return (Ref(thing.row.name, thing.title),)
        mark = self._marks.get(thing.name)
        return (Ref(thing.name, f"{thing.title} ({mark})" if mark else thing.title),)

    def is_this(self, const: m.Const) -> bool:
        kind = const.type.kind
        return self.this is not None and kind is not None and kind.root is self.this.kind.root and const.value == self.this.id

    def value(self, value: Any, type_: m.Type) -> Prose:
        """The value of a constant or a property."""
        match type_.base:
            case "payment":
                return self.payment(value)
            case "resource":
                return (Unit(self.model.resources[value]),)
            case "scale":
                return (runs(*value),)
            case "object":
                return self.thing(type_.kind.root.objects[value]) if type_.kind is not None and value >= 0 else ("none",)
            case "flag":
                return ("yes" if value else "no",)
        return (str(value).replace("-", "−"),)

    def payment(self, alternatives: m.Alternatives) -> Prose:
        """A payment, the ways that amount to any mix of a group as one."""
        made = []
        for way in ways(alternatives, self.model):
            amounts = [line(f"{a.number} {'different ' if a.different else ''}", Unit(a.of, a.number)) for a in way]
            made.append(join_list(amounts, ", ", " and ") or ("nothing",))
        return join_list(made, " or ")

    def resources(self, resources: tuple[m.Resource, ...], number: int = 1) -> Prose:
        """So much of resources together, by the name of their group if they have one."""
        if len(resources) == 1:
            return (Unit(resources[0], number),)
        group = find_group(resources, self.model)
        return (
            (Unit(group, number),) if group else join_list([(Unit(resource, number),) for resource in resources], ", ", " and ")
        )


def ref(named: Named) -> Ref:
    """A definition by its name; what the objects of a kind or the players have is called after them as well."""
    kind = getattr(named, "kind", None) if isinstance(named, (m.State, m.Property, m.MemberAction)) else None
    return Ref(f"{kind.name}.{named.name}" if kind else named.name, find_title(named))


def the(named: Named) -> Prose:
    """A definition with an article, if its title has none of its own."""
    called = ref(named)
    return (called,) if called.text.startswith(_ARTICLES) else ("the ", called)


def bare(named: Named) -> Ref:
    """A definition without its article, for what belongs to somebody.

    A title that is told around its value is no name for it, unless the value comes first.
    """
    called = ref(named)
    words = called.text.removeprefix("the ").removeprefix("… ").removesuffix(":")
    is_name = "…" not in words and ", " not in words
    return replace(called, text=words if is_name else as_words(named.name))


def find_title(named: Named | m.Variable) -> str:
    """The title of a definition, or of a part of one."""
    if isinstance(named, (m.Value, m.Condition)):
        return named.site.title
    return (None if isinstance(named, (m.Kind, m.MemberAction)) else named.title) or as_words(named.name)


def title_of(name: str, model: m.Model) -> str:
    """The title of a definition in running text; a field of a kind goes by `player.coins`."""
    owner, _, field = name.partition(".")
    kind = model.kinds.get(owner)
    if field and kind is not None:
        fields = (kind.states, kind.properties, kind.lists, kind.rows)
        return next((find_title(known[field]) for known in fields if field in known), as_words(field))
    if name == "game":
        return model.title
    titled: Mapping[str, str] = {
        **object_titles(model),
        **{resource.name: resource.title for resource in model.resources},
        **{group.name: group.title for group in model.groups.values()},
        **{automaton.name: automaton.title for automaton in model.automata},
    }
    if name in titled:
        return titled[name]
    laid: m.State | m.ListState | m.Row | None = model.states.get(name) or model.lists.get(name) or model.rows.get(name)
    if laid is not None:
        return find_title(laid)
    named = model.actions.get(name) or model.values.get(name) or model.conditions.get(name)
    site = named.site if named is not None else model.rules.get(name)
    return site.title if site is not None else as_words(name)


def make_reference(action: m.Action) -> Ref:
    return Ref(action.name, action.site.title)


def plural(kind: m.Kind) -> Ref:
    return Ref(kind.name, as_words(kind.plural))


def runs(start: int, numbers: Sequence[int]) -> str:
    """Runs of equal numbers with their indices, without noughts at the start: `1 for 2, 2 for 3 or 4, 3 for 5 or more`."""
    begun = [index for index, n in enumerate(numbers, start) if index == start or n != numbers[index - start - 1]]
    told = [
        f"{numbers[first - start]} for {_span(first, next_run - 1 if next_run else None)}"
        for first, next_run in zip(begun, [*begun[1:], None], strict=True)
        if numbers[first - start] or first > start
    ]
    return ", ".join(told) or "0"


def _span(first: int, last: int | None) -> str:
    """Indices from the first to the last; the last is None where all that follow are meant."""
    if last is None:
        return f"{first} or more"
    return str(first) if last == first else f"{first} {'or' if last == first + 1 else 'to'} {last}"


def is_unfinished(words: str) -> bool:
    """Return whether the name of a value asks to be read with its argument: `price of`."""
    return words.endswith(_UNFINISHED)


def titles(rules: Ruleset) -> dict[str, str]:
    """The titles of the things and the resources of a ruleset, by their names; a space is called as it is numbered.

    So are the seats that rules play.
    """
    return object_titles(rules.model) | {resource.name: resource.title for resource in rules.model.resources} | rules.automata


def english(rules: Ruleset, labels: Mapping[str, str] = MappingProxyType({})) -> English:
    """The texts of events and options for players, who are called as `labels` say."""
    return English(rules.model, {**titles(rules), **labels}, is_for_players=True)


def make_distinct(titles: Mapping[str, str]) -> dict[str, str]:
    """Titles by name, the name behind those that several have."""
    often = Counter(titles.values())
    return {name: title if often[title] == 1 else f"{title} ({as_words(name)})" for name, title in titles.items()}


def object_titles(model: m.Model) -> dict[str, str]:
    """The titles of the objects of a model."""
    return {thing.name: thing.title for kind in model.kinds.values() for thing in kind.objects if thing.is_named}
