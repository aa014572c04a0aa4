"""The question, and the choices that do not stand on the board: a line for each, or two side by side where there are many."""

from __future__ import annotations

from collections.abc import Sequence

from .choices import Choice
from .marked import Line, Span, cut, fit, join_parts, line_width, rule_heading, spans, style_line, wrap_line
from .scene import Scene
from .table import Fold

_MOST_TEXT = 34
_BETWEEN = "  "
_ALSO = " · "
_RULE = 4
_LEAST = 24
"""What comes of a choice stands below it where there are fewer columns left beside it."""
_NARROW = 70
"""In fewer columns what comes of a choice stands below it."""


def menu_choices(scene: Scene) -> list[Choice]:
    """The choices that are not told by the board alone."""
    return [choice for choice in scene.choices if choice.is_listed]


def heading(scene: Scene, width: int) -> tuple[list[Line], bool]:
    """The question, the way to choose from the board, and what else there is if that fits on the line; whether it does."""
    assert scene.decision is not None
    asked = []
    if any(choice.cell for choice in scene.choices):
        price, is_alike = scene.usual_price
        each = f" for {price} each" if is_alike else f", most for {price}"
        asked.append(spans(f"a space marked ›{each if price else ''}"))
    if len(scene.waiting) + len(scene.ready) > 1:
        asked.append(spans(f"{len(scene.ready)} of {len(scene.ready) + len(scene.waiting)} have chosen"))
    prompt, others = spans(scene.decision.prompt), menu_choices(scene)
    for told in ([_brief(choice) for choice in others] if len(others) < len(scene.choices) else []), []:
        line = join_parts([prompt, *asked, *told], _ALSO)
        if line_width(line) + _RULE <= width:
            return [rule_heading(line, width)], bool(told)
    below = wrap_line((Span(" "), *join_parts(asked, _ALSO)), width) if asked else []
    return [rule_heading(prompt, width), *below], False


def _brief(choice: Choice) -> Line:
    price = f" ({choice.price})" if choice.price else ""
    return (Span(f"{choice.key} ", "may", choice.key), Span(f"{choice.text}{price}", "", choice.key))


def lines(scene: Scene, choices: Sequence[Choice], width: int, fold: Fold, marked: str) -> list[Line]:
    """The choices, downwards in columns; in one column each with its price and what comes of it."""
    if not choices:
        return []
    across = fold.across
    key = max(line_width(choice.key) for choice in choices)
    down = -(-len(choices) // across)
    column = (width - len(_BETWEEN) * (across - 1)) // across
    is_narrow = width < _NARROW
    most = width if is_narrow else width // 2 if fold.wraps else _MOST_TEXT
    text = min(most, max(line_width(choice.text) for choice in choices))
    price = max(line_width(choice.price) for choice in choices)
    drawn: list[Line] = []
    for choice in choices:
        start = (Span(" "), Span(choice.key.rjust(key), "may"), Span(" "))
        style = "marked" if choice.key == marked else ""
        if across > 1:
            words = join_parts([spans(choice.text), spans(scene.words.short_price(choice.option.data["pays"]))], " ")
            drawn.append(style_line(cut((*start, *words), column), style, choice.key))
            continue
        told = spans(Span(scene.describe(choice), "dim"))
        parts = [fit(spans(choice.text), text), fit(spans(choice.price), price)] if told or choice.price else [spans(choice.text)]
        head = (*start, *join_parts(parts, _BETWEEN))
        indent = line_width(head) + len(_BETWEEN)
        if is_below := is_narrow or (fold.wraps and width - indent < min(_LEAST, line_width(told))):
            indent = key + 3
        below = wrap_line(told, width - indent, indent=0) if told and (is_below or fold.wraps) else [told]
        beside_it = () if is_below else below.pop(0)
        drawn.append(style_line(cut(join_parts([head, beside_it], _BETWEEN), width), style, choice.key))
        drawn += [style_line((Span(" " * indent), *part), "", choice.key) for part in below if part]
    if across == 1:
        return drawn
    made: list[Line] = []
    for number in range(down):
        cells = drawn[number::down]
        made.append(
            join_parts([fit(cell, column) if place < len(cells) - 1 else cell for place, cell in enumerate(cells)], _BETWEEN)
        )
    return made


def describe_marked(scene: Scene, marked: str, width: int, fold: Fold) -> list[Line]:
    """All that there is to say of the choice that is marked; first what comes of it now."""
    choice = next((choice for choice in scene.choices if choice.key == marked), None)
    if choice is None:
        return []
    said = join_parts([spans(part) for part in (choice.price, scene.describe(choice)) if part], "; ", "")
    line = (Span(f"› {choice.key} ", "marked"), *spans(choice.text, ": " if said else "", *said))
    return wrap_line(line, width, indent=len(choice.key) + 3) if fold.wraps else [cut(line, width)]
