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
from caylus.diagnostics.diagnostic import Diagnostic, Edit, Fix, Note, split_lines
from caylus.limits import MOST_EDITS
from caylus.syntax.walk import free_names, too_deep, walk

from .base_definitions import Entry, Ground, kind_of_all, may_have, place_object
from .conflicts import conflicts
from .edits import apply_edit
from .history import History, Layer, Step
from .parts import Part, definition_name, definition_names, edit_subject, word_for
from .swaps import Sight, formulas


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
    merged.lines = {file.path: split_lines(file.text) for layer in layers for file in layer.files}
    for layer in layers:
        for name, definition in _named_definitions(layer):
            merged.defined_by.setdefault(name, (layer.name, definition.span))
    for layer in layers:
        merged.add(layer)
    files = merged.files()
    faults = (*merged.faults, *conflicts(layers, files, merged.history))
    return Merged(files, merged.history, merged.removed, faults)


@dataclass(slots=True)
class _Merge(Ground):
    _files: list[s.File] = field(default_factory=list)
    _level: int = -1

    def files(self) -> tuple[s.File, ...]:
        steps = [step for steps in self.history.values() for step in steps]
        swapped = {place: step.node.new.span for step in steps if isinstance(step.node, s.Swap) for place in step.places}
        places = sorted(swapped, key=lambda place: place.order)
        return tuple(
            replace(
                file,
                definitions=tuple(self._take_definitions(file)),
                swapped=tuple((place, swapped[place]) for place in places if place.file == file.path),
                paragraphs=tuple(self._keep_paragraphs(file)),
            )
            for file in self._files
        )

    def _take_definitions(self, file: s.File) -> Iterable[s.Definition]:
        for item in self.contents[file.path]:
            if not isinstance(item, str):
                yield item
            elif (entry := self.entries[item]).definition is not None and entry.file == file.path:
                yield entry.definition

    def _keep_paragraphs(self, file: s.File) -> Iterator[s.Paragraph]:
        """The paragraphs of what is still there, without the passages in brackets that name what is not."""
        for paragraph in file.paragraphs:
            if paragraph.subject.text.split(".")[0] not in self.removed:
                lists = (paragraph.covers, paragraph.shows)
                covers, shows = (tuple(name for name in names if name.text not in self.removed) for names in lists)
                blocks, lesson = map(self._keep_blocks, (paragraph.blocks, paragraph.lesson))
                yield replace(paragraph, blocks=blocks, covers=covers, shows=shows, lesson=lesson)

    def _keep_blocks(self, blocks: Iterable[s.TextBlock]) -> tuple[s.TextBlock, ...]:
        kept = (replace(block, passages=tuple(filter(self._is_kept, block.passages))) for block in blocks)
        return tuple(block for block in kept if block.passages)

    def _is_kept(self, passage: s.Passage) -> bool:
        names = {part.text for part in walk(passage) if isinstance(part, s.Name)} | {x.name for x in free_names(passage)}
        return not passage.is_optional or names.isdisjoint(self.removed)

    def add(self, layer: Layer) -> None:
        """Every definition first, then what is done to those below: a layer may insert what it adds further down."""
        self.layer = layer
        self._level += 1
        self.unread = self.unread.union(*(file.unread for file in layer.files))
        strangers = frozenset(path for path, name in self.written_by.items() if not self.stands_on(name))
        edits: list[s.Edit] = []
        for file in layer.files:
            self._files.append(replace(file, level=self._level, strangers=strangers))
            self.contents[file.path] = []
            for definition in file.definitions:
                if isinstance(definition, s.ChangeObject):
                    edits += definition.split()
                elif isinstance(definition, s.Edit):
                    edits.append(definition)
                else:
                    self._define(definition, file.path)
        if len(edits) > MOST_EDITS:
            help_ = "make a ruleset of its own of it"
            self.fault("E0520", f"a layer makes at most {MOST_EDITS} edits", edits[MOST_EDITS].span, help=help_)
        for edit in _sort_edits(edits[:MOST_EDITS]):
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
        name = definition_name(definition)
        old = self.entries.get(name) if name is not None else None
        if isinstance(definition, (s.Kind, s.EachPlayer)):
            for member in definition.members:
                self.given.setdefault((definition.name.text, member.name.text), self.layer.name)
        if isinstance(definition, s.EachPlayer) and old is not None and isinstance(old.definition, s.EachPlayer):
            old.definition = old.written = replace(old.definition, members=old.definition.members + definition.members)
        elif name is None or (old is not None and old.layer == self.layer.name):
            self.contents[file].append(definition)  # the checker tells of names that one layer defines twice
        elif old is not None and self._is_taken(name, old, definition):
            return
        else:
            self.entries[name] = Entry(definition, file, self.layer.name, definition)
            self.contents[file].append(name)
            for given in definition_names(definition):
                if given == name or given not in self.entries:
                    self.removed.pop(given, None)
            if not isinstance(definition, s.EachPlayer):  # several layers may say what players have
                self.record(name, "add", definition.span, definition)

    def _is_taken(self, name: str, old: Entry, new: s.Definition) -> bool:
        """Return whether a name belongs to another layer, or one that this is not based on removes it; reports it."""
        by, verb, place = old.layer, "defines", old.definition.span if old.definition is not None else None
        if place is None:
            by, verb, place = self.removed[name].layer, "removes", self.removed[name].span
            if self.stands_on(by):
                return False
        word = word_for(new)
        fix = None
        if not self.stands_on(by):
            help_ = self.order_help(by)
        elif word != word_for(old.written):
            help_ = "give this another name"
            if isinstance(new, s.Object) and isinstance(old.written, s.Object):
                help_ += f", or write `change {word_for(old.written)} {name} {{ … }}` to change the one there is"
        elif isinstance(new, (s.Kind, s.Resources)):
            help_ = f"to say parts of it anew, write `change {word} {name} …`"
        elif isinstance(new, (s.Constant, s.Scale, s.Group)):
            help_ = f"to change it, write `change {word} {name} = …`"
            start = s.Span(new.span.file, new.span.line, new.span.column, new.span.line, new.span.column)
            fix = Fix(f"write `change {word} {name}`", (Edit(start, "change "),))
        elif isinstance(new, s.Game):
            help_ = "to change the numbers of players, write `change game for … to …`; to replace all of it, `replace game …`"
        elif isinstance(new, s.Object):
            help_ = (
                f"to change parts of it, write `change {word} {name} {{ … }}`; to replace all of it, `replace {word} {name} …`"
            )
        else:
            help_ = f"to put this in its place, write `replace {word} {name} …`"
        self.fault("E0502", f"`{name}` exists already", new.span, (Note(f"`{by}` {verb} it here", place),), help_, fix)
        return True

    # ---- edits

    def _edit(self, edit: s.Edit) -> None:
        """Changes, replaces, or inserts into one definition.

        It is judged by what the layer stands on, and done to what all have made of that.
        """
        kind = kind_of_all(edit.sequence, self) if isinstance(edit, s.Insert) else None
        if kind is not None and isinstance(edit, s.Insert):
            place_object(edit, kind, self)
            return
        name = edit_subject(edit)
        old = self.target(edit, name)
        if old is None:
            return
        entry = self.entries[name.text]
        if isinstance(edit, s.ChangeSteps):
            edit = self._drop_removed(edit)
        below, sight = self.definition_below(entry), self.sight(entry, self.layer)
        seen = apply_edit(below, edit, sight)
        made = seen if below is old else apply_edit(old, edit, sight)
        self.faults += seen.faults
        deep = too_deep(made.definition)
        if deep is not None:
            self.faults.append(deep)
            return
        for step in edit.edits if isinstance(edit, s.ChangeSteps) else ():
            if isinstance(step, s.Swap) and all(part.new is not step for part in seen.parts):
                self._stands_nowhere(name.text, edit, step, below, sight)
        there = {part.name: part.old for part in made.parts}
        for part in seen.parts:
            if part.name not in there:
                self._overwritten(name.text, part, entry)
            if may_have(self, old, edit, part):
                self.record_part(name.text, part, there.get(part.name, part.old))
        entry.definition = made.definition
        entry.edits.append((self.layer, edit))

    def _drop_removed(self, edit: s.ChangeSteps) -> s.ChangeSteps:
        """The edit without what is done to options, or beside them, that a layer below this has removed; reports it."""
        steps = []
        for step in edit.edits:
            name = (step.anchor or (step.name if step.verb != "add" else None)) if isinstance(step, s.OptionEdit) else None
            path = f"{edit_subject(edit).text}.{name.text}" if name is not None else ""
            before = self.history.get(path)
            if before and before[-1].verb == "remove" and self.is_at_or_after(before[-1].layer):
                notes = (Note(f"`{before[-1].layer}` removes it here", before[-1].span),)
                self.fault("E0505", f"there is no option `{path}` any more in what this stands on", step.span, notes)
            else:
                steps.append(step)
        return replace(edit, edits=tuple(steps))

    def _stands_nowhere(self, name: str, edit: s.Edit, swap: s.Swap, below: s.Definition, sight: Sight) -> None:
        """Reports a formula that is not in the definition, or in the part of it, that it should be swapped in."""
        part = edit.part if isinstance(edit, s.ChangeSteps) else None
        place = f"`{name}`" if part is None else f"the `{part.text}` of `{name}`"
        wanted = sight.source(swap.old)
        meant = self.nearest(wanted, formulas(below, sight))
        help_ = f"did you mean `{meant}`?" if meant else "write it as it stands there; only blanks and comments do not count"
        notes = (Note(f"`{name}` is defined here", below.span),)
        self.fault("E0522", f"`{wanted}` does not stand in {place}", swap.old.span, notes, help_)

    def _overwritten(self, name: str, part: Part, entry: Entry) -> None:
        """Reports a part that others, whom this layer comes after, have put something else in the place of."""
        others = [(layer, edit) for layer, edit in entry.edits if not self.stands_on(layer.name)]
        if all(self.is_at_or_after(layer.name) for layer, _ in others):  # else it is a conflict
            notes = tuple(Note(f"`{layer.name}` changes `{name}` here", edit.span) for layer, edit in others)
            code = "E0522" if part.verb == "swap" else "E0505"
            self.fault(code, f"`{name}` has no `{part.name}` any more in what this comes after", part.new.span, notes)

    def _remove(self, edit: s.RemoveDefinition) -> None:
        old = self.target(edit, edit.name)
        if isinstance(old, s.EachPlayer):
            notes = (Note("what they have is said here", old.span),)
            self.fault("E0507", "players are a kind of the language itself, and stay", edit.name.span, notes)
        elif old is not None:
            self.entries[edit.name.text].definition = None
            self.record(edit.name.text, "remove", edit.span, edit)
            self.removed |= dict.fromkeys(definition_names(old), self.history[edit.name.text][-1])

    def _seal(self, seal: s.Seal) -> None:
        name = seal.name.text
        if self.entry(seal.name) is not None:
            for step in self.history.get(name, ()):
                if step.verb == "seal":
                    self.no_op(name, seal.span, step.span)
            self.record(name, "seal", seal.span, seal)


def _sort_edits(edits: Sequence[s.Edit]) -> Iterator[s.Edit]:
    """The order in the text says nothing: first what kinds get, which their objects have then, and formulas before options."""
    steps = [edit for edit in edits if isinstance(edit, s.ChangeSteps)]
    yield from (edit for edit in edits if isinstance(edit, s.ChangeKind))
    for of in (s.Swap, s.OptionEdit):
        for edit in steps:
            some = tuple(step for step in edit.edits if isinstance(step, of))
            if some:
                yield replace(edit, edits=some)
    yield from (edit for edit in edits if not isinstance(edit, (s.ChangeKind, s.ChangeSteps)))


def _named_definitions(layer: Layer) -> Iterator[tuple[str, s.Definition]]:
    """The names that a layer gives, and its definitions of them."""
    for file in layer.files:
        for definition in file.definitions:
            if not isinstance(definition, s.Edit):
                for name in definition_names(definition):
                    yield name, definition
