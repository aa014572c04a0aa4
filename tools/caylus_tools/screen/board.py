"""A row of spaces: drawn as a path, or a line for each in columns; empty ones next to each other are one entry."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import zip_longest
from typing import Any

from caylus.panels import collect_rows
from caylus.records import Record

from .layout import Row
from .marked import Line, Span, cut, fit, join_parts, line_width, rule_heading, spans, style_line, wrap_line
from .scene import Choice, Scene

DIM = "~"
MAY = "›"
_BETWEEN = 1
_WITH_EFFECT, _WITHOUT = 38, 25
"""How wide a column is at least."""
_TITLE = 13
"""So many columns are enough for a title where something stands behind it."""
FEW = 3
"""Rows of so few spaces stand on a line with other things."""
_CELL, _WIDEST_CELL = 15, 34
"""How wide a stretch of a path is at least, and at most."""
_MOST_EFFECT = 3
"""Lines that an effect takes below its title at most."""
_WAY = "━"
BARRIER = "▌"


class Entry(Record):
    """A space, or several that are empty: its key, the signs behind it, what heads it, whose pieces stand on it, what else.

    Players stand on it by two letters as `pieces`, by their names as `people`; `is_closed` is where a barrier stands behind it,
    `is_alike` where only the effect tells what lies there from something else among which may be chosen.
    """

    name: str
    key: str
    signs: str
    title: Line
    pieces: tuple[Line, ...]
    people: Line
    facts: Line
    price: str
    effect: str
    choice: Choice | None
    is_dim: bool
    is_empty: bool
    is_closed: bool = False
    is_alike: bool = False


def entries(scene: Scene, row: Row) -> list[Entry]:
    """The spaces of a row as they are seen; of empty ones next to each other only one."""
    spaces = collect_rows(scene.view)[row.name]
    raw_entries = [_entry(scene, row, number, space) for number, space in enumerate(spaces, 1)]
    _, pieces, _ = scene.layout.fields(row)
    piece_columns = [place for place in range(len(pieces)) if any(entry.pieces[place] for entry in raw_entries)]
    trimmed_entries: list[Entry] = []
    is_asked = row.name not in scene.barrier_rows and any(entry.choice for entry in raw_entries)
    namesakes = scene.namesakes if is_asked else ()
    start = 0
    while start < len(raw_entries):
        entry = raw_entries[start]
        end = start + 1
        while (
            end < len(raw_entries) and _is_bare(entry) and _is_bare(raw_entries[end]) and raw_entries[end].is_dim == entry.is_dim
        ):
            end += 1
        if end > start + 1:
            entry = _several(entry, raw_entries[end - 1])
        pieces_there = tuple(entry.pieces[place] for place in piece_columns)
        trimmed_entries.append(replace(entry, pieces=pieces_there, is_alike=entry.name in namesakes))
        start = end
    return trimmed_entries


def name_by_effect(entry: Entry) -> Entry:
    title = join_parts([entry.title, spans(entry.effect)], " ")
    return replace(entry, title=title, effect="", is_alike=False) if entry.is_alike else entry


def _entry(scene: Scene, row: Row, number: int, space: Mapping[str, Any]) -> Entry:
    name, names = space["name"], scene.names
    head, pieces, others = scene.layout.fields(row)
    markers = [sign for state, sign in row.panel.markers.items() if scene.view["table"][state] in (name, number)]
    is_dim = row.panel.dim is not None and scene.view["values"][row.panel.dim].get(name) is True
    choice = next((choice for choice in scene.choices if choice.cell == name), None)
    held = space.get(head or "")
    title = names.title(name) if row.row.is_given else ()
    if held is not None:
        title = style_line(join_parts([title, names.value(held)], ": "), names.tint(held))
    signs_of = scene.layout.pieces
    there = [(signs_of[field], space[field]) for field in pieces]
    stands = tuple(_piece(scene, sign, value, names.player) if value is not None else () for sign, value in there)
    people = join_parts([_piece(scene, sign, value, names.seat) for sign, value in there if value is not None], " ", "")
    facts = [_fact(scene, field, space[field]) for field in others if space[field] not in (None, False, [])]
    is_empty = held is None and not any(stands) and all(space[field] in (None, False, 0, []) for field in others)
    effect = scene.effect(name) if isinstance(held, str) else ""
    is_priced = choice is not None and not choice.is_listed and scene.price(choice) != scene.usual_price[0]
    price = f"({scene.price(choice) or 'free'})" if choice is not None and is_priced else ""
    title = title or (spans(Span("empty", "dim")) if is_empty else ())
    key = scene.keys.get(name) or str(number)
    signs = "".join(markers) + DIM * is_dim
    is_empty = is_empty and not row.row.is_given
    is_closed = row.panel.closed_by is not None and scene.view["table"][row.panel.closed_by] in (name, number)
    details = join_parts(facts, ", ")
    return Entry(name, key, signs, title, stands, people, details, price, effect, choice, is_dim, is_empty, is_closed)


def _piece(scene: Scene, sign: str, value: object, render: Callable[[str, str], Line]) -> Line:
    if isinstance(value, str) and value in scene.names.seats:
        return render(value, sign)
    return spans(sign, *scene.names.value(value))


def _fact(scene: Scene, field: str, value: object) -> Line:
    title = scene.words.title(field)
    return spans(title) if value is True else (*spans(f"{title} "), *scene.names.value(value, short=True))


def _is_bare(entry: Entry) -> bool:
    return entry.is_empty and entry.choice is None and not entry.signs.replace(DIM, "")


def _several(first: Entry, last: Entry) -> Entry:
    key = f"{first.key}–{last.key}"
    empty = spans(Span("empty", "dim"))
    return Entry("", key, first.signs, empty, first.pieces, (), (), "", "", None, first.is_dim, is_empty=True)


# ---- as lines


def heading(scene: Scene, row: Row, width: int, is_path: bool) -> Line:
    """The heading of a row, and the meaning of the signs in it: a barrier is drawn on a path only."""
    closer = row.panel.closed_by if is_path else None
    marks = [
        spans(Span(sign, "reverse"), *([Span(BARRIER, "warn")] if state == closer else []), f" {scene.words.title(state)}")
        for state, sign in row.panel.markers.items()
    ]
    dim = [spans(f"{DIM} {scene.words.title(row.panel.dim)}")] if row.panel.dim is not None else []
    spaces = collect_rows(scene.view)[row.name]
    standing = [field for field in scene.layout.fields(row)[1] if any(space[field] is not None for space in spaces)]
    signs = {scene.layout.pieces[field]: scene.words.title(field) for field in reversed(standing)}  # of one sign the first
    pieces = [spans(f"{sign} {title}") for sign, title in reversed(signs.items())]
    whose = (*scene.names.title(row.of), Span(": ")) if row.of is not None else ()
    title = (*whose, *spans(scene.words.title(row.row.name)))
    parts = [title, *pieces, *marks, *dim]
    line = join_parts(parts, "  ")
    return rule_heading(line if line_width(line) < width - _BETWEEN else join_parts(parts, " "), width)


def astray(scene: Scene, row: Row) -> Line:
    """The markers of a row that stand on none of its spaces."""
    spaces = collect_rows(scene.view)[row.name]
    places = {place for number, space in enumerate(spaces, 1) for place in (number, space["name"])}
    beside = [(state, sign) for state, sign in row.panel.markers.items() if scene.view["table"][state] not in (*places, None)]
    return join_parts(
        [spans(Span(sign, "reverse"), f" {scene.words.title(state)} ", *scene.names.value(scene.view["table"][state]))
         for state, sign in beside],
        "  ",
    )  # fmt: skip


def short_parts(entries: Sequence[Entry], lit_names: Collection[str]) -> list[Line]:
    """A short row, entry by entry."""
    alike = [spans(entry.effect if entry.is_alike else "") for entry in entries]
    contents = [join_parts([entry.title, *entry.pieces, entry.facts, alike[at]], " ") for at, entry in enumerate(entries)]
    starts = [(*_start(entry, len(entry.key)), Span(" ")) for entry in entries]
    return [_style_line((*starts[at], *contents[at]), entry, lit_names) for at, entry in enumerate(entries)]


def lines(scene: Scene, row: Row, entries: Sequence[Entry], width: int, effects: bool, lit_names: Collection[str]) -> list[Line]:
    """A row in as many columns as there is room for, read downwards."""
    if not entries:
        return []
    stray = astray(scene, row)
    is_told = effects and any(entry.effect or entry.facts for entry in entries)
    wide = _WITH_EFFECT if is_told or any(entry.is_alike for entry in entries) else _WITHOUT
    across = max(1, min(len(entries), (width + _BETWEEN) // (wide + _BETWEEN)))
    down = -(-len(entries) // across)
    across = -(-len(entries) // down)
    columns = [entries[start : start + down] for start in range(0, len(entries), down)]
    needs = [max(line_width(_join_entry(scene, entry, effects)) for entry in column) for column in columns]
    cells: list[list[Line]] = []
    for column, wide in zip(columns, _share_width(needs, width - _BETWEEN * (across - 1)), strict=True):
        form = _form(scene, column, wide, effects)
        cells.append([fit(_line(scene, entry, form, wide, lit_names), wide) for entry in column])
    output_lines = [join_parts(row, " " * _BETWEEN) for row in zip_longest(*cells, fillvalue=())]
    return [*output_lines, *([cut(stray, width)] if stray else [])]


def _share_width(needs: Sequence[int], width: int) -> list[int]:
    """The widths of columns: alike, but where one needs more, it has what others can spare."""
    alike = width // len(needs)
    if max(needs) <= alike:
        return [alike] * len(needs)
    widths = [min(need, alike) for need in needs]
    for number, need in enumerate(needs):
        widths[number] += min(need - widths[number], width - sum(widths))
    return widths


def way_lines(
    scene: Scene, row: Row, entries: Sequence[Entry], width: int, effects: bool, lit_names: Collection[str]
) -> list[Line]:
    """A row as a path: each space a stretch of the way with who stands there, below it what lies there and what that does."""
    if not entries:
        return []
    across = max(1, min(len(entries), (width + 1) // (_CELL + 1)))
    across = -(-len(entries) // -(-len(entries) // across))
    wide = min(_WIDEST_CELL, (width + 1) // across - 1)
    texts = [_render_entry(scene, entry, effects) for entry in entries]
    sides = [line_width(entry.title) + line_width(text) for entry, text in zip(entries, texts, strict=True)]
    is_flat = max(sides) + _BETWEEN <= wide
    output_lines: list[Line] = []
    for start in range(0, len(entries), across):
        cells = [
            [_style_line(line, entry, lit_names) for line in (_stretch(entry, wide), *_lies(entry, text, wide, is_flat))]
            for entry, text in zip(entries[start : start + across], texts[start:], strict=False)
        ]
        for number, lines in enumerate(zip_longest(*cells, fillvalue=())):
            output_lines.append(join_parts([fit(line, wide) for line in lines], " " if number else _WAY, "way"))
    stray = astray(scene, row)
    return [*output_lines, *([cut(stray, width)] if stray else [])]


def _stretch(entry: Entry, wide: int) -> Line:
    """The way along a space, with who stands there."""
    start = (*(_start(entry, 0) if entry.choice else (Span(_WAY, "way"), Span(entry.key))), *_signs(entry))
    room = wide - line_width(start) - _BETWEEN
    people = next((line for line in (entry.people, join_parts(entry.pieces, " ", "")) if line_width(line) < room), ())
    stretch = spans(*start, *((Span(" "), *people, Span(" ")) if people else ()))
    way = Span((DIM if entry.is_dim else _WAY) * (wide - line_width(stretch) - entry.is_closed), "way")
    return (*stretch, way, *((Span(BARRIER, "warn"),) if entry.is_closed else ()))


def _lies(entry: Entry, text: Line, wide: int, is_flat: bool) -> list[Line]:
    """The thing on a space and its effect, side by side where it `is_flat`."""
    if not entry.name:
        return []
    if is_flat:
        return [join_parts([entry.title, text], " " * _BETWEEN, "")]
    below = wrap_line(text, wide, indent=0)
    rest = [cut(join_parts(below[_MOST_EFFECT - 1 :], " ", ""), wide)] if below[_MOST_EFFECT - 1 :] else []
    return [*wrap_line(entry.title, wide, indent=0), *below[: _MOST_EFFECT - 1], *rest]


class _Form(Record):
    """The widths of the parts of an entry."""

    key: int
    signs: int
    title: int
    pieces: tuple[int, ...]
    rest: int


def _form(scene: Scene, entries: Sequence[Entry], column: int, effects: bool) -> _Form:
    key = max((line_width(entry.key) for entry in entries if entry.name), default=0)
    signs = max(line_width(entry.signs) for entry in entries)
    signs = signs and signs + 1
    pieces = tuple(max(line_width(line) for line in lines) for lines in zip(*(entry.pieces for entry in entries), strict=True))
    behind = sum(pieces) + (1 if pieces else 0)
    room = column - 1 - key - max(1, signs) - behind
    longest = max(line_width(entry.title) for entry in entries)
    text_width = max((line_width(_render_entry(scene, entry, effects)) for entry in entries), default=0)
    title = max(0, min(longest, room if not text_width else max(_TITLE, column // 3, room - text_width - 1)))
    return _Form(key, max(1, signs), min(title, room), pieces, max(0, room - title - 1) if text_width else 0)


def _render_entry(scene: Scene, entry: Entry, effects: bool) -> Line:
    """The facts of a space, its price, and where there is room for `effects` the effect of what lies there."""
    effect = scene.names.words(entry.effect) if effects or entry.is_alike else ()
    return join_parts([entry.facts, spans(entry.price), effect], " ")


def _line(scene: Scene, entry: Entry, form: _Form, column: int, lit_names: Collection[str]) -> Line:
    description = _render_entry(scene, entry, effects=True) if form.rest else ()
    if not entry.name or line_width(entry.title) > form.title or line_width(description) > form.rest:
        line = _join_entry(scene, entry, form.rest > 0, form.key, column)
    else:
        pieces = [fit(piece, wide) for piece, wide in zip(entry.pieces, form.pieces, strict=True)]
        parts = [fit(entry.title, form.title), join_parts(pieces, ""), description]
        line = (*_start(entry, form.key), *fit(_signs(entry), form.signs), *join_parts(parts, " "))
    return _style_line(cut(line, column), entry, lit_names)


def _join_entry(scene: Scene, entry: Entry, effects: bool, key: int = 0, column: int = 10**9) -> Line:
    """All parts of an entry side by side, of which the title gives way to the pieces and the price."""
    start = (*_start(entry, key if entry.name else 0), *_signs(entry), Span(" "))
    pieces = join_parts(entry.pieces, "")
    end = join_parts([pieces, spans(entry.price)], " ")
    title = cut(entry.title, column - line_width((*start, *end)) - bool(end))
    return (*start, *join_parts([title, pieces, _render_entry(scene, entry, effects)], " "))


def _start(entry: Entry, wide: int) -> Line:
    mark = Span(MAY, "may") if entry.choice else Span(" ")
    key = Span(entry.key.rjust(wide), "may") if entry.choice else Span(entry.key.rjust(wide))
    return (mark, key)


@cache
def _sign(sign: str) -> Span:
    return Span(sign, "dim" if sign == DIM else "reverse")


def _signs(entry: Entry) -> Line:
    return tuple(_sign(sign) for sign in entry.signs)


def _style_line(line: Line, entry: Entry, lit_names: Collection[str]) -> Line:
    style = "marked" if entry.name in lit_names else "dim" if entry.is_dim and not entry.choice else ""
    return style_line(line, style, entry.choice.key if entry.choice else "")
