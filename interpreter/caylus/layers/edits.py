"""What a variant's edit makes of one definition: syntax in, syntax out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple, TypeVar, cast

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, Note
from caylus.diagnostics.suggest import nearest
from caylus.syntax.walk import children

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Part:
    """A part that an edit sets: its name ("" for the whole definition), how, what it says, and what stood there before."""

    name: str
    verb: str
    new: s.Node
    old: s.Node | None


class Edited(NamedTuple):
    """The definition as the edit leaves it, the parts that it set, and what is wrong with the edit."""

    definition: s.Definition
    parts: tuple[Part, ...]
    faults: tuple[Diagnostic, ...] = ()


def edited(old: s.Definition, edit: s.Edit) -> Edited:
    """What the edit makes of a definition of the right sort."""
    match old, edit:
        case s.Object(), s.ChangeObject():
            return _object(old, edit)
        case s.Resources(), s.ChangeResource():
            return _resource(old, edit)
        case s.Kind() | s.EachPlayer(), s.ChangeKind():
            return Edited(replace(old, members=_by_name(old.members, edit.members)), _parts(edit.members, old.members))
        case s.Table(), s.ChangeTable():
            return Edited(replace(old, rows=_by_name(old.rows, edit.rows)), _parts(edit.rows, old.rows))
        case s.Action(), s.ChangeSteps():
            return _steps(old, edit)
        case s.Sequence() | s.Group() | s.Row(), s.Insert():
            return _inserted(old, edit)
        case s.Game(), s.ChangeGame():
            game = replace(old, title=edit.title or old.title, fewest=edit.fewest, most=edit.most)
            return Edited(game, (Part("players", "change", replace(game, span=edit.span), old),))
        case s.Seat(), s.ChangeSeat():
            return _seat(old, edit)
        case _, s.Replace():
            return Edited(edit.definition, (Part("", "replace", replace(edit.definition, span=edit.span), old),))
    new = _whole(old, edit)
    return Edited(new, (Part("", "change", replace(new, span=edit.span), old),))


def _whole(old: s.Definition, edit: s.Edit) -> s.Definition:
    match old, edit:
        case s.Constant(), s.ChangeConstant():
            return replace(old, value=edit.value)
        case s.Scale(), s.ChangeScale():
            return replace(old, start=old.start if edit.start is None else edit.start, values=edit.values)
        case s.Group(), s.ChangeGroup():
            return replace(old, members=edit.members, excepted=edit.excepted)
    raise TypeError(type(edit))


# ---- parts by name


def _resource(old: s.Resources, edit: s.ChangeResource) -> Edited:
    (item,) = old.items
    new, parts = _held(item, edit.item, old.span)
    return Edited(replace(old, items=(new,)), parts or (Part("", "change", edit, edit),))


def _held(item: s.ResourceItem, change: s.ResourceItem, place: s.Span) -> tuple[s.ResourceItem, tuple[Part, ...]]:
    """What is said of a resource, with what a change says in its place; `place` is where it is defined."""
    new = replace(
        item,
        title=change.title or item.title,
        audience=change.audience or item.audience,
        supply=change.supply or item.supply,
        least=change.least or item.least,
    )
    stated = (
        ("title", change.title, item.title),
        ("hidden", change.audience, item.audience or s.Audience(place, "not hidden")),
        ("from", change.supply, item.supply or s.Literal(place, "nothing")),
        ("at least", change.least, item.least or s.Number(place, 0)),
    )
    return new, _stated(stated)


def _object(old: s.Object, edit: s.ChangeObject) -> Edited:
    """The named parts of the change in place of the object's own, and the change's attachments after its own."""
    parts = _parts((*edit.settings, *edit.behaviours), (*old.settings, *old.behaviours))
    parts += _stated((("title", edit.title, old.title), ("see", edit.see, old.see), ("copies", edit.copies, old.copies)))
    parts += tuple(Part("rules", "add", attachment, None) for attachment in edit.attachments)
    held = old.held
    if edit.held is not None:
        held, said = _held(old.held or s.ResourceItem(old.span, old.name, None, None, None), edit.held, old.span)
        parts += said
    new_object = replace(
        old,
        title=edit.title or old.title,
        see=edit.see or old.see,
        settings=_by_name(old.settings, edit.settings),
        behaviours=_by_name(old.behaviours, edit.behaviours),
        attachments=old.attachments + edit.attachments,
        copies=edit.copies or old.copies,
        held=held,
    )
    return Edited(new_object, parts or (Part("", "change", edit, edit),))


def _seat(old: s.Seat, edit: s.ChangeSeat) -> Edited:
    """The title and the citation if they are stated, and what the change takes before the seat's own."""
    parts = _stated((("title", edit.title, old.title), ("see", edit.see, old.see)))
    parts += (Part("takes", "add", edit, None),) if edit.takes else ()
    new = replace(old, title=edit.title or old.title, see=edit.see or old.see, takes=edit.takes + old.takes)
    return Edited(new, parts or (Part("", "change", edit, edit),))


