"""Warn of what players cannot tell apart: options with one text, and things of one sort with one title."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace

from caylus import model as m
from caylus import syntax as s
from caylus.check.symbols import Entry, Symbols
from caylus.diagnostics.diagnostic import Collector, Diagnostic, Note


def check(symbols: Symbols) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only."""
    collector = Collector()
    for node in symbols.nodes:
        if isinstance(node, s.Choose):
            _options(node, collector)
    _titles(symbols, collector)
    return None, collector.diagnostics


def _options(node: s.Choose, collector: Collector) -> None:
    """Warns of two ways to choose that read the same."""
    before: list[s.Words] = [node.declined] if node.declined is not None else []
    for option in node.options:
        if option.text is None:
            continue
        twin = next((text for text in before if s.same(_lower(text), _lower(option.text))), None)
        if twin is not None:
            notes = (Note("the same text", twin.span),)
            message = "this option has the text of another one: players cannot tell them apart"
            help = "say in its text what is different"
            collector.warning("W1042", option.text.span, message, "the second", notes=notes, help=help)
        before.append(option.text)


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
