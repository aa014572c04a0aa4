"""Layers: a base and the variants stacked on it -> files as if they had been written that way.

A layer says with a verb what differs: a plain definition adds, `change` alters named parts, `replace` and `remove` do
what they say, `insert` puts a member into a sequence. Nothing is merged that no verb names, and nothing is ordered that
nobody ordered: two layers that set the same part must say which of them stands on the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from caylus.lang import syntax as s
from caylus.lang.diagnostics import Diagnostic, Note, Severity
from caylus.lang.suggest import nearest

from .edits import decisions_in, is_named, options_in, same, with_new_option, with_option, with_parts, with_rows


T = TypeVar("T", bound=s.Definition)


@dataclass(frozen=True, slots=True)
class Layer:
    """A ruleset or a variant as its texts say it. `above` names the layers that it says it stands on."""

    name: str
    files: tuple[s.File, ...]
    above: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Step:
    """How a part came to be what it is: what a layer did to it, and where."""

    layer: str
    verb: str
    span: s.Span


History = dict[str, list[Step]]
"""The steps that made each part, the oldest first. A part is a definition (`bank`) or a part of one (`bank.cost`)."""

GAME = "game"

_WORDS: dict[str, type[s.Definition]] = {
    "action": s.Action,
    "phase": s.Action,
    "value": s.Value,
    "condition": s.Condition,
    "rule": s.Rule,
    "table": s.Table,
    "scale": s.Scale,
    "constant": s.Constant,
    "resource": s.Resources,
    "group": s.Group,
    "sequence": s.Sequence,
    "state": s.State,
    "list": s.ListState,
    "row": s.Row,
    "kind": s.Kind,
}


class Stacked(NamedTuple):
    """The files of all layers, their definitions resolved; how each part came about; what was removed; every fault between layers.

    A definition that a layer alters stays in the file and at the place where it was first written.
    """

    files: tuple[s.File, ...]
    history: History
    removed: dict[str, Step]
    faults: tuple[Diagnostic, ...]


def stack(layers: Sequence[Layer]) -> Stacked:
    """The layers, the lowest first, as one ruleset."""
    stacked = _Stack()
    for layer in layers:
        stacked.add(layer)
    return Stacked(stacked.files(), stacked.history, stacked.removed, tuple(stacked.faults))


def told_of_removals(diagnostics: Sequence[Diagnostic], removed: dict[str, Step]) -> list[Diagnostic]:
    """The diagnostics; those about names that a layer removed say so, and where."""
    told = []
    for diagnostic in diagnostics:
        name = diagnostic.message.split("`")[1] if diagnostic.message.startswith("`") else ""
        if diagnostic.code == "E0204" and name in removed:
            note = Note(f"`{removed[name].layer}` removes it here", removed[name].span)
            message = f"`{name}` is still needed here"
            help_ = "remove or replace what needs it as well"
            diagnostic = Diagnostic("E0504", message, diagnostic.span, "this needs it", (note,), help_)
        told.append(diagnostic)
    return told


def word_for(definition: s.Definition) -> str:
    """The word of the language for a definition; for an object the name of its kind."""
    match definition:
        case s.Object(kind=kind):
            return kind.text
        case s.Action(is_phase=is_phase):
            return "phase" if is_phase else "action"
        case s.Game():
            return GAME
    return next((word for word, type_ in _WORDS.items() if isinstance(definition, type_)), "definition")


@dataclass(slots=True)
class _Entry:
    """A named definition, where it is listed. `definition` is None once it has been removed."""

    definition: s.Definition | None
    file: str


@dataclass(slots=True)
class _Stack:
    history: History = field(default_factory=dict)
    faults: list[Diagnostic] = field(default_factory=list)
    removed: dict[str, Step] = field(default_factory=dict)
    _files: list[s.File] = field(default_factory=list)
    _listed: dict[str, list[str | s.Definition]] = field(default_factory=dict)
    _entries: dict[str, _Entry] = field(default_factory=dict)
    _seals: dict[str, s.Seal] = field(default_factory=dict)
    _layer: Layer = field(default_factory=lambda: Layer("", ()))
    _is_base: bool = True

    def files(self) -> tuple[s.File, ...]:
        resolved = []
        for file in self._files:
            definitions: list[s.Definition] = []
            for item in self._listed[file.path]:
                definition = self._entries[item].definition if isinstance(item, str) else item
                if definition is not None:
                    definitions.append(definition)
            resolved.append(replace(file, definitions=tuple(definitions)))
        return tuple(resolved)

    def add(self, layer: Layer) -> None:
        """Every definition first, then what is done to those below: a layer may insert what it adds further down."""
        self._layer = layer
        edits: list[s.Edit] = []
        seals: list[s.Seal] = []
        for file in layer.files:
            self._files.append(file)
            self._listed[file.path] = []
            for definition in file.definitions:
                if isinstance(definition, s.Seal):
                    seals.append(definition)
                elif isinstance(definition, s.Edit):
                    edits.append(definition)
                else:
                    self._define(definition, file.path)
        for edit in edits:
            if self._is_base:
                self._fault(
                    "E0503", "only a variant can change what stands below it", edit.span, help="write it that way at once"
                )
            else:
                self._edit(edit)
        for seal in seals:
            if self._entry(seal.name) is not None:
                self._seals[seal.name.text] = seal
        self._is_base = False

    # ---- definitions

    def _define(self, definition: s.Definition, file: str) -> None:
        if isinstance(definition, s.Resources) and len(definition.items) > 1:
            for item in definition.items:
                self._define(replace(definition, items=(item,)), file)
            return
        name = _name(definition)
        if name is None:
            self._listed[file].append(definition)
            return
        old = self._entries.get(name)
        if old is not None and old.definition is not None and not self._is_base:
            self._fault(
                "E0502",
                f"`{name}` exists already",
                definition.span,
                (Note("it is defined here", old.definition.span),),
                help=f"to put this in its place, write `replace {word_for(definition)} {name} …`",
            )
            return
        if old is not None and self._is_base:
            self._listed[file].append(definition)  # the checker tells of names defined twice
            return
        self._entries[name] = _Entry(definition, file)
        self._listed[file].append(name)
        self._record(name, "add", definition.span)

    # ---- edits

    def _edit(self, edit: s.Edit) -> None:
        match edit:
            case s.ChangeConstant(name=name):
                if (constant := self._target(edit, name, s.Constant)) is not None:
                    self._put(edit, name.text, "change", replace(constant, value=edit.value))
            case s.ChangeScale(name=name):
                if (scale := self._target(edit, name, s.Scale)) is not None:
                    start = scale.start if edit.start is None else edit.start
                    self._put(edit, name.text, "change", replace(scale, start=start, values=edit.values))
            case s.ChangeGroup(name=name):
                if (group := self._target(edit, name, s.Group)) is not None:
                    self._put(edit, name.text, "change", replace(group, members=edit.members, excepted=edit.excepted))
            case s.ChangeResource(name=name):
                if (resource := self._target(edit, name, s.Resources)) is not None:
                    item = replace(edit.item, title=edit.item.title or resource.items[0].title)
                    new = replace(resource, items=(item,), hidden=edit.hidden, supply=edit.supply)
                    self._put(edit, name.text, "change", new)
            case s.ChangeGame():
                if (game := self._target(edit, s.Name(edit.span, GAME), s.Game)) is not None:
                    new_game = replace(game, title=edit.title or game.title, fewest=edit.fewest, most=edit.most)
                    self._put(edit, f"{GAME}.players", "change", new_game)
            case s.ChangeObject():
                self._change_object(edit)
            case s.ChangeTable():
                self._change_table(edit)
            case s.ChangeSteps():
                self._change_steps(edit)
            case s.Replace():
                self._replace(edit)
            case s.RemoveDefinition():
                self._remove(edit)
            case s.Insert():
                self._insert(edit)

    def _change_object(self, edit: s.ChangeObject) -> None:
        old = self._target(edit, edit.name, s.Object)
        if old is None or not self._is_of_kind(old, edit.kind):
            return
        parts: list[s.Setting | s.Behaviour] = [*edit.settings, *edit.behaviours]
        old_parts: list[s.Setting | s.Behaviour] = [*old.settings, *old.behaviours]
        had = {part.name.text: part for part in old_parts}
        for part in parts:
            if part.name.text in had and same(part, had[part.name.text]):
                self._no_op(part.span, f"the `{part.name.text}` of `{old.name.text}`", had[part.name.text].span)
        titles = [("title", edit.title, old.title), ("see", edit.see, old.see)]
        touched = [f"{old.name.text}.{part.name.text}" for part in parts]
        touched += [f"{old.name.text}.{name}" for name, new, _ in titles if new is not None]
        if not touched and not edit.attachments:
            self._no_op(edit.span, f"`{old.name.text}`", old.span)
        spans = {f"{old.name.text}.{part.name.text}": part.span for part in parts}
        if all([self._touch(path, spans.get(path, edit.span), "change") for path in touched]):
            self._entries[old.name.text].definition = with_parts(old, edit)
            for attachment in edit.attachments:
                self._record(f"{old.name.text}.rules", "add", attachment.span)

    def _change_table(self, edit: s.ChangeTable) -> None:
        old = self._target(edit, edit.name, s.Table)
        if old is None:
            return
        rows = {row.name.text: row for row in old.rows}
        for row in edit.rows:
            if row.name.text in rows and same(row, rows[row.name.text]):
                self._no_op(row.span, f"the row `{row.name.text}`", rows[row.name.text].span)
        if all([self._touch(f"{old.name.text}.{row.name.text}", row.span, "change") for row in edit.rows]):
            self._entries[old.name.text].definition = with_rows(old, edit)

    def _change_steps(self, edit: s.ChangeSteps) -> None:
        old = self._target(edit, edit.name, s.Action)
        if old is None:
            return
        body = old.body
        for step in edit.edits:
            body = self._with_step(old, body, step)
        if body is not old.body:
            self._entries[old.name.text].definition = replace(old, body=body)

    def _with_step(self, action: s.Action, body: s.Block, step: s.OptionEdit) -> s.Block:
        """The body with one option replaced, added or removed; the same body where that cannot be done."""
        place = (Note(f"`{action.name.text}` is defined here", action.span),)
        if step.name is None:
            self._fault("E0505", "an option has to have a name to be replaced or added", step.span, place)
            return body
        name = step.name.text
        known = [o.name.text for o in options_in(body) if o.name is not None]
        if step.verb == "add":
            decisions = decisions_in(body)
            if name in known or decisions != 1:
                why = f"`{name}` is an option of it already" if name in known else f"it makes {decisions} decisions, not one"
                self._fault("E0505", f"no option can be added to `{action.name.text}`: {why}", step.span, place)
                return body
        elif known.count(name) != 1:
            why = f"has no option `{name}`" if name not in known else f"has several options `{name}`"
            meant = nearest(name, known)
            help_ = f"did you mean `{meant}`?" if meant and meant != name else ""
            self._fault("E0505", f"`{action.name.text}` {why}", step.name.span, place, help=help_)
            return body
        elif step.option is not None:
            had = next(o for o in options_in(body) if is_named(o, name))
            if same(had, step.option):
                self._no_op(step.span, f"the option `{name}`", had.span)
        if not self._touch(f"{action.name.text}.{name}", step.span, step.verb):
            return body
        if step.verb == "add" and step.option is not None:
            return with_new_option(body, step.option)
        return with_option(body, name, step.option)

    def _replace(self, edit: s.Replace) -> None:
        name = edit.name or s.Name(edit.span, GAME)
        word = word_for(edit.definition)
        old = self._target(edit, name, type(edit.definition), word)
        if old is None:
            return
        new = edit.definition
        if isinstance(old, s.Object) and isinstance(new, s.Object) and not self._is_of_kind(old, new.kind):
            return
        if same(old, edit.definition):
            self._no_op(edit.span, f"`{name.text}`", old.span)
        self._put(edit, name.text, "replace", edit.definition)

    def _remove(self, edit: s.RemoveDefinition) -> None:
        entry = self._entry(edit.name)
        if entry is None or entry.definition is None:
            return
        old = entry.definition
        if isinstance(edit.what, s.Name):
            fits = isinstance(old, s.Object) and self._is_of_kind(old, edit.what)
            if isinstance(old, s.Object) and not fits:
                return
        else:
            fits = isinstance(old, _WORDS[edit.what])
        if not fits:
            self._wrong_sort(edit.name, old)
        elif self._may_touch(edit.name) and self._touch(edit.name.text, edit.span, "remove"):
            entry.definition = None
            self.removed[edit.name.text] = Step(self._layer.name, "remove", edit.span)

    def _insert(self, edit: s.Insert) -> None:
        sequence = self._target(edit, edit.sequence, s.Sequence)
        if sequence is None:
            return
        members = [name.text for name in sequence.members]
        note = (Note(f"`{sequence.name.text}` is this", sequence.span),)
        if edit.anchor.text not in members:
            meant = nearest(edit.anchor.text, members)
            help_ = f"did you mean `{meant}`?" if meant else f"it has {', '.join(members)}"
            self._fault("E0511", f"`{edit.anchor.text}` is not in `{sequence.name.text}`", edit.anchor.span, note, help=help_)
        elif edit.name.text in members:
            self._fault("E0502", f"`{edit.name.text}` is in `{sequence.name.text}` already", edit.name.span, note)
        elif self._touch(f"{sequence.name.text}.{edit.when} {edit.anchor.text}", edit.span, "insert"):
            at = members.index(edit.anchor.text) + (edit.when == "after")
            new = (*sequence.members[:at], edit.name, *sequence.members[at:])
            self._entries[sequence.name.text].definition = replace(sequence, members=new)

    # ---- what an edit may touch

    def _entry(self, name: s.Name) -> _Entry | None:
        """What a name stands for; None, and a fault, for what is not there or no longer there."""
        entry = self._entries.get(name.text)
        if entry is None:
            meant = nearest(name.text, self._entries)
            help_ = f"did you mean `{meant}`?" if meant else ""
            self._fault("E0501", f"there is no `{name.text}` to change in what this stands on", name.span, help=help_)
        elif entry.definition is None:
            gone = self.removed[name.text]
            note = Note(f"`{gone.layer}` removes it here", gone.span)
            self._fault("E0501", f"there is no `{name.text}` to change any more", name.span, (note,))
            return None
        return entry

    def _target(self, edit: s.Edit, name: s.Name, sort: type[T], word: str = "") -> T | None:
        """The definition an edit is about, if it is there, of the right sort and not sealed."""
        entry = self._entry(name)
        if entry is None or entry.definition is None:
            return None
        if not isinstance(entry.definition, sort) or (word and sort is not s.Object and word_for(entry.definition) != word):
            self._wrong_sort(name, entry.definition)
            return None
        return entry.definition if self._may_touch(name) else None

    def _may_touch(self, name: s.Name) -> bool:
        seal = self._seals.get(name.text)
        if seal is not None:
            note = Note(f"it is sealed here: {seal.why.text}", seal.span)
            self._fault("E0508", f"`{name.text}` may not be changed", name.span, (note,))
        return seal is None

    def _is_of_kind(self, old: s.Object, kind: s.Name) -> bool:
        if old.kind.text != kind.text:
            self._wrong_sort(s.Name(kind.span, old.name.text), old)
        return old.kind.text == kind.text

    def _wrong_sort(self, name: s.Name, old: s.Definition) -> None:
        note = Note("it is defined here", old.span)
        word = word_for(old)
        self._fault("E0507", f"`{name.text}` is a {word}", name.span, (note,), help=f"write `{word} {name.text}`")

    def _put(self, edit: s.Edit, path: str, verb: str, new: s.Definition) -> None:
        name = path.split(".")[0]
        entry = self._entries[name]
        if entry.definition is not None and verb == "change" and same(entry.definition, new):
            self._no_op(edit.span, f"`{name}`", entry.definition.span)
        if self._touch(path, edit.span, verb):
            entry.definition = new

    def _touch(self, path: str, span: s.Span, verb: str) -> bool:
        """Records that this layer sets a part; False, and a fault, if another layer, unordered, set it, the whole or a part of it."""
        for other, steps in self.history.items():
            if other != path and not other.startswith(f"{path}.") and not path.startswith(f"{other}."):
                continue
            for step in steps[0 if "." in other else 1 :]:
                if step.layer == self._layer.name and step.span != span and other == path:
                    self._fault("E0509", f"`{path}` is set twice", span, (Note("it is set here as well", step.span),))
                    return False
                if step.layer not in self._layer.above and step.layer != self._layer.name and step.verb != "add":
                    note = Note(f"`{step.layer}` sets it here", step.span)
                    help_ = f"to let `{self._layer.name}` win, write `requires: [{step.layer}]` into its manifest"
                    self._fault("E0506", f"`{self._layer.name}` and `{step.layer}` both set `{path}`", span, (note,), help=help_)
                    return False
        self._record(path, verb, span)
        return True

    def _record(self, path: str, verb: str, span: s.Span) -> None:
        self.history.setdefault(path, []).append(Step(self._layer.name, verb, span))

    def _no_op(self, span: s.Span, what: str, old: s.Span) -> None:
        note = Note("it says the same here", old)
        self.faults.append(
            Diagnostic("W1501", f"this changes nothing: {what} is so already", span, notes=(note,), severity=Severity.WARNING)
        )

    def _fault(self, code: str, message: str, span: s.Span, notes: tuple[Note, ...] = (), help: str = "") -> None:
        self.faults.append(Diagnostic(code, message, span, notes=notes, help=help))


def _name(definition: s.Definition) -> str | None:
    """The name a definition goes by; None for one that only adds to something."""
    match definition:
        case s.Game():
            return GAME
        case s.Resources(items=(item,)):
            return item.name.text
        case s.Resources() | s.EachPlayer():
            return None
    name = getattr(definition, "name", None)
    return name.text if isinstance(name, s.Name) else None
