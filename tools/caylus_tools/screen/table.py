"""The table from top to bottom, panel by panel, folded as far as is asked for."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, zip_longest
from typing import Any, NamedTuple

from caylus import model as m
from caylus.diagnostics import as_words
from caylus.panels import OTHERWISE, GridPanel, ListPanel, PlayersPanel
from caylus.records import Record

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
    plain,
    right,
    rule_heading,
    spans,
    style_line,
    wrap_line,
)
from .scene import Scene

MARKER = "▲"
_NARROW = 6
_MOST_TITLE = 20


def grid_heading(scene: Scene, panel: GridPanel, width: int) -> Line:
    told = [spans(scene.words.title(panel.table))]
    if panel.open:
        told.append(spans("columns in ( ) are not open"))
    if panel.marker:
        told.append(spans(f"{MARKER} a player's marker"))
    return rule_heading(join_parts(told, "  "), width)


def grid_lines(scene: Scene, panel: GridPanel, width: int, lit_names: Collection[str] = ()) -> list[Line]:
    """A line a row; each cell as short as it can be told."""
    cells_of = scene.words.cells(panel.table)
    is_open = scene.view["values"].get(panel.open) if panel.open else None
    columns = max(map(len, cells_of.values()))
    first = min(_MOST_TITLE, max(line_width(scene.names.titles[name]) for name in cells_of) + 2)
    wide = max(_NARROW, (width - first - columns) // columns)
    made = []
    for row, told in cells_of.items():
        cells: list[list[Line]] = []
        for number, words in enumerate(told, 1):
            closed = is_open is not None and number > is_open
            text = style_line(spans(f"({words})"), "dim") if closed else scene.names.words(words)
            cells.append(wrap_line(join_parts([_here(scene, panel, row, number), text], " "), wide, 0) or [()])
        title = style_line(fit(spans(" ", *scene.names.title(row)), first), "marked" if row in lit_names else "")
        for place, lines in enumerate(zip_longest(*cells, fillvalue=())):
            line = join_parts([fit(cell, wide) for cell in lines], "│")
            made.append(cut((*(fit((), first) if place else title), *line), width))
    return made


def _here(scene: Scene, panel: GridPanel, row: str, column: int) -> Line:
    """The players whose marker is in a cell."""
    here = []
    for player in scene.order:
        columns = player["state"].get(panel.marker) if panel.marker else None
        if isinstance(columns, Mapping) and columns.get(row) == column:
            here.append(scene.names.player(player["name"]))
    return (Span(MARKER), *(span for line in here for span in line)) if here else ()


TURN = "▶"
YOU = " (you)"
_MOST_NAME = 20
_GAPS = (2, 1)
_LEAST_HEAD = 3
_WORDS = 30
"""Columns of a terminal that are enough for a column of words."""


class _Column(Record):
    """`heads` are the two lines above it; `title` is what they stand for; columns of one `group` have a title above them.

    Words stand to the left, numbers to the right.
    """

    title: str
    heads: tuple[str, str]
    short: str
    group: str
    cells: tuple[Line, ...]
    is_text: bool
    is_short: bool = False

    @property
    def body(self) -> int:
        return max(map(line_width, self.cells))

    @property
    def width(self) -> int:
        return max(self.body, *map(line_width, self.heads))

    def fit(self, line: Line) -> Line:
        return fit(line, self.width) if self.is_text else right(line, self.width)


def player_lines(scene: Scene, panel: PlayersPanel, width: int, fold: Fold) -> list[Line]:
    """The heads, and a line for each player in their order; below it what has no room, and what abbreviations stand for."""
    return [line for block in _player_blocks(scene, panel, width, fold, ()) for line in block.lines]


def _player_blocks(
    scene: Scene, panel: PlayersPanel, width: int, fold: Fold, lit_names: Collection[str], heading: Sequence[Line] = ()
) -> list[Block]:
    players = scene.order
    names = [_name(scene, player, lit_names) for player in players]
    first = min(_MOST_NAME, max(map(line_width, names))) + 1
    grid_states = {one.marker for one in scene.layout.panels if isinstance(one, GridPanel)} if fold.grids else ()
    columns = [column for name in panel.columns if name not in grid_states for column in _columns(scene, name, players)]
    columns, gap, left_out = _fitting(columns, width - first)
    heads = [_heads(scene, columns, gap, line) for line in (0, 1)]
    above = [*heading, *((Span(" " * first), *head) for head in heads if plain(head).strip())]
    blocks = [Block(OWN, above, "own")]
    for number, (player, name) in enumerate(zip(players, names, strict=True)):
        line = (*fit(name, first), *join_parts([column.fit(column.cells[number]) for column in columns], " " * gap))
        is_own, is_named = player["name"] == scene.player, player["name"] in scene.players_in_question
        rank, group = (OWN, "own") if is_own else (NAMED, "") if is_named else (RIVAL, "rivals")
        blocks.append(Block(rank, [line], group, player["label"]))
    blocks.append(Block(BESIDE, [line for column in left_out for line in _lines_below(scene, column, players, width)]))
    legends = flowing([_legend(group) for group in _groups(columns)], width - 1) if fold.legends else []
    blocks.append(Block(BESIDE, [style_line((Span(" "), *line), "dim") for line in legends]))
    return [block._replace(lines=[cut(line, width) for line in block.lines]) for block in blocks]


def _groups(columns: Sequence[_Column]) -> list[list[_Column]]:
    return [list(members) for _, members in groupby(columns, lambda column: column.group)]


def _group_width(group: Sequence[_Column], gap: int) -> int:
    return sum(column.width for column in group) + gap * (len(group) - 1)


def _heads(scene: Scene, columns: Sequence[_Column], gap: int, number: int) -> Line:
    """A line of heads; on the first the title of a group goes over all its columns, if it has room there."""
    parts: list[Line] = []
    for group in _groups(columns):
        if number == 0 and group[0].group:
            wide = _group_width(group, gap)
            parts.append(fit(spans(group[0].group if line_width(group[0].group) <= wide else ""), wide))
        else:
            parts += [column.fit(scene.names.words(column.heads[number])) for column in group]
    gaps = [Span(" " * gap if place else "") for place in range(len(parts))]
    return style_line(tuple(span for space, part in zip(gaps, parts, strict=True) for span in (space, *part)), "dim")


def _legend(group: Sequence[_Column]) -> Line:
    """The meaning of the abbreviations above the columns of a group."""
    parts = [spans(f"{column.heads[1]} {column.title}") for column in group if column.is_short]
    title = spans(f"{group[0].group}: " if group[0].group else "")
    return (*title, *join_parts(parts, ", ")) if parts else ()


def _lines_below(scene: Scene, column: _Column, players: Sequence[Mapping[str, Any]], width: int) -> list[Line]:
    """The cells of a column for which there is no room, player by player."""
    rows = [(scene.names.title(player["name"]), cell) for player, cell in zip(players, column.cells, strict=True)]
    cells = [(*name, Span(" "), *cell) for name, cell in rows if cell != (NOTHING,)]
    title = spans(Span(f" {column.title}: ", "dim"))
    return wrap_line((*title, *join_parts(cells, "; ")), width, 3) if cells else []


def _name(scene: Scene, player: Mapping[str, Any], lit_names: Collection[str]) -> Line:
    name = player["name"]
    turn = name in scene.waiting
    you = YOU if name == scene.player else ""
    title = cut(scene.names.title(name), _MOST_NAME - len(you) - 1)
    line = (Span(TURN if turn else " "), *title, Span(you))
    return style_line(line, "marked" if name in lit_names else "bold" if turn else "")


def _columns(scene: Scene, name: str, players: list[Mapping[str, Any]]) -> list[_Column]:
    """The column of a name; of a state that is kept for each of some things, one for each under the title of the state."""
    title, model = scene.words.title(name), scene.words.model
    kind, _, state = name.partition(".")
    if state:
        cells = tuple(_held_things(scene, kind, state, player["name"]) for player in players)
        plural = as_words(model.kinds[kind].plural)
        return [_Column(plural, ("", plural), "", "", cells, is_text=True)]
    values: list[Any] = [
        _contents(player["rows"][name])
        if name in player["rows"]
        else {**player["resources"], **player["state"], **player["lists"]}[name]
        for player in players
    ]
    of_state = model.kinds["player"].states.get(name)
    if of_state is not None and len(of_state.indices) == 1 and all(isinstance(value, Mapping) for value in values):
        members = [*dict.fromkeys(member for value in values for member in value)]
        titles = [str(scene.names.titles.get(member, member)) for member in members]
        short = shortest_beginnings(titles, fewest=1)
        cells_by_member = [tuple(_cell(scene, value.get(member), may_be_none=True) for value in values) for member in members]
        are_words = [_are_words([value.get(member) for value in values]) for member in members]
        each = zip(titles, cells_by_member, are_words, strict=True)
        return [_Column(of, ("", of), short[of], title, cells, is_text) for of, cells, is_text in each]
    may_be_none = of_state is not None and of_state.type.base == "object"
    cells = tuple(_cell(scene, value, may_be_none) for value in values)
    return [_Column(title, ("", title), scene.words.short(name), "", cells, _are_words(values))]


def _contents(row: Sequence[Mapping[str, Any]]) -> list[Any]:
    """The things on the spaces of a row, one after the other."""
    return [value for space in row for state, value in space.items() if state != "name" and value not in (None, False, 0, [])]


def _are_words(values: Sequence[Any]) -> bool:
    return any(isinstance(value, (str, list, Mapping)) for value in values)


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


def _fitting(columns: list[_Column], room: int) -> tuple[list[_Column], int, list[_Column]]:
    """The columns for which there is room, the gap between them, and those that have none.

    Columns of words give way first, so that the heads stay as they are while the words grow. Then heads go on two lines, then
    the last are shortened, then the widest groups of columns give way.
    """
    words, numbers = ([column for column in columns if column.is_text is is_text] for is_text in (True, False))
    left_out: list[_Column] = []
    if _group_width(numbers, max(_GAPS)) + _WORDS > room:
        columns, left_out = numbers, words
    for form in (columns, [*map(_with_split_head, columns)]):
        for gap in _GAPS:
            if _group_width(form, gap) <= room:
                return form, gap, left_out
    columns = form
    for number in reversed(range(len(columns))):
        if _group_width(columns, gap) > room:
            columns[number] = _with_short_head(columns[number], {head for column in columns for head in column.heads})
    while columns and _group_width(columns, gap) > room:
        groups = [part for group in _groups(columns) for part in ([group] if group[0].group else [[column] for column in group])]
        widest = max(groups, key=lambda group: (group[0].is_text, _group_width(group, gap)))
        left_out.append(_join_columns(widest))
        columns = [column for column in columns if column not in widest]
    return columns, gap, left_out


def _join_columns(columns: Sequence[_Column]) -> _Column:
    """A column as words: the columns of a group with what each is of."""
    if not columns[0].group:
        return columns[0]
    heads, rows = [Span(f"{column.title} ", "dim") for column in columns], zip(*(column.cells for column in columns), strict=True)
    parts = ([(head, *cell) for head, cell in zip(heads, row, strict=True) if cell != (NOTHING,)] for row in rows)
    cells = tuple(join_parts(row, ", ") or (NOTHING,) for row in parts)
    return _Column(columns[0].group, ("", columns[0].group), "", "", cells, is_text=True)


def _with_split_head(column: _Column) -> _Column:
    """The head on two lines, if it is more than a word."""
    words = column.title.split()
    if column.group or len(words) < 2:
        return column
    splits = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return replace(column, heads=min(splits, key=lambda heads: max(map(line_width, heads))))


def _with_short_head(column: _Column, used_heads: Collection[str]) -> _Column:
    """The head in few letters, other than those above other columns."""
    short = column.short if column.group or 0 < line_width(column.short) < line_width(column.title) else column.title
    if line_width(short) > max(_LEAST_HEAD, column.body) and not column.is_text:
        words = [short, *reversed(column.title.split())]
        heads = [word[: max(_LEAST_HEAD, column.body)] for word in words]
        short = next((head for head in heads if head not in used_heads), heads[0])
    return replace(column, heads=("", short), is_short=True) if short != column.title else column


def render_list(scene: Scene, name: str, lit_names: Collection[str] = ()) -> Line:
    """Render who is in a list, in order, or the value of a state of the table."""
    view = scene.view
    value = view["lists"][name] if name in view["lists"] else view["table"][name]
    title = spans(Span(scene.words.title(name), "marked" if name in lit_names else "bold"), " ")
    if isinstance(value, Mapping) and name in view["lists"]:
        return spans(*title, f"{value['size']} hidden")
    if isinstance(value, list) and not all(member in scene.names.seats for member in value):
        kinds = {member: as_words(thing.kind.plural) for member in value if (thing := scene.words.objects.get(member))}
        runs = [(kind, list(members)) for kind, members in groupby(value, lambda member: kinds.get(member, ""))]
        parts = [spans(Span(f"{kind}: ", "dim") if len(runs) > 1 else "", *scene.names.value(members)) for kind, members in runs]
        return (*title, *join_parts(parts, "; "))
    return (*title, *scene.names.value(value))


def _is_table(scene: Scene, name: str) -> bool:
    """Return whether a state of the table is kept for two things at a time."""
    state = scene.words.model.states.get(name)
    return state is not None and len(state.indices) == 2 and isinstance(scene.view["table"].get(name), Mapping)


def state_lines(scene: Scene, name: str, width: int, lit_names: Collection[str]) -> list[Line]:
    """A state that is kept for two things, as a table; values are abbreviated where the columns have no room for them."""
    value = scene.view["table"][name]
    titles = scene.names.titles
    columns = [*dict.fromkeys(column for row in value.values() for column in row)]
    lines = {row: [scene.names.value(cells.get(column)) for column in columns] for row, cells in value.items()}
    heads = [str(titles.get(column, column)) for column in columns]
    first = max(line_width(str(titles.get(row, row))) for row in value) + 2
    wide = (width - first) // len(columns) - 1
    texts = [plain(cell) for cells in lines.values() for cell in cells]
    legend: dict[str, str] = {}
    if wide < max(map(line_width, [*heads, *texts])):
        short = shortest_beginnings([*dict.fromkeys([*heads, *texts])], fewest=1)
        legend = {short[text]: text for text in texts + heads if short[text] != text}
        heads = [short[head] for head in heads]
        lines = {row: [(cell[0]._replace(text=short[plain(cell)]),) for cell in cells] for row, cells in lines.items()}
    wide = min(wide, max(map(line_width, [*heads, *(plain(cell) for cells in lines.values() for cell in cells)])))
    output_lines = [(Span(" " * first), *join_parts([style_line(right(spans(head), wide), "dim") for head in heads], " "))]
    for row, cells in lines.items():
        title = style_line(fit(spans(f" {titles.get(row, row)}"), first), "marked" if row in lit_names else "dim")
        output_lines.append((*title, *join_parts([right(cell, wide) for cell in cells], " ")))
    output_lines += flowing([style_line(spans(f" {short} {text}"), "dim") for short, text in legend.items()], width, " ")
    return [rule(scene.words.title(name), width), *(cut(line, width) for line in output_lines)]


def list_parts(scene: Scene, panel: ListPanel, are_short: bool, lit_names: Collection[str]) -> list[Line]:
    """Each list and state but tables; those that hold nothing are left out where it is to be short."""
    parts = [render_list(scene, name, lit_names) for name in panel.names if not _is_table(scene, name)]
    return [part for part in parts if part[-1] != NOTHING] if are_short else parts


def thing_parts(scene: Scene, panel: Things, lit_names: Collection[str]) -> list[Line]:
    """Each object of a kind, with what there is to say of it."""
    parts = []
    for thing in panel.kind.objects:
        title = scene.names.titles.get(thing.name, thing.title)
        words = _render_thing(scene, panel, thing) if panel.panel.texts else _facts(scene, panel, thing)
        style = "marked" if thing.name in lit_names else scene.names.tint(thing.name)
        parts.append((Span(title, f"bold {style}"), Span(" "), *words))
    return parts


def _facts(scene: Scene, panel: Things, thing: m.Object) -> Line:
    """The facts about a thing, with the names of the columns, without what there is none of."""
    cells = [(field, cell) for field, cell in _cells(scene, panel, thing) if cell != (NOTHING,)]
    return join_parts([(Span(f"{scene.words.title(field)} ", "dim"), *cell) for field, cell in cells], " ")


def _render_thing(scene: Scene, panel: Things, thing: m.Object) -> Line:
    """The words for a thing, what stands in braces filled in."""
    texts = panel.panel.texts
    text = next((texts[flag] for flag in texts if flag != OTHERWISE and _value_of(scene, thing, flag) is True), None)
    parts = re.split(r"\{([^{}]*)\}", panel.panel.texts.get(OTHERWISE, "") if text is None else text)
    lines = [_render_field(scene, panel.kind, thing, part) if number % 2 else spans(part) for number, part in enumerate(parts)]
    return spans(*("0" if line == (NOTHING,) else line for line in lines))


def _value_of(scene: Scene, thing: m.Object, field: str) -> Any:
    """The value that a view shows of a state of a thing, in a row or not."""
    objects: Mapping[str, Any] = scene.view["objects"].get(thing.kind.root.name, {})
    if thing.row is not None:
        spaces = scene.view["rows"].get(thing.row.name, ())
        return next((space.get(field) for space in spaces if space["name"] == thing.name), None)
    return objects.get(thing.name, {}).get(field)


def _render_field(scene: Scene, kind: m.Kind, thing: m.Object, field: str) -> Line:
    fixed = next((above.properties[field] for above in kind.lineage if field in above.properties), None)
    if fixed is not None:
        return spans(prose_text(scene.words.objects.property(fixed, thing))) if has(thing, fixed) else (NOTHING,)
    return scene.names.value(_value_of(scene, thing, field))


def _cells(scene: Scene, panel: Things, thing: m.Object) -> list[tuple[str, Line]]:
    """The cells of a thing by column."""
    return [(field, _render_field(scene, panel.kind, thing, field)) for field in panel.show]


def thing_lines(scene: Scene, panel: Things, width: int, lit_names: Collection[str]) -> list[Line]:
    """A line for each, under the names of the columns."""
    rows = [(thing, dict(_cells(scene, panel, thing))) for thing in panel.kind.objects]
    if not rows:
        return []
    first = max(line_width(scene.names.title(thing.name)) for thing, _ in rows)
    heads = {field: spans(Span(scene.words.title(field), "dim")) for field in panel.show}
    wide = {field: max(line_width(head), *(line_width(cells[field]) for _, cells in rows)) for field, head in heads.items()}
    title = spans(Span(as_words(panel.kind.plural), "bold"))
    first = max(first, line_width(title))
    lines = [join_parts([(Span(" "), *fit(title, first)), *(right(head, wide[field]) for field, head in heads.items())], "  ")]
    for thing, values in rows:
        style = f"{scene.names.tint(thing.name)}{' marked' * (thing.name in lit_names)}"
        name = fit(style_line(scene.names.title(thing.name), style), first)
        lines.append(join_parts([(Span(" "), *name), *(right(cell, wide[field]) for field, cell in values.items())], "  "))
    return [cut(line, width) for line in lines]


def rule(words: str, width: int) -> Line:
    return rule_heading(spans(words), width) if words else style_line(spans("─" * width), "dim")


class Fold(Record):
    """The parts of the table in the order in which they are left out; rows are `paths` or stand line by line.

    The effects by which things of one title are told apart have room of their own if `alike`, else in that of the title.
    """

    headings: bool = True
    effects: bool = True
    tables: bool = True
    paths: bool = True
    grids: bool = True
    alike: bool = True
    legends: bool = True


WHOLE = Fold()


BESIDE, ROW, RIVAL, NAMED, MOVED, OWN = range(6)
"""The ranks of what the table shows: lists and what has no room in columns, rows in which nothing may be chosen, what the others
have, of whom the question names some, rows whose barrier may be moved, and what the player has and may choose."""


class Block(NamedTuple):
    """Lines that stand on the screen together or not at all, and so do all blocks of one `group`; `title` is what they show."""

    rank: int
    lines: Sequence[Line]
    group: str = ""
    title: str = ""


def table_blocks(scene: Scene, width: int, fold: Fold, lit_names: Collection[str]) -> list[Block]:
    """The panels from top to bottom; those that flow beside each other where they follow each other."""
    blocks: list[Block] = []
    for flows, panels in groupby(scene.layout.panels, lambda panel: _flows(panel, fold)):
        if flows:
            blocks += _render_columns(scene, list(panels), width, fold, lit_names)
            continue
        for panel in panels:
            blocks += _panel(scene, panel, width, fold, lit_names)
    return blocks


def _flows(panel: Panel, fold: Fold) -> bool:
    match panel:
        case Row():
            return panel.row.size <= board.FEW
        case Things():
            return bool(panel.panel.texts) or not fold.tables
    return isinstance(panel, ListPanel)


def _render_columns(scene: Scene, panels: Sequence[Panel], width: int, fold: Fold, lit_names: Collection[str]) -> list[Block]:
    parts: list[Line] = []
    for panel in panels:
        match panel:
            case Row():
                entries = board.short_parts(board.entries(scene, panel), lit_names)
                if not fold.headings and len(entries) > 1:
                    entries[0] = (Span(f" {scene.words.title(panel.row.name)}", "dim"), *entries[0])
                parts += entries
            case ListPanel():
                parts += list_parts(scene, panel, not fold.headings, lit_names)
            case Things():
                parts += thing_parts(scene, panel, lit_names)
    title = next((scene.words.title(panel.row.name) for panel in panels if isinstance(panel, Row)), "")
    heading = [rule(title, width)] if fold.headings and parts else []
    lists = [name for panel in panels if isinstance(panel, ListPanel) for name in panel.names if _is_table(scene, name)]
    tables = [line for name in lists for line in state_lines(scene, name, width, lit_names)]
    lines = _indent_lines(flowing(parts, width - 1, "   "))
    choice_lines = [line for line in lines if any(span.key for span in line)]
    if not choice_lines:
        return [Block(BESIDE, [*heading, *lines, *tables])]
    blocks = [Block(OWN if line in choice_lines else BESIDE, [line]) for line in lines]
    return [Block(BESIDE, heading), *blocks, Block(BESIDE, tables)]


def _indent_lines(lines: Sequence[Line]) -> list[Line]:
    """Lines that begin with a blank or with the mark of what may be chosen."""
    return [line if line[0].text.startswith((" ", board.MAY)) else (Span(" "), *line) for line in lines]


def _panel(scene: Scene, panel: Panel, width: int, fold: Fold, lit_names: Collection[str]) -> list[Block]:
    match panel:
        case Row():
            entries = board.entries(scene, panel)
            entries = entries if fold.alike else [board.name_by_effect(entry) for entry in entries]
            is_path = panel.is_path and fold.paths
            heading = [board.heading(scene, panel, width, is_path)] if fold.headings or panel.panel.markers else []
            draw = board.way_lines if is_path else board.lines
            rank = OWN if any(entry.choice for entry in entries) else MOVED if panel.name in scene.barrier_rows else ROW
            title = scene.words.title(panel.row.name)
            return [Block(rank, [*heading, *draw(scene, panel, entries, width, fold.effects, lit_names)], title=title)]
        case Things():
            return [Block(ROW, thing_lines(scene, panel, width, lit_names), title=as_words(panel.kind.plural))]
        case GridPanel() if fold.grids:
            heading = [grid_heading(scene, panel, width)] if fold.headings else []
            lines = [*heading, *grid_lines(scene, panel, width, lit_names)]
            return [Block(ROW, lines, title=scene.words.title(panel.table))]
        case PlayersPanel():
            heading = [rule("players", width)] if fold.headings else []
            return _player_blocks(scene, panel, width, fold, lit_names, heading)
    return []
