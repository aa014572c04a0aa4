"""Apply a variant's edits to the definitions that it is based on, syntax in, syntax out; and find names that are not there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, cast

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, Edit, Fix, Note, excerpt, warning
from caylus.diagnostics.render import having, join_words, nearest, with_article
from caylus.limits import MOST_GUESSES
from caylus.syntax.definitions import PLAYER
from caylus.syntax.walk import children, walk

from .conflicts import exclude
from .parts import (
    Edited,
    Formulaic,
    History,
    Layer,
    Part,
    Sight,
    Step,
    edit_keywords,
    edit_subject,
    rebuilt,
    with_swaps,
    word_for,
)

T = TypeVar("T")
N = TypeVar("N", bound=s.Node)


def with_options(old: s.Action, edits: Sequence[s.OptionEdit]) -> Edited:
    """The action with single options edited, one after the other."""
    body = old.body
    parts: list[Part] = []
    faults: list[Diagnostic] = []
    for step in edits:
        there = _options(body, step.name)
        fault = _misfit(old, body, step, there)
        if fault is not None:
            faults.append(fault)
            continue
        assert step.name is not None
        if step.verb == "add":
            assert step.option is not None
            decision, at = _place(body, step)
            parts.append(Part(step.name.text, "add", step if step.anchor else step.option, None, (_end(decision),)))
            body = _with(body, decision, replace(decision, options=(*decision.options[:at], step.option, *decision.options[at:])))
        else:
            (option,) = there
            parts.append(Part(step.name.text, step.verb, step.option or step, option, (option.span,)))
            body = _with(body, option, step.option)
    return Edited(replace(old, body=body), tuple(parts), tuple(faults))


def _misfit(action: s.Action, body: s.Block, step: s.OptionEdit, there: list[s.Option]) -> Diagnostic | None:
    """The fault of the edit of one option; `there` are the options of its name."""
    if step.name is None:
        notes = (Note(f"`{action.name.text}` is defined here", action.span),)
        return Diagnostic("E0505", "an option has to have a name to be replaced or added", step.span, notes=notes)
    if step.verb != "add":
        return _unclear(action, body, step.name, there)
    if any(option.name is not None for option in there):
        help_ = f"write `replace option {step.name.text} …`"
        return _fault(action, f"has an option `{step.name.text}` already", step.name, there, help_)
    if step.anchor is not None:
        return _unclear(action, body, step.anchor, _options(body, step.anchor))
    decisions = _outermost(body)
    if len(decisions) == 1:
        return None
    option_names = [option.name.text for decision in decisions for option in decision.options if option.name is not None]
    why = f"makes {len(decisions)} decisions, and only one could be meant" if decisions else "makes no decision"
    help_ = f"say which by one of its options: `add option {step.name.text} after {option_names[0]} …`" if option_names else ""
    calls = [node.call.function for node in walk(body) if isinstance(node, s.Do) and isinstance(node.call, s.Call)]
    if not decisions and (names := sorted({f"`{call.name}`" for call in calls if isinstance(call, s.Reference)})):
        help_ = f"it does {join_words(names)}; is the decision there?"
    return _fault(action, why, step.name, [], help_)


def _unclear(action: s.Action, body: s.Block, name: s.Name, there: list[s.Option]) -> Diagnostic | None:
    """The fault of a name that one option should have."""
    if len(there) == 1:
        return None
    if there:
        return _fault(action, f"has several options `{name.text}`", name, there)
    suggestion = nearest(name.text, [option.display_name for option in _all(body, s.Option)])
    return _fault(action, f"has no option `{name.text}`", name, [], f"did you mean `{suggestion}`?" if suggestion else "")


def _fault(action: s.Action, why: str, name: s.Name, there: list[s.Option], help_: str = "") -> Diagnostic:
    definition_note = Note(f"`{action.name.text}` is defined here", action.span)
    notes = tuple(Note("it is here", option.span) for option in there) or (definition_note,)
    return Diagnostic("E0505", f"`{action.name.text}` {why}", name.span, notes=notes, help=help_)


# ---- where options stand


def _options(body: s.Block, name: s.Name | None) -> list[s.Option]:
    """The options that go by a name."""
    return [option for option in _all(body, s.Option) if name is not None and option.display_name == name.text]


def _place(body: s.Block, step: s.OptionEdit) -> tuple[s.Choose, int]:
    """The decision that an option is added to, and how many of its options come before it."""
    if step.anchor is None:
        (decision,) = _outermost(body)
        return decision, len(decision.options)
    (anchor,) = _options(body, step.anchor)
    decision = next(decision for decision in _all(body, s.Choose) if any(option is anchor for option in decision.options))
    at = next(at for at, option in enumerate(decision.options) if option is anchor)
    return decision, at + (step.when == "after")


def _end(decision: s.Choose) -> s.Span:
    """The place where a decision ends: it lies in all that the decision lies in, and in none of its options."""
    span = decision.span
    return s.Span(span.file, span.end_line, span.end_column, span.end_line, span.end_column)


def _outermost(node: s.Node) -> list[s.Choose]:
    """The decisions that stand in no option of another."""
    return [node] if isinstance(node, s.Choose) else [choose for child in children(node) for choose in _outermost(child)]


def _all(node: s.Node, kind: type[T]) -> list[T]:
    """Every node of a kind, in the order of the text."""
    nodes = [node] if isinstance(node, kind) else []
    return nodes + [each for child in children(node) for each in _all(child, kind)]


def _with(node: s.Block, old: s.Node, new: s.Node | None) -> s.Block:
    """The block with `new` in the place of `old`, or without it where `new` is None."""
    return cast(s.Block, rebuilt(node, lambda part: new if part is old else part))


def apply_edit(old: s.Definition, edit: s.Edit, sight: Sight) -> Edited:
    """The definition as the edit leaves it, by a layer that sees so much of it."""
    match old, edit:
        case s.Action() | s.Value() | s.Condition() | s.Rule() | s.Game() | s.Object(), s.ChangeSteps():
            return _steps(old, edit, sight)
        case s.Object(), s.ChangeObject():
            return _object(old, edit)
        case s.Resources(), s.ChangeResource():
            return _resource(old, edit)
        case s.Kind() | s.EachPlayer(), s.ChangeKind():
            return _members(old, edit)
        case s.Table(), s.ChangeTable():
            return _table(old, edit)
        case s.Sequence() | s.Group() | s.Row(), s.AddMember():
            return _add_member(old, edit)
        case s.Sequence() | s.Group() | s.Row(), s.RemoveMember():
            members = tuple(name for name in old.members if name.text != edit.name.text)
            if len(members) == len(old.members):
                return Edited(old, (), (_no_member(old, edit.name),))
            return Edited(replace(old, members=members), (Part(edit.name.text, "remove", edit, old),))
        case s.Game(), s.ChangeGame():
            game = replace(old, title=edit.title or old.title, fewest=edit.fewest, most=edit.most)
            return Edited(game, (Part("players", "change", replace(game, span=edit.span), old),))
        case s.Seat(), s.ChangeSeat():
            return _seat(old, edit)
        case _, s.Replace():
            new = _with_title(edit.definition, old)
            return Edited(
                new, (Part("", "replace", replace(new, span=edit.span), old),), tuple(_check_actions_kept(edit.definition, old))
            )
    new = _whole(old, edit)
    return Edited(new, (Part("", "change", replace(new, span=edit.span), old),))


def _check_actions_kept(new: s.Definition, old: s.Definition) -> Iterator[Diagnostic]:
    """Warnings of actions that an object of the same title has no more: whoever replaces it for one number forgets the rest."""
    if isinstance(new, s.Object) and isinstance(old, s.Object) and (new.title is None or s.same(new.title, old.title)):
        names = {behaviour.name.text for behaviour in new.behaviours}
        for behaviour in old.behaviours:
            if behaviour.name.text not in names:
                name = behaviour.name.text
                message = f"the new `{new.name.text}` has no `{name}`, which the old one has"
                help_ = f"`change` keeps what you do not write; to have none, write `{name} {{ }}`"
                notes = (Note("it is here", behaviour.span),)
                yield warning("W1504", new.name.span, message, "replaced as a whole", notes=notes, help=help_)


def _with_title(new: s.Definition, old: s.Definition) -> s.Definition:
    """The definition, by the title of the one that it replaces where it has none: players know it by that."""
    title = getattr(old, "title", None)
    return replace(new, title=title) if title is not None and getattr(new, "title", title) is None else new


def _steps(old: Formulaic, edit: s.ChangeSteps, sight: Sight) -> Edited:
    """Formulas first: an option that comes in brings its own."""
    swap_result = with_swaps(old, edit.part, [step for step in edit.edits if isinstance(step, s.Swap)], sight)
    steps = [step for step in edit.edits if isinstance(step, s.OptionEdit)]
    attachment_edits = [step for step in edit.edits if isinstance(step, s.AttachmentEdit)]
    if attachment_edits and isinstance(swap_result.definition, (s.Rule, s.Object)):
        return _with_attachments(swap_result.definition, attachment_edits)
    if not isinstance(swap_result.definition, s.Action):
        return swap_result
    action, parts, faults = with_options(swap_result.definition, steps)
    return Edited(action, (*swap_result.parts, *parts), (*swap_result.faults, *faults))


def _with_attachments(old: s.Rule | s.Object, edits: Sequence[s.AttachmentEdit]) -> Edited:
    """The rule or the object with other attachments in the place of some, or without them."""
    attachments = list(old.attachments)
    parts: list[Part] = []
    faults: list[Diagnostic] = []
    for edit in edits:
        heads = [s.attachment_head(node) for node in attachments]
        places = [place for place, (when, name) in enumerate(heads) if (when, name.text) == (edit.when, edit.name.text)]
        if not places:
            message = f"`{old.name.text}` attaches no such thing to `{edit.name.text}`"
            notes = (Note(f"`{old.name.text}` is defined here", old.span),)
            help_ = having(sorted({name.text for when, name in heads if when == edit.when}))
            if isinstance(old, s.Object) and edit.name.text in {setting.name.text for setting in old.settings}:
                help_ = f"what an object has is said anew, so that it has no effect: `{edit.name.text} nothing`"
            faults.append(Diagnostic("E0519", message, edit.name.span, notes=notes, help=help_))
            continue
        spans = tuple(attachments[place].span for place in places)
        part_name = f"{edit.when} {edit.name.text}"
        parts.append(Part(part_name, edit.verb, edit, attachments[places[0]], spans))
        attachments = [
            edit.new if place == places[0] and edit.new is not None else node
            for place, node in enumerate(attachments)
            if place not in places or (place == places[0] and edit.new is not None)
        ]
    return Edited(replace(old, attachments=tuple(attachments)), tuple(parts), tuple(faults))


def _whole(old: s.Definition, edit: s.Edit) -> s.Definition:
    match old, edit:
        case s.Constant(), s.ChangeConstant():
            return replace(old, value=edit.value)
        case s.Scale(), s.ChangeScale():
            return replace(old, start=old.start if edit.start is None else edit.start, values=edit.values)
        case s.Group(), s.ChangeGroup():
            title, plural = edit.title or old.title, edit.plural or old.plural
            return replace(old, title=title, plural=plural, members=edit.members, excepted=edit.excepted)
        case s.Row() | s.ListState() | s.State(), s.ChangeLine(definition=new):
            audience = new.audience or old.audience
            is_shown = audience is not None and audience.words == "not hidden"
            return replace(new, title=new.title or old.title, audience=None if is_shown else audience)
    raise TypeError(type(edit))


# ---- parts by name


def _members(old: s.Kind | s.EachPlayer, edit: s.ChangeKind) -> Edited:
    """The named members in place of those of their names, and the new ones after all that there are."""
    members_by_name = {member.name.text: member for member in old.members}
    removed_members = tuple(member for member in edit.members if isinstance(member, s.RemoveField))
    added_members = tuple(member for member in edit.members if isinstance(member, s.AddField))
    changed_members = tuple(
        _keep_title(member, members_by_name.get(member.name.text))
        for member in edit.members
        if not isinstance(member, (s.AddField, s.RemoveField))
    )
    parts = _parts(changed_members, old.members) + tuple(Part(member.name.text, "add", member, None) for member in added_members)
    parts += tuple(Part(member.name.text, "remove", member, members_by_name.get(member.name.text)) for member in removed_members)
    removed_names = {member.name.text for member in removed_members}
    remaining_members = tuple(member for member in old.members if member.name.text not in removed_names)
    members = _merge_by_name(remaining_members, changed_members) + tuple(member.field for member in added_members)
    return Edited(replace(old, members=members), parts)


def _table(old: s.Table, edit: s.ChangeTable) -> Edited:
    """The named rows in place of those of their names, and rows with the cells that are added to them."""
    added_cells = {row.name.text: row for row in edit.rows if isinstance(row, s.AddedCells)}
    rows = _merge_by_name(old.rows, tuple(row for row in edit.rows if not isinstance(row, s.AddedCells)))
    longer = (
        replace(row, cells=row.cells + added_cells[row.name.text].cells) if row.name.text in added_cells else row for row in rows
    )
    return Edited(replace(old, rows=tuple(longer)), _parts(edit.rows, old.rows))


def _keep_title(member: s.Field, old: s.Field | None) -> s.Field:
    """A member said anew, under the title that it had if it says no other."""
    if isinstance(member, s.MemberAction) or isinstance(old, s.MemberAction | None):
        return member
    return replace(member, title=member.title or old.title)


def _resource(old: s.Resources, edit: s.ChangeResource) -> Edited:
    (item,) = old.items
    new, parts = _edit_resource_item(item, edit.item, old.span)
    return Edited(replace(old, items=(new,)), parts or (Part("", "change", edit, edit),))


def _edit_resource_item(item: s.ResourceItem, change: s.ResourceItem, place: s.Span) -> tuple[s.ResourceItem, tuple[Part, ...]]:
    """A resource's item with the changes in their places; `place` is where it is defined."""
    fields = {
        "title": ("title", None),
        "plural": ("plural", None),
        "audience": ("hidden", s.Audience(place, "not hidden")),
        "supply": ("from", s.Literal(place, "nothing")),
        "least": ("at least", s.Number(place, 0)),
    }
    return _restate(item, change, fields)


