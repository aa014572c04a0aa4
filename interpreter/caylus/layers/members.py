"""The members that layers give to kinds, and that objects and tables may set."""

from __future__ import annotations

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Note
from caylus.diagnostics.english import having, with_article

from .base_definitions import Ground
from .naming import edit_subject
from .parts import Part


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
