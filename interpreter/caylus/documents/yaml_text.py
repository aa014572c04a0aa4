"""The part of YAML that cannot surprise: mappings, lists, texts and whole numbers, built from the parser's events.

No anchors, aliases, merge keys, tags, directives or second documents; no key twice; no `no` that means false, no 010
that means 8. Nothing is built by PyYAML itself, so nothing hostile is ever expanded or called.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import yaml
from yaml import events
from yaml.error import Mark

from caylus.diagnostics.diagnostic import Diagnostic, Note, Span
from caylus.limits import DEEPEST_YAML, MOST_BYTES_IN_YAML, MOST_DIGITS_IN_YAML, MOST_VALUES_IN_YAML

from .document import Document, Place, Pointer, hidden_in_text

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NUMBER = re.compile(rf"0|-?[1-9][0-9]{{0,{MOST_DIGITS_IN_YAML - 1}}}")
_WORDS = {"true": True, "false": False, "": None, "null": None, "~": None}
_SAME_COLUMN = "begin every key of a mapping in the same column"
_ITEMS = "begin every item of a list with `- ` in the same column"
_SIGNS = "indent with spaces, and put quotes around a text that begins with a sign"
_ASTRAY = "this does not go on with what stands above"
_PROBLEMS = {
    "mapping values are not allowed": ("a `:` cannot stand here", "a text with `: ` in it needs quotes around it"),
    "sequence entries are not allowed": ("no list can begin here", "begin it on the next line, or write `[…]`"),
    "cannot start any token": ("no text begins with this", _SIGNS),
    "tab character": ("a tab stands here", "indent with spaces"),
    "could not find expected ':'": ("this is no key", "write `key: value`"),
    "unexpected end of stream": ("the file ends here", "close what is still open: a quote, a bracket or a brace"),
    "expected ','": ("neither a comma nor the end", "put a comma between two items, and close the bracket"),
    "expected <block end>": (_ASTRAY, _SAME_COLUMN),
    "did not find expected key": (_ASTRAY, _SAME_COLUMN),
    "did not find expected '-'": (_ASTRAY, _ITEMS),
}
"""What PyYAML calls a problem, what is said of it, and what helps."""


class _Stop(Exception):
    """Reading cannot go on after this fault."""

    def __init__(self, fault: Diagnostic) -> None:
        self.fault = fault


@dataclass(slots=True)
class _Collection:
    """A mapping or list that is still open. `key` waits for its value."""

    value: Any
    pointer: Pointer
    key: tuple[str, Span] | None = None


def read(text: str, path: str) -> tuple[Document | None, tuple[Diagnostic, ...]]:
    """The document, unless it cannot be read through, and what is wrong with it (E0603 to E0609, E0614)."""
    if len(text) > MOST_BYTES_IN_YAML:
        too_large = f"`{path}` is larger than {MOST_BYTES_IN_YAML // 1024} KB, the most such a file may have"
        return None, (Diagnostic("E0603", too_large, None),)
    if hidden := hidden_in_text(text, path):
        return None, (hidden,)
    builder = _Builder(path)
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            builder.take(event)
    except _Stop as stop:
        return None, (*builder.faults, stop.fault)
    except yaml.YAMLError as error:
        return None, (*builder.faults, _syntax_fault(error, text, path))
    return Document(path, text, builder.root, lambda: builder.places), tuple(builder.faults)


class _Builder:
    """Turns events into plain values and remembers where each stood."""

    def __init__(self, path: str) -> None:
        self.root: Any = None
        start = Span(path, 1, 1, 1, 2)
        self.places: dict[Pointer, Place] = {(): Place(start, start)}  # of a text without a value, too
        self.faults: list[Diagnostic] = []
        self._path = path
        self._open: list[_Collection] = []
        self._documents = 0

    def take(self, event: events.Event) -> None:
        if isinstance(event, events.ScalarEvent):
            self._refuse_extras(event)
            text, plain, span = event.value, event.implicit[0], self._span(event)
            holder = self._open[-1] if self._open else None
            if holder is not None and isinstance(holder.value, dict) and holder.key is None:
                if plain and text == "<<":
                    raise _Stop(self._fault("E0606", "`<<` copies another mapping in here", event, "write its keys out"))
                holder.key = (text, span)
            else:
                self._put(_plain_value(text) if plain else text, span)
        elif isinstance(event, events.CollectionStartEvent):
            self._refuse_extras(event)
            self._begin(event)
        elif isinstance(event, events.CollectionEndEvent):
            self._open.pop()
        elif isinstance(event, events.AliasEvent):
            raise _Stop(self._fault("E0606", "`*` stands for a value written elsewhere", event, "write the value out here"))
        elif isinstance(event, events.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                raise _Stop(self._fault("E0606", "a second document begins here", event, "a file holds one document"))
            if event.version or event.tags:
                raise _Stop(self._fault("E0606", "`%` gives the reader orders", event, "leave the line out"))

    def _refuse_extras(self, event: events.ScalarEvent | events.CollectionStartEvent) -> None:
        if event.anchor is not None:
            raise _Stop(self._fault("E0606", f"`&{event.anchor}` names a value for later", event, "leave the name out"))
        if event.tag is not None:
            raise _Stop(self._fault("E0606", "`!` says what type a value has", event, "leave it out: the schema decides"))

    def _begin(self, event: events.CollectionStartEvent) -> None:
        value: Any = {} if isinstance(event, events.MappingStartEvent) else []
        holder = self._open[-1] if self._open else None
        if holder is not None and isinstance(holder.value, dict) and holder.key is None:
            raise _Stop(self._fault("E0608", "a key is a text, not a list or a mapping", event, "use one word as the key"))
        if len(self._open) >= DEEPEST_YAML:
            raise _Stop(self._fault("E0605", f"more than {DEEPEST_YAML} values inside one another", event, "nest less"))
        self._open.append(_Collection(value, self._put(value, self._span(event))))

    def _put(self, value: Any, span: Span) -> Pointer:
        """Puts a value where it belongs, the second one of a key nowhere. Returns the way to it."""
        if len(self.places) >= MOST_VALUES_IN_YAML:
            raise _Stop(Diagnostic("E0605", f"more than {MOST_VALUES_IN_YAML} values in one file", span, help="split the file"))
        if not self._open:
            self.root = value
            self.places[()] = Place(span, span)
            return ()
        holder = self._open[-1]
        if isinstance(holder.value, list):
            pointer = (*holder.pointer, len(holder.value))
            holder.value.append(value)
            self.places[pointer] = Place(span, span)
            return pointer
        assert holder.key is not None
        (key, key_span), holder.key = holder.key, None
        pointer = (*holder.pointer, key)
        if pointer in self.places:
            notes = (Note("it stands here first", self.places[pointer].key),)
            self.faults.append(Diagnostic("E0607", f"`{key}` stands here twice", key_span, "again", notes, "keep one of the two"))
            return (*pointer, -1)  # a way that leads nowhere: the first value keeps its places
        holder.value[key] = value
        self.places[pointer] = Place(key_span, span)
        return pointer

    def _fault(self, code: str, message: str, event: events.Event, help: str) -> Diagnostic:
        return Diagnostic(code, message, self._span(event), help=help)

    def _span(self, event: events.Event) -> Span:
        """The event's place, cut at the end of its first line, and never of no width."""
        start, end = event.start_mark, event.end_mark
        assert start is not None
        assert end is not None
        width = end.column - start.column if end.line == start.line else 1
        line, column = start.line + 1, start.column + 1
        return Span(self._path, line, column, line, column + max(width, 1))