def _object(old: s.Object, edit: s.ChangeObject) -> Edited:
    """The named parts of the change in place of the object's own, and the change's attachments after its own."""
    changed_object, stated_parts = _restate(old, edit, {name: (name, None) for name in ("title", "see", "copies")})
    parts = _parts((*edit.settings, *edit.behaviours), (*old.settings, *old.behaviours)) + stated_parts
    parts += tuple(Part("about", "change", about, next(iter(old.abouts), None)) for about in edit.abouts)
    parts += tuple(Part("rules", "add", attachment, None) for attachment in edit.attachments)
    holding = old.held
    if edit.held is not None:
        holding, holding_parts = _edit_resource_item(
            old.held or s.ResourceItem(old.span, old.name, None, None, None, None), edit.held, old.span
        )
        parts += holding_parts
    new_object = replace(
        changed_object,
        abouts=edit.abouts or old.abouts,
        settings=_merge_by_name(old.settings, edit.settings),
        behaviours=_merge_by_name(old.behaviours, edit.behaviours),
        attachments=old.attachments + edit.attachments,
        held=holding,
    )
    return Edited(new_object, parts or (Part("", "change", edit, edit),))


def _seat(old: s.Seat, edit: s.ChangeSeat) -> Edited:
    """The title and the citation if they are stated, and what the change takes before the seat's own."""
    new, parts = _restate(old, edit, {name: (name, None) for name in ("title", "see")})
    parts += (Part("takes", "add", edit, None),) if edit.takes else ()
    return Edited(replace(new, takes=edit.takes + old.takes), parts or (Part("", "change", edit, edit),))


