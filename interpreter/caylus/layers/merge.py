"""Layers: a base and the variants stacked on it -> files as if they had been written that way; faults told with their layer.

A layer says with a verb what differs: a plain definition adds, `change` alters named parts, `replace` and `remove` do
what they say, `add` puts a member into a sequence or a group. Nothing is merged that no verb names, and nothing is
ordered that nobody ordered (see `conflicts`): a layer sees only what it says it stands on.

A syntax error is told again with the names of all layers: the parser knows words, and no names. Where it has to ask what sort of
thing a name is, the definitions that could be read, of all layers, mostly have the answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, Edit, Fix, Note, excerpt, split_lines, warning
from caylus.diagnostics.render import with_article
from caylus.limits import MOST_EDITS, MOST_NAMED
from caylus.syntax.walk import free_names, too_deep, walk

from .conflicts import conflicts, exclude, list_library_layers
from .edits import Entry, Ground, apply_edit, kind_of_all, may_have, place_object
from .parts import History, Layer, Part, Sight, Step, definition_name, definition_names, edit_subject, formulas, word_for


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
    merger = _Merge(library_layers=list_library_layers(layers))
    merger.written_by = {file.path: layer.name for layer in layers for file in layer.files}
    merger.lines = {file.path: split_lines(file.text) for layer in layers for file in layer.files}
    for layer in layers:
        for name, definition in _named_definitions(layer):
            merger.defined_by.setdefault(name, (layer.name, definition.span))
    for layer in layers:
        merger.add(layer)
    files = merger.files()
    faults = (*merger.faults, *conflicts(layers, files, merger.history))
    return Merged(files, merger.history, merger.removed, faults)


@dataclass(slots=True)
class _Merge(Ground):
    _files: list[s.File] = field(default_factory=list)
    _level: int = -1

    def files(self) -> tuple[s.File, ...]:
        steps = [step for steps in self.history.values() for step in steps]
        swaps = {place: step.node.new.span for step in steps if isinstance(step.node, s.Swap) for place in step.places}
        places = sorted(swaps, key=lambda place: place.order)
        return tuple(
            replace(
                file,
                definitions=tuple(self._take_definitions(file)),
                swapped=tuple((place, swaps[place]) for place in places if place.file == file.path),
                paragraphs=tuple(self._keep_paragraphs(file)),
            )
            for file in self._files
        )

    def _take_definitions(self, file: s.File) -> Iterable[s.Definition]:
        headings = {x.subject.text: x.heading for x in file.paragraphs if x.is_whole and not _NO_TITLE.search(x.heading)}
        for item in self.contents[file.path]:
            if not isinstance(item, str):
                yield _with_heading(item, headings)
            elif (entry := self.entries[item]).definition is not None and entry.file == file.path:
                yield _with_heading(entry.definition, headings)

    def _keep_paragraphs(self, file: s.File) -> Iterator[s.Paragraph]:
        """The paragraphs of what is still there, without the passages in brackets that name what is not."""
        for paragraph in file.paragraphs:
            if paragraph.subject.text.split(".")[0] not in self.removed:
                covers, shows = map(self._keep_names, (paragraph.covers, paragraph.shows))
                blocks, lesson = map(self._keep_blocks, (paragraph.blocks, paragraph.lesson))
                if blocks or lesson or not (paragraph.blocks or paragraph.lesson):
                    yield replace(paragraph, blocks=blocks, covers=covers, shows=shows, lesson=lesson)

    def _keep_names(self, names: tuple[s.Name, ...] | None) -> tuple[s.Name, ...] | None:
        return names and tuple(name for name in names if name.text not in self.removed)

    def _keep_blocks(self, blocks: Iterable[s.TextBlock]) -> tuple[s.TextBlock, ...]:
        kept_blocks = (replace(block, passages=tuple(filter(self._is_kept, block.passages))) for block in blocks)
        return tuple(block for block in kept_blocks if block.passages)

    def _is_kept(self, passage: s.Passage) -> bool:
        names = {part.text for part in walk(passage) if isinstance(part, s.Name)} | {x.name for x in free_names(passage)}
        return not passage.is_optional or names.isdisjoint(self.removed)

    def add(self, layer: Layer) -> None:
        """Every definition first, then what is done to those below: a layer may put what it adds further down into a sequence."""
        self.layer = layer
        self._level += 1
        self.unread = self.unread.union(*(file.unread for file in layer.files))
        strangers = frozenset(path for path, name in self.written_by.items() if not self.stands_on(name))
        edits: list[s.Edit] = []
        for file in layer.files:
            self._files.append(replace(file, level=self._level, strangers=strangers))
            self.contents[file.path] = []
            for definition in file.definitions:
                if isinstance(definition, (s.ChangeObject, s.RemoveDefinition)):
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
                    old = self.target(edit, edit.name)
                    if isinstance(old, s.EachPlayer):
                        notes = (Note("what they have is said here", old.span),)
                        self.fault("E0507", "players are a kind of the language itself, and stay", edit.name.span, notes)
                    elif old is not None:
                        self.entries[edit.name.text].definition = None
                        self.record(edit.name.text, "remove", edit.span, edit)
                        self.removed |= dict.fromkeys(definition_names(old), self.history[edit.name.text][-1])
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
            for name_defined in definition_names(definition):
                if name_defined == name or name_defined not in self.entries:
                    self.removed.pop(name_defined, None)
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
            help_ = self.order_help(by, name)
        elif word != word_for(old.written):
            help_ = "give this another name"
            if isinstance(new, s.Object) and isinstance(old.written, s.Object):
                help_ += f", or write `change {word_for(old.written)} {name} {{ … }}` to change the one there is"
        elif isinstance(new, (s.State, s.ListState, s.Row)):
            help_ = f"to say it anew, write `change {word} {name} …`"
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
        kind = kind_of_all(edit.sequence, self) if isinstance(edit, s.AddMember) else None
        if kind is not None and isinstance(edit, s.AddMember):
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
        edit_below = apply_edit(below, edit, sight)
        edited = edit_below if below is old else apply_edit(old, edit, sight)
        self.faults += edit_below.faults
        deep = too_deep(edited.definition)
        if deep is not None:
            self.faults.append(deep)
            return
        for step in edit.edits if isinstance(edit, s.ChangeSteps) else ():
            if isinstance(step, s.Swap) and all(part.new is not step for part in edit_below.parts):
                self._stands_nowhere(name.text, edit, step, below, sight)
        there = {part.name: part.old for part in edited.parts}
        for part in edit_below.parts:
            if part.name not in there:
                self._overwritten(name.text, part, entry)
            if may_have(self, old, edit, part):
                self.record_part(name.text, part, there.get(part.name, part.old))
        entry.definition = edited.definition
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
        source_text = sight.source(swap.old)
        suggestion = self.nearest(source_text, formulas(below, swap.old, sight))
        help_ = (
            f"did you mean `{suggestion}`?"
            if suggestion
            else "write it as it stands there; only blanks and comments do not count"
        )
        notes = (Note(f"`{name}` is defined here", below.span),)
        self.fault("E0522", f"`{source_text}` does not stand in {place}", swap.old.span, notes, help_)

    def _overwritten(self, name: str, part: Part, entry: Entry) -> None:
        """Reports a part that others, whom this layer comes after, have put something else in the place of."""
        others = [(layer, edit) for layer, edit in entry.edits if not self.stands_on(layer.name)]
        if all(self.is_at_or_after(layer.name) for layer, _ in others):  # else it is a conflict
            notes = tuple(Note(f"`{layer.name}` changes `{name}` here", edit.span) for layer, edit in others)
            code = "E0522" if part.verb == "swap" else "E0505"
            self.fault(code, f"`{name}` has no `{part.name}` any more in what this comes after", part.new.span, notes)

    def _seal(self, seal: s.Seal) -> None:
        name = seal.name.text
        if self.entry(seal.name) is not None:
            for step in self.history.get(name, ()):
                if step.verb == "seal":
                    self.no_op(name, seal.span, step.span)
            self.record(name, "seal", seal.span, seal)


_NO_TITLE = re.compile(r'["\\\\{}]')


def _with_heading(definition: s.Definition, headings: Mapping[str, str]) -> s.Definition:
    """The definition; one without a title has the heading of its paragraph, as people would call it."""
    if not isinstance(definition, (s.Value, s.Rule, s.Action)) or definition.title is not None:
        return definition
    heading = headings.get(definition.name.text, "")
    if isinstance(definition, s.Value) and not heading[1:2].isupper():
        heading = heading[:1].lower() + heading[1:]
    return replace(definition, title=s.Text(definition.name.span, heading)) if heading else definition


def _sort_edits(edits: Sequence[s.Edit]) -> Iterator[s.Edit]:
    """The order in the text says nothing: first what kinds get, which their objects have then, and formulas before options."""
    steps = [edit for edit in edits if isinstance(edit, s.ChangeSteps)]
    yield from (edit for edit in edits if isinstance(edit, s.ChangeKind))
    for of in (s.Swap, s.AttachmentEdit, s.OptionEdit):
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


def explain_removals(diagnostics: Iterable[Diagnostic], merged_layers: Merged, layers: Sequence[Layer]) -> list[Diagnostic]:
    """The diagnostics of the checker, where a name that a layer removed is reported as that, with the place."""
    layer_of = {file.path: layer for layer in layers for file in layer.files}
    if not merged_layers.removed:
        return list(diagnostics)
    lines = {file.path: split_lines(file.text) for file in merged_layers.files}
    sequences = [x for file in merged_layers.files for x in file.definitions if isinstance(x, s.Sequence)]
    explanations: dict[Diagnostic | str, Diagnostic] = {}
    for fault in diagnostics:
        name = _text(lines[fault.span.file], fault.span) if fault.span is not None and fault.span.file in lines else ""
        if (fault.code, fault.span) == ("E0207", None) and "score" in merged_layers.removed:
            was = Note("it was defined here", merged_layers.history["score"][0].span)
            explanations[fault] = replace(fault, span=merged_layers.removed["score"].span, label="removed here", notes=(was,))
        elif not fault.is_error or name not in merged_layers.removed:
            explanations[fault] = fault
        elif name in explanations:
            explanations[name] = replace(
                explanations[name], notes=(*explanations[name].notes, Note("and here", fault.span), *fault.notes)
            )
        else:
            by = merged_layers.removed[name]
            notes = (Note(f"`{by.layer}` removes it here", by.span), *fault.notes)
            help_, remover = "change, replace or remove what needs it as well", layer_of[by.span.file]
            sequence = next((x for x in sequences if fault.span is not None and fault.span.is_inside(x.span)), None)
            if sequence is not None:
                help_ = f"to leave it out of the sequence, write `remove {name} from {sequence.name.text}` in its place"
            user = layer_of[fault.span.file] if fault.span is not None else remover
            if user is not remover and not {user.name, remover.name} & {*user.earlier_layers, *remover.earlier_layers}:
                help_ = exclude(remover.name, user.name, list_library_layers(layers))
            explanations[name] = Diagnostic(
                "E0504", f"`{name}` is removed, but still needed", fault.span, "this needs it", notes, help_
            )
    return list(explanations.values())


def _text(lines: list[str], span: s.Span) -> str:
    """The text of a span within one line."""
    return lines[span.line - 1][span.column - 1 : span.end_column - 1] if span.line == span.end_line else ""


_OF_ALL_TOGETHER = ("E0305", "E0402", "E0408", "E0414", "E0416")
"""Too many ways, no end, no option, too deep, too much work: what was in order while all was as its author knew it."""

_OF_DEFINITIONS = ("E0312", "E0425")
"""What is not there, by a definition that a note shows: told at the definition, where a layer has changed it."""


def trace(diagnostics: Iterable[Diagnostic], merged_layers: Merged) -> list[Diagnostic]:
    """The diagnostics; one of a text that others have changed something for says what and where."""
    top = max((file.level for file in merged_layers.files), default=0)
    below = {file.path: file for file in merged_layers.files if file.level < top}
    return [_trace(fault, fault.span, below, merged_layers) for fault in diagnostics]


def _trace(fault: Diagnostic, span: s.Span | None, below: Mapping[str, s.File], merged_layers: Merged) -> Diagnostic:
    if span is None or span.file not in below:
        return fault
    if fault.code in _OF_ALL_TOGETHER:
        return replace(fault, notes=(*fault.notes, *_changes(below[span.file], span, merged_layers)))
    cause = next((note for note in fault.notes if note.span is not None and note.span.file not in below), None)
    if fault.code in _OF_DEFINITIONS and cause is not None:  # a layer has changed what the text below asks for
        others = tuple(note for note in fault.notes if note is not cause)
        return replace(fault, span=cause.span, notes=(Note("it is asked for here", span), *others))
    return fault


def _changes(file: s.File, span: s.Span, merged_layers: Merged) -> list[Note]:
    around = next((definition.span for definition in file.definitions if span.is_inside(definition.span)), span)
    words = set(re.findall(r"\w+", "\n".join(split_lines(file.text)[around.line - 1 : around.end_line])))
    steps = [(path.split(".")[0], step) for path, steps in merged_layers.history.items() for step in steps]
    changing_steps = [
        (name, step) for name, step in steps if name in words and step.span.file != file.path and step.verb != "add"
    ]
    return [Note(f"`{step.layer}` changes `{name}` here", step.span) for name, step in changing_steps[:MOST_NAMED]]


_QUOTED = re.compile(r"`(\w+)")

_OF_COUNTS = ("W1004", "W1005", "W1015")
"""What has one answer below because of how many there are of something now: nobody can say there that it is meant so."""


class _Change(NamedTuple):
    """Something that a layer does to a definition below it: where, the words that it takes away, and all that stood there."""

    place: s.Span
    lost: frozenset[str]
    stood: frozenset[str]


def place_warnings(
    diagnostics: Iterable[Diagnostic],
    merged_layers: Merged,
    layers: Sequence[Layer],
    shown_names: Collection[str],
    check: Callable[[Sequence[s.File]], Iterable[Diagnostic]],
) -> list[Diagnostic]:
    """The errors, the warnings of the topmost layer, and those below that are not there without it, at its lines.

    `check` says what is wrong with files; it is asked only where something below is warned of. `shown_names` are of use
    although no rule asks for them.
    """
    top = {file.path for file in layers[-1].files}
    top_diagnostics = [d for d in diagnostics if d.is_error or d.span is None or d.span.file in top]
    if len(layers) == 1 or any(d.is_error for d in top_diagnostics):
        return top_diagnostics
    changes = _Changes(layers, merged_layers)
    below = [
        (d, d.span) for d in diagnostics if d.span is not None and d.span.file not in top and changes.may_be_mended(d, d.span)
    ]
    if below:
        earlier_diagnostics = {(d.code, d.message, d.span) for d in check(changes.below.files)}
        top_diagnostics += (
            changes.move_warning(d, span) for d, span in below if (d.code, d.message, span) not in earlier_diagnostics
        )
    return [*top_diagnostics, *changes.unused_display_warnings(shown_names)]


class _Changes:
    """The changes of the topmost layer to those below it."""

    def __init__(self, layers: Sequence[Layer], merged_layers: Merged) -> None:
        *below, self._top = layers
        self.below = merge(below)
        self._merged = merged_layers
        self._old = definitions_by_name(self.below)
        self._new = definitions_by_name(merged_layers)
        self._changes = list(self._collect_changes())
        changed_names = {
            path.split(".")[0]
            for path, steps in merged_layers.history.items()
            if any(step.layer == self._top.name for step in steps)
        }
        self._constants = {name for name in changed_names if isinstance(self._old.get(name), s.Constant)}

    def _collect_changes(self) -> Iterator[_Change]:
        for file in self._top.files:
            for definition in file.definitions:
                if isinstance(definition, s.Edit):
                    continue
                for node in getattr(definition, "attachments", ()):
                    if isinstance(node, s.Around) and node.is_always_instead:
                        old_words = _words(self._old.get(node.target.name.text))
                        yield _Change(node.target.name.span, old_words - _words(node), old_words)
        for path, steps in self._merged.history.items():
            name = path.split(".")[0]
            for step in steps:
                if step.layer == self._top.name and step.verb != "add" and name in self._old:
                    old_words = _words(self._old[name])
                    yield _Change(_name_span(step.node), old_words - _words(self._new.get(name)), old_words)

    def may_be_mended(self, warning: Diagnostic, span: s.Span) -> bool:
        """Return whether a layer can do anything about a warning below it.

        What kinds and players have stays theirs, and what is unused stays where an object bends it.
        """
        around = self._definition_around(span)
        is_of_counts = warning.code in _OF_COUNTS and self._constants.isdisjoint(re.findall(r"\w+", self._source(span)))
        if is_of_counts or around is None or isinstance(around, (s.Kind, s.EachPlayer)):
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
        definitions = [d for file in self._top.files for d in file.definitions]
        parts = [part for d in definitions for part in (getattr(d, "attachments", ()) or (d,))]
        return _name_span(next((part for part in parts if _words(part) & names), definitions[0]))

    def _definition_around(self, span: s.Span) -> s.Definition | None:
        return next((d for file in self._merged.files for d in file.definitions if span.is_inside(d.span)), None)

    def _source(self, span: s.Span) -> str:
        file = next(file for file in self._merged.files if file.path == span.file)
        return excerpt(split_lines(file.text), span)

    def unused_display_warnings(self, shown_names: Collection[str]) -> Iterator[Diagnostic]:
        """Warnings of what is shown still though no rule asks for it any more."""
        lost_names = {name: change for change in reversed(self._changes) for name in change.lost if name in shown_names}
        if lost_names:
            used_names = frozenset[str]().union(*(_used_names(d) for file in self._merged.files for d in file.definitions))
        for name, change in lost_names.items():
            definition = self._new.get(name)
            if isinstance(definition, (s.Value, s.Condition)) and name not in used_names:
                what = f"the {word_for(definition)} `{name}`"
                message, label = f"{what} is never used any more, only shown", "because of this"
                help = f"what is shown of it is not so: `remove {word_for(definition)} {name}`"
                notes = (Note(f"it is {with_article(word_for(definition))} here", definition.name.span),)
                yield warning("W1001", change.place, message, label, notes=notes, help=help)


def definitions_by_name(merged_layers: Merged) -> dict[str, s.Definition]:
    """Every definition by each name that it gives."""
    return {name: d for file in merged_layers.files for d in file.definitions for name in definition_names(d)}


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
