"""A screen composed: everything at once where it fits, and folded in a fixed order until it does.

First the log gives way, then rows in which nothing goes on become a line each, headings go, what comes of a choice is cut to a
line, effects leave the spaces, choices stand side by side; what then is still too much is cut, and stands on a page of its own
(see `pages`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from caylus_tools.verbalize.breakdown import render_points

from . import menu, table
from .marked import LEAST_WIDTH, Line, Span, cut, join_parts, line_width, rule_heading, spans, style_line, wrap_line
from .pages import page_keys, render_log_line
from .scene import Scene
from .table import WHOLE, Fold

_WIDE = 140
"""From this width on the log and the choices stand beside the table."""
_SIDE = 56
_HIGH = 32
"""Below this height tables of the rules are on a page of their own."""
_NEWS = "since your last decision"


@dataclass(frozen=True, slots=True)
class Composition:
    """The lines of a screen, and what belongs into one more below them: what is asked, and at the right the keys of the pages."""

    lines: tuple[Line, ...]
    prompt: Line
    keys: Line


_FOLDS = (
    WHOLE,
    Fold(news=6),
    Fold(news=3, idle=True),
    Fold(news=3, idle=True, headings=False),
    Fold(news=1, idle=True, headings=False, tables=False),
    Fold(news=1, idle=True, headings=False, tables=False, wraps=False),
    Fold(news=1, idle=True, headings=False, tables=False, wraps=False, effects=False),
    Fold(news=1, idle=True, headings=False, tables=False, wraps=False, effects=False, across=2),
    Fold(news=1, idle=True, headings=False, tables=False, wraps=False, effects=False, across=2, grids=False),
    Fold(news=1, idle=True, headings=False, tables=False, wraps=False, effects=False, across=3, grids=False),
    Fold(news=0, idle=True, headings=False, tables=False, wraps=False, effects=False, across=3, grids=False),
)


def compose(scene: Scene, width: int, height: int | None = None, marked: str = "") -> Composition:
    """The screen for a person, of at most `height - 1` lines; all of it for a height of None. `marked` is the key of a choice."""
    lines = _compose_screen(scene, max(width, LEAST_WIDTH), height, marked)
    return Composition(tuple(cut(line, width) for line in lines), _prompt(scene), page_keys(scene))


def _compose_screen(scene: Scene, width: int, height: int | None, marked: str) -> Sequence[Line]:
    if height is None:
        return _stack_panels(scene, width, None, WHOLE, marked)
    room = max(1, height - 1)
    folds = _FOLDS if height > _HIGH else [replace(fold, grids=False) for fold in _FOLDS]
    made: list[Line] = []
    for fold in folds:
        drawn = _side_by_side if width >= _WIDE else _stack_panels
        made = drawn(scene, width, room, fold, marked)
        if len(made) <= room:
            break
    return _cut_to(made, room, scene, width)


def _cut_to(lines: Sequence[Line], room: int, scene: Scene, width: int) -> Sequence[Line]:
    """The question and the choices stay, the table above them is cut."""
    if len(lines) <= room:
        return lines
    asked = 1 + len(menu.menu_choices(scene)) + 1 if scene.decision is not None else len(_outcome(scene, width))
    below = min(asked, room // 2)
    above = room - below - 1
    return [
        *lines[:above],
        spans(Span(f"… {len(lines) - above - below} more lines: B shows the whole table", "dim")),
        *lines[len(lines) - below :],
    ]


def _stack_panels(scene: Scene, width: int, room: int | None, fold: Fold, marked: str) -> list[Line]:
    """One below the other; the log gets what room is left."""
    above = [header(scene, width), *_render_notices(scene, width), *table.lines(scene, width, fold, marked)]
    below = _render_question(scene, width, fold, marked)
    news = _news(scene, width, fold, None if room is None else room - len(above) - len(below))
    return [*above, *news, *below]


def _side_by_side(scene: Scene, width: int, room: int, fold: Fold, marked: str) -> list[Line]:
    """The table at the left, the log and the choices at the right."""
    made = [header(scene, width), *_render_notices(scene, width)]
    left_width = width - _SIDE - 1
    left = table.lines(scene, left_width, fold, marked)
    below = _render_question(scene, _SIDE, fold, marked)
    right = [*_news(scene, _SIDE, fold, room - len(made) - len(below)), *below]
    for number in range(max(len(left), len(right))):
        beside_it = right[number] if number < len(right) else ()
        line = left[number] if number < len(left) else ()
        missing = left_width - line_width(line)
        made.append((*line, Span(" " * missing + "│", "dim"), *beside_it))
    return made


def header(scene: Scene, width: int) -> Line:
    """Title, round and phase; at the right who is in the lists above the table, and the seed, as far as there is room."""
    view = scene.view
    phase = view["phase"]
    asked = phase["title"] if phase else scene.decision.title if scene.decision else "the end"
    told = f"{view['title']}  round {view['round']} · {asked}" if view["round"] else f"{view['title']}  {asked}"
    left = spans(Span(cut(spans(told), width)[0].text, "bold"))
    parts = [line for name in scene.layout.header if (line := _render_header(scene, name))]
    parts += [spans(Span(f"seed {scene.seed}", "dim"))] if scene.seed is not None else []
    while parts and line_width(left) + 2 + line_width(join_parts(parts, " · ")) > width:
        parts.pop()
    right = join_parts(parts, " · ")
    return (*left, Span(" " * (width - line_width(left) - line_width(right))), *right)


def _render_notices(scene: Scene, width: int) -> list[Line]:
    """Lines of the notices, below the title."""
    return [line for text in scene.notices for line in wrap_line(spans(Span(f" {text} ", "reverse")), width)]


def _render_header(scene: Scene, name: str) -> Line:
    """A list with whose turn it is marked, a state with its value; nothing of an empty list."""
    value = scene.view["lists"].get(name, scene.view["table"].get(name))
    if value in (None, []):
        return ()
    title = Span(f"{scene.words.title(name)} ", "dim")
    if isinstance(value, list) and all(member in scene.names.seats for member in value):
        marked = [scene.names.player(member, "▶" if member in scene.waiting else "") for member in value]
        return (title, *join_parts(marked, " "))
    return (title, *scene.names.value(value, short=True))


def _news(scene: Scene, width: int, fold: Fold, room: int | None) -> list[Line]:
    """The newest lines of the log for which there is room, and how many there are before them."""
    told = [line for entry in scene.news for line in render_log_line(scene, entry, width)]
    if not told:
        return []
    heading = [rule_heading(spans(_NEWS), width)] if fold.headings or room is None or room > fold.news else []
    if room is None:
        return [*heading, *told]
    most = max(min(fold.news, len(told)), room - len(heading))
    if len(told) <= most:
        return [*heading, *told]
    newest = told[len(told) - max(0, most - 1) :]
    return [*heading, style_line(spans(f" … {len(told) - len(newest)} lines earlier (L)"), "dim"), *newest]


def _render_question(scene: Scene, width: int, fold: Fold, marked: str) -> list[Line]:
    """The question and the choices, or how the game has come out."""
    if scene.decision is None:
        return _outcome(scene, width)
    heading, is_told = menu.heading(scene, width)
    choices = [] if is_told else menu.menu_choices(scene)
    made = [*heading, *menu.lines(scene, choices, width, fold, marked)]
    is_seen = not fold.headings and fold.across == 1 and any(choice.key == marked for choice in choices)
    return [*made, *menu.describe_marked(scene, marked, width, fold)] if marked and not is_seen else made


def _outcome(scene: Scene, width: int) -> list[Line]:
    if scene.result is None:
        return []
    made = [rule_heading(scene.names.told([*scene.result.spans(scene.names.titles), "."]), width)]
    for standing in scene.result.standings:
        for name in standing.players:
            won = "  wins" if standing.has_won else ""
            made.append((Span(" "), *scene.names.title(name), Span(f" {scene.view['scores'][name]}{won}")))
            if told := render_points(scene.sources[name]):
                made += [style_line(line, "dim") for line in wrap_line(spans(f"   {told}"), width, indent=3)]
    return made


def _prompt(scene: Scene) -> Line:
    if scene.player is None:
        return ()
    points = "point" if scene.projection in (1, -1) else "points"
    told = f" ({scene.projection} {points} if it ended now)" if scene.projection is not None else ""
    return (*scene.names.title(scene.player), *spans(Span(told, "dim"), "> "))