def _restate(old: N, edit: s.Node, fields: Mapping[str, tuple[str, s.Node | None]]) -> tuple[N, tuple[Part, ...]]:
    """The old node with what an edit states of some fields, and the parts stated.

    Of each field there are its name as a part, and what stands for it where the old node has none.
    """
    new_values = {field: new for field in fields if (new := getattr(edit, field)) is not None}
    parts = (Part(fields[field][0], "change", new, getattr(old, field) or fields[field][1]) for field, new in new_values.items())
    return replace(old, **new_values), tuple(parts)


def _parts(new: tuple[Any, ...], old: tuple[Any, ...]) -> tuple[Part, ...]:
    """The new parts, each with the old one of its name."""
    parts_by_name = {part.name.text: part for part in old}
    olds = ((part, parts_by_name.get(part.name.text)) for part in new)
    return tuple(Part(part.name.text, "change", part, old, () if old is None else (old.span,)) for part, old in olds)


def _merge_by_name(old: tuple[Any, ...], new: tuple[Any, ...]) -> tuple[Any, ...]:
    """The old parts, those of the same name replaced where they stand, the others after them."""
    parts_by_name = {part.name.text: part for part in new}
    in_place = tuple(parts_by_name.pop(part.name.text, part) for part in old)
    return in_place + tuple(parts_by_name.values())


