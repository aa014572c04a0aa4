"""Render the short panels side by side: lists and states of the table, things with their states."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from caylus import model as m
from caylus.diagnostics import as_words
from caylus.panels import ListPanel

from caylus_tools.common.english import shortest_beginnings
from caylus_tools.verbalize.objects import has
from caylus_tools.verbalize.prose import plain as prose_text

from .layout import Things
from .marked import Line, Span, cut, fit, join_parts, line_width, right, rule_heading, spans, style_line
from .names import NOTHING
from .scene import Scene

_OTHERWISE = "otherwise"


def render_list(scene: Scene, name: str) -> Line:
    """Render who is in a list, in order, or the value of a state of the table."""
    view = scene.view
    value = view["lists"][name] if name in view["lists"] else view["table"][name]
    title = Span(f"{scene.words.title(name)} ", "bold")
    if isinstance(value, Mapping) and name in view["lists"]:
        return spans(title, f"{value['size']} hidden")
    if isinstance(value, list) and not all(member in scene.names.seats for member in value):
        runs = [(kind, list(members)) for kind, members in groupby(value, lambda member: _kind(scene, member))]
        told = [spans(Span(f"{kind}: ", "dim") if len(runs) > 1 else "", *scene.names.value(members)) for kind, members in runs]
        return (title, *join_parts(told, "; "))
    return (title, *scene.names.value(value, short=True))


def _kind(scene: Scene, name: str) -> str:
    """The kind of a thing; the things of several kinds in a list are told apart by it."""
    thing = scene.words.objects.get(name)
    return as_words(thing.kind.plural) if thing else ""


def list_parts(scene: Scene, panel: ListPanel, are_short: bool) -> list[Line]:
    """Each list and state; those that hold nothing are left out where it is to be short."""
    parts = [render_list(scene, name) for name in panel.names]
    return [part for part in parts if part[-1] != NOTHING] if are_short else parts


def thing_parts(scene: Scene, panel: Things, are_short: bool) -> list[Line]:
    """Each object of a kind of which there is something to say; by the beginnings of their titles where they are to be short."""
    titles = [scene.names.titles.get(thing.name, thing.title) for thing in panel.kind.objects]
    short = shortest_beginnings(titles, fewest=1)
    shown = [short[title] for title in titles] if are_short and panel.texts else titles
    parts = []
    for thing, title in zip(panel.kind.objects, shown, strict=True):
        words = _render_thing(scene, panel, thing) if panel.texts else _facts(scene, panel, thing)
        if words:
            parts.append((Span(f"{title} ", "bold"), *words))
    return parts


def _facts(scene: Scene, panel: Things, thing: m.Object) -> Line:
    """The facts about a thing, with the names of the columns, without what there is none of."""
    cells = [(field, cell) for field, cell in _cells(scene, panel, thing) if cell != (NOTHING,)]
    return join_parts([(Span(f"{scene.words.title(field)} ", "dim"), *cell) for field, cell in cells], " ")


def _render_thing(scene: Scene, panel: Things, thing: m.Object) -> Line:
    """The words for a thing, what stands in braces filled in."""
    text = next(
        (text for flag, text in panel.texts.items() if flag != _OTHERWISE and _value_of(scene, thing, flag) is True), None
    )
    parts = re.split(r"\{([^{}]*)\}", panel.texts.get(_OTHERWISE, "") if text is None else text)
    return spans(
        *(
            part if number % 2 == 0 else _number(_render_field(scene, panel.kind, thing, part))
            for number, part in enumerate(parts)
        )
    )


def _number(line: Line) -> Line:
    """Nothing is 0 in a sentence."""
    return (Span("0"),) if line == (NOTHING,) else line


def _value_of(scene: Scene, thing: m.Object, field: str) -> Any:
    """The value that a view shows of a state of a thing, in a row or not."""
    objects: Mapping[str, Any] = scene.view["objects"].get(thing.kind.root.name, {})
    if thing.row is not None:
        spaces = scene.view["rows"].get(thing.row.name, ())
        return next((space.get(field) for space in spaces if space["name"] == thing.name), None)
    return objects.get(thing.name, {}).get(field)


def _render_field(scene: Scene, kind: m.Kind, thing: m.Object, field: str) -> Line:
    fixed = _properties(kind).get(field)
    if fixed is not None:
        return spans(prose_text(scene.words.objects.property(fixed, thing))) if has(thing, fixed) else (NOTHING,)
    return scene.names.value(_value_of(scene, thing, field))


def _properties(kind: m.Kind) -> dict[str, m.Property]:
    return {**(_properties(kind.parent) if kind.parent else {}), **kind.properties}


def _cells(scene: Scene, panel: Things, thing: m.Object) -> list[tuple[str, Line]]:
    """The cells of a thing by column; none where there is nothing to show."""
    cells = [(field, _render_field(scene, panel.kind, thing, field)) for field in panel.show]
    return cells if any(cell != (NOTHING,) for _, cell in cells) else []


def thing_lines(scene: Scene, panel: Things, width: int) -> list[Line]:
    """A line for each of which there is something to show, under the names of the columns."""
    found = [(thing, dict(cells)) for thing in panel.kind.objects if (cells := _cells(scene, panel, thing))]
    if not found:
        return []
    first = max(line_width(scene.names.titles.get(thing.name, thing.title)) for thing, _ in found)
    heads = {field: spans(Span(scene.words.title(field), "dim")) for field in panel.show}
    wide = {field: max(line_width(head), *(line_width(cells[field]) for _, cells in found)) for field, head in heads.items()}
    title = spans(Span(as_words(panel.kind.plural), "bold"))
    first = max(first, line_width(title))
    lines = [join_parts([(Span(" "), *fit(title, first)), *(right(head, wide[field]) for field, head in heads.items())], "  ")]
    for thing, values in found:
        name = fit(scene.names.title(thing.name), first)
        lines.append(join_parts([(Span(" "), *name), *(right(cell, wide[field]) for field, cell in values.items())], "  "))
    return [cut(line, width) for line in lines]


def rule(words: str, width: int) -> Line:
    return rule_heading(spans(words), width) if words else style_line(spans("─" * width), "dim")
