"""The titles of the things of a ruleset, values in words, everything that has a name, and how things come into play."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import caylus
from caylus import model as m
from caylus.diagnostics import as_words
from caylus.english import English
from caylus.model.walk import action_versions, list_actions, statements
from caylus.records import Record

from .prose import Prose, Ref, Unit, find_group, join_list, line, lower_title, ways

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
        phrases = []
        for way in ways(alternatives, self.model):
            amounts = [line(f"{a.number} {'different ' if a.different else ''}", Unit(a.of, a.number)) for a in way]
            phrases.append(join_list(amounts, ", ", " and ") or ("nothing",))
        return join_list(phrases, " or ")

    def resources(self, resources: tuple[m.Resource, ...], number: int = 1) -> Prose:
        """So much of resources together, by the name of their group if they have one."""
        if len(resources) == 1:
            return (Unit(resources[0], number),)
        group = find_group(resources, self.model)
        return (
            (Unit(group, number),) if group else join_list([(Unit(resource, number),) for resource in resources], ", ", " and ")
        )


def ref(definition: Named) -> Ref:
    """A definition by its name; what the objects of a kind or the players have is called after them as well."""
    kind = getattr(definition, "kind", None) if isinstance(definition, (m.State, m.Property, m.MemberAction)) else None
    return Ref(f"{kind.name}.{definition.name}" if kind else definition.name, find_title(definition))


def the(definition: Named) -> Prose:
    """A definition with an article, if its title has none of its own."""
    reference = ref(definition)
    return (reference,) if reference.text.startswith(_ARTICLES) else ("the ", reference)


def bare(definition: Named) -> Ref:
    """A definition without its article, for what belongs to somebody.

    A title that is told around its value is no name for it, unless the value comes first.
    """
    reference = ref(definition)
    words = reference.text.removeprefix("the ").removeprefix("… ").removesuffix(":")
    is_name = "…" not in words and ", " not in words
    return replace(reference, text=words if is_name else as_words(definition.name))


def find_title(definition: Named | m.Variable) -> str:
    """The title of a definition, or of a part of one."""
    if isinstance(definition, (m.Value, m.Condition)):
        return definition.site.title
    return (None if isinstance(definition, (m.Kind, m.MemberAction)) else definition.title) or as_words(definition.name)


def title_of(name: str, model: m.Model) -> str:
    """The title of a definition in running text; a field of a kind goes by `player.coins`."""
    owner, _, field = name.partition(".")
    kind = model.kinds.get(owner)
    if field and kind is not None:
        fields = (kind.states, kind.properties, kind.lists, kind.rows)
        return next((find_title(definitions[field]) for definitions in fields if field in definitions), as_words(field))
    if name == "game":
        return model.title
    titles: Mapping[str, str] = {
        **object_titles(model),
        **{resource.name: resource.title for resource in model.resources},
        **{group.name: group.title for group in model.groups.values()},
        **{automaton.name: automaton.title for automaton in model.automata},
    }
    if name in titles:
        return titles[name]
    table_state: m.State | m.ListState | m.Row | None = model.states.get(name) or model.lists.get(name) or model.rows.get(name)
    if table_state is not None:
        return find_title(table_state)
    definition = model.actions.get(name) or model.values.get(name) or model.conditions.get(name)
    site = definition.site if definition is not None else model.rules.get(name)
    return site.title if site is not None else as_words(name)


def make_reference(action: m.Action) -> Ref:
    return Ref(action.name, action.site.title)


def plural(kind: m.Kind) -> Ref:
    return Ref(kind.name, as_words(kind.plural))


def runs(start: int, numbers: Sequence[int]) -> str:
    """Runs of equal numbers with their indices, without noughts at the start: `1 for 2, 2 for 3 or 4, 3 for 5 or more`."""
    starts = [index for index, n in enumerate(numbers, start) if index == start or n != numbers[index - start - 1]]
    parts = [
        f"{numbers[first - start]} for {_span(first, next_run - 1 if next_run else None)}"
        for first, next_run in zip(starts, [*starts[1:], None], strict=True)
        if numbers[first - start] or first > start
    ]
    return ", ".join(parts) or "0"


def _span(first: int, last: int | None) -> str:
    """Indices from the first to the last; the last is None where all that follow are meant."""
    if last is None:
        return f"{first} or more"
    return str(first) if last == first else f"{first} {'or' if last == first + 1 else 'to'} {last}"


def is_unfinished(words: str) -> bool:
    """Return whether the name of a value asks to be read with its argument: `price of`."""
    return words.endswith(_UNFINISHED)


def titles(rules: caylus.Ruleset) -> dict[str, str]:
    """The titles of the things and the resources of a ruleset, by their names; a space is called as it is numbered.

    So are the seats that rules play.
    """
    return object_titles(rules.model) | {resource.name: resource.title for resource in rules.model.resources} | rules.automata


def english(rules: caylus.Ruleset, labels: Mapping[str, str] = MappingProxyType({})) -> English:
    """The texts of events and options for players, who are called as `labels` say."""
    return English(rules.model, {**titles(rules), **labels}, is_for_players=True)


def make_distinct(titles: Mapping[str, str]) -> dict[str, str]:
    """Titles by name, the name behind those that several have."""
    often = Counter(titles.values())
    return {name: title if often[title] == 1 else f"{title} ({as_words(name)})" for name, title in titles.items()}


def object_titles(model: m.Model) -> dict[str, str]:
    """The titles of the objects of a model."""
    return {thing.name: thing.title for kind in model.kinds.values() for thing in kind.objects if thing.is_named}


_WORD = re.compile(r"\w+")


class Term(Record):
    """`name` is what the rules call it, what belongs to a kind or the players behind that and a dot; `sort` says what it is."""

    name: str
    title: str
    sort: str
    see: str | None = None


class Glossary:
    """Of one ruleset."""

    def __init__(self, rules: caylus.Ruleset) -> None:
        self.terms = tuple(_terms(rules.model))
        self._named = {term.name: term for term in reversed(self.terms)}

    def get(self, name: str) -> Term | None:
        return self._named.get(name)

    def find_terms(self, words: str) -> list[Term]:
        """The terms that the rules call so, by title, or by the beginnings of words of it; the first of these that there is.

        What belongs to a kind may be called without saying to which.
        """
        typed_words = _words(words)
        ways = (
            lambda term: term.name == words,
            lambda term: term.name.rpartition(".")[2] == words,
            lambda term: bool(typed_words) and _words(term.title) == typed_words,
            lambda term: len(typed_words) == len(_words(term.title)) and _begin(typed_words, _words(term.title)),
            lambda term: _begin(typed_words, _words(term.title)),
            lambda term: bool(typed_words) and all(_begin([one], _words(term.title)) for one in typed_words),
        )
        return next((matches for way in ways if (matches := [term for term in self.terms if way(term)])), [])


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(as_words(text).casefold()) if word not in ("the", "a", "an", "s")]


def _begin(typed_words: list[str], words: list[str]) -> bool:
    """Return whether these are the beginnings of words, one after the other."""
    left = iter(words)
    return bool(typed_words) and all(any(word.startswith(one) for word in left) for one in typed_words)


def _terms(model: m.Model) -> Iterator[Term]:
    for kind in model.kinds.values():
        if kind.parent is None:
            yield from (Term(x.name, x.title, as_words(x.kind.name), x.see) for x in kind.objects if x.is_named)
    yield from (Term(x.name, x.title, "resource") for x in model.resources if x.object.kind.is_builtin)
    for group in model.groups.values():
        yield Term(group.name, group.title, "group")
    for action in model.actions.values():
        sort = "table" if action.table is not None else "phase" if action.is_phase else "action"
        yield Term(action.name, action.site.title, sort, action.site.see)
    formulas = [(x.name, x.site) for x in model.values.values()] + [(x.name, x.site) for x in model.conditions.values()]
    yield from (Term(name, site.title, "what the rules ask", site.see) for name, site in formulas)
    for name, site in model.rules.items():
        yield Term(name, site.title, "rule", site.see)
    for row in model.rows.values():
        yield Term(row.name, row.title, "row")
    yield from (Term(x.name, x.title, "on the table") for x in model.lists.values())
    yield from (Term(x.name, x.title, "on the table") for x in model.states.values())
    for kind in model.kinds.values():
        whose = "of each player" if kind.is_player else f"of each {as_words(kind.name)}"
        fields = {name: x.title for name, x in kind.states.items()} | {name: x.title for name, x in kind.lists.items()}
        fields |= {name: x.title for name, x in kind.rows.items()} | {name: x.title for name, x in kind.properties.items()}
        yield from (Term(f"{kind.name}.{name}", title, whose) for name, title in fields.items())
        if not kind.is_builtin:
            yield Term(kind.name, as_words(kind.plural), "kind")


class Ways:
    """Of one ruleset."""

    def __init__(self, model: m.Model) -> None:
        self._model = model
        self._actions = list_actions(model)
        self._things = object_titles(model)
        self._chosen = {*self._things, *model.tables}
        self._callers: dict[m.Action, list[tuple[m.Action, m.Do | m.DoMember]]] = {}
        for action in self._actions:
            for statement in statements(action.body):
                match statement:
                    case m.Do(action=callee):
                        self._callers.setdefault(callee, []).append((action, statement))
                    case m.DoMember():
                        for callee in action_versions(statement):
                            self._callers.setdefault(callee, []).append((action, statement))

    def ways_to(self, thing: m.Object) -> list[Ref]:
        """The ways to a choice of it, or to a rule that puts it somewhere: objects, tables, phases, and ends."""
        references: dict[str, Ref] = {}
        for action in self._actions:
            for statement in statements(action.body):
                if isinstance(statement, m.Choose):
                    sources = [source for option in statement.options for source in option.sources]
                    references |= {
                        ref.name: ref for source in sources for ref in self._offering(action, source, thing, frozenset())
                    }
                elif isinstance(statement, m.Assign) and _is_thing(statement.value, thing):
                    ends = [*self._ends(action, frozenset())]
                    references |= {ref.name: ref for ref in [ref for ref in ends if ref.name in self._chosen] or ends}
        return list({ref.text: ref for ref in references.values()}.values())

    def to_action(self, action: m.Action) -> list[Ref]:
        """The ways to an action, unless it is one of those that nothing leads to but the course of the game."""
        references = {ref.text: ref for ref in self._ends(action, frozenset())}
        return [ref for ref in references.values() if ref.name != action.name]

    def _offering(self, action: m.Action, source: m.Expr, thing: m.Object, visited_actions: frozenset[m.Action]) -> Iterator[Ref]:
        """The source of a choice that an action offers out of a list, which may be given to it."""
        match source:
            case m.AllOf(kind=kind) if thing.kind.is_subkind_of(kind):
                yield from self._ends(action, visited_actions)
            case m.Local(variable=variable) if variable in action.params and action not in visited_actions:
                for caller, statement in self._callers.get(action, ()):
                    argument = statement.arguments[action.params.index(variable)]
                    yield from self._offering(caller, argument, thing, visited_actions | {action})

    def _ends(self, action: m.Action, visited_actions: frozenset[m.Action]) -> Iterator[Ref]:
        """The objects and phases, or else the actions, whose rules lead to an action."""
        name = action.site.rule
        if name in self._things:
            yield Ref(name, lower_title(self._things[name]))
        elif action.is_phase or action.table is not None or action not in self._callers:
            yield Ref(name, lower_title(action.site.title))
        elif action not in visited_actions:
            for caller, _ in self._callers[action]:
                yield from self._ends(caller, visited_actions | {action})


def _is_thing(value: m.Expr, thing: m.Object) -> bool:
    match value:
        case m.Const(value=number, type=m.Type(kind=kind)):
            return kind is not None and kind.root is thing.kind.root and number == thing.id
    return False
