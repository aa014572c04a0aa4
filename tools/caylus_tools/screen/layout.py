"""What the manifest says of how a table is shown, complete: of what it leaves out there is a rule of thumb.

A name that the rules in hand do not have is one that a variant has removed, and is not shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from caylus import model as m

from caylus_tools.common.rows import rows_called, rows_of
from caylus_tools.verbalize.amounts import groups

if TYPE_CHECKING:
    from caylus import Ruleset

View = Mapping[str, Any]

SHAPES = {"disc": "●", "block": "■", "diamond": "◆", "pawn": "▲"}


@dataclass(frozen=True, slots=True)
class Row:
    """`name` is that of the view, `of` the player whose row it is; `show` begins with what heads a space.

    `closed_by` is the marker that closes the row, `margin` and `reach` the values that say how far each space is from being cut
    off by it, and how far it moves; `movers` those that say how far each player can still move it, by the phase after which it is
    too late; `marks` are the objects that wait for a marker.
    """

    name: str
    row: m.Row
    of: str | None
    key: str
    show: tuple[str, ...]
    markers: Mapping[str, str]
    dim: str | None
    closed_by: str | None
    margin: str | None
    reach: str | None
    movers: Mapping[str, str]
    marks: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Lists:
    """Lists and states of the table."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Things:
    """The objects of a kind: a column for each of `show`, or by flag the words for each.

    `filled` says how many fields each has, and by which state of players they are filled; empty where nothing is.
    """

    kind: m.Kind
    show: tuple[str, ...]
    texts: Mapping[str, str]
    filled: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of the rules."""

    table: str
    marker: str | None
    open: str | None


@dataclass(frozen=True, slots=True)
class Players:
    """What players have by these names; the states of objects that name their holder by kind and state."""

    columns: tuple[str, ...]


Panel = Row | Lists | Things | Grid | Players


@dataclass(frozen=True, slots=True)
class Layout:
    header: tuple[str, ...]
    pieces: Mapping[str, str]
    panels: tuple[Panel, ...]

    @property
    def rows(self) -> list[Row]:
        return [panel for panel in self.panels if isinstance(panel, Row)]


def layout(rules: Ruleset, view: View) -> Layout:
    """The panels of a ruleset, as a view fills them."""
    manifest = rules.manifest
    panels = tuple(_panels(rules.model, view, manifest.get("table") or list(_all_there_is(view))))
    shown = [field for panel in panels if isinstance(panel, Row) for field in panel.show]
    others = iter(sign for sign in SHAPES.values() if sign not in map(SHAPES.get, manifest.get("pieces", {}).values()))
    pieces = {state: SHAPES[shape] for state, shape in manifest.get("pieces", {}).items()}
    for field in shown:
        if field not in pieces and _is_player(rules.model, field):
            pieces[field] = next(others, "▪")
    known = {**view["lists"], **view["table"]}
    return Layout(tuple(name for name in manifest.get("header", ()) if name in known), pieces, panels)


def order_of_players(header: Iterable[str], view: View) -> str | None:
    """The first list above the table that holds all players: they are shown in its order."""
    everyone, lists = {player["name"] for player in view["players"]}, view["lists"]
    return next((name for name in header if isinstance(lists.get(name), list) and {*lists[name]} == everyone), None)


def _panels(model: m.Model, view: View, panels: Sequence[Mapping[str, Any]]) -> Iterator[Panel]:
    taken = {panel["key"] for panel in panels if "key" in panel}
    for panel in panels:
        if "row" in panel:
            key = panel.get("key")
            if key is None:
                key = "" if "" not in taken else next((k for k in _keys(panel["row"]) if k not in taken), panel["row"])
            taken.add(key)
            yield from _rows(model, view, panel, key)
        elif "list" in panel:
            yield Lists(tuple(name for name in panel["list"] if name in view["lists"] or name in view["table"]))
        elif "objects" in panel:
            if kind := model.kinds.get(panel["objects"]):
                texts = panel.get("as", {})
                show = tuple(name for name in panel.get("show", _fields(kind)) if name in _fields(kind))
                filled = panel.get("filled", {})
                is_there = filled.get("of") in _fields(kind) and filled.get("by") in model.kinds["player"].states
                yield Things(kind, show, {"otherwise": texts} if isinstance(texts, str) else texts, filled if is_there else {})
        elif "grid" in panel:
            if panel["grid"] in model.tables:
                states = model.kinds["player"].states
                marker = panel.get("marker")
                is_open = panel.get("open")
                yield Grid(panel["grid"], marker if marker in states else None, is_open if is_open in view["values"] else None)
        elif "players" in panel:
            yield Players(tuple(_columns(model, view, panel["players"])))


def _rows(model: m.Model, view: View, panel: Mapping[str, Any], key: str) -> Iterator[Row]:
    """The row, or those of the players; of these each has the player's letters in its keys."""
    rows = {**model.rows, **model.kinds["player"].rows}
    if panel["row"] not in rows:
        return
    row = rows[panel["row"]]
    for name in rows_called(panel["row"], view):
        of = None if name in view["rows"] else name.removesuffix(f" {panel['row']}")
        spaces = rows_of(view)[name]
        fields = [field for field in (spaces[0] if spaces else {}) if field != "name"]
        show = tuple(field for field in panel.get("show", fields) if field in fields)
        markers = panel.get("markers", {})
        signs = dict(sorted(markers.items())) if isinstance(markers, Mapping) else {state: state[0].upper() for state in markers}
        values = {key: panel.get(key) if panel.get(key) in view["values"] else None for key in ("dim", "margin", "reach")}
        shown = {state: sign for state, sign in signs.items() if state in view["table"]}
        closed_by = panel.get("closed_by") if panel.get("closed_by") in shown else None
        marks = panel.get("marks", {})
        kind = model.kinds.get(marks.get("objects", ""))
        is_marked = kind is not None and marks["at"] in _fields(kind)
        known = {**view["values"], **model.actions}
        movers = {value: phase for value, phase in panel.get("movers", {}).items() if value in known and phase in known}
        yield Row(name, row, of, key, show, shown, closed_by=closed_by, movers=movers, marks=marks if is_marked else {}, **values)


