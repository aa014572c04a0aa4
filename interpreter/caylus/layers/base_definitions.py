"""The definitions that a layer is based on, and the faults of names that are not among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, Edit, Fix, Note, Severity, excerpt
from caylus.diagnostics.words import having, nearest, with_article
from caylus.limits import MOST_GUESSES
from caylus.syntax.rules import PLAYER

from .edits import apply_edit
from .history import History, Layer, Step
from .parts import Part, edit_keywords, edit_subject, word_for
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


def kind_of_all(name: s.Name, ground: Ground) -> s.Kind | None:
    """The kind whose plural a name is."""
    kinds = (entry.definition for entry in ground.entries.values() if isinstance(entry.definition, s.Kind))
    return next((kind for kind in kinds if kind.plural is not None and kind.plural.text == name.text), None)


def place_object(edit: s.Insert, kind: s.Kind, ground: Ground) -> None:
    """Moves an object of the layer to its place beside another of a kind; where a stranger removes that, to where it was."""
    beside, inserted = ground.entry(edit.anchor), ground.entry(edit.name)
    if beside is None or inserted is None:
        return
    anchor, new = beside.written, inserted.written
    if not (_is_of_kind(edit.anchor, anchor, kind, ground) and _is_of_kind(edit.name, new, kind, ground)):
        return
    assert isinstance(anchor, s.Object)
    assert isinstance(new, s.Object)
    if inserted.layer != ground.layer.name:
        notes = (Note("it is defined here", new.span),)
        ground.fault("E0502", f"`{edit.name.text}` is in `{edit.sequence.text}` already", edit.name.span, notes)
    elif anchor.kind.text != new.kind.text:
        message = f"`{edit.name.text}` is {with_article(new.kind.text)} and `{edit.anchor.text}` {with_article(anchor.kind.text)}"
        notes = (Note(f"`{edit.anchor.text}` is defined here", anchor.span),)
        ground.fault("E0511", message, edit.anchor.span, notes, "objects of one kind stand together; name one of the same kind")
    else:
        ground.contents[inserted.file].remove(edit.name.text)
        there = ground.contents[beside.file]
        there.insert(there.index(edit.anchor.text) + (edit.when == "after"), edit.name.text)
        inserted.file = beside.file
        ground.record(f"{kind.name.text}.{edit.when} {edit.anchor.text}", "insert", edit.span, edit)


def _is_of_kind(name: s.Name, definition: s.Definition, kind: s.Kind, ground: Ground) -> bool:
    """Return whether something is an object of a kind, or of one below it; reports it if not."""
    if isinstance(definition, s.Object) and any(above is kind for above in ground.ancestor_kinds(definition.kind.text)):
        return True
    notes = (Note("it is defined here", definition.span),)
    message = f"`{name.text}` is {with_article(word_for(definition))}, and no {kind.name.text}"
    ground.fault("E0511", message, name.span, notes)
    return False


def may_have(ground: Ground, old: s.Definition, edit: s.Edit, part: Part) -> bool:
    """Return whether a thing can have a part that the layer sets, and reports it if not; `old` is what all layers have made of
    it.
    """
    if isinstance(old, (s.Kind, s.EachPlayer)) and isinstance(part.new, s.AddField):
        return _is_new(ground, old, part.new)
    known: set[str] | None
    help_ = ""
    match old, edit, part.new:
        case s.EachPlayer(), s.ChangeKind(), s.Property() | s.State() | s.MemberAction() | s.PlayerRow():
            known = _own(ground, old)
            message, help_ = f"a player has no `{part.name}`", "to give them one, write `add` before it"
        case _ if part.old is not None:
            return True
        case s.Kind(name=kind), s.ChangeKind(), s.Property() | s.State() | s.MemberAction():
            known = _own(ground, old)
            message = f"{with_article(kind.text)} has no `{part.name}` of its own"
            help_ = "to give it one, write `add` before it"
        case s.Object(kind=kind), s.ChangeObject(), s.Setting() | s.Behaviour():
            known = _members(ground, kind.text)
            message = f"{with_article(kind.text)} has no `{part.name}`"
        case s.Table(rows=rows), s.ChangeTable(), s.AddedCells():
            known = {row.name.text for row in rows}
            message = f"the table has no row `{part.name}`"
        case s.Table(rows=rows), s.ChangeTable(), s.TableRow() if part.name not in ground.entries:
            known = {row.name.text for row in rows}
            message = f"there is nothing called `{part.name}`, so that it cannot have a row"
        case _:
            return True
    if known is None or part.name in known or part.name in ground.unread:
        return True
    notes = (Note(f"`{edit_subject(edit).text}` is defined here", old.span),)
    meant = ground.nearest(part.name, known)
    help_ = f"did you mean `{meant}`?" if meant else help_ or having(sorted(known))
    ground.fault("E0519", message, part.new.name.span, notes, help_)
    return False


def _is_new(ground: Ground, old: s.Kind | s.EachPlayer, new: s.AddField) -> bool:
    """Return whether a kind has nothing of the name of what a layer adds to it."""
    there = next((member for member in old.members if member.name.text == new.name.text), None)
    if there is None:
        ground.given.setdefault((old.name.text, new.name.text), ground.layer.name)
        return True
    by = ground.given.get((old.name.text, new.name.text), "")
    help_ = "to say it anew, write it without `add`" if ground.stands_on(by) else ground.order_help(by)
    message = f"{with_article(old.name.text)} has a `{new.name.text}` already"
    ground.fault("E0502", message, new.span, (Note(f"`{by}` says so here", there.span),), help_)
    return False


def _own(ground: Ground, kind: s.Kind | s.EachPlayer) -> set[str]:
    """The members of a kind itself, as far as the layer is based on whoever gave them."""
    return {x.name.text for x in kind.members if ground.stands_on(ground.given.get((kind.name.text, x.name.text), ""))}


def _members(ground: Ground, kind: str) -> set[str] | None:
    """The members that objects of a kind may set; None where that is not known."""
    above = [*ground.ancestor_kinds(kind)]
    return set().union(*(_own(ground, each) for each in above)) if above and above[-1].parent is None else None
