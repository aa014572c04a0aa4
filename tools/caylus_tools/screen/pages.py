"""The pages that are one key away: a page for each thing that a small screen may have no room for."""

from __future__ import annotations

from collections.abc import Iterator

from caylus import model as m
from caylus.diagnostics import as_words
from caylus.panels import GridPanel, PlayersPanel

from caylus_tools.verbalize import log

from . import grid, menu, players, table
from .layout import Stock
from .marked import LEAST_WIDTH, Line, Span, cut, fit, join_parts, line_width, rule_heading, spans, style_line, wrap_line
from .scene import Scene

PAGES = {"C": "choices", "L": "log", "P": "players", "T": "to come", "F": "tables", "B": "board"}
"""The letters of all pages there can be, and what they are called."""


def pages(scene: Scene) -> dict[str, str]:
    """Those that have something to show."""
    there = {
        "C": bool(scene.choices),
        "L": True,
        "P": True,
        "T": any(_stock(scene)),
        "F": bool(scene.words.model.tables),
        "B": True,
    }
    return {letter: title for letter, title in PAGES.items() if there[letter]}


def page_keys(scene: Scene) -> Line:
    """The keys of the pages, and of what else there is."""
    told = [Span("? keys", "", "?"), *(Span(f"{letter} {title}", "", letter) for letter, title in pages(scene).items())]
    return join_parts([spans(span) for span in told], "  ")


def page(scene: Scene, letter: str, width: int) -> list[Line]:
    """A page of `pages`, by its letter."""
    return [cut(line, width) for line in _page(scene, letter, max(width, LEAST_WIDTH))]


def _page(scene: Scene, letter: str, width: int) -> list[Line]:
    match letter:
        case "C":
            return menu.lines(scene, scene.choices, width, table.WHOLE, "")
        case "L":
            return [line for entry in scene.log() for line in render_log_line(scene, entry, width, is_cited=True)]
        case "P":
            return _players(scene, width)
        case "T":
            return _to_come(scene, width)
        case "F":
            return _tables(scene, width)
    return table.lines(scene, width, table.WHOLE, "")


def render_log_line(scene: Scene, entry: log.Line, width: int, is_cited: bool = False) -> list[Line]:
    """A line of the log, on as many lines as it takes."""
    if entry.is_heading:
        return [style_line(spans(f" {entry.text} ──"), "dim")]
    cited = f"  ({entry.cited})" if is_cited and entry.cited else ""
    return wrap_line((Span(" "), *scene.names.told(entry.spans), *spans(Span(cited, "dim"))), width, 3)


def _players(scene: Scene, width: int) -> list[Line]:
    panels = [panel for panel in scene.layout.panels if isinstance(panel, PlayersPanel)]
    return [line for panel in panels or [PlayersPanel(())] for line in players.lines(scene, panel, width)]


def _tables(scene: Scene, width: int) -> list[Line]:
    """Every table of the rules; those of the manifest as it says, with the markers in them."""
    shown = {panel.table: panel for panel in scene.layout.panels if isinstance(panel, GridPanel)}
    made: list[Line] = []
    for name in scene.words.model.tables:
        panel = shown.get(name, GridPanel(name, None, None))
        made += [grid.heading(scene, panel, width), *grid.lines(scene, panel, width)]
    return made


def _stock(scene: Scene) -> Iterator[tuple[m.Kind, list[tuple[m.Object, int]]]]:
    """By kind, the things that may still come onto the table, and how many of each.

    Where the manifest does not say, those that spaces can hold and none is seen to.
    """
    model, view = scene.words.model, scene.view
    if stocks := [panel for panel in scene.layout.panels if isinstance(panel, Stock)]:
        for stock in stocks:
            yield from stock.things(view)
        return
    rows = [*view["rows"].values(), *(row for player in view["players"] for row in player["rows"].values())]
    lying = {value for row in rows for space in row for value in space.values() if isinstance(value, str)}
    heads = {row.row.kind.root.called for row in scene.layout.rows} - {None}
    held = {kind.states[head].type.kind for kind in model.kinds.values() for head in heads if head in kind.states}
    roots = {kind.root for kind in held if kind is not None}
    for kind in model.kinds.values():
        if kind.root in roots:
            found = [(thing, 1) for thing in kind.objects if thing.kind is kind and thing.name not in lying]
            if found:
                yield kind, found


def _to_come(scene: Scene, width: int) -> list[Line]:
    made: list[Line] = []
    for kind, things in _stock(scene):
        made.append(rule_heading(spans(as_words(kind.plural)), width))
        wide = max(line_width(scene.names.titles.get(thing.name, thing.title)) for thing, _ in things)
        for thing, number in things:
            can = Span("✓" if _is_affordable(scene, thing) else " ", "may")
            told = (Span(" "), can, Span(" "), *fit(scene.names.title(thing.name), wide), Span("  "))
            copies = spans(Span(f"{number} left. ")) if number > 1 else ()
            made += wrap_line((*told, *copies, *style_line(spans(scene.words.summary(thing.name)), "dim")), width, wide + 5)
    return made


def _is_affordable(scene: Scene, thing: m.Object) -> bool:
    """Return whether the one who decides has what a thing costs, as far as it costs amounts."""
    player = scene.decision.player if scene.decision is not None else None
    purse = next((one["resources"] for one in scene.view["players"] if one["name"] == player), None)
    ways = scene.words.objects.cost(thing)
    return purse is not None and any(all((purse[name] or 0) >= number for name, number in way.items()) for way in ways)