def _add_member(old: s.Sequence | s.Group | s.Row, edit: s.AddMember) -> Edited:
    members = [name.text for name in old.members]
    note = (Note(f"`{old.name.text}` is this", old.span),)
    if edit.anchor.text not in members:
        return Edited(old, (), (_no_member(old, edit.anchor),))
    if edit.name.text in members:
        message = f"`{edit.name.text}` is in `{old.name.text}` already"
        return Edited(old, (), (Diagnostic("E0502", message, edit.name.span, notes=note),))
    at = members.index(edit.anchor.text) + (edit.when == "after")
    new = replace(old, members=(*old.members[:at], edit.name, *old.members[at:]))
    return Edited(new, (Part(f"{edit.when} {edit.anchor.text}", "insert", edit, None),))


def _no_member(old: s.Sequence | s.Group | s.Row, name: s.Name) -> Diagnostic:
    members = [member.text for member in old.members]
    suggestion = nearest(name.text, members)
    help_ = f"did you mean `{suggestion}`?" if suggestion else f"it has {', '.join(members)}"
    note = (Note(f"`{old.name.text}` is this", old.span),)
    return Diagnostic("E0511", f"`{name.text}` is not in `{old.name.text}`", name.span, notes=note, help=help_)


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
    library_layers: frozenset[str] = frozenset()
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
        if entry.definition is None and self.is_at_or_after((removal := self.removed[name.text]).layer):
            notes = (Note(f"`{removal.layer}` removes it here", removal.span),)
            self.fault("E0501", f"there is no `{name.text}` any more in what this stands on", name.span, notes)
            return None
        return entry

    def _missing(self, name: s.Name) -> None:
        if name.text in self.unread:
            return
        suggestion = self.nearest(name.text, self.entries)
        notes: tuple[Note, ...] = ()
        help_ = ""
        plural_of = kind_of_all(name, self)
        kind = next((kind for (kind, member), by in self.given.items() if member == name.text and self.stands_on(by)), None)
        if name.text in self.defined_by and not self.stands_on(self.defined_by[name.text][0]):
            layer, place = self.defined_by[name.text]
            notes = (Note(f"`{layer}` has one", place),)
            help_ = f"to stand on it, write `requires: [{layer}]` into the manifest"
        elif name.text == PLAYER:
            help_ = "players have nothing there yet: to give them something, write `each player has { … }`"
        elif plural_of is not None:
            help_ = f"{name.text} are no list: one of them is taken away by its kind and name, `remove {plural_of.name.text} …`"
        elif kind is not None:
            help_ = f"what a {kind} has is changed with `change kind {kind} {{ … }}`"
        elif suggestion:
            notes = (Note(f"`{suggestion}` is defined here", self.defined_by[suggestion][1]),)
            help_ = f"did you mean `{suggestion}`?"
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
        visited_names: set[str] = set()
        entry = self.entries.get(name)
        while entry is not None and isinstance(kind := entry.definition, s.Kind) and kind.name.text not in visited_names:
            visited_names.add(kind.name.text)
            yield kind
            entry = self.entries.get(kind.parent.text) if kind.parent is not None else None

    # ---- reporting

    def order_help(self, layer: str, name: str) -> str:
        """Help where this layer and one that it does not mention give one name to two things."""
        alone = exclude(layer, self.layer.name, self.library_layers)
        if name in s.MEANT_BY_NAME:
            return alone
        owner = self.layer.name if self.layer.name not in self.library_layers else layer
        return f"give it another name in `{owner}`; where both need this name, {alone}"

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
        message, notes = f"this changes nothing: `{path}` is the same without it", (Note("it is so here", before),)
        self.faults.append(warning("W1501", span, message, notes=notes))

    def nearest(self, name: str, candidates: Iterable[str]) -> str | None:
        self._guesses += 1
        return nearest(name, candidates) if self._guesses <= MOST_GUESSES else None

    def fault(
        self, code: str, message: str, span: s.Span, notes: tuple[Note, ...] = (), help: str = "", fix: Fix | None = None
    ) -> None:
        self.faults.append(Diagnostic(code, message, span, notes=notes, help=help, fix=fix))


