"""A table of the rules as a grid, with the players where they are in it."""

from __future__ import annotations

from collections.abc import Mapping

from caylus.panels import GridPanel

from .marked import Line, Span, cut, fit, join_parts, line_width, rule_heading, spans, style_line
from .scene import Scene

_MARKER = "▲"
_NARROW = 6
_MOST_TITLE = 20


def heading(scene: Scene, panel: GridPanel, width: int) -> Line:
    told = [spans(scene.words.title(panel.table))]
    if panel.open:
        told.append(spans("columns in ( ) are not open"))
    if panel.marker:
        told.append(spans(f"{_MARKER} {scene.words.title(panel.marker)}"))
    return rule_heading(join_parts(told, "  "), width)


def lines(scene: Scene, panel: GridPanel, width: int) -> list[Line]:
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
