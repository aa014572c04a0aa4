"""The objects on the table, the rows they stand in, and their numbers."""

from __future__ import annotations

from collections.abc import Mapping

from caylus import model as m
from caylus import syntax as s
from caylus.check.expressions import constants
from caylus.check.expressions.type_names import kind_named
from caylus.check.scope import Scope
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Diagnostic, Note
from caylus.limits import MOST_OBJECTS, MOST_PLAYERS

from . import numbering, rows
from .titles import make_title

Objects = dict[m.Object, s.Object]
"""What each named object was made from."""


def declare(symbols: Symbols) -> tuple[Objects, tuple[Diagnostic, ...]]:
    """Objects and rows with their kinds; their numbers come with `lay_out`."""
    top = Scope.top(symbols)
    objects: Objects = {}
    for entry, node in symbols.definitions_of(s.Object):
        kind = kind_named(node.kind, top)
        if kind is symbols.player:
            top.wrong("E0206", node.kind, "players are not named in the rules", "they come with the game")
        elif kind is not None:
            see = node.see.text if node.see is not None else None
            copies = node.copies.value if node.copies is not None else 1
            entry.meaning = object_ = m.Object(entry.name, make_title(node), kind, -1, None, 0, see, entry.span, copies)
            object_.about = _about(node, top)
            objects[object_] = node
    for entry, row in symbols.definitions_of(s.Row):
        entry.meaning = rows.declare(entry, row, top)
    return objects, top.collector.diagnostics


def _about(node: s.Object, scope: Scope) -> str | None:
    """The text that people read about an object."""
    if not node.abouts:
        return None
    first, *others = node.abouts
    for other in others:
        scope.wrong("E0201", other, "`about` is written twice", "again here", notes=[Note("the first", first.span)])
    return first.text.text


def lay_out(symbols: Symbols, objects: Objects, players_rows: Mapping[m.Row, s.PlayerRow]) -> tuple[None, tuple[Diagnostic, ...]]:
    """Makes the members of rows and numbers the objects of each root kind (see `numbering`)."""
    top = Scope.top(symbols)
    own: dict[m.Kind, list[m.Object]] = {kind: [] for kind in symbols.kinds() if not kind.is_of_resources}
    for object_ in (object_ for object_ in objects if object_.kind in own):
        own[object_.kind] += rows.side_by_side(object_, own[object_.kind], objects)
    room = MOST_OBJECTS - len(objects)
    for object_, made_from in objects.items():
        room -= _more(object_, made_from, room, top)
    for entry, node in symbols.definitions_of(s.Row):
        if isinstance(entry.meaning, m.Row) and node.size is not None:
            row = entry.meaning
            row.size = _size(node.size, room, top)
            room -= row.size
            own[row.kind] += rows.members(row)
    players = min(max((game.most for game in symbols.all(s.Game)), default=1), MOST_PLAYERS)
    of_players: dict[m.Kind, list[m.Row]] = {}
    for row, made_of in players_rows.items():
        if any(kind is not row.kind and kind.root is row.kind.root for kind in of_players):
            message = f"players have rows of another kind than {row.kind.plural}, of the same family"
            top.wrong("E0323", made_of.kind, message, "not these as well", help="give them rows of one kind")
            continue
        row.size = _size(made_of.size, room // players, top)
        room -= row.size * players
        of_players.setdefault(row.kind, []).append(row)
    numbering.number(own, of_players, players)
    return None, top.collector.diagnostics


def _more(object_: m.Object, node: s.Object, room: int, scope: Scope) -> int:
    """Return how many objects there are of one besides itself; it has no states then, which would be those of all its copies."""
    if node.copies is None:
        return 0
    if not 1 <= object_.copies <= max(room, 0) + 1:
        help = (
            f"a game has room for {MOST_OBJECTS} objects in all" if object_.copies else "leave it out, or say how many there are"
        )
        scope.wrong("E0306", node.copies, f"there cannot be {object_.copies} of `{object_.name}`", "so many", help=help)
        object_.copies = 1
    own = _changing(object_.kind)
    if own is not None and object_.copies > 1:
        message = f"there are {object_.copies} of `{object_.name}`, and `{own.name}` would be one for all of them"
        notes = [Note("it changes", own.span)]
        help = "keep it where the copies lie: in lists, or for each player"
        scope.wrong("E0321", node.copies, message, "copies have no states", notes=notes, help=help)
    return object_.copies - 1


def _changing(kind: m.Kind | None) -> m.State | m.ListState | None:
    """Something that changes about objects of a kind, if there is anything."""
    while kind is not None:
        own: list[m.State | m.ListState] = [*kind.states.values(), *kind.lists.values()]
        if own:
            return own[0]
        kind = kind.parent
    return None


def _size(node: s.Expr, room: int, scope: Scope) -> int:
    size = constants.number(node, scope, "the size of a row is")
    if size is not None and not 1 <= size <= room:
        help = f"a game has room for {MOST_OBJECTS} objects in all" if size > room else "a row has at least one member"
        scope.wrong("E0306", node, f"a row cannot have {size} members", "the size of the row", help=help)
        return 0
    return size or 0
