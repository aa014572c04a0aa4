"""The table as the manifest lays it out: rows of spaces, lists, objects with what has become of them, and the players.

A panel of the manifest's `table` is one of
    row: NAME, show: [STATE…], markers: [STATE…]     the first state heads each space; players in others stand there by a sign,
                                                     and markers are states of the table that name a space or its number
    list: [LIST or STATE…]                           who is in the lists, in order; what the table's states are
    objects: KIND, show: [PROPERTY or STATE…]        one line an object, but for those of which there is nothing to show
    players: [RESOURCE, GROUP, STATE or LIST…]       the columns of the players' table, one for each resource of a group
A ruleset without panels is shown with all it has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import fill
from typing import TYPE_CHECKING, Any

from caylus.diagnostics import as_words
from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from caylus_tools.common.english import shortest_beginnings
from caylus_tools.common.rows import rows_called, rows_of
from caylus_tools.verbalize.amounts import groups
from caylus_tools.verbalize.objects import Objects, has
from caylus_tools.verbalize.prose import plain

from .boxes import Box, draw
from .labels import Labels
from .wrapping import wrapped

if TYPE_CHECKING:
    from caylus import Ruleset

_SIGNS = ("●", "■", "◆", "▲", "▼")
_HEADING = 10
"""How wide a heading of the players' table is before it goes on below."""

Panel = Mapping[str, Any]
View = Mapping[str, Any]


