"""The board on a page: rows as paths that wind, with what lies on them when a game begins."""

from __future__ import annotations

from html import escape

from caylus.diagnostics import as_words

from .board import Board, Cell, Path, Section, things_on
from .faces import Faces
from .markup import Markup, capital

WIDE, NARROW = 8, 4
"""How many places lie side by side where there is room, and on a phone."""


def board(board: Board, faces: Faces, markup: Markup) -> str:
    """A list for each row, so that whoever hears a page hears the places in their order."""
    paths = "\n".join(_path(path, board.players, faces, markup) for path in board.paths)
    kinds = dict.fromkeys(thing.kind for thing in things_on(board))
    named = ((faces.tint(kind), markup.link(kind.name, capital(as_words(kind.plural)))) for kind in kinds)
    legend = "".join(f'<li><span class="spot tint-{tint}"></span>{link}</li>' for tint, link in named)
    said = f"The board as it may look when a game for {board.players} players begins. Follow the path by its numbers."
    sections = "".join(map(_section, board.sections))
    filled = f'<div class="sections">{sections}</div>' if sections else ""
    below = f"<ul class=legend>{legend}</ul>" if legend else ""
    return f'<p>{said}</p><div class="board">{paths}{filled}</div>{below}'


def _stop(title: str, players: int) -> str:
    circles = "".join(f"<li>{number}</li>" for number in range(1, players + 1))
    return f'<h3>{escape(capital(title))}</h3><ol class="stop" aria-label="{escape(title)}">{circles}</ol>'


def _section(section: Section) -> str:
    parts = '<span class="unbuilt"></span>' * section.parts
    return f"<p><b>{escape(section.title)}</b> {section.parts} parts</p><div aria-hidden=true>{parts}</div>"


def _path(path: Path, players: int, faces: Faces, markup: Markup) -> str:
    cells = "".join(_cell(cell, faces, markup, cell is path.cells[-1]) for cell in path.cells)
    title = escape(capital(path.title))
    stops = "".join(_stop(title, players) for title in path.stops)
    return f'{stops}<h3>{title}</h3><ol class="path" aria-label="{title}">{cells}</ol>'


def _cell(cell: Cell, faces: Faces, markup: Markup, is_last: bool) -> str:
    markers = "".join(f'<span class="marker">{escape(marker)}</span>' for marker in cell.markers)
    held = "".join(f'<span class="held">{escape(word)}</span>' for word in cell.held)
    number = f'<span class="nth">{cell.number}</span>'
    place = f'style="{_place_style(cell.number, "w", WIDE, is_last)}{_place_style(cell.number, "n", NARROW, is_last)}"'
    if cell.mark:
        number += f'<span class="due">{escape(cell.mark)}</span>'
    if cell.thing is None:
        return f'<li class="empty" {place}>{number}{held}{markers}</li>'
    title = markup.link(cell.thing.name, cell.thing.title)
    head = f'<span class="head tint-{faces.tint(cell.thing.kind)}">{title}</span>'
    does = faces.small(cell.thing, cell.down)
    return f'<li class="cell" {place}>{head}{does}{held}<span class="foot">{number}{markers}</span></li>'


def _place_style(number: int, name: str, columns: int, is_last: bool) -> str:
    """Row and column of a place, and where the way goes on from it, on a path that turns at the end of every row."""
    row, column = divmod(number - 1, columns)
    is_back = row % 2 == 1
    across = columns - column if is_back else column + 1
    way = "none" if is_last else "down" if column == columns - 1 else "left" if is_back else "right"
    return f"--{name}r:{row + 1};--{name}c:{across};--{name}w:var(--{way});"
