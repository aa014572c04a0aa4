"""The question, and the choices that do not stand on the board: a line for each, or two side by side where there are many."""

from __future__ import annotations

from collections.abc import Sequence

from .choices import Choice
from .marked import Line, Span, cut, fit, joined, ruled, spans, styled, width_of
from .scene import Scene

_MOST_TEXT = 34
_BETWEEN = "  "


def listed(scene: Scene) -> list[Choice]:
    """The choices that are not told by the board alone."""
    return [choice for choice in scene.choices if choice.is_listed]


def heading(scene: Scene, width: int) -> tuple[Line, bool]:
    """What is asked, how the board is chosen from, and what else there is if that fits; whether it does."""
    assert scene.decision is not None
    asked = [spans(scene.decision.prompt)]
    if board := [choice for choice in scene.choices if choice.cell and not choice.is_listed]:
        prices = {choice.price for choice in board}
        each = f" for {prices.pop()} each" if len(prices) == 1 and "" not in prices else ""
        asked.append(spans(f"a space marked ›{each}"))
    if len(scene.waiting) + len(scene.ready) > 1:
        asked.append(spans(f"{len(scene.ready)} of {len(scene.ready) + len(scene.waiting)} have chosen"))
    others = listed(scene)
    told = [_brief(choice) for choice in others]
    whole = joined([*asked, *told], " · ")
    if len(others) < len(scene.choices) and width_of(whole) + 4 <= width:
        return ruled(whole, width), True
    return ruled(joined(asked, " · "), width), False


def _brief(choice: Choice) -> Line:
    price = f" ({choice.price})" if choice.price else ""
    return (Span(f"{choice.key} ", "may", choice.key), Span(f"{choice.text}{price}", "", choice.key))


def lines(scene: Scene, choices: Sequence[Choice], width: int, across: int, marked: str) -> list[Line]:
    """The choices, downwards in so many columns; in one of them each with its price and what comes of it."""
    if not choices:
        return []
    key = max(width_of(choice.key) for choice in choices)
    down = -(-len(choices) // across)
    column = (width - len(_BETWEEN) * (across - 1)) // across
    most = _MOST_TEXT if across == 1 else column
    text = min(most, max(width_of(choice.text) for choice in choices))
    price = max(width_of(choice.price) for choice in choices)
    drawn = []
    for choice in choices:
        told = scene.outcome(choice) if across == 1 else ""
        parts = [spans(choice.text)]
        if told or choice.price:
            parts = [fit(spans(choice.text), text), fit(spans(choice.price), price), styled(spans(told), "dim")]
        line = (Span(" "), Span(choice.key.rjust(key), "may"), Span(" "), *joined(parts, _BETWEEN))
        drawn.append(styled(cut(line, column), "marked" if choice.key == marked else "", choice.key))
    made: list[Line] = []
    for number in range(down):
        cells = drawn[number::down]
        made.append(joined([fit(cell, column) if place < len(cells) - 1 else cell for place, cell in enumerate(cells)], _BETWEEN))
    return made


def told(scene: Scene, marked: str, width: int) -> Line:
    """All that there is to say of the choice that is marked."""
    choice = next((choice for choice in scene.choices if choice.key == marked), None)
    if choice is None:
        return ()
    effect = scene.words.effect(choice.cell, scene.view) if choice.cell else ""
    said = joined([spans(part) for part in (effect, choice.price, scene.outcome(choice)) if part], "; ", "")
    return cut((Span(f"› {choice.key} ", "marked"), *spans(choice.text, ": " if said else "", *said)), width)
