"""The table from top to bottom, panel by panel, folded as far as is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from caylus.panels import GridPanel, ListPanel, PlayersPanel

from . import board, grid, players, short_panels
from .layout import Panel, Row, Things
from .marked import Line, Span, flowing
from .scene import Scene


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


def lines(scene: Scene, width: int, fold: Fold, marked: str) -> list[Line]:
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
            return bool(panel.texts) or not fold.tables
    return isinstance(panel, ListPanel)


def _render_columns(scene: Scene, panels: Sequence[Panel], width: int, fold: Fold, marked: str) -> list[Line]:
    def parts(are_short: bool) -> Iterator[Line]:
        for panel in panels:
            match panel:
                case Row():
                    yield from board.short_parts(board.entries(scene, panel), marked)
                case ListPanel():
                    yield from short_panels.list_parts(scene, panel, are_short)
                case Things():
                    yield from short_panels.thing_parts(scene, panel, are_short)

    whole = [*parts(are_short=False)]
    if not whole:
        return []
    lines = _indent_lines(flowing(whole, width - 1))
    brief = _indent_lines(flowing([*parts(are_short=True)], width - 1))
    title = next((scene.words.title(panel.row.name) for panel in panels if isinstance(panel, Row)), "")
    heading = [short_panels.rule(title, width)] if fold.headings else []
    return [*heading, *(brief if len(brief) < len(lines) and not fold.headings else lines)]


def _indent_lines(lines: Sequence[Line]) -> list[Line]:
    """Lines that begin with a blank or with the mark of what may be chosen."""
    return [line if line[0].text.startswith((" ", board.MAY)) else (Span(" "), *line) for line in lines]


def _panel(scene: Scene, panel: Panel, width: int, fold: Fold, marked: str) -> list[Line]:
    match panel:
        case Row():
            found = board.entries(scene, panel)
            if fold.idle and board.is_idle(found):
                return [board.idle_line(scene, panel, found, width)]
            heading = [board.heading(scene, panel, width)] if fold.headings else []
            return [*heading, *board.lines(scene, panel, found, width, fold.effects, marked)]
        case Things():
            return short_panels.thing_lines(scene, panel, width)
        case GridPanel() if fold.grids:
            return [*([grid.heading(scene, panel, width)] if fold.headings else []), *grid.lines(scene, panel, width)]
        case PlayersPanel():
            return [*([short_panels.rule("players", width)] if fold.headings else []), *players.lines(scene, panel, width)]
    return []
