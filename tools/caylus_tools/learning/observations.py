"""Observations: what a seat sees of a game, as an array of whole numbers in a fixed layout.

In this order:

1. the seat that decides, -1 at the end of the game;
2. for each place of the rules where somebody decides (`ActionSpace.decisions`), 1 if the game waits there, else 0;
3. the cells of the table (`caylus.spaces`): the round, what each player holds of each resource, the states of the
   table, of players and of objects, and the lists;
4. for each cell that the rules hide from anybody, 1 if the seat sees it, else 0. That nothing lies there is seen by all, and
   how many things there are in a list, for which a list that is hidden has a cell of its own.

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

_FIXED = (0, 1, -1)
"""Numbers put behind those of a state, to be read where there is no cell to read."""
_NO, _YES, _NOBODY = -3, -2, -1
"""Where they are."""


class Observations:
    """The observations of a ruleset for a number of players.

    Of each number, `space` says how far it goes, `names` what it is, and `objects` what those objects are called, from 0 on,
    of which it tells one; () where it tells no object.
    """

    def __init__(self, rules: Ruleset, players: int, actions: ActionSpace, relative: bool) -> None:
        table = cells(rules, players)
        hidden = [cell for cell in table if cell.watchers is not None]
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
        lows = [min(-1, cell.low) if cell.watchers is not None or cell.length else cell.low for cell in table]
        highs = [cell.high for cell in table]
        self.space = Box(
            np.array([-1, *[0] * places, *lows, *[0] * len(hidden)]),
            np.array([players - 1, *[1] * places, *highs, *[1] * len(hidden)]),
            dtype=np.int64,
        )
        self._actions = actions
        self._players = players
        self._seats = [_Seat(table, players, start, seat, seat if relative else 0) for seat in range(players)]
        of_players = [i for i, cell in enumerate(table) if cell.kind is not None and cell.kind.is_player]
        self._player_columns = np.array([0, *(start + i for i in of_players)])

    def observe(self, game: Game, seat: int) -> Numbers:
        """The observation of a seat now."""
        own = self._seats[seat]
        state = np.array([*numbers(game)[1:], *_FIXED], np.int64)  # slot 0 is the random stream
        seen: Numbers = state[own.slots]
        seen[0] = game.seat
        if not game.over:
            seen[1 + self._actions.decision(game)] = 1
        seen[own.members] = np.where(state[own.lengths] >= own.places, seen[own.members], -1)
        if own.watched.size and not game.over:
            own.cover(seen, state)
        if own.first:
            shown = seen[self._player_columns]
            seen[self._player_columns] = np.where(shown < 0, shown, (shown - own.first) % self._players)
        return seen


class _Seat:
    """The places where a seat that takes `first` for player 0 finds what it sees: the cells from `start` on, then whether it sees
    them.
    """

    def __init__(self, table: list[Cell], players: int, start: int, seat: int, first: int) -> None:
        self.first = first
        self._seat = seat
        same = {(cell.name, cell.players): cell for cell in table}
        found = [same[cell.name, tuple((player + first) % players for player in cell.players)] for cell in table]
        listed = [(start + i, cell) for i, cell in enumerate(found) if cell.length]
        self.members = np.array([column for column, _ in listed], np.intp)
        self.lengths = np.array([cell.length - 1 for _, cell in listed], np.intp)
        self.places = np.array([cell.place for _, cell in listed])
        watched = [(start + i, cell, cell.watchers) for i, cell in enumerate(found) if cell.watchers is not None]
        self.slots = np.array([*[_NO] * start, *(cell.slot - 1 for cell in found), *[_YES] * len(watched)])
        self.watched = np.array([column for column, _, _ in watched], np.intp)
        self._is_own = np.array([who.owner == seat for _, _, who in watched], np.bool_)
        self._tells_objects = np.array([cell.kind is not None for _, cell, _ in watched], np.bool_)
        holders = [[slot - 1 for slot in who.holders] or [_NOBODY] for _, _, who in watched]
        self._holders = [np.array([of[i % len(of)] for of in holders], np.intp) for i in range(max(map(len, holders), default=0))]
        self._face_up = np.array([_NO if who.face_up is None else who.face_up - 1 for _, _, who in watched], np.intp)

    def cover(self, seen: Numbers, state: Numbers) -> None:
        """Takes away what lies where the seat may not see it, and notes that it does not."""
        shown = seen[self.watched]
        held = np.logical_and.reduce([state[slots] == self._seat for slots in self._holders])
        known = self._is_own | held | (state[self._face_up] != 0) | (self._tells_objects & (shown < 0))
        seen[self.watched] = np.where(known, shown, -1)
        seen[len(seen) - len(known) :] = known


def _name(cell: Cell) -> str:
    return " of ".join((cell.name, *(f"player {player}" for player in cell.players)))
