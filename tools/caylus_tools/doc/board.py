"""The board of a ruleset: the rows that its manifest shows, as they lie when a game begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import caylus
from caylus import model as m
from caylus.diagnostics import as_words

from caylus_tools.verbalize.definitions import Definitions
from caylus_tools.verbalize.names import bare
from caylus_tools.verbalize.objects import ActiveSides

if TYPE_CHECKING:
    from caylus import Ruleset

SEED = 1
"""Any will do, as long as it stays the same."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A place of a row: the thing that lies there, which of its actions are not done there, and in words what else is there:
    what the place holds, and the table's own markers. A marker whose state is a number stands behind so many places."""

    number: int
    thing: m.Object | None
    down: frozenset[str]
    held: tuple[str, ...]
    markers: tuple[str, ...]
    mark: str = ""
    """The title of what is due when a marker comes here."""


@dataclass(frozen=True, slots=True)
class Path:
    """A row with its places in order."""

    title: str
    place: str
    """What one of its places is called."""
    cells: tuple[Cell, ...]
    stops: tuple[str, ...]
    """The lists that lie before it on the way."""


@dataclass(frozen=True, slots=True)
class Section:
    """Something that is filled part by part during the game, and how many parts it has."""

    title: str
    parts: int


@dataclass(frozen=True, slots=True)
class Board:
    """`players` is how many take part in the game that is shown."""

    players: int
    paths: tuple[Path, ...]
    sections: tuple[Section, ...]


def board(rules: Ruleset, definitions: Definitions) -> Board | None:
    """The rows before the first choice as everybody sees them; None for a game without rows, or one that breaks before it."""
    if not rules.model.rows:
        return None
    players = rules.most_players
    try:
        view = rules.new_game(players=players, seed=SEED).view(caylus.SPECTATOR)
    except caylus.RuleFault:
        return None
    panels = [panel for panel in rules.manifest.get("table", ()) if "row" in panel] or [{"row": name} for name in view["rows"]]
    shown = [panel for panel in panels if panel["row"] in view["rows"]]
    sides = ActiveSides(rules)
    paths = tuple(_path(panel, view, definitions, sides, _stops(rules, definitions, panel["row"])) for panel in shown)
    return Board(players, paths, tuple(_sections(rules, definitions))) if paths else None


def _stops(rules: Ruleset, definitions: Definitions, row: str) -> tuple[str, ...]:
    """The titles of the lists between a row and the one before it on the way."""
    through, lists = rules.manifest.get("path", {}).get("through", []), definitions.model.lists
    found: list[str] = []
    for name in through:
        if name == row:
            return tuple(found)
        found = [*found, lists[name].title or as_words(name)] if name in lists else []
    return ()


def _sections(rules: Ruleset, definitions: Definitions) -> Iterator[Section]:
    for panel in rules.manifest.get("table", ()):
        kind = definitions.model.kinds.get(panel.get("objects", ""))
        if kind is not None and "filled" in panel:
            parts: Any = kind.properties[panel["filled"]["of"]].values
            yield from (Section(thing.title, parts[thing.id]) for thing in kind.objects)


def _path(
    panel: Mapping[str, Any], view: Mapping[str, Any], definitions: Definitions, sides: ActiveSides, stops: tuple[str, ...]
) -> Path:
    row = definitions.model.rows[panel["row"]]
    called = row.kind.root.called
    marks = _marks(panel, definitions)
    cells = []
    for number, place in enumerate(view["rows"][row.name], 1):
        lies = place.get(called or "")
        thing = definitions.things.get(lies) if isinstance(lies, str) else None
        shown = [field for field in panel.get("show", place) if field not in ("name", called)]
        held = (word for field in shown if (word := _word(field, place.get(field), definitions)))
        states = [definitions.model.states[name] for name in panel.get("markers", ())]
        on = [bare(state).text for state in states if view["table"].get(state.name) == place["name"]]
        behind = [f"then the {bare(state).text}" for state in states if view["table"].get(state.name) == number]
        cells.append(Cell(number, thing, frozenset(sides.down(place)), tuple(held), (*on, *behind), marks.get(number, "")))
    return Path(row.title, as_words(row.kind.root.name), tuple(cells), stops)


def _marks(panel: Mapping[str, Any], definitions: Definitions) -> dict[int, str]:
    """The titles of objects by the number of the place that each is marked at."""
    marks = panel.get("marks")
    kind = definitions.model.kinds.get(marks["objects"]) if marks else None
    if marks is None or kind is None:
        return {}
    at: Any = kind.properties[marks["at"]].values
    return {at[thing.id]: thing.title for thing in kind.objects}


def _word(field: str, value: object, definitions: Definitions) -> str:
    """The word of a state about a place; nothing for none, no, 0 and whatever is hidden."""
    if isinstance(value, str):
        return definitions.title(value) if value in definitions.things else value
    if value is True:
        return as_words(field)
    return f"{as_words(field)} {value}" if isinstance(value, int) and value else ""


def things_on(board: Board) -> Iterator[m.Object]:
    """The things that lie on it, in order."""
    return (cell.thing for path in board.paths for cell in path.cells if cell.thing is not None)
