"""The panels of a table, typed, as `table:` of a manifest describes them. No other module knows their keys.

Names in them are those of rules, which may not have them: `loading.manifest` tells authors, who shows a table leaves them out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

OTHERWISE = "otherwise"
"""Of the texts for an object the one that is shown where no flag is set."""


@dataclass(frozen=True, slots=True)
class RowPanel:
    """The spaces of a row, of the table or of each player; `show` are the states shown of each, None for all.

    `markers` are states of the table with their signs. `closed_by` is the marker that closes the row, `margin` and `reach` the
    values that say how far each space is from being cut off by it, and how far it moves; `movers` those that say how far each
    player can still move it, by the phase after which it is too late; `marks` are the objects that wait for a marker. `says` is a
    sentence on the markers, with states of the table in braces. `queue` is a list drawn as a place beside the spaces, and the
    option by which players join it.
    """

    row: str
    key: str | None
    show: tuple[str, ...] | None
    markers: Mapping[str, str]
    dim: str | None
    closed_by: str | None
    margin: str | None
    reach: str | None
    movers: Mapping[str, str]
    marks: Mapping[str, str]
    says: str | None
    queue: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ListPanel:
    """Lists and states of the table."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ObjectsPanel:
    """The objects of a kind: a column for each of `show` (None for all), or by flag the words for each.

    `filled` says how many fields each has, and by which state of players they are filled; empty where nothing is. `current` is a
    value: the object that is in hand.
    """

    kind: str
    show: tuple[str, ...] | None
    texts: Mapping[str, str]
    filled: Mapping[str, str]
    current: str | None


@dataclass(frozen=True, slots=True)
class GridPanel:
    """A table of the rules; `marker` is a state of players, `open` a value that says how many columns are open."""

    table: str
    marker: str | None
    open: str | None


@dataclass(frozen=True, slots=True)
class PlayersPanel:
    """The things that players have by these names; the states of objects that name their holder by kind and state."""

    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StockPanel:
    """The objects of some kinds that can still come to the table.

    They are those that a list `holds`, or of which a state says that some are `left`.
    """

    kinds: tuple[str, ...]
    left: str | None
    holds: str | None


Panel = RowPanel | ListPanel | ObjectsPanel | GridPanel | PlayersPanel | StockPanel


def read_panel(told: Mapping[str, Any]) -> Panel:
    """One of the `table` of a manifest, which its schema has accepted."""
    show = tuple(told["show"]) if "show" in told else None
    if "row" in told:
        markers = told.get("markers", {})
        signs = markers if isinstance(markers, Mapping) else {state: state[0].upper() for state in markers}
        return RowPanel(
            row=told["row"],
            key=told.get("key"),
            show=show,
            markers=signs,
            dim=told.get("dim"),
            closed_by=told.get("closed_by"),
            margin=told.get("margin"),
            reach=told.get("reach"),
            movers=told.get("movers", {}),
            marks=told.get("marks", {}),
            says=told.get("says"),
            queue=told.get("queue", {}),
        )
    if "list" in told:
        return ListPanel(tuple(told["list"]))
    if "objects" in told:
        texts = told.get("as", {})
        by_flag = {OTHERWISE: texts} if isinstance(texts, str) else texts
        return ObjectsPanel(told["objects"], show, by_flag, told.get("filled", {}), told.get("current"))
    if "grid" in told:
        return GridPanel(told["grid"], told.get("marker"), told.get("open"))
    if "stock" in told:
        return StockPanel(tuple(told["stock"]), told.get("left"), told.get("in"))
    return PlayersPanel(tuple(told["players"]))


def read_panels(manifest: Mapping[str, Any]) -> tuple[Panel, ...]:
    """The panels of a manifest from top to bottom; none where everything is to be shown."""
    return tuple(map(read_panel, manifest.get("table", ())))


def braced_names(text: str) -> list[str]:
    """The names in braces of a text for a panel."""
    return re.findall(r"\{([^{}]*)\}", text)


def values_shown(panels: Iterable[Panel]) -> Iterator[str]:
    """The values that panels speak of, but for those that say who moves a marker."""
    for panel in panels:
        match panel:
            case RowPanel():
                yield from (value for value in (panel.dim, panel.margin, panel.reach) if value is not None)
            case GridPanel(open=str(value)) | ObjectsPanel(current=str(value)):
                yield value
            case _:
                pass
