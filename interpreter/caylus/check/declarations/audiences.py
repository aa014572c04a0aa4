"""Resolve who may see the content of a thing: `hidden`, and the words after it."""

from __future__ import annotations

from caylus import model as m
from caylus import syntax as s
from caylus.check.expressions.paths import definition_notes, field
from caylus.check.scope import Scope
from caylus.check.types import describe, object_type

_OF_ALL = {"hidden from all": m.FACE_DOWN, "not hidden": m.PUBLIC}
_OF_PLAYERS = {**_OF_ALL, "hidden": m.OWN, "hidden sum": m.COUNTED}


def resource_audience(node: s.Audience | None, scope: Scope) -> m.Audience:
    """Of what each player holds."""
    known = _OF_PLAYERS.get(node.words) if node is not None else None
    return known or _resolve_audience(node, None, scope)


def row_audience(node: s.Audience | None, scope: Scope) -> m.Audience:
    """Of what the members of a row hold."""
    return _resolve_audience(node, None, scope)


def member_audience(thing: m.State | m.ListState, owner: m.Kind | None, node: s.Audience | None, scope: Scope) -> m.Audience:
    """Of a state or a list, whose fields are all known; `owner` is the kind that has it, None for the table's."""
    if node is not None and node.words == "hidden sum":
        if owner is not None and owner.is_player and isinstance(thing, m.State) and thing.type == m.NUMBER:
            return m.COUNTED
        message = f"`{thing.name}` is no number of a player, so there is no sum to hide"
        scope.wrong("E0320", node, message, "only a number adds up", help="write `hidden`")
        return m.PUBLIC
    return _resolve_audience(node, owner, scope)


def _resolve_audience(node: s.Audience | None, owner: m.Kind | None, scope: Scope) -> m.Audience:
    if node is None:
        return m.PUBLIC
    if node.words in _OF_ALL:
        return _OF_ALL[node.words]
    if node.words == "hidden from":
        scope.wrong(
            "E0320", node, "things are hidden from all, or from all but one", "not from one", help="write `hidden from all`"
        )
        return m.PUBLIC
    if node.holder is not None:
        return _reader_audience(node.holder, owner, scope)
    if owner is not None and owner.is_player:
        return m.OWN
    help = "write `hidden from all`"
    if owner is not None:
        help += ", or `hidden except for` and what names a player here"
    scope.wrong("E0320", node, "`hidden` does not say from whom", "it belongs to nobody", help=help)
    return m.PUBLIC


def _reader_audience(name: s.Name, owner: m.Kind | None, scope: Scope) -> m.Audience:
    found = field(owner, name.text) if owner is not None else None
    is_player = isinstance(found, m.State) and found.type == object_type(scope.symbols.player) and not found.indices
    if isinstance(found, m.State) and is_player and found.audience.is_public:
        return m.Audience("holder", found)
    if owner is None:
        message, label = "`except for` names a player that an object has, and this is nobody's", "nothing has it here"
    elif found is None:
        message, label = f"{describe(object_type(owner))} has no `{name.text}`", "unknown"
    else:
        message, label = f"`{name.text}` names no player that everybody can see", "not somebody whom all know"
    help = "name a state of the same kind that is a player"
    scope.wrong("E0320", name, message, label, notes=definition_notes(found) if found is not None else (), help=help)
    return m.PUBLIC