def _keys(name: str) -> Iterator[str]:
    """What may stand before numbers: the first letter of a name, then that and another of it."""
    letters = [letter for letter in name.lower() if letter.isascii() and letter.isalpha()]
    yield from letters[:1]
    yield from (letters[0] + letter for letter in letters[1:])


def _columns(model: m.Model, view: View, named: Iterable[str]) -> Iterator[str]:
    """What players have by these names, those of a group or a kind being its resources, each once."""
    members = {group.name: [resource.name for resource in group.members] for group in groups(model)}
    first = view["players"][0]
    own = {**first["resources"], **first["state"], **first["lists"]}
    for column in dict.fromkeys(column for name in named for column in members.get(name, [name])):
        kind, _, state = column.partition(".")
        if column in own or (kind in model.kinds and state in _fields(model.kinds[kind])):
            yield column


def _is_player(model: m.Model, field: str) -> bool:
    states = [kind.states[field] for kind in model.kinds.values() if field in kind.states]
    return any(state.type.kind is not None and state.type.kind.is_player for state in states)


def _fields(kind: m.Kind) -> dict[str, None]:
    """What a kind and those it belongs to give their objects."""
    above = _fields(kind.parent) if kind.parent else {}
    return {**above, **dict.fromkeys([*kind.properties, *kind.states, *kind.lists])}


def _all_there_is(view: View) -> Iterator[dict[str, Any]]:
    yield from ({"row": name} for name in (*view["rows"], *view["players"][0]["rows"]))
    yield {"list": [*view["lists"], *view["table"]]}
    yield from ({"objects": kind} for kind in view["objects"])
    first = view["players"][0]
    yield {"players": [*first["resources"], *first["state"], *first["lists"]]}