def kind_of_all(name: s.Name, ground: Ground) -> s.Kind | None:
    """The kind whose plural a name is."""
    kinds = (entry.definition for entry in ground.entries.values() if isinstance(entry.definition, s.Kind))
    return next((kind for kind in kinds if kind.plural is not None and kind.plural.text == name.text), None)


def place_object(edit: s.AddMember, kind: s.Kind, ground: Ground) -> None:
    """Moves an object of the layer to its place beside another of a kind; where a stranger removes that, to where it was."""
    beside, new_entry = ground.entry(edit.anchor), ground.entry(edit.name)
    if beside is None or new_entry is None:
        return
    anchor, new = beside.written, new_entry.written
    if not (_is_of_kind(edit.anchor, anchor, kind, ground) and _is_of_kind(edit.name, new, kind, ground)):
        return
    assert isinstance(anchor, s.Object)
    assert isinstance(new, s.Object)
    if new_entry.layer != ground.layer.name:
        notes = (Note("it is defined here", new.span),)
        ground.fault("E0502", f"`{edit.name.text}` is in `{edit.sequence.text}` already", edit.name.span, notes)
    elif anchor.kind.text != new.kind.text:
        message = f"`{edit.name.text}` is {with_article(new.kind.text)} and `{edit.anchor.text}` {with_article(anchor.kind.text)}"
        notes = (Note(f"`{edit.anchor.text}` is defined here", anchor.span),)
        ground.fault("E0511", message, edit.anchor.span, notes, "objects of one kind stand together; name one of the same kind")
    else:
        ground.contents[new_entry.file].remove(edit.name.text)
        there = ground.contents[beside.file]
        there.insert(there.index(edit.anchor.text) + (edit.when == "after"), edit.name.text)
        new_entry.file = beside.file
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
    names: set[str] | None
    help_ = ""
    match old, edit, part.new:
        case s.EachPlayer(), s.ChangeKind(), s.Property() | s.State() | s.MemberAction() | s.PlayerRow() | s.RemoveField():
            names = _own(ground, old)
            message, help_ = f"a player has no `{part.name}`", "to give them one, write `add` before it"
        case _ if part.old is not None:
            return True
        case s.Kind(name=kind), s.ChangeKind(), s.Property() | s.State() | s.MemberAction():
            names = _own(ground, old)
            message = f"{with_article(kind.text)} has no `{part.name}` of its own"
            help_ = "to give it one, write `add` before it"
        case s.Kind(name=kind), s.ChangeKind(), s.RemoveField():
            names = _own(ground, old)
            message = f"{with_article(kind.text)} has no `{part.name}` of its own"
        case s.Object(kind=kind), s.ChangeObject(), s.Setting() | s.Behaviour():
            # the members that objects of a kind may set; None where that is not known
            above = [*ground.ancestor_kinds(kind.text)]
            names = set().union(*(_own(ground, each) for each in above)) if above and above[-1].parent is None else None
            message = f"{with_article(kind.text)} has no `{part.name}`"
        case s.Table(rows=rows), s.ChangeTable(), s.AddedCells():
            names = {row.name.text for row in rows}
            message = f"the table has no row `{part.name}`"
        case s.Table(rows=rows), s.ChangeTable(), s.TableRow() if part.name not in ground.entries:
            names = {row.name.text for row in rows}
            message = f"there is nothing called `{part.name}`, so that it cannot have a row"
        case _:
            return True
    if names is None or part.name in names or part.name in ground.unread:
        return True
    notes = (Note(f"`{edit_subject(edit).text}` is defined here", old.span),)
    suggestion = ground.nearest(part.name, names)
    help_ = f"did you mean `{suggestion}`?" if suggestion else help_ or having(sorted(names))
    ground.fault("E0519", message, part.new.name.span, notes, help_)
    return False


def _is_new(ground: Ground, old: s.Kind | s.EachPlayer, new: s.AddField) -> bool:
    """Return whether a kind has nothing of the name of what a layer adds to it."""
    there = next((member for member in old.members if member.name.text == new.name.text), None)
    if there is None:
        ground.given.setdefault((old.name.text, new.name.text), ground.layer.name)
        return True
    by = ground.given.get((old.name.text, new.name.text), "")
    help_ = "to say it anew, write it without `add`" if ground.stands_on(by) else ground.order_help(by, new.name.text)
    message = f"{with_article(old.name.text)} has a `{new.name.text}` already"
    ground.fault("E0502", message, new.span, (Note(f"`{by}` says so here", there.span),), help_)
    return False


def _own(ground: Ground, kind: s.Kind | s.EachPlayer) -> set[str]:
    """The members of a kind itself, as far as the layer is based on whoever gave them."""
    return {x.name.text for x in kind.members if ground.stands_on(ground.given.get((kind.name.text, x.name.text), ""))}
