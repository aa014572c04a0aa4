"""The colours of a game: the same at a terminal as in a browser, for dark screens and for light ones.

The colours themselves stand in the styles of the page; styles of marked lines (`marked.Span`) are made of them here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rich.color import Color, blend_rgb
from rich.text import Text

from .layout import seat_colours

if TYPE_CHECKING:
    from caylus import Game

    from .marked import Line

_FOLDER = Path(__file__).parents[1]
_STYLES = [_FOLDER / "server" / "page" / name for name in ("base.css", "board.css")]
_ICONS = _FOLDER / "common" / "icons.svg"
_BLOCK = re.compile(r'^(:root|\[data-theme="dark"\]) \{(.*?)\}', re.DOTALL | re.MULTILINE)
_COLOUR = re.compile(r"--([a-z0-9-]+): (#[0-9A-Fa-f]{6});")
_ICON = re.compile(r'<symbol id="([a-z]+)".*?fill="var\(--(i-[a-z]+)\)"')
_LIGHT_BACKGROUNDS = ("7", "15")
_DARKER = 0.5
"""The share of ink in the colour of a good that is written on a light screen."""


@cache
def read_colours(is_dark: bool) -> Mapping[str, str]:
    """The colours of the page by their names."""
    colours: dict[str, str] = {}
    for path in _STYLES:
        for selector, block in _BLOCK.findall(path.read_text(encoding="utf-8")):
            if is_dark or selector == ":root":
                colours.update(_COLOUR.findall(block))
    return colours


@cache
def _icon_colours() -> Mapping[str, str]:
    """The name of the colour of each icon."""
    return dict(_ICON.findall(_ICONS.read_text(encoding="utf-8")))


def is_dark_terminal() -> bool:
    """Return whether a terminal has a dark background, as far as it says."""
    return os.environ.get("COLORFGBG", "").rpartition(";")[2] not in _LIGHT_BACKGROUNDS


class Looks:
    """The styles of one game on a dark or a light screen."""

    def __init__(self, game: Game, is_dark: bool) -> None:
        colours = read_colours(is_dark)
        ink = colours["ink"]
        self._styles = {
            "bold": "bold", "dim": "dim", "reverse": "reverse", "heading": f"bold {colours['warn']}",
            "may": f"bold {colours['act']}", "marked": f"bold {colours['act-ink']} on {colours['act']}", "way": colours["way2"],
            "warn": f"{colours['warn']} on {colours['warn-soft']}",
        }  # fmt: skip
        self._styles |= {f"seat-{number}": colours[colour] for number, colour in enumerate(seat_colours(game.players))}
        self._styles |= {name: f"{ink} on {colour}" for name, colour in colours.items() if name.startswith("tint-")}
        for name, icon in game.rules.manifest.get("icons", {}).items():
            if isinstance(icon, str) and (colour := colours.get(_icon_colours().get(icon, ""))):
                self._styles[f"good-{name}"] = colour if is_dark else _mix(colour, ink)

    def style(self, name: str) -> str:
        return self._styles[name]

    def text(self, *lines: Line) -> Text:
        return Text("\n").join(map(self._line, lines))

    def _line(self, line: Line) -> Text:
        return Text.assemble(*((span.text, " ".join(self.styles_of_rich(span.style))) for span in line))

    def styles_of_rich(self, styles: str) -> Iterator[str]:
        """The styles of Rich for the names of a span."""
        return (self._styles[style] for style in styles.split() if style in self._styles)


def _mix(colour: str, ink: str) -> str:
    light, dark = (Color.parse(one).get_truecolor() for one in (colour, ink))
    return Color.from_triplet(blend_rgb(light, dark, _DARKER)).name
