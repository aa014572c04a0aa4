"""Layers: a base and the variants stacked on it -> files as if they had been written that way.

A layer says with a verb what differs: a plain definition adds, `change` alters named parts, `replace` and `remove` do
what they say, `insert` puts a member into a sequence or a group. Nothing is merged that no verb names, and nothing is
ordered that nobody ordered (see `conflicts`): a layer sees only what it says it stands on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, Note
from caylus.diagnostics.english import with_article
from caylus.limits import MOST_EDITS

from .conflicts import conflicts
from .edits import Part, edited
from .ground import Entry, Ground
from .history import History, Layer, Step
from .naming import name_of, names_of, subject_of, word_for


class Merged(NamedTuple):
    """The files of all layers, their definitions resolved; how each part came about; what was removed; faults between layers.

    A definition that a layer alters stays in the file and at the place where it was first written.
    """

    files: tuple[s.File, ...]
    history: History
    removed: dict[str, Step]
    faults: tuple[Diagnostic, ...]


def merge(layers: Sequence[Layer]) -> Merged:
    """The layers, the lowest first, as one ruleset."""
    merged = _Merge()
    merged.written_by = {file.path: layer.name for layer in layers for file in layer.files}
    for layer in layers:
        for name, definition in _named(layer):
            merged.defined_by.setdefault(name, (layer.name, definition.span))
    for layer in layers:
        merged.add(layer)
    files = merged.files()
    faults = (*merged.faults, *conflicts(layers, files, merged.history))
    return Merged(files, merged.history, merged.removed, faults)


@dataclass(slots=True)
class _Merge(Ground):
    _files: list[s.File] = field(default_factory=list)
    _players: dict[str, str] = field(default_factory=dict)
    """The layer that gave players each thing that they have."""
    _contents: dict[str, list[str | s.Definition]] = field(default_factory=dict)
    """What each file holds: definitions that have no name to go by, and names of entries."""
    _level: int = -1

    def files(self) -> tuple[s.File, ...]:
        return tuple(replace(file, definitions=tuple(self._definitions_in(file))) for file in self._files)

    def _definitions_in(self, file: s.File) -> Iterable[s.Definition]:
        for item in self._contents[file.path]:
            if not isinstance(item, str):
                yield item
            elif (entry := self._entries[item]).definition is not None and entry.file == file.path:
                yield entry.definition

    def add(self, layer: Layer) -> None:
        """Every definition first, then what is done to those below: a layer may insert what it adds further down."""
        self._layer = layer
        self._level += 1
        self._unread = self._unread.union(*(file.unread for file in layer.files))
        strangers = frozenset(path for path, name in self.written_by.items() if not self._stands_on(name))
        edits: list[s.Edit] = []
        for file in layer.files:
            self._files.append(replace(file, level=self._level, strangers=strangers))
            self._contents[file.path] = []
            for definition in file.definitions:
                if isinstance(definition, s.Edit):
                    edits.append(definition)
                else:
                    self._define(definition, file.path)
        if len(edits) > MOST_EDITS:
            help_ = "make a ruleset of its own of it"
            self._fault("E0520", f"a layer makes at most {MOST_EDITS} edits", edits[MOST_EDITS].span, help=help_)
        for edit in edits[:MOST_EDITS]:
            match edit:
                case s.Seal():
                    self._seal(edit)
                case s.RemoveDefinition():
                    self._remove(edit)
                case _:
                    self._edit(edit)

    # ---- definitions

    def _define(self, definition: s.Definition, file: str) -> None:
        if isinstance(definition, s.Resources) and len(definition.items) > 1:
            for item in definition.items:
                self._define(replace(definition, items=(item,)), file)
            return
        name = name_of(definition)
        old = self._entries.get(name) if name is not None else None
        if isinstance(definition, s.EachPlayer):
            for member in definition.members:
                self._players.setdefault(member.name.text, self._layer.name)
        if isinstance(definition, s.EachPlayer) and old is not None and isinstance(old.definition, s.EachPlayer):
            old.definition = replace(old.definition, members=old.definition.members + definition.members)
        elif name is None or (old is not None and old.layer == self._layer.name):
            self._contents[file].append(definition)  # the checker tells of names that one layer defines twice
        elif old is not None and self._is_taken(name, old, definition):
            return
        else:
            self._entries[name] = Entry(definition, file, self._layer.name)
            self._contents[file].append(name)
            for given in names_of(definition):
                if given == name or given not in self._entries:
                    self.removed.pop(given, None)
            if not isinstance(definition, s.EachPlayer):  # several layers may say what players have
                self._record(name, "add", definition.span, definition)

    def _is_taken(self, name: str, old: Entry, new: s.Definition) -> bool:
        """Whether a name stands for something of another layer, or one that this does not stand on removes it; reports it."""
        by, verb, place = old.layer, "defines", old.definition.span if old.definition is not None else None
        if place is None:
            by, verb, place = self.removed[name].layer, "removes", self.removed[name].span
            if self._stands_on(by):
                return False
        help_ = f"give one of them another name, or let one layer stand on the other: `requires: [{by}]` in its manifest"
        if self._stands_on(by):
            help_ = f"to put this in its place, write `replace {word_for(new)} {name} …`"
        self._fault("E0502", f"`{name}` exists already", new.span, (Note(f"`{by}` {verb} it here", place),), help_)
        return True

    # ---- edits

    def _edit(self, edit: s.Edit) -> None:
        """Changes, replaces, or inserts into one definition."""
        name = subject_of(edit)
        old = self._target(edit, name)
        if old is None:
            return
        if isinstance(edit, s.ChangeSteps):
            edit = self._without_removed(edit)
        new, parts, faults = edited(old, edit)
        self.faults += faults
        self._entries[name.text].definition = new
        for part in parts:
            path = f"{name.text}.{part.name}" if part.name else name.text
            if self._may_have(old, edit, part):
                self._check_no_op(path, part)
                self._record(path, part.verb, part.new.span, part.new)

    def _without_removed(self, edit: s.ChangeSteps) -> s.ChangeSteps:
        """The edit without options that another layer has removed: reported here, or with the conflicts if they are one."""
        steps = []
        for step in edit.edits:
            path = f"{edit.name.text}.{step.name.text if step.name is not None else ''}"
            before = self.history.get(path)
            gone = before[-1] if before and before[-1].verb == "remove" else None
            if gone is None or (step.verb == "add" and self._comes_after(gone.layer)):
                steps.append(step)
            elif self._comes_after(gone.layer):
                notes = (Note(f"`{gone.layer}` removes it here", gone.span),)
                self._fault("E0505", f"there is no option `{path}` any more in what this stands on", step.span, notes)
            else:
                self._record(path, step.verb, step.span, step.option or step)
        return replace(edit, edits=tuple(steps))

    def _may_have(self, old: s.Definition, edit: s.Edit, part: Part) -> bool:
        """Whether a thing can have a part, and reports it if not."""
        known: set[str] | None
        match old, edit, part.new:
            case s.EachPlayer(), s.ChangeKind(), s.Property(name=name) | s.State(name=name) | s.MemberAction(name=name):
                known = {given for given, layer in self._players.items() if self._stands_on(layer)}
                message = f"a player has no `{name.text}`"
            case _ if part.old is not None:
                return True
            case s.Kind(members=members), s.ChangeKind(), s.Property(name=name) | s.State(name=name) | s.MemberAction(name=name):
                known = {member.name.text for member in members}
                message = f"{with_article(edit.name.text)} has no `{name.text}` of its own"
            case s.Object(kind=kind), s.ChangeObject(), s.Setting(name=name) | s.Behaviour(name=name):
                known = self._members(kind.text)
                message = f"{with_article(kind.text)} has no `{name.text}`"
            case s.Table(rows=rows), s.ChangeTable(), s.TableRow(name=name) if name.text not in self._entries:
                known = {row.name.text for row in rows}
                message = f"there is nothing called `{name.text}`, so that it cannot have a row"
            case _:
                return True
        if known is None or name.text in known or name.text in self._unread:
            return True
        notes = (Note(f"`{subject_of(edit).text}` is defined here", old.span),)
        meant = self._nearest(name.text, known)
        self._fault("E0519", message, name.span, notes, f"did you mean `{meant}`?" if meant else "")
        return False

    def _members(self, kind: str) -> set[str] | None:
        """What objects of a kind may say of themselves; None where that is not known."""
        members: set[str] = set()
        seen: set[str] = set()
        while kind not in seen:
            seen.add(kind)
            entry = self._entries.get(kind)
            if entry is None or not isinstance(entry.definition, s.Kind):
                return None
            members.update(member.name.text for member in entry.definition.members)
            if entry.definition.parent is None:
                return members
            kind = entry.definition.parent.text
        return None

    def _remove(self, edit: s.RemoveDefinition) -> None:
        old = self._target(edit, edit.name)
        if isinstance(old, s.EachPlayer):
            notes = (Note("what they have is said here", old.span),)
            self._fault("E0507", "players are a kind of the language itself, and stay", edit.name.span, notes)
        elif old is not None:
            self._entries[edit.name.text].definition = None
            self._record(edit.name.text, "remove", edit.span, edit)
            self.removed |= dict.fromkeys(names_of(old), self.history[edit.name.text][-1])

    def _seal(self, seal: s.Seal) -> None:
        name = seal.name.text
        if self._entry(seal.name) is not None:
            for step in self.history.get(name, ()):
                if step.verb == "seal":
                    self._no_op(name, seal.span, step.span)
            self._record(name, "seal", seal.span, seal)


def _named(layer: Layer) -> Iterator[tuple[str, s.Definition]]:
    """The names that a layer gives, and its definitions of them."""
    for file in layer.files:
        for definition in file.definitions:
            if not isinstance(definition, s.Edit):
                for name in names_of(definition):
                    yield name, definition
