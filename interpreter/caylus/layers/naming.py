"""The names that definitions and edits give or are about, and the keywords for them."""

from __future__ import annotations

from caylus import syntax as s
from caylus.syntax.builtins import PLAYER

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
