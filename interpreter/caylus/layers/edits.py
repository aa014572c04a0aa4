"""Apply a variant's edit to one definition: syntax in, syntax out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, Note
from caylus.diagnostics.suggest import nearest

from .options import with_options
from .parts import Edited, Part
from .swaps import Formulaic, Sight, with_swaps


def apply_edit(old: s.Definition, edit: s.Edit, sight: Sight) -> Edited:
    """The definition as the edit leaves it, by a layer that sees so much of it."""
    match old, edit:
        case s.Action() | s.Value() | s.Condition() | s.Rule() | s.Game(), s.ChangeSteps():
            return _steps(old, edit, sight)
        case s.Object(), s.ChangeObject():
            return _object(old, edit)
        case s.Resources(), s.ChangeResource():
            return _resource(old, edit)
        case s.Kind() | s.EachPlayer(), s.ChangeKind():
            return _members(old, edit)
        case s.Table(), s.ChangeTable():
            return Edited(replace(old, rows=_merge_by_name(old.rows, edit.rows)), _parts(edit.rows, old.rows))
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
    swapped = with_swaps(old, [step for step in edit.edits if isinstance(step, s.Swap)], sight)
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
    return tuple(Part(part.name.text, "change", part, named.get(part.name.text)) for part in new)


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