class TableTop:
    """Draws views of one game."""

    def __init__(self, rules: Ruleset, labels: Labels) -> None:
        self._rules = rules
        self._labels = labels
        self._things = Objects(rules)
        self._signs: dict[str, str] = {}  # of the states that show who stands or owns, the same in every row

    def draw(self, view: View, turn: str | None, width: int) -> Group:
        """The whole table as `view` sees it; `turn` is the player who decides."""
        panels: Sequence[Panel] = self._rules.manifest.get("table") or _all_there_is(view)
        return Group(*(part for panel in panels for part in self._panel(panel, view, turn, width)))

    def _panel(self, panel: Panel, view: View, turn: str | None, width: int) -> Iterator[RenderableType]:
        if "row" in panel:
            for name in rows_called(panel["row"], view):
                yield from self._row({**panel, "row": name}, view, width)
        elif "list" in panel:
            yield wrapped([self._list(name, view) for name in panel["list"]], width)
        elif "objects" in panel:
            yield from self._objects(panel, view)
        elif "players" in panel:
            yield self._players(panel["players"], view, turn)

    def _row(self, panel: Panel, view: View, width: int) -> Iterator[RenderableType]:
        spaces = rows_of(view)[panel["row"]]
        fields = panel.get("show") or [field for field in (spaces[0] if spaces else {}) if field != "name"]
        signs = {field: self._sign(field) for field in fields[1:]}
        markers = sorted(panel.get("markers", ()))
        boxes = [self._space(number, space, fields, signs, markers, view["table"]) for number, space in enumerate(spaces, 1)]
        used = max((number for number, shown in enumerate(boxes, 1) if shown.lines), default=1)
        title = Text(as_words(panel["row"]), style="bold")
        for field, sign in signs.items():
            title.append(f"  {sign} {as_words(field)}", style="dim")
        if used < len(boxes):
            title.append(f"  (nothing yet on {used + 1} to {len(boxes)})", style="dim")
        yield title
        yield draw(boxes[:used], width)

    def _space(
        self,
        number: int,
        space: Mapping[str, Any],
        fields: Sequence[str],
        signs: Mapping[str, str],
        markers: Sequence[str],
        table: View,
    ) -> Box:
        head = space[fields[0]] if fields else None
        pieces = [self._piece(field, signs[field], space[field]) for field in fields[1:] if space[field]]
        lines = [self._labels.value(head) if head is not None else Text(), Text(" ").join(pieces)]
        lines += [Text(as_words(marker), style="reverse") for marker in markers if table[marker] in (space["name"], number)]
        return Box(str(number), tuple(line for line in lines if line.plain))

    def _sign(self, field: str) -> str:
        return self._signs.setdefault(field, _SIGNS[len(self._signs) % len(_SIGNS)])

    def _piece(self, field: str, sign: str, value: object) -> Text:
        if isinstance(value, str) and value in self._labels.short:
            return Text(sign + self._labels.short[value], style=self._labels.colours[value])
        return Text(as_words(field)) if value is True else Text(sign).append_text(self._labels.value(value))

    def _list(self, name: str, view: View) -> list[Text]:
        """Who is in a list, in order, or what the table's state is; in pieces between which a line may break."""
        head = Text(f"{as_words(name)}:", style="bold")
        value = view["lists"][name] if name in view["lists"] else view["table"][name]
        if not isinstance(value, list) or not value:
            return [head, self._labels.value(value)]
        runs = [(kind, list(members)) for kind, members in groupby(value, self._kind)]
        pieces = [head]
        for kind, members in runs:
            if len(runs) > 1:
                pieces.append(Text(f"{kind}:", style="dim"))
            pieces += [self._labels.value(member).append(",") for member in members[:-1]]
            pieces.append(self._labels.value(members[-1]).append(";"))
        pieces[-1].right_crop()
        return pieces

    def _kind(self, name: str) -> str:
        """The kind of a thing; the things of several kinds in a list are told apart by it."""
        thing = self._things.get(name)
        return as_words(thing.kind.plural) if thing else ""

    def _objects(self, panel: Panel, view: View) -> Iterator[RenderableType]:
        """Those of which there is something to show."""
        kind = self._rules.model.kinds[panel["objects"]]
        states = view["objects"].get(kind.root.name, {})
        columns = panel.get("show") or [*kind.properties, *kind.states]
        table = _plain_table(as_words(kind.name), [as_words(column) for column in columns])
        for thing in kind.objects:
            cells = []
            for column in columns:
                fixed = kind.properties.get(column)
                if fixed:
                    cells.append(Text(plain(self._things.property(fixed, thing)) if has(thing, fixed) else "-"))
                else:
                    cells.append(self._labels.value(states.get(thing.name, {}).get(column)))
            if any(cell.plain != "-" for cell in cells):
                table.add_row(self._labels.value(thing.name), *cells)
        if table.rows:
            yield table

    def _players(self, named: Sequence[str], view: View, turn: str | None) -> RenderableType:
        columns = self._columns(named)
        called = {resource.name: resource.title for resource in self._rules.model.resources}
        headings = [fill(called.get(column, as_words(column)), _HEADING, break_long_words=False) for column in columns]
        table = _plain_table("player", headings)
        states = self._rules.model.kinds["player"].states
        for number, column in enumerate(columns, 1):
            if column in states and len(states[column].indices) == 1:
                (index,) = states[column].indices
                names = shortest_beginnings([self._labels.titles.get(key.name, key.name) for key in index.objects], fewest=1)
                table.columns[number].header = f"{as_words(column)}\n{' '.join(names.values())}"
        may_be_none = {name for name, state in states.items() if state.type.base == "object"}
        for player in view["players"]:
            values = {**player["resources"], **player["state"], **player["lists"]}
            values |= {name: "?" for name, value in values.items() if value is None and name not in may_be_none}
            name = Text.assemble("▶" if player["name"] == turn else " ", self._labels.value(player["name"]))
            table.add_row(name, *(self._labels.value(values[column]) for column in columns))
        return table

    def _columns(self, named: Sequence[str]) -> list[str]:
        """What players have by these names, those of a group or a kind being its resources, each once."""
        members = {group.name: [resource.name for resource in group.members] for group in groups(self._rules.model)}
        return list(dict.fromkeys(column for name in named for column in members.get(name, [name]) if "." not in column))


def _plain_table(first: str, headings: Sequence[str]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=0, show_edge=False, pad_edge=False)
    table.add_column(first, no_wrap=True)
    for heading in headings:
        table.add_column(heading, justify="right")
    return table


def _all_there_is(view: View) -> list[Panel]:
    panels: list[Panel] = [{"row": row} for row in rows_of(view)]
    panels.append({"list": [*view["lists"], *view["table"]]})
    panels += [{"objects": kind} for kind in view["objects"]]
    first = view["players"][0]
    return [*panels, {"players": [*first["resources"], *first["state"], *first["lists"]]}]
