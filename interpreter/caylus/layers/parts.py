"""The parts of definitions, the names that definitions and edits give or are about, and the keywords for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.syntax.rules import PLAYER


@dataclass(frozen=True, slots=True)
class Part:
    """A part that an edit sets: its name ("" for the whole definition), how, what it says, and what stood there before.

    `places` are those of the text below that it takes the place of, or is put into; none where the name alone says that.
    """

    name: str
    verb: str
    new: s.Node
    old: s.Node | None
    places: tuple[s.Span, ...] = ()


class Edited(NamedTuple):
    """The definition as the edit leaves it, the parts that it set, and what is wrong with the edit."""

    definition: s.Definition
    parts: tuple[Part, ...]
    faults: tuple[Diagnostic, ...] = ()


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


GAME = "game"
"""The name that the game's own definition goes by."""

_WORDS: dict[type[s.Definition], str] = {
    s.Value: "value",
    s.Condition: "condition",
    s.Rule: "rule",
    s.Table: "table",
    s.Scale: "scale",
    s.Constant: "constant",
    s.Resources: "resource",
    s.Group: "group",
    s.Sequence: "sequence",
    s.State: "state",
    s.ListState: "list",
    s.Row: "row",
    s.Kind: "kind",
    s.EachPlayer: "kind",
    s.Game: GAME,
    s.Seat: "seat",
    s.ChangeConstant: "constant",
    s.ChangeScale: "scale",
    s.ChangeGroup: "group",
    s.ChangeResource: "resource",
    s.ChangeKind: "kind",
    s.ChangeGame: GAME,
    s.ChangeSeat: "seat",
    s.ChangeTable: "table",
}


def definition_name(definition: s.Definition) -> str | None:
    """The name a definition goes by; None for one that only adds to something, or gives several."""
    match definition:
        case s.Game():
            return GAME
        case s.Resources(items=(item,)):
            return item.name.text
        case s.EachPlayer():
            return PLAYER if definition.name.text == PLAYER else None
        case s.Resources():
            return None
    name = getattr(definition, "name", None)
    return name.text if isinstance(name, s.Name) else None


def definition_names(definition: s.Definition) -> list[str]:
    """Every name that a definition gives."""
    if isinstance(definition, s.Resources):
        return [item.name.text for item in definition.items]
    name = definition_name(definition)
    plural = definition.plural.text if isinstance(definition, s.Kind) and definition.plural is not None else None
    return [given for given in (name, plural) if given is not None]


def attachment_target(node: s.Attachment) -> s.Name:
    return node.sequence if isinstance(node, s.AroundEach) else node.target.name


def word_for(definition: s.Definition) -> str:
    """The word of the language for a definition; for an object the name of its kind."""
    match definition:
        case s.Object(kind=kind):
            return kind.text
        case s.Action(is_phase=is_phase):
            return "phase" if is_phase else "action"
    return _WORDS[type(definition)]


def edit_subject(edit: s.Edit) -> s.Name:
    """The name of what an edit is about."""
    match edit:
        case s.Insert(sequence=sequence):
            return sequence
        case s.ChangeGame():
            return s.Name(edit.span, GAME)
        case s.ChangeSteps(name=name) | s.Replace(name=name):
            return name or s.Name(edit.span, GAME)
    return edit.name


def edit_keywords(edit: s.Edit) -> tuple[str, ...]:
    """The words that what an edit is about may be defined with."""
    match edit:
        case s.Replace(definition=definition) | s.ChangeLine(definition=definition):
            return (word_for(definition),)
        case s.ChangeObject(kind=kind) | s.RemoveDefinition(what=s.Name() as kind):
            return (kind.text,)
        case s.RemoveDefinition(what=str(word)):
            return (word,)
        case s.ChangeSteps(what=word):
            return (word,)
        case s.Insert():
            return ("sequence", "group", "row")
    return (_WORDS[type(edit)],)
