"""Objects among the others of their kind: these come in the order of the text, unless a layer puts its own among them."""

from __future__ import annotations

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Note
from caylus.diagnostics.english import with_article

from .base_definitions import Ground
from .naming import word_for


def kind_of_all(name: s.Name, ground: Ground) -> s.Kind | None:
    """The kind whose plural a name is."""
    kinds = (entry.definition for entry in ground.entries.values() if isinstance(entry.definition, s.Kind))
    return next((kind for kind in kinds if kind.plural is not None and kind.plural.text == name.text), None)


def place_object(edit: s.Insert, kind: s.Kind, ground: Ground) -> None:
    """Moves an object of the layer to its place beside another of a kind; where a stranger removes that, to where it was."""
    beside, inserted = ground.entry(edit.anchor), ground.entry(edit.name)
    if beside is None or inserted is None:
        return
    anchor, new = beside.written, inserted.written
    if not (_is_of_kind(edit.anchor, anchor, kind, ground) and _is_of_kind(edit.name, new, kind, ground)):
        return
    assert isinstance(anchor, s.Object)
    assert isinstance(new, s.Object)
    if inserted.layer != ground.layer.name:
        notes = (Note("it is defined here", new.span),)
        ground.fault("E0502", f"`{edit.name.text}` is in `{edit.sequence.text}` already", edit.name.span, notes)
    elif anchor.kind.text != new.kind.text:
        message = f"`{edit.name.text}` is {with_article(new.kind.text)} and `{edit.anchor.text}` {with_article(anchor.kind.text)}"
        notes = (Note(f"`{edit.anchor.text}` is defined here", anchor.span),)
        ground.fault("E0511", message, edit.anchor.span, notes, "objects of one kind stand together; name one of the same kind")
    else:
        ground.contents[inserted.file].remove(edit.name.text)
        there = ground.contents[beside.file]
        there.insert(there.index(edit.anchor.text) + (edit.when == "after"), edit.name.text)
        inserted.file = beside.file
        ground.record(f"{kind.name.text}.{edit.when} {edit.anchor.text}", "insert", edit.span, edit)


def _is_of_kind(name: s.Name, definition: s.Definition, kind: s.Kind, ground: Ground) -> bool:
    """Return whether something is an object of a kind, or of one below it; reports it if not."""
    if isinstance(definition, s.Object) and any(above is kind for above in ground.ancestor_kinds(definition.kind.text)):
        return True
    notes = (Note("it is defined here", definition.span),)
    message = f"`{name.text}` is {with_article(word_for(definition))}, and no {kind.name.text}"
    ground.fault("E0511", message, name.span, notes)
    return False
