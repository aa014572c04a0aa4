"""The board on a page: rows as paths that wind, with what lies on them when a game begins."""

from __future__ import annotations

from html import escape

from caylus.diagnostics import as_words

from .board import Board, Cell, Path, things_on
from .faces import Faces
from .markup import Markup, capital

WIDE, NARROW = 8, 4
"""How many places lie side by side where there is room, and on a phone."""


def board(board: Board, faces: Faces, markup: Markup) -> str:
    """A list for each row, so that whoever hears a page hears the places in their order."""
    paths = "\n".join(_path(path, faces, markup) for path in board.paths)
    kinds = dict.fromkeys(thing.kind for thing in things_on(board))
    named = ((faces.tint(kind), markup.link(kind.name, capital(as_words(kind.plural)))) for kind in kinds)
    legend = "".join(f'<li><span class="spot tint-{tint}"></span>{link}</li>' for tint, link in named)
    said = f"As it may lie when a game of {board.players} begins. Every piece leads to what it does."
    return f'<p>{said}</p><div class="board">{paths}</div>{f"<ul class=legend>{legend}</ul>" if legend else ""}'


def _path(path: Path, faces: Faces, markup: Markup) -> str:
    shown = _shown_cells(path)
    cells = "".join(_cell(cell, faces, markup, cell is shown[-1]) for cell in shown)
    left = len(path.cells) - len(shown)
    more = f'<p class="more">and {left} more, empty</p>' if left else ""
    title = escape(capital(path.title))
    return f'<h3>{title}</h3><ol class="path" aria-label="{title}">{cells}</ol>{more}'


def _shown_cells(path: Path) -> tuple[Cell, ...]:
    """All places up to the row of the wide picture behind the last that is not empty."""
    used = max((cell.number for cell in path.cells if cell.thing or cell.held or cell.markers), default=0)
    return path.cells[: (used // WIDE + 2) * WIDE]


def _cell(cell: Cell, faces: Faces, markup: Markup, is_last: bool) -> str:
    markers = "".join(f'<span class="marker">{escape(marker)}</span>' for marker in cell.markers)
    held = "".join(f'<span class="held">{escape(word)}</span>' for word in cell.held)
    number = f'<span class="nth">{cell.number}</span>'
    place = f'style="{_place_style(cell.number, "w", WIDE, is_last)}{_place_style(cell.number, "n", NARROW, is_last)}"'
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
