"""The signs on a screen in words, for whoever asks for help."""

from __future__ import annotations

import re
from collections.abc import Iterator

from caylus.panels import GridPanel

from .board import BARRIER, DIM, MAY
from .layout import Row
from .marked import NOTHING, UNKNOWN, plain
from .scene import Scene
from .table import MARKER, TURN

_WIDTH = 16


def describe_signs(scene: Scene) -> list[str]:
    """Describe each sign that the screen of a scene may show, a line for each."""
    meanings: dict[str, list[str]] = {}
    for sign, words in _signs(scene):
        meanings.setdefault(sign, []).append(words)
    return ["On the table:", *(f"  {sign:<{_WIDTH}} {', '.join(dict.fromkeys(words))}" for sign, words in meanings.items())]


def _signs(scene: Scene) -> Iterator[tuple[str, str]]:
    grids = [panel for panel in scene.layout.panels if isinstance(panel, GridPanel)]
    yield MAY, "you may choose it: type the key after this sign"
    yield TURN, "decides now"
    yield NOTHING.text, "none"
    yield UNKNOWN.text, "hidden from you"
    yield "A → B", "you pay A and gain B"
    for row in scene.layout.rows:
        if row.key and row.of is None:
            yield f"{row.key}1" if row.row.size > 1 else row.key, f"{scene.words.title(row.row.name)}: key of a space"
    for state, sign in scene.layout.pieces.items():
        if any(state in row.show for row in scene.layout.rows):
            yield sign, scene.words.title(state)
    yield " ".join(scene.names.signs.values()), f"players: {', '.join(scene.names.titles[name] for name in scene.names.signs)}"
    for row in scene.layout.rows:
        yield from ((sign, scene.words.title(state)) for state, sign in row.panel.markers.items())
        if row.panel.dim is not None:
            yield DIM, scene.words.title(row.panel.dim)
        if row.panel.closed_by is not None:
            yield BARRIER, _describe_barrier(scene, row, row.panel.closed_by)
    if any(grid.marker for grid in grids):
        yield f"{MARKER}{next(iter(scene.names.signs.values()))}", "a player's marker in a table"
    if any(grid.open for grid in grids):
        yield "( )", "a column of a table that is not open yet"
    yield "log +2", "so many lines of the log have no room here"
    yield f"seed {scene.seed}" if scene.seed is not None else "seed", "games with the same seed meet the same chances"


def _describe_barrier(scene: Scene, row: Row, closer: str) -> str:
    """The sentence of the manifest on a marker that closes a row, its states filled in; else the title of the marker."""

    says = re.sub(r"{([^{}]*)}", lambda braces: plain(scene.names.value(scene.view["table"][braces[1]])), row.panel.says or "")
    return f"{scene.words.title(closer)}. {says}".strip()
