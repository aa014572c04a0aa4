"""Rows: so many objects of a kind, or objects that the rules name, side by side."""

from __future__ import annotations

from collections.abc import Container, Iterable

from caylus import model as m
from caylus import syntax as s
from caylus.check.expressions.type_names import kind_named
from caylus.check.scope import Scope
from caylus.check.symbols import Entry
from caylus.check.types import describe, object_type
from caylus.diagnostics.diagnostic import Note

from . import audiences
from .titles import make_title


def declare(entry: Entry, node: s.Row, scope: Scope) -> m.Row | None:
    """A row of its kind; the objects that it names get their places in it."""
    audience = audiences.row_audience(node.audience, scope)
    if node.kind is None:
        return _make_listed_row(entry, node, audience, scope)
    kind = kind_named(node.kind, scope, plural=True)
    if kind is scope.symbols.player:
        help = f"write `list {entry.name} of player`"
        scope.wrong("E0206", node.kind, "players do not stand in a row", "a kind of object is needed", help=help)
        return None
    if kind is None or _is_of_resources(kind, node.kind, scope):
        return None
    return m.Row(entry.name, make_title(node), kind, -1, 0, entry.span, audience)


def _is_of_resources(kind: m.Kind, name: s.Name, scope: Scope) -> bool:
    """Reports a row that would bring resources along."""
    if kind.is_of_resources:
        help = "define each, and name them: `row … of [one, another]`"
        scope.wrong(
            "E0324", name, f"{kind.plural} are resources, each with a name of its own", "none comes with a row", help=help
        )
    return kind.is_of_resources


def make_player_row(node: s.PlayerRow, owner: m.Kind, scope: Scope) -> m.Row | None:
    """A row that each player has."""
    kind = kind_named(node.kind, scope, plural=True)
    if not owner.is_player:
        help = "say so in `each player has`, or define one for the table: `row … of …`"
        scope.wrong("E0323", node, f"{describe(object_type(owner))} has no row of its own", "only players have", help=help)
    elif kind is scope.symbols.player:
        scope.wrong("E0206", node.kind, "players do not stand in a row", "a kind of object is needed")
    elif kind is not None and not _is_of_resources(kind, node.kind, scope):
        return m.Row(node.name.text, make_title(node), kind, -1, 0, node.name.span)
    return None


def members(row: m.Row, owner: int = -1) -> list[m.Object]:
    """The objects that a row brings with it."""
    called = row.title.removeprefix("the ")
    numbers = range(1, row.size + 1)
    return [m.Object(f"{row.name} {n}", f"{called} {n}", row.kind, -1, row, n, None, row.span, owner=owner) for n in numbers]


def _make_listed_row(entry: Entry, node: s.Row, audience: m.Audience, scope: Scope) -> m.Row | None:
    row: m.Row | None = None
    for name in node.members:
        object_ = _object(name, scope)
        if object_ is None:
            continue
        row = row or m.Row(entry.name, make_title(node), object_.kind, -1, 0, entry.span, audience, True)
        wrong = _explain_misplacement(object_, row)
        if wrong:
            scope.wrong("E0322", name, wrong, "cannot stand here", notes=[Note("it is defined here", object_.span)])
        else:
            row.size += 1
            object_.row, object_.number = row, row.size
    return row


def _object(name: s.Name, scope: Scope) -> m.Object | None:
    entry = scope.symbols.look(name.text, name.span)
    if entry is not None and isinstance(entry.definition, s.Object):
        return entry.meaning if isinstance(entry.meaning, m.Object) else None
    if entry is None:
        guess = scope.symbols.did_you_mean(name.text, [e.name for e, _ in scope.symbols.definitions_of(s.Object)])
        scope.wrong("E0204", name, f"`{name.text}` is not an object in this ruleset", "unknown name", help=guess)
    else:
        scope.wrong("E0206", name, f"{entry.describe()}, not an object", "an object is needed", notes=entry.here())
    return None


def _explain_misplacement(object_: m.Object, row: m.Row) -> str:
    """The reason why an object cannot be in a row; an empty text where it can."""
    if object_.row is row:
        return f"`{object_.name}` stands in `{row.name}` already"
    if object_.row is not None:
        return f"`{object_.name}` stands in `{object_.row.name}`, and nowhere else"
    if object_.kind is not row.kind:
        one, other = describe(object_type(object_.kind)), describe(object_type(row.kind))
        return f"`{object_.name}` is {one}, and the first of `{row.name}` {other}"
    return f"there are {object_.copies} of `{object_.name}`, which one stands here?" if object_.copies > 1 else ""


def side_by_side(object_: m.Object, placed: Container[m.Object], objects: Iterable[m.Object]) -> list[m.Object]:
    """An object, or where it is the first of its row that comes, all of that row; nothing for one that is placed."""
    if object_.row is None:
        return [object_]
    if object_ in placed:
        return []
    return sorted((other for other in objects if other.row is object_.row), key=lambda other: other.number)
