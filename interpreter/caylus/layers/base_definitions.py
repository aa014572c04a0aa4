"""The definitions that a layer is based on, and the faults of names that are not among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, Note, Severity
from caylus.diagnostics.english import with_article
from caylus.diagnostics.fix import Edit, Fix
from caylus.diagnostics.lines import excerpt
from caylus.diagnostics.suggest import nearest
from caylus.limits import MOST_GUESSES
from caylus.syntax.builtins import PLAYER

from .edits import apply_edit
from .history import History, Layer, Step
from .naming import edit_keywords, word_for
from .parts import Part
from .swaps import Sight


@dataclass(slots=True)
class Entry:
    """A named definition, where and by which layer it was written, and what layers have done to it since.

    `definition` is what has become of it, None once it has been removed.
    """

    definition: s.Definition | None
    file: str
    layer: str
    written: s.Definition
    edits: list[tuple[Layer, s.Edit]] = field(default_factory=list)


@dataclass(slots=True)
class Ground:
    """As the layers that have been added leave it; `layer` is the one being added."""

    defined_by: dict[str, tuple[str, s.Span]] = field(default_factory=dict)
    """The layer that defines a name, and where, whether it has been added yet or not."""
    written_by: dict[str, str] = field(default_factory=dict)
    """The layer of each file."""
    lines: dict[str, list[str]] = field(default_factory=dict)
    """Of each file."""
    history: History = field(default_factory=dict)
    faults: list[Diagnostic] = field(default_factory=list)
    removed: dict[str, Step] = field(default_factory=dict)
    entries: dict[str, Entry] = field(default_factory=dict)
    given: dict[tuple[str, str], str] = field(default_factory=dict)
    """The layer that gave a kind, or players, each thing that they have."""
    contents: dict[str, list[str | s.Definition]] = field(default_factory=dict)
    """What each file holds: definitions that have no name to go by, and names of entries."""
    unread: frozenset[str] = frozenset()
    layer: Layer = field(default_factory=lambda: Layer("", ()))
    _guesses: int = 0

    def target(self, edit: s.Edit, name: s.Name) -> s.Definition | None:
        """The definition that an edit is about, if the layer may edit it and it is of the sort that the edit names."""
        entry = self.entry(name)
        if entry is None:
            return None
        if entry.definition is None:
            self.record(name.text, "change", edit.span, edit)  # whoever removed it is in conflict with this layer
            return None
        old = entry.definition
        if entry.layer == self.layer.name:
            reason = f"`{name.text}` is this layer's own" if self.layer.above else "this ruleset stands on no other"
            notes = (Note("it is defined here", old.span),)
            self.fault("E0503", f"{reason}: there is nothing below it to change", edit.span, notes, "write it that way at once")
            return None
        word = word_for(old)
        if word not in edit_keywords(edit):
            note = Note("it is defined here", old.span)
            self.fault(
                "E0507",
                f"`{name.text}` is {with_article(word)}",
                name.span,
                (note,),
                f"write `{word} {name.text}`",
                self._word_fix(edit, name, word),
            )
            return None
        return old

    def _word_fix(self, edit: s.Edit, name: s.Name, word: str) -> Fix | None:
        """Another word before the name, where what follows is said alike of both."""
        (old, *others), before = edit_keywords(edit), name.span.column - 1
        line = self.lines[name.span.file][name.span.line - 1]
        is_alike = isinstance(edit, (s.ChangeSteps, s.RemoveDefinition)) or {old, word} == {"constant", "scale"}
        if others or not is_alike or not line[: before - 1].endswith(f" {old}") or line[before - 1] != " ":
            return None
        place = s.Span(name.span.file, name.span.line, before - len(old), name.span.line, before)
        return Fix(f"write `{word} {name.text}`", (Edit(place, word),))

    def entry(self, name: s.Name) -> Entry | None:
        """The entry of a name; None, and a fault, for what is not there or not below this layer."""
        entry = self.entries.get(name.text)
        if entry is None or not self.stands_on(entry.layer):
            self._missing(name)
            return None
        if entry.definition is None and self.is_at_or_after((gone := self.removed[name.text]).layer):
            notes = (Note(f"`{gone.layer}` removes it here", gone.span),)
            self.fault("E0501", f"there is no `{name.text}` any more in what this stands on", name.span, notes)
            return None
        return entry

    def _missing(self, name: s.Name) -> None:
        if name.text in self.unread:
            return
        meant = self.nearest(name.text, self.entries)
        notes: tuple[Note, ...] = ()
        help_ = ""
        kind = next((kind for (kind, member), by in self.given.items() if member == name.text and self.stands_on(by)), None)
        if name.text in self.defined_by and not self.stands_on(self.defined_by[name.text][0]):
            layer, place = self.defined_by[name.text]
            notes = (Note(f"`{layer}` has one", place),)
            help_ = f"to stand on it, write `requires: [{layer}]` into the manifest"
        elif name.text == PLAYER:
            help_ = "players have nothing there yet: to give them something, write `each player has { … }`"
        elif kind is not None:
            help_ = f"what a {kind} has is changed with `change kind {kind} {{ … }}`"
        elif meant:
            notes = (Note(f"`{meant}` is defined here", self.defined_by[meant][1]),)
            help_ = f"did you mean `{meant}`?"
        self.fault("E0501", f"there is no `{name.text}` in what this stands on", name.span, notes, help_)

    def stands_on(self, layer: str) -> bool:
        """Return whether a layer is this one, or one that it cannot do without."""
        return layer == self.layer.name or layer in self.layer.above

    def is_at_or_after(self, layer: str) -> bool:
        """Return whether a layer is this one, or one that somebody says comes before it."""
        return layer == self.layer.name or layer in self.layer.earlier_layers

    def definition_below(self, entry: Entry) -> s.Definition:
        """A definition that is there, as it is where only this layer and those that it stands on have changed it."""
        if entry.definition is not None and all(self.stands_on(layer.name) for layer, _ in entry.edits):
            return entry.definition
        definition = entry.written
        for layer, edit in entry.edits:
            if self.stands_on(layer.name):
                definition = apply_edit(definition, edit, self.sight(entry, layer)).definition
        return definition

    def sight(self, entry: Entry, layer: Layer) -> Sight:
        """The part of a definition's text that a layer sees."""
        others = [edit for other, edit in entry.edits if other.name not in layer.above and isinstance(edit, s.ChangeSteps)]
        instead = {swap.new.span: swap.old for edit in others for swap in edit.edits if isinstance(swap, s.Swap)}
        return Sight(lambda node: self.written_by[node.span.file] in layer.above, instead, self._source)

    def _source(self, node: s.Node) -> str:
        """The author's text."""
        return excerpt(self.lines[node.span.file], node.span)

    def ancestor_kinds(self, name: str) -> Iterator[s.Kind]:
        """The kind of a name and those it stands below, as far as they are known and do not go round in a circle."""
        seen: set[str] = set()
        entry = self.entries.get(name)
        while entry is not None and isinstance(kind := entry.definition, s.Kind) and kind.name.text not in seen:
            seen.add(kind.name.text)
            yield kind
            entry = self.entries.get(kind.parent.text) if kind.parent is not None else None

    # ---- reporting

    def order_help(self, layer: str) -> str:
        """Help where this layer and one that it does not mention give one name to two things."""
        return f"give one of them another name, or let one layer stand on the other: `requires: [{layer}]` in its manifest"

    def record(self, path: str, verb: str, span: s.Span, node: s.Node, places: tuple[s.Span, ...] = ()) -> None:
        self.history.setdefault(path, []).append(Step(self.layer.name, verb, span, node, places))

    def record_part(self, name: str, part: Part, old: s.Node | None) -> None:
        """Records a part of what has a name, and reports one that was already what it is to become."""
        path = f"{name}.{part.name}" if part.name else name
        if old is not None and s.same(old, part.new.new if isinstance(part.new, s.Swap) else part.new):
            before = self.history[path][-1].span if path in self.history else old.span
            self.no_op(path, part.new.span, before)
        self.record(path, part.verb, part.new.span, part.new, part.places)

    def no_op(self, path: str, span: s.Span, before: s.Span) -> None:
        message, notes = f"this changes nothing: `{path}` is so already", (Note("it is so here", before),)
        self.faults.append(Diagnostic("W1501", message, span, notes=notes, severity=Severity.WARNING))

    def nearest(self, name: str, known: Iterable[str]) -> str | None:
        self._guesses += 1
        return nearest(name, known) if self._guesses <= MOST_GUESSES else None

    def fault(
        self, code: str, message: str, span: s.Span, notes: tuple[Note, ...] = (), help: str = "", fix: Fix | None = None
    ) -> None:
        self.faults.append(Diagnostic(code, message, span, notes=notes, help=help, fix=fix))
