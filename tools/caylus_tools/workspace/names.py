"""The meaning of every name in the rules of one analysis, and all places of each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from caylus import model as m, syntax as s
from caylus.diagnostics import Span, split_lines
from caylus.loading.analysis import Analysis, Meant
from caylus.syntax.walk import walk

if TYPE_CHECKING:
    from .workspace import Workspace


WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
OPTION = "option"
_NOWHERE = Span("", 1, 1, 1, 1)


class Symbol(NamedTuple):
    """A thing that has a name, the same in all layers. `owner` is the kind of a member, `place` the binder of a variable."""

    sort: str
    name: str
    owner: str = ""
    place: Span | None = None


def symbol_of(entity: Meant) -> Symbol:
    if entity.what == "variable":
        return Symbol("variable", entity.name, "", entity.definition)
    if entity.owner:
        return Symbol("member", entity.name, entity.owner)
    return Symbol(OPTION if entity.what == OPTION else "definition", entity.name)


class Names:
    """The record that the check made, completed by names that no check asks for: options, and what variants change."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._shown = {file: file_name for file_name, file in analysis.paths.items()}
        self._lines: dict[str, list[str]] = {}

    @cached_property
    def tops(self) -> Mapping[str, Meant]:
        """The definitions, by name."""
        return {one.name: one for one in self._analysis.names.values() if one.what != "variable" and not one.owner}

    @cached_property
    def members(self) -> Mapping[str, Mapping[str, Meant]]:
        """The members of each kind, by name."""
        members_by_owner: dict[str, dict[str, Meant]] = {}
        for entity in self._analysis.names.values():
            if entity.owner:
                members_by_owner.setdefault(entity.owner, {})[entity.name] = entity
        return members_by_owner

    @cached_property
    def resources(self) -> list[str]:
        """The names of the resources, in their order."""
        return [name for name, entity in self.tops.items() if entity.what == "resource"]

    def members_of(self, kind: str) -> Iterator[Meant]:
        """The members of a kind and of the kinds above it."""
        above = self.tops[kind].meaning if kind in self.tops else None
        yield from self.members.get(kind, {}).values()
        if isinstance(above, m.Kind) and above.parent is not None:
            yield from self.members_of(above.parent.name)

    @cached_property
    def used(self) -> Counter[str]:
        """The number of times that each name is written."""
        return Counter(entity.name for entity in self.places.values())

    def used_in(self, file: Path) -> Counter[str]:
        """The number of times that each name is written in one file."""
        return Counter(entity.name for _, entity in self.in_file(file))

    @cached_property
    def places(self) -> Mapping[Span, Meant]:
        """The meaning of each name, by its place in the text."""
        entities = {}
        for span, entity in self._analysis.names.items():
            exact = self._exact(span, entity.name)
            if exact is not None:
                entities[exact] = entity
        for span, entity in self._unchecked():
            entities.setdefault(span, entity)
        return entities

    @cached_property
    def _by_line(self) -> Mapping[tuple[str, int], list[tuple[Span, Meant]]]:
        entries_by_line: dict[tuple[str, int], list[tuple[Span, Meant]]] = {}
        for span, entity in self.places.items():
            entries_by_line.setdefault((span.file, span.line), []).append((span, entity))
        return entries_by_line

    @cached_property
    def _by_symbol(self) -> Mapping[Symbol, list[Span]]:
        spans_by_symbol: dict[Symbol, list[Span]] = {}
        for span, entity in self.places.items():
            spans_by_symbol.setdefault(symbol_of(entity), []).append(span)
        return spans_by_symbol

    @cached_property
    def options(self) -> Mapping[str, Span]:
        """The names of options, each with the place where it is offered first."""
        return {one.name: one.definition for one in self.places.values() if one.what == OPTION}

    def at(self, file: Path, line: int, column: int, word: str = "") -> tuple[Span, Meant] | None:
        """The name at a place. Where the text has moved on since, that of the nearest line which has this `word`."""
        file_name = self._shown.get(file, file.as_posix())
        for span, entity in self._by_line.get((file_name, line), ()):
            if span.column <= column <= span.end_column and (not word or entity.name == word):
                return span, entity
        if not word:
            return None
        alike = [
            (abs(span.line - line), n, span) for n, span in enumerate(self._of_file(file_name)) if self.places[span].name == word
        ]
        if alike:
            span = min(alike)[2]
            return span, self.places[span]
        return (_NOWHERE, named_entity) if (named_entity := self.by_word(word)) is not None else None

    def option(self, word: str) -> Meant | None:
        """The option of a name."""
        return Meant(word, OPTION, self.options[word], None) if word in self.options else None

    def by_word(self, word: str) -> Meant | None:
        """The meaning of a word wherever it stands: of a definition, an option, or the only member of that name."""
        if word in self.tops:
            return self.tops[word]
        return self.option(word) or next((members[word] for members in self.members.values() if word in members), None)

    def of(self, symbol: Symbol) -> list[Span]:
        """All places of a symbol in the rules of all layers, the lowest layer first."""
        order = {file.path: number for number, file in enumerate(self._analysis.files)}
        return sorted(self._by_symbol.get(symbol, ()), key=lambda span: (order.get(span.file, -1), span.line, span.column))

    def in_file(self, file: Path) -> list[tuple[Span, Meant]]:
        """The names of one file, in the order of its text."""
        return [(span, self.places[span]) for span in self._of_file(self._shown.get(file, file.as_posix()))]

    def _of_file(self, file_name: str) -> list[Span]:
        return sorted((span for span in self.places if span.file == file_name), key=lambda span: (span.line, span.column))

    # ---- what the check did not record

    def _exact(self, span: Span, name: str) -> Span | None:
        """The place of the name itself in what was recorded; None where it does not stand there."""
        if span.file not in self._analysis.sources:
            return None
        lines = self._lines.get(span.file)
        if lines is None:
            lines = self._lines[span.file] = split_lines(self._analysis.sources[span.file])
        line = lines[span.line - 1] if span.line <= len(lines) else ""
        start = span.column - 1
        if line.startswith(name, start) and span.end_line == span.line and span.end_column - span.column == len(name):
            return span
        end = span.end_column - 1 if span.end_line == span.line else len(line)
        match = re.compile(rf"\b{re.escape(name)}\b").search(line, start, end)
        return Span(span.file, span.line, match.start() + 1, span.line, match.end() + 1) if match else None

    def _unchecked(self) -> Iterator[tuple[Span, Meant]]:
        for file in self._analysis.files:
            for node in walk(*file.definitions):
                match node:
                    case s.Option(name=s.Name() as name) | s.OptionEdit(name=s.Name() as name, option=None):
                        yield name.span, Meant(name.text, OPTION, name.span, None)
                    case s.OptionEdit(option=s.Option(name=s.Name() as name)):
                        yield name.span, Meant(name.text, OPTION, name.span, None)
                    case s.Takes(option=s.Name() as name):
                        yield name.span, Meant(name.text, OPTION, name.span, None)
                    case s.ChangeKind(name=owner, members=members) | s.Kind(name=owner, members=members):
                        for member in members:
                            if (entity := self._member(owner.text, member.name.text)) is not None:
                                yield member.name.span, entity
                        if (
                            isinstance(node, s.Kind)
                            and node.called is not None
                            and (entity := self._member(owner.text, node.called.text))
                        ):
                            yield node.called.span, entity
                    case s.Name(text=text, span=span) | s.Reference(name=text, span=span) if text in self.tops:
                        yield span, self.tops[text]
            for paragraph in file.paragraphs:
                yield from self._of_paragraph(paragraph)

    def _member(self, kind: str, name: str) -> Meant | None:
        return self.members.get(kind, {}).get(name)

    def _of_paragraph(self, paragraph: s.Paragraph) -> Iterator[tuple[Span, Meant]]:
        """The names after `=` and `<`, a field behind its kind and a dot; and those in braces."""
        insertions = [
            part
            for block in paragraph.blocks
            for passage in block.passages
            for part in passage.parts
            if isinstance(part, s.Insertion)
        ]
        names = [
            *(paragraph.covers or ()),
            *(paragraph.shows or ()),
            *(part.rule for part in insertions if part.rule is not None),
        ]
        for node in walk(*(part.formula for part in insertions if part.formula is not None)):
            match node:
                case s.Reference(name=text, span=span) if text in self.tops:
                    yield span, self.tops[text]
                case s.Member(subject=s.Reference(name=owner), name=member):
                    if (entity := self._member(owner, member.text)) is not None:
                        yield member.span, entity
        for name in names:
            head, _, field = name.text.partition(".")
            span = name.span
            if head in self.tops:
                yield Span(span.file, span.line, span.column, span.line, span.column + len(head)), self.tops[head]
            entity = self._member(head, field)
            if entity is not None:
                start = span.column + len(head) + 1
                yield Span(span.file, span.line, start, span.line, start + len(field)), entity


