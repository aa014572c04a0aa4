"""Apply a variant's edit to one definition: syntax in, syntax out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar, cast

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, Note
from caylus.diagnostics.words import nearest
from caylus.syntax.walk import children

from .parts import Edited, Part, rebuilt
from .swaps import Formulaic, Sight, with_swaps

T = TypeVar("T")


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
    named = [option.name.text for decision in decisions for option in decision.options if option.name is not None]
    why = f"makes {len(decisions)} decisions, and only one could be meant" if decisions else "makes no decision"
    help_ = f"say which by one of its options: `add after {named[0]} option {step.name.text} …`" if named else ""
    return _fault(action, why, step.name, [], help_)


def _unclear(action: s.Action, body: s.Block, name: s.Name, there: list[s.Option]) -> Diagnostic | None:
    """The fault of a name that one option should have."""
    if len(there) == 1:
        return None
    if there:
        return _fault(action, f"has several options `{name.text}`", name, there)
    meant = nearest(name.text, [option.display_name for option in _all(body, s.Option)])
    return _fault(action, f"has no option `{name.text}`", name, [], f"did you mean `{meant}`?" if meant else "")


def _fault(action: s.Action, why: str, name: s.Name, there: list[s.Option], help_: str = "") -> Diagnostic:
    defined = Note(f"`{action.name.text}` is defined here", action.span)
    notes = tuple(Note("it is here", option.span) for option in there) or (defined,)
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
    found = [node] if isinstance(node, kind) else []
    return found + [each for child in children(node) for each in _all(child, kind)]


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
        case s.Sequence() | s.Group() | s.Row(), s.Insert():
            return _apply_insert(old, edit)
        case s.Game(), s.ChangeGame():
            game = replace(old, title=edit.title or old.title, fewest=edit.fewest, most=edit.most)
            return Edited(game, (Part("players", "change", replace(game, span=edit.span), old),))
        case s.Seat(), s.ChangeSeat():
            return _seat(old, edit)
        case _, s.Replace():
            return Edited(edit.definition, (Part("", "replace", replace(edit.definition, span=edit.span), old),))
    new = _whole(old, edit)
    return Edited(new, (Part("", "change", replace(new, span=edit.span), old),))


def _steps(old: Formulaic, edit: s.ChangeSteps, sight: Sight) -> Edited:
    """Formulas first: an option that comes in brings its own."""
    swapped = with_swaps(old, edit.part, [step for step in edit.edits if isinstance(step, s.Swap)], sight)
    steps = [step for step in edit.edits if isinstance(step, s.OptionEdit)]
    if not isinstance(swapped.definition, s.Action):
        return swapped
    action, parts, faults = with_options(swapped.definition, steps)
    return Edited(action, (*swapped.parts, *parts), (*swapped.faults, *faults))


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
            return replace(new, title=new.title or old.title, audience=new.audience or old.audience)
    raise TypeError(type(edit))


# ---- parts by name


def _members(old: s.Kind | s.EachPlayer, edit: s.ChangeKind) -> Edited:
    """The named members in place of those of their names, and the new ones after all that there are."""
    known = {member.name.text: member for member in old.members}
    changed = tuple(
        _keep_title(member, known.get(member.name.text)) for member in edit.members if not isinstance(member, s.AddField)
    )
    added = tuple(member for member in edit.members if isinstance(member, s.AddField))
    parts = _parts(changed, old.members) + tuple(Part(member.name.text, "add", member, None) for member in added)
    members = _merge_by_name(old.members, changed) + tuple(member.field for member in added)
    return Edited(replace(old, members=members), parts)


def _table(old: s.Table, edit: s.ChangeTable) -> Edited:
    """The named rows in place of those of their names, and rows with the cells that are added to them."""
    added = {row.name.text: row for row in edit.rows if isinstance(row, s.AddedCells)}
    rows = _merge_by_name(old.rows, tuple(row for row in edit.rows if not isinstance(row, s.AddedCells)))
    longer = (replace(row, cells=row.cells + added[row.name.text].cells) if row.name.text in added else row for row in rows)
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
    new = replace(
        item,
        title=change.title or item.title,
        plural=change.plural or item.plural,
        audience=change.audience or item.audience,
        supply=change.supply or item.supply,
        least=change.least or item.least,
    )
    stated = (
        ("title", change.title, item.title),
        ("plural", change.plural, item.plural),
        ("hidden", change.audience, item.audience or s.Audience(place, "not hidden")),
        ("from", change.supply, item.supply or s.Literal(place, "nothing")),
        ("at least", change.least, item.least or s.Number(place, 0)),
    )
    return new, _stated_parts(stated)


def _object(old: s.Object, edit: s.ChangeObject) -> Edited:
    """The named parts of the change in place of the object's own, and the change's attachments after its own."""
    parts = _parts((*edit.settings, *edit.behaviours), (*old.settings, *old.behaviours))
    parts += _stated_parts((("title", edit.title, old.title), ("see", edit.see, old.see), ("copies", edit.copies, old.copies)))
    parts += tuple(Part("about", "change", about, next(iter(old.abouts), None)) for about in edit.abouts)
    parts += tuple(Part("rules", "add", attachment, None) for attachment in edit.attachments)
    held = old.held
    if edit.held is not None:
        held, said = _edit_resource_item(
            old.held or s.ResourceItem(old.span, old.name, None, None, None, None), edit.held, old.span
        )
        parts += said
    new_object = replace(
        old,
        title=edit.title or old.title,
        see=edit.see or old.see,
        abouts=edit.abouts or old.abouts,
        settings=_merge_by_name(old.settings, edit.settings),
        behaviours=_merge_by_name(old.behaviours, edit.behaviours),
        attachments=old.attachments + edit.attachments,
        copies=edit.copies or old.copies,
        held=held,
    )
    return Edited(new_object, parts or (Part("", "change", edit, edit),))


def _seat(old: s.Seat, edit: s.ChangeSeat) -> Edited:
    """The title and the citation if they are stated, and what the change takes before the seat's own."""
    parts = _stated_parts((("title", edit.title, old.title), ("see", edit.see, old.see)))
    parts += (Part("takes", "add", edit, None),) if edit.takes else ()
    new = replace(old, title=edit.title or old.title, see=edit.see or old.see, takes=edit.takes + old.takes)
    return Edited(new, parts or (Part("", "change", edit, edit),))


