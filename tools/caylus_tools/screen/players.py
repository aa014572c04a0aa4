"""The players' table: a line for each, what they have in columns whose heads are as short as the width asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from caylus.diagnostics import as_words

from caylus_tools.common.english import shortest_beginnings

from .layout import Players
from .marked import Line, Span, cut, fit, joined, right, spans, styled, width_of
from .names import NOTHING, UNKNOWN
from .scene import Scene

_TURN = "▶"
_YOU = " (you)"
_MOST_NAME = 20
_BETWEEN = 2


@dataclass(frozen=True, slots=True)
class _Column:
    """`shorter` is the head to fall back upon; `below` stands under the head; words stand to the left, numbers to the right."""

    head: str
    shorter: str
    below: str
    cells: tuple[Line, ...]
    is_text: bool

    @property
    def width(self) -> int:
        return max(width_of(f"{self.head} {self.below}".strip()), *(width_of(cell) for cell in self.cells))


def lines(scene: Scene, panel: Players, width: int) -> list[Line]:
    """The heads, and a line for each player in their order."""
    players = scene.order
    names = [_name(scene, player) for player in players]
    first = min(_MOST_NAME, max(map(width_of, names))) + 1
    columns = _shortened([_column(scene, name, players) for name in panel.columns], width - first)
    heads = [_fitted(spans(Span(f"{column.head} {column.below}".strip(), "dim")), column) for column in columns]
    made = [cut((Span(" " * first), *joined(heads, " " * _BETWEEN)), width)] if columns else []
    for number, name in enumerate(names):
        cells = [_fitted(column.cells[number], column) for column in columns]
        made.append(cut((*fit(name, first), *joined(cells, " " * _BETWEEN)), width))
    return made


def _fitted(line: Line, column: _Column) -> Line:
    return fit(line, column.width) if column.is_text else right(line, column.width)


def _name(scene: Scene, player: Mapping[str, Any]) -> Line:
    name = player["name"]
    turn = name in scene.waiting
    you = _YOU if name == scene.player else ""
    title = cut(scene.names.title(name), _MOST_NAME - len(you) - 1)
    line = (Span(_TURN if turn else " "), *title, Span(you))
    return styled(line, "bold") if turn else line


def _column(scene: Scene, name: str, players: list[Mapping[str, Any]]) -> _Column:
    title, below = scene.words.title(name), ""
    kind, _, state = name.partition(".")
    if state:
        cells = tuple(_held(scene, kind, state, player["name"]) for player in players)
        return _Column(as_words(scene.words.model.kinds[kind].plural), "", "", cells, is_text=True)
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


def _held(scene: Scene, kind: str, state: str, player: str) -> Line:
    """The things whose state names a player."""
    found = []
    for thing in scene.words.model.kinds[kind].objects:
        objects = scene.view["objects"].get(thing.kind.root.name, {})
        spaces = scene.view["rows"].get(thing.row.name, ()) if thing.row is not None else ()
        holds = next((space for space in spaces if space["name"] == thing.name), objects.get(thing.name, {}))
        if holds.get(state) == player:
            found.append(spans(scene.names.titles.get(thing.name, thing.title)))
    return joined(found, ", ") or (NOTHING,)


def _shortened(columns: list[_Column], room: int) -> list[_Column]:
    """The columns with as many of their heads shortened as it takes, those first that save most."""

    def saved(number: int) -> int:
        return columns[number].width - replace(columns[number], head=columns[number].shorter).width

    columns = list(columns)
    while columns and sum(column.width for column in columns) + _BETWEEN * (len(columns) - 1) > room:
        best = max(range(len(columns)), key=saved)
        if saved(best) < 1:
            break
        columns[best] = replace(columns[best], head=columns[best].shorter)
    return columns
