"""The layout of a screen: the manifest's panels, completed by defaults.

A name that the rules in hand do not have is one that a variant has removed, and is not shown.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from caylus import model as m
from caylus.panels import (
    VALUES,
    GridPanel,
    ListPanel,
    ObjectsPanel,
    Panel as DescribedPanel,
    PlayersPanel,
    RowPanel,
    StockPanel,
    braced_names,
    collect_rows,
    read_panel,
    rows_called,
)
from caylus.records import Record

from caylus_tools.verbalize.prose import groups

if TYPE_CHECKING:
    from caylus import Ruleset

View = Mapping[str, Any]

SHAPES = {"disc": "●", "block": "■", "diamond": "◆", "pawn": "▲"}
SHAPES_BY_COLOUR = {
    "red": "circle", "green": "triangle", "orange": "square", "blue": "diamond",
    "black": "octagon", "brown": "star", "teal": "cross", "pink": "hexagon",
}  # fmt: skip
"""The colours of seats, each with a shape of its own."""
_ALSO = {"yellow": "orange", "purple": "pink", "grey": "black", "gray": "black", "white": "black"}


def seat_colours(names: Sequence[str]) -> list[str]:
    """The colour of each seat.

    A seat that is called after a colour has that one; the others take what is left, in order, and again from the first where
    there are more seats than colours.
    """
    own_colours = [word if (word := name.casefold()) in SHAPES_BY_COLOUR else _ALSO.get(word) for name in names]
    left = [colour for colour in SHAPES_BY_COLOUR if colour not in own_colours]
    colours: list[str] = []
    for number, colour in enumerate(own_colours):
        if colour is not None and colour not in own_colours[:number]:
            colours.append(colour)
        else:
            colours.append(left.pop(0) if left else [*SHAPES_BY_COLOUR][number % len(SHAPES_BY_COLOUR)])
    return colours


class Row(Record):
    """`name` is that of the view, `of` the player whose row it is; `show` begins with what heads a space.

    `is_path` is where it is drawn as a way from space to space. `panel` is what the manifest says of it, without names that the
    rules do not have.
    """

    name: str
    row: m.Row
    of: str | None
    key: str
    show: tuple[str, ...]
    is_path: bool
    panel: RowPanel

    def names_thing(self, field: str) -> bool:
        """Return whether a state of its spaces has an object as its value."""
        kind = self.row.kind
        state = kind.root.states.get(field) or kind.states.get(field)
        return state is not None and state.type.base == "object"


class Things(Record):
    """The objects of a kind: a column for each of `show`, or by flag the words for each, as the `panel` says."""

    kind: m.Kind
    show: tuple[str, ...]
    panel: ObjectsPanel


class Stock(Record):
    """The kinds whose objects can still come to the table (see `StockPanel`)."""

    kinds: tuple[m.Kind, ...]
    left: str | None
    holds: str | None

    def things(self, view: View) -> Iterator[tuple[m.Kind, list[tuple[m.Object, int]]]]:
        """By kind, each object that is left, and how many of it, as far as it is seen; 1 where nothing says how many."""
        for kind in self.kinds:
            counts = [(thing, self.count(thing, view)) for thing in kind.objects if thing.is_named]
            if left := [(thing, number) for thing, number in counts if number]:
                yield kind, left

    def count(self, thing: m.Object, view: View) -> int:
        """The number of copies of a thing that are left."""
        if self.holds is not None:
            names = view["lists"].get(self.holds)
            return int(isinstance(names, list) and thing.name in names)
        if self.left is None:
            return 1
        number = view["objects"].get(thing.kind.root.name, {}).get(thing.name, {}).get(self.left)
        return number if isinstance(number, int) else 1


Panel = Row | ListPanel | Things | GridPanel | PlayersPanel | Stock


class Layout(Record):
    header: tuple[str, ...]
    pieces: Mapping[str, str]
    panels: tuple[Panel, ...]

    @property
    def rows(self) -> list[Row]:
        return [panel for panel in self.panels if isinstance(panel, Row)]

    def fields(self, row: Row) -> tuple[str | None, list[str], list[str]]:
        """The state that says what lies on a space of a row, if any; those that pieces are drawn for; and the others shown."""
        head = next((field for field in row.show[:1] if field not in self.pieces and row.names_thing(field)), None)
        others = [field for field in row.show if field != head]
        return head, [field for field in others if field in self.pieces], [field for field in others if field not in self.pieces]


def layout(rules: Ruleset, view: View) -> Layout:
    """The panels of a ruleset, as a view fills them."""
    manifest = rules.manifest
    through = manifest.get("path", {}).get("through", ())
    panels = tuple(_panels(rules.model, view, rules.panels or tuple(_all_there_is(view)), through))
    field_names = [field for panel in panels if isinstance(panel, Row) for field in panel.show]
    others = iter(sign for sign in SHAPES.values() if sign not in map(SHAPES.get, manifest.get("pieces", {}).values()))
    pieces = {state: SHAPES[shape] for state, shape in manifest.get("pieces", {}).items()}
    for field in field_names:
        if field not in pieces and _is_player(rules.model, field):
            pieces[field] = next(others, "▪")
    values = {**view["lists"], **view["table"]}
    return Layout(tuple(name for name in manifest.get("header", ()) if name in values), pieces, panels)


def find_last_round(rules: Ruleset) -> int | None:
    """The number of the last round, where the manifest names a constant for it."""
    last = rules.model.constants.get(rules.manifest.get("rounds", ""))
    return last.value if isinstance(last, m.Const) and isinstance(last.value, int) else None


def order_of_players(header: Iterable[str], view: View) -> str | None:
    """The first list above the table that holds all players: they are shown in its order."""
    everyone, lists = {player["name"] for player in view["players"]}, view["lists"]
    return next((name for name in header if isinstance(lists.get(name), list) and {*lists[name]} == everyone), None)


def _panels(model: m.Model, view: View, panels: Sequence[DescribedPanel], through: Container[str]) -> Iterator[Panel]:
    used_keys = {panel.key for panel in panels if isinstance(panel, RowPanel) and panel.key is not None}
    states = model.kinds["player"].states
    for whole in panels:
        gaps: dict[str, Any] = {name: None for name in VALUES if getattr(whole, name, None) not in (None, *view["values"])}
        panel = replace(whole, **gaps)
        match panel:
            case RowPanel(row=name, key=key):
                if key is None:
                    key = "" if "" not in used_keys else next((k for k in _keys(name) if k not in used_keys), name)
                used_keys.add(key)
                yield from _rows(model, view, panel, key, bool(panel.markers) or name in through)
            case ListPanel(names=names):
                yield ListPanel(tuple(name for name in names if name in view["lists"] or name in view["table"]))
            case ObjectsPanel(kind=name, filled=filled):
                if kind := model.kinds.get(name):
                    fields = _fields(kind)
                    show = tuple(field for field in (fields if panel.show is None else panel.show) if field in fields)
                    is_there = filled.get("of") in fields and filled.get("by") in states
                    yield Things(kind, show, replace(panel, filled=filled if is_there else {}))
            case GridPanel(table=table):
                if table in model.tables:
                    yield replace(panel, marker=_if_known(panel.marker, states))
            case StockPanel(kinds=names, left=left, holds=holds):
                kinds = tuple(model.kinds[name] for name in names if name in model.kinds)
                count_field = left if all(left in _fields(kind) for kind in kinds) else None
                if kinds:
                    yield Stock(kinds, count_field, _if_known(holds, view["lists"]))
            case PlayersPanel(columns=columns):
                yield PlayersPanel(tuple(_columns(model, view, columns)))


def _rows(model: m.Model, view: View, panel: RowPanel, key: str, is_path: bool) -> Iterator[Row]:
    """The row, or those of the players; of these each has the player's letters in its keys."""
    rows = {**model.rows, **model.kinds["player"].rows}
    if panel.row not in rows:
        return
    values, markers = view["values"], {state: sign for state, sign in sorted(panel.markers.items()) if state in view["table"]}
    kind = model.kinds.get(panel.marks.get("objects", ""))
    definitions = {**values, **model.actions}
    fitting = replace(
        panel,
        markers=markers,
        closed_by=_if_known(panel.closed_by, markers),
        movers={value: phase for value, phase in panel.movers.items() if value in definitions and phase in definitions},
        marks=panel.marks if kind is not None and panel.marks["at"] in _fields(kind) else {},
        says=panel.says if all(name in view["table"] for name in braced_names(panel.says or "")) else None,
        queue=panel.queue if isinstance(view["lists"].get(panel.queue.get("of", "")), list) else {},
    )
    for name in rows_called(panel.row, view):
        of = None if name in view["rows"] else name.removesuffix(f" {panel.row}")
        spaces = collect_rows(view)[name]
        fields = [field for field in (spaces[0] if spaces else {}) if field != "name"]
        show = tuple(field for field in (fields if panel.show is None else panel.show) if field in fields)
        yield Row(name, rows[panel.row], of, key, show, is_path, fitting)


