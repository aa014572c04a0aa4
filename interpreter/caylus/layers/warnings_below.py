"""Warnings of texts below that the topmost layer causes, told at the line that does it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, Note, Severity
from caylus.diagnostics.english import with_article
from caylus.diagnostics.lines import excerpt, split_lines
from caylus.syntax.walk import walk

from .history import Layer
from .merge import Merged, merge
from .naming import definition_name, definition_names, word_for

_QUOTED = re.compile(r"`(\w+)")

_OF_COUNTS = ("W1004", "W1005", "W1015")
"""What has one answer below because of how many there are of something now: nobody can say there that it is meant so."""


class _Change(NamedTuple):
    """Something that a layer does to a definition below it: where, the words that it takes away, and all that stood there."""

    place: s.Span
    lost: frozenset[str]
    stood: frozenset[str]


def place_warnings(
    found: Iterable[Diagnostic],
    merged: Merged,
    layers: Sequence[Layer],
    shown: Collection[str],
    check: Callable[[Sequence[s.File]], Iterable[Diagnostic]],
) -> list[Diagnostic]:
    """The errors, the warnings of the topmost layer, and those below that are not there without it, at its lines.

    `check` says what is wrong with files; it is asked only where something below is warned of. `shown` are names that are of use
    although no rule asks for them.
    """
    top = {file.path for file in layers[-1].files}
    told = [d for d in found if d.is_error or d.span is None or d.span.file in top]
    if len(layers) == 1 or any(d.is_error for d in told):
        return told
    changes = _Changes(layers, merged)
    below = [(d, d.span) for d in found if d.span is not None and d.span.file not in top and changes.may_be_mended(d, d.span)]
    if below:
        known = {(d.code, d.message, d.span) for d in check(changes.below.files)}
        told += (changes.move_warning(d, span) for d, span in below if (d.code, d.message, span) not in known)
    return [*told, *changes.unused_display_warnings(shown)]


class _Changes:
    """The changes of the topmost layer to those below it."""

    def __init__(self, layers: Sequence[Layer], merged: Merged) -> None:
        *below, self._top = layers
        self.below = merge(below)
        self._merged = merged
        self._old = _definitions_by_name(self.below)
        self._new = _definitions_by_name(merged)
        self._changes = list(self._collect_changes())

    def _collect_changes(self) -> Iterator[_Change]:
        for file in self._top.files:
            for definition in file.definitions:
                if isinstance(definition, s.Edit):
                    continue
                for node in getattr(definition, "attachments", ()):
                    if isinstance(node, s.Around) and node.when == "instead" and node.where is None:
                        stood = _words(self._old.get(node.target.name.text))
                        yield _Change(node.target.name.span, stood - _words(node), stood)
        for path, steps in self._merged.history.items():
            name = path.split(".")[0]
            for step in steps:
                if step.layer == self._top.name and step.verb != "add" and name in self._old:
                    stood = _words(self._old[name])
                    yield _Change(_name_span(step.node), stood - _words(self._new.get(name)), stood)

    def may_be_mended(self, warning: Diagnostic, span: s.Span) -> bool:
        """Return whether a layer can do anything about a warning below it.

        What kinds and players have stays theirs, and what is unused stays where an object bends it.
        """
        around = self._definition_around(span)
        if warning.code in _OF_COUNTS or around is None or isinstance(around, (s.Kind, s.EachPlayer)):
            return False
        objects = (d for d in self._new.values() if isinstance(d, s.Object))
        return warning.code != "W1001" or not any(
            definition_name(around) in _words(node) for d in objects for node in d.attachments
        )

    def move_warning(self, warning: Diagnostic, span: s.Span) -> Diagnostic:
        """A warning of a text below at the line that causes it, with a note of where it was."""
        note = Note(warning.label or "it is here", span)
        place = self._cause(span, frozenset(_QUOTED.findall(warning.message)))
        return replace(warning, span=place, label="because of this", notes=(note, *warning.notes), fix=None)

    def _cause(self, span: s.Span, names: frozenset[str]) -> s.Span:
        """The first change that takes away what a warning is about; or that is made where it stands, or speaks of it."""
        around = self._definition_around(span)
        own = definition_name(around) if around is not None else None
        names = names or frozenset(re.findall(r"\w+", self._source(span)))
        for change in self._changes:
            if change.lost & names:
                return change.place
        steps = (step for path, steps in self._merged.history.items() if path.split(".")[0] == own for step in steps)
        here = next((_name_span(step.node) for step in steps if step.layer == self._top.name), None)
        if here is not None:
            return here
        for change in self._changes:
            if change.stood & names:
                return change.place
        written = [d for file in self._top.files for d in file.definitions]
        parts = [part for d in written for part in (getattr(d, "attachments", ()) or (d,))]
        return _name_span(next((part for part in parts if _words(part) & names), written[0]))

    def _definition_around(self, span: s.Span) -> s.Definition | None:
        return next((d for file in self._merged.files for d in file.definitions if span.is_inside(d.span)), None)

    def _source(self, span: s.Span) -> str:
        file = next(file for file in self._merged.files if file.path == span.file)
        return excerpt(split_lines(file.text), span)

    def unused_display_warnings(self, shown: Collection[str]) -> Iterator[Diagnostic]:
        """Warnings of what is shown still though no rule asks for it any more."""
        lost = {name: change for change in reversed(self._changes) for name in change.lost if name in shown}
        if lost:
            asked = frozenset[str]().union(*(_used_names(d) for file in self._merged.files for d in file.definitions))
        for name, change in lost.items():
            definition = self._new.get(name)
            if isinstance(definition, (s.Value, s.Condition)) and name not in asked:
                what = f"the {word_for(definition)} `{name}`"
                message, label = f"{what} is never used any more, only shown", "because of this"
                help = f"what is shown of it is not so: `remove {word_for(definition)} {name}`"
                notes = (Note(f"it is {with_article(word_for(definition))} here", definition.name.span),)
                yield Diagnostic("W1001", message, change.place, label, notes, help, Severity.WARNING)


def _definitions_by_name(merged: Merged) -> dict[str, s.Definition]:
    return {name: d for file in merged.files for d in file.definitions for name in definition_names(d)}


def _words(node: s.Node | None) -> frozenset[str]:
    """The names that stand in a node, the one that it gives left out."""
    if node is None:
        return frozenset()
    own = getattr(node, "name", None)
    return _used_names(node) | {part.text for part in walk(node) if isinstance(part, s.Name) and part is not own}


def _used_names(node: s.Node) -> frozenset[str]:
    return frozenset(part.name for part in walk(node) if isinstance(part, s.Reference))


def _name_span(node: s.Node) -> s.Span:
    """The place of the name that a node gives or is about."""
    node = getattr(node, "definition", node)
    name = getattr(getattr(node, "target", node), "name", None)
    return name.span if isinstance(name, s.Name) else node.span
