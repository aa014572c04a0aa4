"""The players' table: a line for each, what they have in columns whose heads are as short as the width asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from caylus.diagnostics import as_words
from caylus.panels import PlayersPanel

from caylus_tools.common.english import shortest_beginnings

from .marked import Line, Span, cut, fit, join_parts, line_width, right, spans, style_line
from .names import NOTHING, UNKNOWN
from .scene import Scene

_TURN = "▶"
_YOU = " (you)"
_MOST_NAME = 20
_GAPS = (2, 1)
_LEAST = 8
_LEAST_HEAD = 3


@dataclass(frozen=True, slots=True)
class _Column:
    """`shorter` is the head to fall back upon; `below` stands beside it; words stand to the left, numbers to the right."""

    head: str
    shorter: str
    below: str
    cells: tuple[Line, ...]
    is_text: bool
    most: int = 10_000

    @property
    def title(self) -> str:
        return f"{self.head} {self.below}".strip()

    @property
    def width(self) -> int:
        return min(self.most, max(line_width(self.title), *map(line_width, self.cells)))


def lines(scene: Scene, panel: PlayersPanel, width: int) -> list[Line]:
    """The heads, and a line for each player in their order."""
    players = scene.order
    names = [_name(scene, player) for player in players]
    first = min(_MOST_NAME, max(map(line_width, names))) + 1
    columns, gap = _fitting([_column(scene, name, players) for name in panel.columns], width - first)
    between = " " * gap
    heads = [_fit_line(spans(Span(column.title, "dim")), column) for column in columns]
    made = [(Span(" " * first), *join_parts(heads, between))] if columns else []
    for number, name in enumerate(names):
        cells = [_fit_line(column.cells[number], column) for column in columns]
        made.append((*fit(name, first), *join_parts(cells, between)))
    return [cut(line, width) for line in made]


def _fit_line(line: Line, column: _Column) -> Line:
    return fit(line, column.width) if column.is_text else right(line, column.width)


def _name(scene: Scene, player: Mapping[str, Any]) -> Line:
    name = player["name"]
    turn = name in scene.waiting
    you = _YOU if name == scene.player else ""
    title = cut(scene.names.title(name), _MOST_NAME - len(you) - 1)
    line = (Span(_TURN if turn else " "), *title, Span(you))
    return style_line(line, "bold") if turn else line


def _column(scene: Scene, name: str, players: list[Mapping[str, Any]]) -> _Column:
    title, below = scene.words.title(name), ""
    kind, _, state = name.partition(".")
    if state:
        cells = tuple(_held_things(scene, kind, state, player["name"]) for player in players)
        plural = as_words(scene.words.model.kinds[kind].plural)
        return _Column(plural, plural, "", cells, is_text=True)
    states = scene.words.model.kinds["player"].states
    values = [{**player["resources"], **player["state"], **player["lists"]}[name] for player in players]
    of_state = states.get(name)
    if of_state is not None and len(of_state.indices) == 1:
        keys = [scene.names.titles.get(key.name, key.name) for key in of_state.indices[0].objects]
        below = " ".join(map(shortest_beginnings(keys, fewest=1).__getitem__, keys))
    may_be_none = of_state is not None and of_state.type.base == "object"
    cells = tuple(_cell(scene, value, may_be_none) for value in values)
    is_text = any(isinstance(value, (str, list)) for value in values)
    return _Column(title, scene.words.short(name), below, cells, is_text)


def _cell(scene: Scene, value: Any, may_be_none: bool) -> Line:
    if value is None and not may_be_none:
        return (UNKNOWN,)
    if isinstance(value, Mapping) and [*value] == ["size"]:
        return spans(f"{value['size']} hidden")
    return scene.names.value(value, short=True)


def _held_things(scene: Scene, kind: str, state: str, player: str) -> Line:
    """The things whose state names a player."""
    found = []
    for thing in scene.words.model.kinds[kind].objects:
        objects = scene.view["objects"].get(thing.kind.root.name, {})
        spaces = scene.view["rows"].get(thing.row.name, ()) if thing.row is not None else ()
        holds = next((space for space in spaces if space["name"] == thing.name), objects.get(thing.name, {}))
        if holds.get(state) == player:
            found.append(spans(scene.names.titles.get(thing.name, thing.title)))
    return join_parts(found, ", ") or (NOTHING,)


def _fitting(columns: list[_Column], room: int) -> tuple[list[_Column], int]:
    """The columns and the gap between them; where they need more than there is, the last heads are shortened first."""
    for gap in _GAPS:
        if _width(columns, gap) <= room:
            return columns, gap
    gap = _GAPS[-1]
    columns = list(columns)
    for shorten in (_with_short_head, _with_cut_head):
        for number in reversed(range(len(columns))):
            if _width(columns, gap) > room:
                columns[number] = shorten(columns[number])
    over = _width(columns, gap) - room
    words = [number for number, column in enumerate(columns) if column.is_text]
    if over > 0 and words:
        widest = max(words, key=lambda number: columns[number].width)
        columns[widest] = replace(columns[widest], most=max(_LEAST, columns[widest].width - over))
    return columns, next(gap for gap in _GAPS if gap == _GAPS[-1] or _width(columns, gap) <= room)


def _width(columns: list[_Column], gap: int) -> int:
    return sum(column.width for column in columns) + gap * (len(columns) - 1)


def _with_short_head(column: _Column) -> _Column:
    return replace(column, head=column.shorter)


def _with_cut_head(column: _Column) -> _Column:
    """The head no wider than what stands below it, or a few letters."""
    return replace(column, head="" if column.below else column.head[: max(_LEAST_HEAD, *map(line_width, column.cells))])
