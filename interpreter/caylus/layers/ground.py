"""What a layer stands on: the definitions that those below it leave, and what is said of names that are not among them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, Note, Severity
from caylus.diagnostics.suggest import nearest
from caylus.limits import MOST_GUESSES

from .edits import Part
from .history import History, Layer, Step
from .naming import word_for, words_of


@dataclass(slots=True)
class Entry:
    """A named definition, and where and by which layer it was written. `definition` is None once it has been removed."""

    definition: s.Definition | None
    file: str
    layer: str


@dataclass(slots=True)
class Ground:
    """As the layers that have been added leave it; `_layer` is the one being added."""

    defined_by: dict[str, tuple[str, s.Span]] = field(default_factory=dict)
    """The layer that defines a name, and where, whether it has been added yet or not."""
    written_by: dict[str, str] = field(default_factory=dict)
    """The layer of each file."""
    history: History = field(default_factory=dict)
    faults: list[Diagnostic] = field(default_factory=list)
    removed: dict[str, Step] = field(default_factory=dict)
    _entries: dict[str, Entry] = field(default_factory=dict)
    _unread: frozenset[str] = frozenset()
    _layer: Layer = field(default_factory=lambda: Layer("", ()))
    _guesses: int = 0

    def _target(self, edit: s.Edit, name: s.Name) -> s.Definition | None:
        """The definition that an edit is about, if the layer may edit it and it is of the sort that the edit names."""
        entry = self._entry(name)
        if entry is None:
            return None
        if entry.definition is None:
            self._record(name.text, "change", edit.span, edit)  # whoever removed it is in conflict with this layer
            return None
        old = entry.definition
        if entry.layer == self._layer.name:
            reason = f"`{name.text}` is this layer's own" if self._layer.above else "this ruleset stands on no other"
            notes = (Note("it is defined here", old.span),)
            self._fault("E0503", f"{reason}: there is nothing below it to change", edit.span, notes, "write it that way at once")
            return None
        word = word_for(old)
        if word not in words_of(edit):
            note = Note("it is defined here", old.span)
            self._fault("E0507", f"`{name.text}` is a {word}", name.span, (note,), f"write `{word} {name.text}`")
            return None
        return old

    def _entry(self, name: s.Name) -> Entry | None:
        """What a name stands for; None, and a fault, for what is not there or not below this layer."""
        entry = self._entries.get(name.text)
        if entry is None or not self._stands_on(entry.layer):
            self._missing(name)
            return None
        if entry.definition is None and self._comes_after((gone := self.removed[name.text]).layer):
            notes = (Note(f"`{gone.layer}` removes it here", gone.span),)
            self._fault("E0501", f"there is no `{name.text}` any more in what this stands on", name.span, notes)
            return None
        return entry

    def _missing(self, name: s.Name) -> None:
        if name.text in self._unread:
            return
        meant = self._nearest(name.text, self._entries)
        notes: tuple[Note, ...] = ()
        help_ = ""
        if name.text in self.defined_by and not self._stands_on(self.defined_by[name.text][0]):
            layer, place = self.defined_by[name.text]
            notes = (Note(f"`{layer}` has one", place),)
            help_ = f"to stand on it, write `requires: [{layer}]` into the manifest"
        elif meant:
            notes = (Note(f"`{meant}` is defined here", self.defined_by[meant][1]),)
            help_ = f"did you mean `{meant}`?"
        self._fault("E0501", f"there is no `{name.text}` in what this stands on", name.span, notes, help_)

    def _stands_on(self, layer: str) -> bool:
        """Whether a layer is this one, or one that it cannot do without."""
        return layer == self._layer.name or layer in self._layer.above

    def _comes_after(self, layer: str) -> bool:
        """Whether a layer is this one, or one that somebody says comes before it."""
        return layer == self._layer.name or layer in self._layer.below

    # ---- reporting

    def _record(self, path: str, verb: str, span: s.Span, node: s.Node) -> None:
        self.history.setdefault(path, []).append(Step(self._layer.name, verb, span, node))

    def _check_no_op(self, path: str, part: Part) -> None:
        """Reports a part that was already what it is to become."""
        if part.old is not None and s.same(part.old, part.new):
            before = self.history[path][-1].span if path in self.history else part.old.span
            self._no_op(path, part.new.span, before)

    def _no_op(self, path: str, span: s.Span, before: s.Span) -> None:
        message, notes = f"this changes nothing: `{path}` is so already", (Note("it is so here", before),)
        self.faults.append(Diagnostic("W1501", message, span, notes=notes, severity=Severity.WARNING))

    def _nearest(self, name: str, known: Iterable[str]) -> str | None:
        self._guesses += 1
        return nearest(name, known) if self._guesses <= MOST_GUESSES else None

    def _fault(self, code: str, message: str, span: s.Span, notes: tuple[Note, ...] = (), help: str = "") -> None:
        self.faults.append(Diagnostic(code, message, span, notes=notes, help=help))
