"""How the names in a game look on screen: titles instead of names, a colour and a short form for each player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from caylus_tools.common.english import shortest_beginnings
from caylus_tools.verbalize.names import titles

if TYPE_CHECKING:
    from caylus import Ruleset

_COLOURS = {
    "red": "bright_red", "green": "green3", "orange": "orange1", "blue": "dodger_blue1", "black": "grey62",
    "yellow": "yellow1", "white": "bright_white", "purple": "medium_purple1", "pink": "hot_pink", "brown": "orange4",
}  # fmt: skip
_OTHER_COLOURS = ("cyan1", "magenta1", "yellow3", "spring_green1", "deep_pink2", "sky_blue1")


_HIDDEN = {"there": True}
"""What a view shows of something that lies where it is not seen."""


class Labels:
    """`players` are the names at the table, in seat order; a player called like a colour is shown in it."""

    def __init__(self, rules: Ruleset, players: Sequence[str]) -> None:
        self.titles = titles(rules)
        self.colours = {
            name: _COLOURS.get(name.lower(), _OTHER_COLOURS[seat % len(_OTHER_COLOURS)]) for seat, name in enumerate(players)
        }
        self.short = shortest_beginnings(players)

    def value(self, value: object) -> Text:
        """A value of a view; `None` is a dash. Of what is hidden it tells that it is there, or how many."""
        if value == _HIDDEN:
            return Text("?")
        if isinstance(value, str):
            return Text(self.titles.get(value, value), style=self.colours.get(value, ""))
        if isinstance(value, Mapping):
            entries = entries_of(value)
            if all(len(names) == 1 for names, _ in entries):
                return Text(" ").join(self.value(part) for _, part in entries)
            told = [Text(" ").join(map(self.value, (*names, part))) for names, part in entries if part]
            return Text(", ").join(told) if told else Text("-")
        if isinstance(value, list):
            return Text(", ").join(self.value(part) for part in value) if value else Text("-")
        return Text("-" if value is None else "yes" if value is True else "no" if value is False else str(value))

    def line(self, text: str) -> Text:
        """A sentence with the players in it coloured."""
        shown = Text(text)
        for name, colour in self.colours.items():
            shown.highlight_words([self.titles.get(name, name)], colour)
        return shown


def entries_of(value: Mapping[str, Any]) -> list[tuple[tuple[str, ...], Any]]:
    """The values of a state that is kept for several things, with the names of all that each is kept for."""
    found: list[tuple[tuple[str, ...], Any]] = []
    for name, part in value.items():
        inner = entries_of(part) if isinstance(part, Mapping) and part != _HIDDEN else [((), part)]
        found += [((name, *names), one) for names, one in inner]
    return found