def _if_known(name: str | None, names: Container[str]) -> str | None:
    return name if name in names else None


def _keys(name: str) -> Iterator[str]:
    """The letters before numbers: the first letter of a name, then that and another of it."""
    letters = [letter for letter in name.lower() if letter.isascii() and letter.isalpha()]
    yield from letters[:1]
    yield from (letters[0] + letter for letter in letters[1:])


def _columns(model: m.Model, view: View, names: Iterable[str]) -> Iterator[str]:
    """The columns for what players have by these names, those of a group or a kind being its resources, each once."""
    members = {group.name: [resource.name for resource in group.members] for group in groups(model)}
    first = view["players"][0]
    own = {**first["resources"], **first["state"], **first["lists"], **first["rows"]}
    for column in dict.fromkeys(column for name in names for column in members.get(name, [name])):
        kind, _, state = column.partition(".")
        if column in own or (kind in model.kinds and state in _fields(model.kinds[kind])):
            yield column


def _is_player(model: m.Model, field: str) -> bool:
    states = [kind.states[field] for kind in model.kinds.values() if field in kind.states]
    return any(state.type.kind is not None and state.type.kind.is_player for state in states)


def _fields(kind: m.Kind) -> dict[str, None]:
    """The fields of a kind and of those it belongs to, without what is internal to the rules."""
    internal = {state.name for of in kind.lineage for state in of.states.values() if state.is_internal}
    internal |= {members.name for of in kind.lineage for members in of.lists.values() if members.is_internal}
    every = (name for of in kind.lineage[::-1] for name in (*of.properties, *of.states, *of.lists))
    return dict.fromkeys(name for name in every if name not in internal)


def _all_there_is(view: View) -> Iterator[DescribedPanel]:
    yield from (read_panel({"row": name}) for name in (*view["rows"], *view["players"][0]["rows"]))
    yield ListPanel((*view["lists"], *view["table"]))
    yield from (read_panel({"objects": kind}) for kind in view["objects"])
    first = view["players"][0]
    yield PlayersPanel((*first["resources"], *first["state"], *first["lists"]))