def _plain_value(text: str) -> str | int | bool | None:
    if _NUMBER.fullmatch(text):
        return int(text)
    return _WORDS.get(text, text)


def _syntax_fault(error: yaml.YAMLError, text: str, path: str) -> Diagnostic:
    assert isinstance(error, yaml.MarkedYAMLError)  # the letters that the reader itself refuses have been looked for
    assert error.problem_mark is not None
    place = _point(path, text, error.problem_mark)
    problem = error.problem or ""
    label, help = next((explanation for words, explanation in _PROBLEMS.items() if words in problem), (problem, ""))
    before = text.split("\n")[place.line - 1][: place.column - 1]
    if "mapping values" in problem and ":" not in before:
        help = _SAME_COLUMN
    elif help == _SAME_COLUMN and before.strip():
        label, help = "what stands before this is complete", "put quotes around a text with signs in it"
    notes: tuple[Note, ...] = ()
    if error.context and error.context_mark and error.context_mark.line != error.problem_mark.line:
        notes = (Note("it belongs to what begins here", _point(path, text, error.context_mark)),)
    return Diagnostic("E0604", "this is not YAML", place, label, notes, help)


def _point(path: str, text: str, mark: Mark) -> Span:
    """The place of a mark; one behind the text, where a parser puts the end, becomes the end of the last line."""
    lines = text.split("\n")
    line, column = (mark.line, mark.column) if mark.line < len(lines) else (len(lines) - 1, len(lines[-1]))
    return Span(path, line + 1, column + 1, line + 1, column + 2)