def _stated_parts(parts: Iterable[tuple[str, s.Node | None, s.Node | None]]) -> tuple[Part, ...]:
    """The parts that an edit states: name, what it states, what stood there before."""
    return tuple(Part(name, "change", new, old) for name, new, old in parts if new is not None)


def _parts(new: tuple[Any, ...], old: tuple[Any, ...]) -> tuple[Part, ...]:
    """The new parts, each with the old one of its name."""
    named = {part.name.text: part for part in old}
    olds = ((part, named.get(part.name.text)) for part in new)
    return tuple(Part(part.name.text, "change", part, old, () if old is None else (old.span,)) for part, old in olds)


def _merge_by_name(old: tuple[Any, ...], new: tuple[Any, ...]) -> tuple[Any, ...]:
    """The old parts, those of the same name replaced where they stand, the others after them."""
    named = {part.name.text: part for part in new}
    in_place = tuple(named.pop(part.name.text, part) for part in old)
    return in_place + tuple(named.values())


def _apply_insert(old: s.Sequence | s.Group | s.Row, edit: s.Insert) -> Edited:
    members = [name.text for name in old.members]
    note = (Note(f"`{old.name.text}` is this", old.span),)
    if edit.anchor.text not in members:
        meant = nearest(edit.anchor.text, members)
        help_ = f"did you mean `{meant}`?" if meant else f"it has {', '.join(members)}"
        message = f"`{edit.anchor.text}` is not in `{old.name.text}`"
        return Edited(old, (), (Diagnostic("E0511", message, edit.anchor.span, notes=note, help=help_),))
    if edit.name.text in members:
        message = f"`{edit.name.text}` is in `{old.name.text}` already"
        return Edited(old, (), (Diagnostic("E0502", message, edit.name.span, notes=note),))
    at = members.index(edit.anchor.text) + (edit.when == "after")
    new = replace(old, members=(*old.members[:at], edit.name, *old.members[at:]))
    return Edited(new, (Part(f"{edit.when} {edit.anchor.text}", "insert", edit, None),))
