"""The panels of a table, typed, as `table:` of a manifest describes them. No other module knows their keys.

Names in them are those of rules, which may not have them: `loading.manifest` tells authors, who shows a table leaves them out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from .records import Record

OTHERWISE = "otherwise"
"""Of the texts for an object the one that is shown where no flag is set."""


class RowPanel(Record):
    """The spaces of a row, of the table or of each player; `show` are the states shown of each, None for all.

    `markers` are states of the table with their signs. `closed_by` is the marker that closes the row, `margin` and `reach` the
    values that say how far each space is from being cut off by it, and how far it moves; `movers` those that say how far each
    player can still move it, by the phase after which it is too late; `marks` are the objects that wait for a marker. `says` is a
    sentence on the markers, with states of the table in braces. `queue` is a list drawn as a place beside the spaces, and the
    option by which players join it.
    """

    row: str
    key: str | None = None
    show: tuple[str, ...] | None = None
    markers: Mapping[str, str] = field(default_factory=dict)
    dim: str | None = None
    closed_by: str | None = None
    margin: str | None = None
    reach: str | None = None
    movers: Mapping[str, str] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)
    says: str | None = None
    queue: Mapping[str, str] = field(default_factory=dict)


class ListPanel(Record):
    """Lists and states of the table."""

    names: tuple[str, ...]


class ObjectsPanel(Record):
    """The objects of a kind: a column for each of `show` (None for all), or by flag the words for each.

    `filled` says how many fields each has, and by which state of players they are filled; empty where nothing is. `current` is a
    value: the object that is in hand.
    """

    kind: str
    show: tuple[str, ...] | None = None
    texts: Mapping[str, str] = field(default_factory=dict)
    filled: Mapping[str, str] = field(default_factory=dict)
    current: str | None = None


class GridPanel(Record):
    """A table of the rules; `marker` is a state of players, `open` a value that says how many columns are open."""

    table: str
    marker: str | None = None
    open: str | None = None


class PlayersPanel(Record):
    """The things that players have by these names; the states of objects that name their holder by kind and state."""

    columns: tuple[str, ...]


class StockPanel(Record):
    """The objects of some kinds that can still come to the table.

    They are those that a list `holds`, or of which a state says that some are `left`.
    """

    kinds: tuple[str, ...]
    left: str | None = None
    holds: str | None = None


Panel = RowPanel | ListPanel | ObjectsPanel | GridPanel | PlayersPanel | StockPanel


_PANELS: Mapping[str, Callable[..., Panel]] = {
    "row": RowPanel, "list": ListPanel, "objects": ObjectsPanel, "grid": GridPanel, "stock": StockPanel, "players": PlayersPanel,
}  # fmt: skip
"""The panels, by the key that each of them alone has."""
_FIELDS = {
    "list": "names", "objects": "kind", "as": "texts", "grid": "table", "stock": "kinds", "in": "holds", "players": "columns",
}  # fmt: skip
"""The keys that are called otherwise as fields."""


def read_panel(panel: Mapping[str, Any]) -> Panel:
    """One of the `table` of a manifest, which its schema has accepted."""
    parts = {_FIELDS.get(key, key): tuple(part) if isinstance(part, list) else part for key, part in panel.items()}
    if isinstance(markers := parts.get("markers"), tuple):
        parts["markers"] = {state: state[0].upper() for state in markers}
    if isinstance(texts := parts.get("texts"), str):
        parts["texts"] = {OTHERWISE: texts}
    return next(make for key, make in _PANELS.items() if key in panel)(**parts)


def read_panels(manifest: Mapping[str, Any]) -> tuple[Panel, ...]:
    """The panels of a manifest from top to bottom; none where everything is to be shown."""
    return tuple(map(read_panel, manifest.get("table", ())))


Members = Sequence[Mapping[str, Any]]


def collect_rows(view: Mapping[str, Any]) -> dict[str, Members]:
    """The rows of the table by name, then those of each player by the player's and theirs: `Red yard`."""
    of_players = {f"{player['name']} {name}": row for player in view["players"] for name, row in player["rows"].items()}
    return {**view["rows"], **of_players}


def rows_called(name: str, view: Mapping[str, Any]) -> list[str]:
    """The rows that a name means: a row of its own, or one that each player has."""
    rows = collect_rows(view)
    return [name] if name in rows else [f"{player['name']} {name}" for player in view["players"] if name in player["rows"]]


def braced_names(text: str) -> list[str]:
    """The names in braces of a text for a panel."""
    return re.findall(r"\{([^{}]*)\}", text)


VALUES = ("dim", "margin", "reach", "open", "current")
"""The fields of panels that each name a value."""


def values_shown(panels: Iterable[Panel]) -> Iterator[str]:
    """The values that panels speak of, but for those that say who moves a marker."""
    for panel in panels:
        yield from (value for field in VALUES if isinstance(value := getattr(panel, field, None), str))
