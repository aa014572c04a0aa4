"""Faults and warnings of merged texts, told with the layer that causes them.

A syntax error is told again with the names of all layers: the parser knows words, and no names. Where it has to ask what sort of
thing a name is, the definitions that could be read, of all layers, mostly have the answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, Edit, Fix, Note, Severity, excerpt, split_lines
from caylus.diagnostics.words import with_article
from caylus.limits import MOST_NAMED
from caylus.parser.lexer import scan
from caylus.parser.tokens import Token
from caylus.syntax.walk import walk

from .history import Layer
from .merge import Merged, merge
from .parts import definition_name, definition_names, word_for

_TARGETS = ("FORBID", "BEFORE", "AFTER", "OF")
_ADJUSTED = re.compile(r"(raise|lower) (\w+)\.(\w+) by (\w+)")
_WITH_MEMBERS = (s.Row, s.ListState, s.Scale)


def clearer(faults: Iterable[Diagnostic], files: Sequence[s.File]) -> Iterator[Diagnostic]:
    """The faults of these files, said more clearly where a name makes them clear."""
    faults = list(faults)
    if not any(fault.code == "E0101" for fault in faults):
        yield from faults
        return
    names = {name: definition for file in files for definition in file.definitions for name in definition_names(definition)}
    lines = {file.path: split_lines(file.text) for file in files}
    for fault in faults:
        span = fault.span
        if fault.code != "E0101" or span is None or span.line > len(lines[span.file]):
            yield fault
            continue
        text = lines[span.file][span.line - 1]
        tokens = [token._replace(line=span.line) for token in scan(text, span.file).tokens]
        at = next((number for number, token in enumerate(tokens) if token.column == span.column), None)
        yield (at is not None and _clearer(fault, tokens, at, names)) or fault


def _clearer(fault: Diagnostic, tokens: Sequence[Token], at: int, names: Mapping[str, s.Definition]) -> Diagnostic | None:
    token, before = tokens[at], tokens[at - 1].type if at else ""
    known = names.get(token.text)
    assert fault.span is not None
    if fault.fix is not None:
        return _suggest_gain(fault, fault.fix, names)
    if known is None or token.type != "NAME":
        return None
    behind = tokens[at + 1].type if at + 1 < len(tokens) else ""
    if at == 1 and before in ("CHANGE", "REPLACE", "REMOVE") and behind in ("LBRACE", "EQUAL", ""):
        word = word_for(known)
        fix = Fix(f"write `{tokens[0].text} {word} {token.text}`", (_put(token, fault.span.file, f"{word} "),))
        return replace(fault, message=f"`{token.text}` is {with_article(word)}", help="that stands before its name", fix=fix)
    if at == 1 and before == "INSERT" and behind == "IN" and isinstance(names.get(tokens[-1].text), s.Kind):
        whole = s.Span(fault.span.file, fault.span.line, 1, fault.span.line + 1, 1)
        message, help = (
            f"`{token.text}` is one of the {tokens[-1].text} already",
            "an object is one of its kind where it is defined",
        )
        return replace(fault, message=message, help=help, fix=Fix("leave this line out", (Edit(whole, ""),)))
    if before in _TARGETS and behind != "LPAR" and isinstance(known, (s.Value, s.Condition, s.Action, s.Table, s.Sequence)):
        params = () if isinstance(known, s.Sequence) else known.params
        given = f"({', '.join(param.name.text for param in params)})"
        end = token._replace(column=token.column + len(token.text))
        fix = Fix(f"write `{token.text}{given}`", (_put(end, fault.span.file, given),))
        return replace(fault, message=f"what `{token.text}` is given stands in parentheses", help="", fix=fix)
    if behind == "NUMBER" and isinstance(known, _WITH_MEMBERS):
        new = f"{token.text}[{tokens[at + 1].text}]"
        message = f"the number of a member of `{token.text}` stands in brackets"
        return replace(fault, message=message, help="", fix=Fix(f"write `{new}`", (Edit(fault.span, new),)))
    return None


def _suggest_gain(fault: Diagnostic, fix: Fix, names: Mapping[str, s.Definition]) -> Diagnostic | None:
    """A better message where somebody raises or lowers what a player holds: it is gained and lost."""
    (first, *others), found = fix.edits, _ADJUSTED.fullmatch(fix.edits[0].text)
    if others or found is None or not isinstance(names.get(found[3]), s.Resources):
        return None
    new = f"{found[2]} {'gains' if found[1] == 'raise' else 'loses'} {found[4]} {found[3]}"
    return replace(
        fault, help="what a player holds is gained, lost and paid", fix=Fix(f"write `{new}`", (replace(first, text=new),))
    )


def _put(token: Token, file: str, text: str) -> Edit:
    return Edit(s.Span(file, token.line, token.column, token.line, token.column), text)


def explain_removals(found: Iterable[Diagnostic], merged: Merged) -> list[Diagnostic]:
    """The diagnostics of the checker, where a name that a layer removed is reported as that, with the place."""
    if not merged.removed:
        return list(found)
    lines = {file.path: split_lines(file.text) for file in merged.files}
    explained: dict[Diagnostic | str, Diagnostic] = {}
    for fault in found:
        name = _text(lines[fault.span.file], fault.span) if fault.span is not None and fault.span.file in lines else ""
        if (fault.code, fault.span) == ("E0207", None) and "score" in merged.removed:
            was = Note("it was defined here", merged.history["score"][0].span)
            explained[fault] = replace(fault, span=merged.removed["score"].span, label="removed here", notes=(was,))
        elif not fault.is_error or name not in merged.removed:
            explained[fault] = fault
        elif name in explained:
            explained[name] = replace(explained[name], notes=(*explained[name].notes, Note("and here", fault.span), *fault.notes))
        else:
            by = merged.removed[name]
            notes = (Note(f"`{by.layer}` removes it here", by.span), *fault.notes)
            help_ = "change, replace or remove what needs it as well"
            explained[name] = Diagnostic(
                "E0504", f"`{name}` is removed, but still needed", fault.span, "this needs it", notes, help_
            )
    return list(explained.values())


def _text(lines: list[str], span: s.Span) -> str:
    """The text of a span within one line."""
    return lines[span.line - 1][span.column - 1 : span.end_column - 1] if span.line == span.end_line else ""


_OF_ALL_TOGETHER = ("E0305", "E0402", "E0408", "E0414", "E0416")
"""Too many ways, no end, no option, too deep, too much work: what was in order while all was as its author knew it."""

_OF_DEFINITIONS = ("E0312", "E0425")
"""What is not there, by a definition that a note shows: told at the definition, where a layer has changed it."""


def trace(found: Iterable[Diagnostic], merged: Merged) -> list[Diagnostic]:
    """The diagnostics; one of a text that others have changed something for says what and where."""
    top = max((file.level for file in merged.files), default=0)
    below = {file.path: file for file in merged.files if file.level < top}
    return [_trace(fault, fault.span, below, merged) for fault in found]


def _trace(fault: Diagnostic, span: s.Span | None, below: Mapping[str, s.File], merged: Merged) -> Diagnostic:
    if span is None or span.file not in below:
        return fault
    if fault.code in _OF_ALL_TOGETHER:
        return replace(fault, notes=(*fault.notes, *_changes(below[span.file], span, merged)))
    cause = next((note for note in fault.notes if note.span is not None and note.span.file not in below), None)
    if fault.code in _OF_DEFINITIONS and cause is not None:  # a layer has changed what the text below asks for
        others = tuple(note for note in fault.notes if note is not cause)
        return replace(fault, span=cause.span, notes=(Note("it is asked for here", span), *others))
    return fault


def _changes(file: s.File, span: s.Span, merged: Merged) -> list[Note]:
    around = next((definition.span for definition in file.definitions if span.is_inside(definition.span)), span)
    words = set(re.findall(r"\w+", "\n".join(split_lines(file.text)[around.line - 1 : around.end_line])))
    steps = [(path.split(".")[0], step) for path, steps in merged.history.items() for step in steps]
    changed = [(name, step) for name, step in steps if name in words and step.span.file != file.path and step.verb != "add"]
    return [Note(f"`{step.layer}` changes `{name}` here", step.span) for name, step in changed[:MOST_NAMED]]


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
                    if isinstance(node, s.Around) and node.is_always_instead:
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