def _stated(parts: Iterable[tuple[str, s.Node | None, s.Node | None]]) -> tuple[Part, ...]:
    """The parts that an edit states: name, what it states, what stood there before."""
    return tuple(Part(name, "change", new, old) for name, new, old in parts if new is not None)


def _parts(new: tuple[Any, ...], old: tuple[Any, ...]) -> tuple[Part, ...]:
    """The new parts, each with the old one of its name."""
    named = {part.name.text: part for part in old}
    return tuple(Part(part.name.text, "change", part, named.get(part.name.text)) for part in new)


def _by_name(old: tuple[Any, ...], new: tuple[Any, ...]) -> tuple[Any, ...]:
    """The old parts, those of the same name replaced where they stand, the others after them."""
    named = {part.name.text: part for part in new}
    in_place = tuple(named.pop(part.name.text, part) for part in old)
    return in_place + tuple(named.values())


def _inserted(old: s.Sequence | s.Group | s.Row, edit: s.Insert) -> Edited:
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


# ---- options of an action


def _steps(old: s.Action, edit: s.ChangeSteps) -> Edited:
    """The action with single options replaced, added or removed, one after the other."""
    body = old.body
    parts: list[Part] = []
    faults: list[Diagnostic] = []
    for step in edit.edits:
        there = [o for o in _all(body, s.Option) if o.name is not None and s.same(o.name, step.name)]
        fault = _misfit(old, body, step, there)
        if fault is not None:
            faults.append(fault)
            continue
        assert step.name is not None
        parts.append(Part(step.name.text, step.verb, step.option or step, there[0] if there else None))
        if there:
            body = _with(body, there[0], step.option)
        elif step.option is not None:
            (decision,) = _outermost(body)
            body = _with(body, decision, replace(decision, options=(*decision.options, step.option)))
    return Edited(replace(old, body=body), tuple(parts), tuple(faults))


def _misfit(action: s.Action, body: s.Block, step: s.OptionEdit, there: list[s.Option]) -> Diagnostic | None:
    """What is wrong with the edit of one option; `there` are the options of its name."""
    notes = tuple(Note("it is here", option.span) for option in there) or (
        Note(f"`{action.name.text}` is defined here", action.span),
    )
    if step.name is None:
        return Diagnostic("E0505", "an option has to have a name to be replaced or added", step.span, notes=notes)
    name, help_ = step.name.text, ""
    decisions = len(_outermost(body))
    if step.verb == "add" and there:
        why = f"has an option `{name}` already"
        help_ = f"write `replace option {name} …`"
    elif step.verb == "add" and decisions != 1:
        why = f"makes {decisions} decisions, and only one could be meant" if decisions else "makes no decision"
    elif step.verb != "add" and not there:
        why = f"has no option `{name}`"
        meant = nearest(name, [o.name.text for o in _all(body, s.Option) if o.name is not None])
        help_ = f"did you mean `{meant}`?" if meant else ""
    elif len(there) > 1:
        why = f"has several options `{name}`"
    else:
        return None
    return Diagnostic("E0505", f"`{action.name.text}` {why}", step.name.span, notes=notes, help=help_)


def _outermost(node: s.Node) -> list[s.Choose]:
    """The decisions that stand in no option of another."""
    return [node] if isinstance(node, s.Choose) else [choose for child in children(node) for choose in _outermost(child)]


# ---- trees


def _all(node: s.Node, kind: type[T]) -> list[T]:
    """Every node of a kind, in the order of the text."""
    found = [node] if isinstance(node, kind) else []
    return found + [each for child in children(node) for each in _all(child, kind)]


def rebuilt(node: Any, change: Callable[[s.Node], s.Node | None]) -> Any:
    """The tree with `change` applied to every node from the outermost inwards, as far as it leaves them as they are.

    A node for which it gives None is left out of the list that it stands in.
    """
    if isinstance(node, tuple):
        return tuple(item for item in (rebuilt(item, change) for item in node) if item is not None)
    if not isinstance(node, s.Node):
        return node
    new = change(node)
    return replace(node, **{f.name: rebuilt(getattr(node, f.name), change) for f in fields(node)}) if new is node else new


def _with(node: s.Block, old: s.Node, new: s.Node | None) -> s.Block:
    """The block with `new` in the place of `old`, or without it where `new` is None."""
    return cast(s.Block, rebuilt(node, lambda part: new if part is old else part))
