"""Convert lines of marked text to text of Rich, which a terminal shows. Only this module knows the colours of styles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

if TYPE_CHECKING:
    from caylus_tools.screen.marked import Line

_LOOKS = {"bold": "bold", "dim": "dim", "reverse": "reverse", "heading": "bold", "may": "bold", "marked": "reverse"}
_COLOURS = {
    "red": "bright_red", "green": "green3", "orange": "orange1", "blue": "dodger_blue1", "black": "grey62",
    "yellow": "yellow1", "white": "bright_white", "purple": "medium_purple1", "pink": "hot_pink", "brown": "orange4",
}  # fmt: skip
_OTHER_COLOURS = ("cyan1", "magenta1", "yellow3", "spring_green1", "deep_pink2", "sky_blue1")


class Looks:
    """`players` are the seats, in their order; one that is called like a colour is shown in it."""

    def __init__(self, players: Sequence[str]) -> None:
        self._styles: Mapping[str, str] = _LOOKS | {
            f"seat-{seat}": _COLOURS.get(name.lower(), _OTHER_COLOURS[seat % len(_OTHER_COLOURS)])
            for seat, name in enumerate(players)
        }

    def text(self, *lines: Line) -> Text:
        return Text("\n").join(map(self._line, lines))

    def _line(self, line: Line) -> Text:
        return Text.assemble(*((span.text, " ".join(self._known_styles(span.style.split()))) for span in line))

    def _known_styles(self, styles: Iterable[str]) -> Iterable[str]:
        return (self._styles[style] for style in styles if style in self._styles)