def word_at(line: str, column: int) -> tuple[int, str]:
    """The word at a column or right before it, and the column where it begins; an empty one where there is none."""
    for match in WORD.finditer(line):
        if match.start() + 1 <= column <= match.end() + 1:
            return match.start() + 1, match[0]
    return column, ""


SORTS = ("type", "class", "property", "variable", "parameter", "function", "method", "enumMember", "event", "macro")
"""The sorts of the protocol of editors that names are given."""
_OF = {
    "kind": "type", "plural": "type", "resource": "enumMember", "group": "type", "constant": "enumMember", "scale": "enumMember",
    "value": "function", "condition": "function", "action": "function", "phase": "function", "table": "function",
    "sequence": "function", "rule": "macro", "seat": "class", OPTION: "event", "variable": "parameter",
}  # fmt: skip


class Token(NamedTuple):
    """A name on a line, counted from 1, with its length, its sort, and whether it is defined here."""

    line: int
    column: int
    length: int
    sort: str
    is_definition: bool


def tokens(workspace: Workspace, file: Path) -> list[Token]:
    """The tokens of a file, in the order of the text; those that a later text has moved away from are left out."""
    names = workspace.names(file)
    lines = workspace.lines(file)
    if names is None or file.suffix != ".rules":
        return []
    all_tokens = []
    for span, entity in names.in_file(file):
        line = lines[span.line - 1] if span.line <= len(lines) else ""
        if line[span.column - 1 : span.end_column - 1] == entity.name:
            all_tokens.append(Token(span.line, span.column, len(entity.name), sort_of(entity), span == entity.definition))
    return all_tokens


def sort_of(entity: Meant) -> str:
    if entity.owner:
        return "method" if entity.what == "action" else "property"
    return "class" if isinstance(entity.meaning, m.Object) else _OF.get(entity.what, "variable")
