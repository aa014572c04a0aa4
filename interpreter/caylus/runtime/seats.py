"""The seats of a table, and the points of view: a player's seat, a place beside the table, or everywhere at once.

A seat has a name, by which options, states, transcripts and whoever plays by program call the player there; the rules' own
things cannot be called that. What people call whoever sits there is a label, which texts for people show and nothing looks up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING

from caylus.diagnostics.render import is_line, nearest
from caylus.limits import LONGEST_LINE
from caylus.signs import is_blank

if TYPE_CHECKING:
    from caylus.model import Kind

    from .ruleset import Ruleset


class Spectator(Enum):
    """The one value of it is `SPECTATOR`, which no player can be called."""

    SPECTATOR = "spectator"

    def __repr__(self) -> str:
        return "caylus.SPECTATOR"


SPECTATOR = Spectator.SPECTATOR
"""Whoever watches: a seat that sees nothing hidden."""

Seat = str | Spectator | None
"""Who looks: a player by name, `SPECTATOR`, or None for one who may see everything."""

BESIDE = -1  # The number of a spectator's seat: that of no player.


def seat_number(seat: Seat, players: Sequence[str]) -> int | None:
    """The number of a player, `BESIDE` for a spectator, None for one who sees all. Raises ValueError for a stranger."""
    if seat is None:
        return None
    if isinstance(seat, Spectator):
        return BESIDE
    if seat not in players:
        suggestion = nearest(str(seat), players)
        raise ValueError(f"nobody at this table is called `{seat}`{f'; did you mean `{suggestion}`?' if suggestion else ''}")
    return players.index(seat)


def seating(rules: Ruleset, players: int | Sequence[str]) -> tuple[str, ...]:
    """The seats that so many players take, or those that are named, the last of which rules may play: these need no naming."""
    played = tuple(rules.automata)
    if isinstance(players, int):
        return (*rules.seats[: players - len(played)], *played)
    return tuple(players) if played and tuple(players[-len(played) :]) == played else (*players, *played)


def assign_seats(rules: Ruleset, players: Sequence[str], labels: Sequence[str] = ()) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The seats of all players, and their labels if they have any. Raises ValueError for what the rules do not admit."""
    check_seats(rules, players, lambda: rules.program(len(players)).layout.components.kinds)
    if labels and len(labels) != len(players):
        raise ValueError(f"{len(labels)} labels are not those of {len(players)} players")
    return tuple(players), tuple(labels) or _labels(rules, players)


def check_seats(rules: Ruleset, players: Sequence[str], kinds: Callable[[], Mapping[str, Kind]]) -> None:
    """Raises ValueError for players that the rules do not admit; `kinds` are asked for only where seats have other names."""
    _check(rules, players)
    if seating(rules, players) != tuple(players):
        raise ValueError(f"the last seats are played by the rules: {', '.join(rules.automata)}")
    if not set(players) <= set(rules.seats):
        taken = {o.name for kind in kinds().values() for o in kind.objects} & set(players)
        if taken:
            raise ValueError(f"no seat can be called `{min(taken)}`: the rules call something else that")


def _labels(rules: Ruleset, players: Sequence[str]) -> tuple[str, ...]:
    """The titles of the seats that rules play, behind what those before them are called; none where rules play no seat."""
    return (*players[: -len(rules.automata)], *rules.automata.values()) if rules.automata else ()


def seats_for(rules: Ruleset, players: int | Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The seats that a number of players take, or those that are named; any other names are what people there are called.

    A number counts all seats; those that rules play need not be among the names, and are the last.
    Raises TypeError for what is neither, ValueError for what the rules do not admit.
    """
    named = isinstance(players, Sequence) and not isinstance(players, str) and all(isinstance(name, str) for name in players)
    if not named and (not isinstance(players, int) or isinstance(players, bool)):
        raise TypeError(f"players are a number, or a list of names, not {players!r}")
    if isinstance(players, int):
        admit(rules, players)
        seats = seating(rules, players)
        return seats, _labels(rules, seats)
    everybody = seating(rules, players)
    if set(everybody) <= {*rules.seats, *rules.automata}:
        return assign_seats(rules, everybody)
    labels = _labels(rules, everybody) or everybody
    _check(rules, labels)
    return seating(rules, len(everybody)), labels


def _check(rules: Ruleset, names: Sequence[str]) -> None:
    admit(rules, len(names))
    if not all(not all(map(is_blank, name)) and is_line(name) and len(name) <= LONGEST_LINE for name in names):
        raise ValueError(f"a player's name is one line of at most {LONGEST_LINE} letters that can be seen")
    if len(set(names)) < len(names):
        raise ValueError("two players have the same name")


def admit(rules: Ruleset, count: int) -> None:
    """Raises ValueError for a number of players that the rules do not admit."""
    if not rules.fewest_players <= count <= rules.most_players:
        raise ValueError(f"{rules.title} is for {rules.fewest_players} to {rules.most_players} players, not {count}")
