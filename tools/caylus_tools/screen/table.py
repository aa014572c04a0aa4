"""The table from top to bottom, panel by panel, folded as far as is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from caylus import model as m
from caylus.diagnostics import as_words
from caylus.panels import OTHERWISE, GridPanel, ListPanel, PlayersPanel

from caylus_tools.common.english import shortest_beginnings
from caylus_tools.verbalize.objects import has
from caylus_tools.verbalize.prose import plain as prose_text

from . import board
from .layout import Panel, Row, Things
from .marked import (
    NOTHING,
    UNKNOWN,
    Line,
    Span,
    cut,
    fit,
    flowing,
    join_parts,
    line_width,
    right,
    rule_heading,
    spans,
    style_line,
)
from .scene import Scene

_MARKER = "▲"
_NARROW = 6
_MOST_TITLE = 20


def grid_heading(scene: Scene, panel: GridPanel, width: int) -> Line:
    told = [spans(scene.words.title(panel.table))]
    if panel.open:
        told.append(spans("columns in ( ) are not open"))
    if panel.marker:
        told.append(spans(f"{_MARKER} {scene.words.title(panel.marker)}"))
    return rule_heading(join_parts(told, "  "), width)


def grid_lines(scene: Scene, panel: GridPanel, width: int) -> list[Line]:
    """A line a row; each cell as short as it can be told."""
    cells_of = scene.words.cells(panel.table)
    is_open = scene.view["values"].get(panel.open) if panel.open else None
    columns = max(map(len, cells_of.values()))
    first = min(_MOST_TITLE, max(line_width(scene.names.titles[name]) for name in cells_of) + 2)
    wide = max(_NARROW, (width - first - columns) // columns)
    made = []
    for row, told in cells_of.items():
        cells: list[Line] = []
        for number, words in enumerate(told, 1):
            closed = is_open is not None and number > is_open
            text = style_line(spans(f"({words})"), "dim") if closed else spans(words)
            cells.append(fit(join_parts([_here(scene, panel, row, number), text], " "), wide))
        made.append(cut((*fit(spans(" ", *scene.names.title(row)), first), *join_parts(cells, "│")), width))
    return made


def _here(scene: Scene, panel: GridPanel, row: str, column: int) -> Line:
    """The players whose marker is in a cell."""
    here = []
    for player in scene.order:
        columns = player["state"].get(panel.marker) if panel.marker else None
        if isinstance(columns, Mapping) and columns.get(row) == column:
            here.append(scene.names.player(player["name"]))
    return (Span(_MARKER), *(span for line in here for span in line)) if here else ()


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


def player_lines(scene: Scene, panel: PlayersPanel, width: int) -> list[Line]:
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
    titles = []
    for thing in scene.words.model.kinds[kind].objects:
        objects = scene.view["objects"].get(thing.kind.root.name, {})
        spaces = scene.view["rows"].get(thing.row.name, ()) if thing.row is not None else ()
        holds = next((space for space in spaces if space["name"] == thing.name), objects.get(thing.name, {}))
        if holds.get(state) == player:
            titles.append(spans(scene.names.titles.get(thing.name, thing.title)))
    return join_parts(titles, ", ") or (NOTHING,)


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


def render_list(scene: Scene, name: str) -> Line:
    """Render who is in a list, in order, or the value of a state of the table."""
    view = scene.view
    value = view["lists"][name] if name in view["lists"] else view["table"][name]
    title = Span(f"{scene.words.title(name)} ", "bold")
    if isinstance(value, Mapping) and name in view["lists"]:
        return spans(title, f"{value['size']} hidden")
    if isinstance(value, list) and not all(member in scene.names.seats for member in value):
        runs = [(kind, list(members)) for kind, members in groupby(value, lambda member: _kind(scene, member))]
        parts = [spans(Span(f"{kind}: ", "dim") if len(runs) > 1 else "", *scene.names.value(members)) for kind, members in runs]
        return (title, *join_parts(parts, "; "))
    return (title, *scene.names.value(value, short=True))


def _kind(scene: Scene, name: str) -> str:
    """The kind of a thing; the things of several kinds in a list are told apart by it."""
    thing = scene.words.objects.get(name)
    return as_words(thing.kind.plural) if thing else ""


def list_parts(scene: Scene, panel: ListPanel, are_short: bool) -> list[Line]:
    """Each list and state; those that hold nothing are left out where it is to be short."""
    parts = [render_list(scene, name) for name in panel.names]
    return [part for part in parts if part[-1] != NOTHING] if are_short else parts


def thing_parts(scene: Scene, panel: Things, are_short: bool) -> list[Line]:
    """Each object of a kind of which there is something to say; by the beginnings of their titles where they are to be short."""
    titles = [scene.names.titles.get(thing.name, thing.title) for thing in panel.kind.objects]
    short = shortest_beginnings(titles, fewest=1)
    shown = [short[title] for title in titles] if are_short and panel.panel.texts else titles
    parts = []
    for thing, title in zip(panel.kind.objects, shown, strict=True):
        words = _render_thing(scene, panel, thing) if panel.panel.texts else _facts(scene, panel, thing)
        if words:
            parts.append((Span(f"{title} ", "bold"), *words))
    return parts


def _facts(scene: Scene, panel: Things, thing: m.Object) -> Line:
    """The facts about a thing, with the names of the columns, without what there is none of."""
    cells = [(field, cell) for field, cell in _cells(scene, panel, thing) if cell != (NOTHING,)]
    return join_parts([(Span(f"{scene.words.title(field)} ", "dim"), *cell) for field, cell in cells], " ")


def _render_thing(scene: Scene, panel: Things, thing: m.Object) -> Line:
    """The words for a thing, what stands in braces filled in."""
    text = next(
        (text for flag, text in panel.panel.texts.items() if flag != OTHERWISE and _value_of(scene, thing, flag) is True), None
    )
    parts = re.split(r"\{([^{}]*)\}", panel.panel.texts.get(OTHERWISE, "") if text is None else text)
    return spans(
        *(
            part if number % 2 == 0 else _number(_render_field(scene, panel.kind, thing, part))
            for number, part in enumerate(parts)
        )
    )


def _number(line: Line) -> Line:
    """Nothing is 0 in a sentence."""
    return (Span("0"),) if line == (NOTHING,) else line


def _value_of(scene: Scene, thing: m.Object, field: str) -> Any:
    """The value that a view shows of a state of a thing, in a row or not."""
    objects: Mapping[str, Any] = scene.view["objects"].get(thing.kind.root.name, {})
    if thing.row is not None:
        spaces = scene.view["rows"].get(thing.row.name, ())
        return next((space.get(field) for space in spaces if space["name"] == thing.name), None)
    return objects.get(thing.name, {}).get(field)


def _render_field(scene: Scene, kind: m.Kind, thing: m.Object, field: str) -> Line:
    fixed = _properties(kind).get(field)
    if fixed is not None:
        return spans(prose_text(scene.words.objects.property(fixed, thing))) if has(thing, fixed) else (NOTHING,)
    return scene.names.value(_value_of(scene, thing, field))


def _properties(kind: m.Kind) -> dict[str, m.Property]:
    return {**(_properties(kind.parent) if kind.parent else {}), **kind.properties}


def _cells(scene: Scene, panel: Things, thing: m.Object) -> list[tuple[str, Line]]:
    """The cells of a thing by column; none where there is nothing to show."""
    cells = [(field, _render_field(scene, panel.kind, thing, field)) for field in panel.show]
    return cells if any(cell != (NOTHING,) for _, cell in cells) else []


def thing_lines(scene: Scene, panel: Things, width: int) -> list[Line]:
    """A line for each of which there is something to show, under the names of the columns."""
    rows = [(thing, dict(cells)) for thing in panel.kind.objects if (cells := _cells(scene, panel, thing))]
    if not rows:
        return []
    first = max(line_width(scene.names.titles.get(thing.name, thing.title)) for thing, _ in rows)
    heads = {field: spans(Span(scene.words.title(field), "dim")) for field in panel.show}
    wide = {field: max(line_width(head), *(line_width(cells[field]) for _, cells in rows)) for field, head in heads.items()}
    title = spans(Span(as_words(panel.kind.plural), "bold"))
    first = max(first, line_width(title))
    lines = [join_parts([(Span(" "), *fit(title, first)), *(right(head, wide[field]) for field, head in heads.items())], "  ")]
    for thing, values in rows:
        name = fit(scene.names.title(thing.name), first)
        lines.append(join_parts([(Span(" "), *name), *(right(cell, wide[field]) for field, cell in values.items())], "  "))
    return [cut(line, width) for line in lines]


def rule(words: str, width: int) -> Line:
    return rule_heading(spans(words), width) if words else style_line(spans("─" * width), "dim")


@dataclass(frozen=True, slots=True)
class Fold:
    """How much is shown: `news` lines of the log at least, `across` columns of choices, what comes of each in full if `wraps`."""

    news: int = 10_000
    grids: bool = True
    idle: bool = False
    headings: bool = True
    tables: bool = True
    effects: bool = True
    across: int = 1
    wraps: bool = True


WHOLE = Fold()


def table_lines(scene: Scene, width: int, fold: Fold, marked: str) -> list[Line]:
    """The panels from top to bottom; those that flow beside each other where they follow each other."""
    made: list[Line] = []
    for flows, panels in groupby(scene.layout.panels, lambda panel: _flows(panel, fold)):
        if flows:
            made += _render_columns(scene, list(panels), width, fold, marked)
            continue
        for panel in panels:
            made += _panel(scene, panel, width, fold, marked)
    return made


def _flows(panel: Panel, fold: Fold) -> bool:
    match panel:
        case Row():
            return board.is_short(panel)
        case Things():
            return bool(panel.panel.texts) or not fold.tables
    return isinstance(panel, ListPanel)


def _render_columns(scene: Scene, panels: Sequence[Panel], width: int, fold: Fold, marked_key: str) -> list[Line]:
    def parts(are_short: bool) -> Iterator[Line]:
        for panel in panels:
            match panel:
                case Row():
                    yield from board.short_parts(board.entries(scene, panel), marked_key)
                case ListPanel():
                    yield from list_parts(scene, panel, are_short)
                case Things():
                    yield from thing_parts(scene, panel, are_short)

    whole = [*parts(are_short=False)]
    if not whole:
        return []
    lines = _indent_lines(flowing(whole, width - 1))
    brief = _indent_lines(flowing([*parts(are_short=True)], width - 1))
    title = next((scene.words.title(panel.row.name) for panel in panels if isinstance(panel, Row)), "")
    heading = [rule(title, width)] if fold.headings else []
    return [*heading, *(brief if len(brief) < len(lines) and not fold.headings else lines)]


def _indent_lines(lines: Sequence[Line]) -> list[Line]:
    """Lines that begin with a blank or with the mark of what may be chosen."""
    return [line if line[0].text.startswith((" ", board.MAY)) else (Span(" "), *line) for line in lines]


def _panel(scene: Scene, panel: Panel, width: int, fold: Fold, marked_key: str) -> list[Line]:
    match panel:
        case Row():
            entries = board.entries(scene, panel)
            if fold.idle and board.is_idle(entries):
                return [board.idle_line(scene, panel, entries, width)]
            heading = [board.heading(scene, panel, width)] if fold.headings else []
            return [*heading, *board.lines(scene, panel, entries, width, fold.effects, marked_key)]
        case Things():
            return thing_lines(scene, panel, width)
        case GridPanel() if fold.grids:
            return [*([grid_heading(scene, panel, width)] if fold.headings else []), *grid_lines(scene, panel, width)]
        case PlayersPanel():
            return [*([rule("players", width)] if fold.headings else []), *player_lines(scene, panel, width)]
    return []
