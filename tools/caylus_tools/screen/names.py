"""The words on a screen for the names in a view: titles, two letters for each player, and players in their colours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caylus_tools.verbalize.names import titles

from .marked import Line, Span, join_parts, line_width, spans

if TYPE_CHECKING:
    from caylus import Game
    from caylus.english import Span as Told

NOTHING = Span("·", "dim")
UNKNOWN = Span("?", "dim")
_HIDDEN = {"there": True}
"""What a view shows of something that lies where it is not seen."""


class Names:
    """Of the things and the players of one game."""

    def __init__(self, game: Game) -> None:
        self.titles: dict[str, str] = {**titles(game.rules), **game.labels}
        self.seats = {name: f"seat-{seat}" for seat, name in enumerate(game.players)}
        self.signs = dict(zip(game.players, two_letters([self.titles[name] for name in game.players]), strict=True))

    def player(self, name: str, before: str = "") -> Line:
        """Two letters in the player's colour."""
        return spans(Span(before + self.signs[name], self.seats[name]))

    def title(self, name: str) -> Line:
        """A thing by its title, a player in their colour."""
        return spans(Span(self.titles.get(name, name), self.seats.get(name, "")))

    def value(self, value: object, short: bool = False) -> Line:
        """A value of a view; of what is hidden that it is there. Players by two letters where it is `short`."""
        if value == _HIDDEN:
            return (UNKNOWN,)
        if isinstance(value, str):
            return self.player(value) if short and value in self.seats else self.title(value)
        if isinstance(value, list):
            between = " " if short and all(part in self.seats for part in value) else ", "
            return join_parts([self.value(part, short) for part in value], between, "") or (NOTHING,)
        if isinstance(value, Mapping):
            entries = keyed_entries(value)
            if all(len(names) == 1 for names, _ in entries):
                return join_parts([self.value(part, short) for _, part in entries], " ") or (NOTHING,)
            told = [join_parts([self.value(one, short) for one in (*names, part)], " ") for names, part in entries if part]
            return join_parts(told, ", ") or (NOTHING,)
        if value is None or value == 0:
            return (NOTHING,)
        return spans("yes" if value is True else str(value))

    def told(self, told: Iterable[Told]) -> Line:
        """Words and things, players in their colours."""
        return spans(
            *(one if isinstance(one, str) else Span(one["title"], self.seats.get(one["name"] or "", "")) for one in told)
        )


def keyed_entries(value: Mapping[str, Any]) -> list[tuple[tuple[str, ...], Any]]:
    """The values of a state that is kept for several things, with the names of all that each is kept for."""
    found: list[tuple[tuple[str, ...], Any]] = []
    for name, part in value.items():
        inner = keyed_entries(part) if isinstance(part, Mapping) and part != _HIDDEN else [((), part)]
        found += [((name, *names), one) for names, one in inner]
    return found


def two_letters(names: Sequence[str]) -> list[str]:
    """For each name its first letter and the first that the others of that initial do not have; else a number."""
    made: list[str] = []
    for number, name in enumerate(names, 1):
        others = [other.casefold() for place, other in enumerate(names, 1) if place != number and other[:1] == name[:1]]
        told = (name[0] + letter for letter in name[1:] if letter.isalnum() and not any(letter.casefold() in o for o in others))
        found = next((sign for sign in told if sign not in made and line_width(sign) == 2), None)
        made.append(found or f"{name[:1] if line_width(name[:1]) == 1 and name[:1].isalnum() else ''}{number}".rjust(2)[:2])
    return made
