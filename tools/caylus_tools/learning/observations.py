"""What a seat sees of a game, as an array of whole numbers in a fixed layout.

In this order:

1. the seat that decides, -1 at the end of the game;
2. for each place of the rules where somebody decides (`ActionSpace.decisions`), 1 if the game waits there, else 0;
3. the cells of the table (`caylus.spaces.cells`): the round, what each player holds of each resource, the states of the
   table, of players and of objects, and the lists;
4. for each cell that the rules hide from others, 1 if the seat sees it, else 0.

An object is its number in the order of the rules, and none is -1; so is a place of a list that nothing stands in, and whatever
the seat does not see. What a seat sees is what `Game.view` shows it.

Seen `relative`ly, players are counted from the seat that looks on: its own numbers come first, and where a number tells a
player, 0 is itself and 1 the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from caylus.spaces import ActionSpace, Cell, cells, numbers
from gymnasium.spaces import Box
from numpy.typing import NDArray

if TYPE_CHECKING:
    from caylus import Game, Ruleset

Numbers = NDArray[np.int64]
Indices = NDArray[np.intp]

_FIXED = (0, 1, -1)
"""Numbers put behind those of a state, to be read where there is no cell to read."""
_NO, _YES, _UNSEEN = -3, -2, -1
"""Where they are."""


class Observations:
    """The observations of a ruleset for a number of players.

    Of each number, `space` says how far it goes, `names` what it is, and `objects` what those objects are called, from 0 on,
    of which it tells one; () where it tells no object.
    """

    def __init__(self, rules: Ruleset, players: int, actions: ActionSpace, relative: bool) -> None:
        table = cells(rules, players)
        hidden = [cell for cell in table if cell.hidden]
        places = len(actions.decisions)
        start = 1 + places
        self.names = (
            "who decides",
            *(f"at {name}" for name in actions.names),
            *map(_name, table),
            *(f"{_name(cell)} is seen" for cell in hidden),
        )
        seats = tuple(f"player {player}" for player in range(players))
        self.objects = (seats, *[()] * places, *(cell.objects for cell in table), *[()] * len(hidden))
        lows = [-1 if cell.hidden or cell.length else cell.low for cell in table]
        highs = [cell.high for cell in table]
        self.space = Box(
            np.array([-1, *[0] * places, *lows, *[0] * len(hidden)]),
            np.array([players - 1, *[1] * places, *highs, *[1] * len(hidden)]),
            dtype=np.int64,
        )
        self._actions = actions
        self._players = players
        self._seats = [_Seat(table, players, start, seat, seat if relative else 0) for seat in range(players)]
        listed = [i for i, cell in enumerate(table) if cell.length]
        self._members = np.array([start + i for i in listed], np.intp)
        self._lengths = np.array([table[i].length - 1 for i in listed], np.intp)
        self._places = np.array([table[i].place for i in listed])
        of_players = [i for i, cell in enumerate(table) if cell.kind is not None and cell.kind.is_player]
        self._player_columns = np.array([0, *(start + i for i in of_players)])

    def of(self, game: Game, seat: int) -> Numbers:
        """What a seat sees now."""
        own = self._seats[seat]
        state = np.array([*numbers(game)[1:], *_FIXED], np.int64)  # slot 0 is the random stream
        seen: Numbers = state[own.at_end if game.over else own.in_play]
        seen[0] = game.seat
        if not game.over:
            seen[1 + self._actions.decision(game)] = 1
        seen[self._members] = np.where(state[self._lengths] >= self._places, seen[self._members], -1)
        if own.first:
            shown = seen[self._player_columns]
            seen[self._player_columns] = np.where(shown < 0, shown, (shown - own.first) % self._players)
        return seen


class _Seat:
    """Where a seat that takes `first` for player 0 finds what it sees: the cells from `start` on, in play and at the end."""

    def __init__(self, table: list[Cell], players: int, start: int, seat: int, first: int) -> None:
        self.first = first
        same = {(cell.name, cell.players): cell for cell in table}
        found = [same[cell.name, tuple((player + first) % players for player in cell.players)] for cell in table]

        def seen(over: bool) -> Indices:
            hidden = [cell.hidden and seat not in cell.players and not over for cell in found]
            slots = (_UNSEEN if unseen else cell.slot - 1 for cell, unseen in zip(found, hidden, strict=True))
            known = (_NO if unseen else _YES for cell, unseen in zip(found, hidden, strict=True) if cell.hidden)
            return np.array([*[_NO] * start, *slots, *known])

        self.in_play = seen(over=False)
        self.at_end = seen(over=True)


def _name(cell: Cell) -> str:
    return " of ".join((cell.name, *(f"player {player}" for player in cell.players)))
