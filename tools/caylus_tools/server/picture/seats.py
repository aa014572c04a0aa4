"""Distinguish seats by shape, letter and colour, so that nobody needs the colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

LOOKS = {
    "red": "circle",
    "green": "triangle",
    "orange": "square",
    "blue": "diamond",
    "black": "octagon",
    "brown": "star",
    "teal": "cross",
    "pink": "hexagon",
}
"""The colours that a page has, each with a shape of its own."""
_ALSO = {"yellow": "orange", "purple": "pink", "grey": "black", "gray": "black", "white": "black"}


def seats(called: Mapping[str, str]) -> list[dict[str, str]]:
    """Of each seat its name, what it is called, its colour, the symbol of its shape and its letter; `called` has titles by names.

    A seat that is called after a colour has that one; the others take what is left, in order, and again from the first where
    there are more seats than colours. Letters are initials, or numbers where two seats have the same.
    """
    names, titles = [*called], [*called.values()]
    named = [_find_colour(name) for name in names]
    left = [colour for colour in LOOKS if colour not in named]
    colours: list[str] = []
    for number, colour in enumerate(named):
        if colour is not None and colour not in named[:number]:
            colours.append(colour)
        else:
            colours.append(left.pop(0) if left else [*LOOKS][number % len(LOOKS)])
    often = Counter(title[:1].upper() for title in titles)
    return [
        {
            "name": name,
            "title": title,
            "colour": colour,
            "shape": f"shape-{LOOKS[colour]}",
            "letter": title[:1].upper() if often[title[:1].upper()] == 1 else str(number),
        }
        for number, (name, title, colour) in enumerate(zip(names, titles, colours, strict=True), 1)
    ]


def _find_colour(name: str) -> str | None:
    """The colour that a seat is called after."""
    word = name.casefold()
    return word if word in LOOKS else _ALSO.get(word)
