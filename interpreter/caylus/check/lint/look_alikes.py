"""Warn of what players cannot tell apart: options with one text, and things of one sort with one title."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace

from caylus import model as m
from caylus import syntax as s
from caylus.check.declarations.kinds import Written
from caylus.check.symbols import Entry, Symbols
from caylus.diagnostics.diagnostic import Collector, Diagnostic, Note
from caylus.syntax.walk import walk


def check(symbols: Symbols, written: Written) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only."""
    collector = Collector()
    for node in symbols.nodes:
        if isinstance(node, s.Choose):
            _options(node, collector)
    _titles(symbols, collector)
    _fields(written, collector)
    return None, collector.diagnostics


def _options(node: s.Choose, collector: Collector) -> None:
    """Warns of two ways to choose that read the same."""
    before: list[s.Words] = [node.declined] if node.declined is not None else []
    for option in node.options:
        if option.text is None:
            continue
        _choices(option, option.text, collector)
        twin = next((text for text in before if s.same(_lower(text), _lower(option.text))), None)
        if twin is not None:
            notes = (Note("the same text", twin.span),)
            message = "this option has the text of another one: players cannot tell them apart"
            help = "say in its text what is different"
            collector.warning("W1042", option.text.span, message, "the second", notes=notes, help=help)
        before.append(option.text)


def _choices(option: s.Option, text: s.Words, collector: Collector) -> None:
    """Warns of the choices of an option whose text names none of them."""
    asked = {part.name for part in walk(text) if isinstance(part, s.Reference)}
    if option.choices and asked.isdisjoint(choice.name.text for choice in option.choices):
        name = option.choices[0].name
        message = f"players cannot tell the choices of `{name.text}` apart: all have one text"
        notes, help = (Note("chosen here", name.span),), f"name it in the text, for example `{{{name.text}}}`"
        collector.warning("W1042", text.span, message, "the same for each", notes=notes, help=help)


def _lower(text: s.Words) -> s.Words:
    return s.Words(text.span, tuple(part.strip().lower() if isinstance(part, str) else part for part in text.parts))


def _titles(symbols: Symbols, collector: Collector) -> None:
    """Warns of two things of one sort that players see under one title."""
    first: dict[tuple[object, str], Entry] = {}
    habits = _kinds_with_namesakes(symbols)
    for entry in symbols.entries.values():
        meaning = entry.meaning
        sort: object
        match meaning:
            case m.Resource():
                sort = "resource"
            case m.Object(kind=kind) if kind.root not in habits:
                sort = kind.root
            case m.Action(is_phase=True):
                sort = "phase"
            case m.ListState():
                sort = "list"
            case _:
                continue
        assert isinstance(meaning, (m.Resource, m.Object, m.Action, m.ListState))
        title = meaning.site.title if isinstance(meaning, m.Action) else meaning.title
        key = sort, title.lower()
        if key in first and not _is_copy(first[key].definition, entry.definition):
            notes = (Note("the first", first[key].span),)
            message, help = f"two things here are called “{title}”", "give one of them another title"
            collector.warning("W1043", entry.span, message, "players cannot tell them apart", notes=notes, help=help)
        first.setdefault(key, entry)


def _fields(written: Written, collector: Collector) -> None:
    """Warns of two states or lists of one kind that players see under one title."""
    first: dict[tuple[m.Kind | None, str], m.State | m.ListState] = {}
    for field in written:
        if isinstance(field, (m.State, m.ListState)):
            kind = field.kind if isinstance(field, m.State) else field.owner
            other = first.setdefault((kind, field.title.lower()), field)
            if other is not field:
                notes = (Note("the first", other.span),)
                message, help = f"two things here are called “{field.title}”", "give one of them another title"
                collector.warning("W1043", field.span, message, "players cannot tell them apart", notes=notes, help=help)


def _kinds_with_namesakes(symbols: Symbols) -> set[m.Kind]:
    """The kinds of which several titles are those of more than one object: there it is a habit."""
    often: dict[m.Kind, Counter[str]] = defaultdict(Counter)
    for entry in symbols.entries.values():
        if isinstance(entry.meaning, m.Object):
            often[entry.meaning.kind.root][entry.meaning.title.lower()] += 1
    return {kind for kind, titles in often.items() if sum(n > 1 for n in titles.values()) > 1}


def _is_copy(one: s.Definition | None, other: s.Definition | None) -> bool:
    """Return whether two objects are the same but for their names."""
    if not isinstance(one, s.Object) or not isinstance(other, s.Object):
        return False
    return s.same(replace(one, name=other.name), other)
