"""The interface of bots, and the way they look at a game without looking into anybody's hand."""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from caylus import NoWorld

if TYPE_CHECKING:
    from caylus import Game

Bot = Callable[["Game"], int]
"""Takes a game with a decision open and returns an index into `game.moves`; leaves the game as it was."""


MOST_REPLAYED = 600
"""Choices that are played again to find one game that a seat could be in. To look longer costs seconds, and seldom helps."""


class Imagination:
    """The games that whoever decides could be in for all they see, as one bot draws them.

    Where play tells of secrets, they are found by playing the game again. The longer a game is, the more seldom that succeeds. So
    after a failure, games of that length are made up by what lies on the table alone; always, if the bot never `replays`.
    """

    def __init__(self, draw: Random, replays: bool = True) -> None:
        self._draw = draw
        self._too_long = sys.maxsize if replays else 0

    def imagine(self, game: Game) -> Game:
        """A game that whoever decides could be in. What comes of a move must be looked at in such a one only."""
        player, seed = game.players[game.seat], self._draw.getrandbits(64)
        if game.rules.tells_secrets and len(game.chosen) < self._too_long:
            try:
                return game.worlds(player).draw(seed, MOST_REPLAYED)
            except NoWorld:
                self._too_long = len(game.chosen)
        return game.imagine(player, seed)


def imagine_game(game: Game, draw: Random) -> Game:
    """A game that whoever decides could be in for all they see. What comes of a move must be looked at in such a one only."""
    return sample_world(game, game.players[game.seat], draw.getrandbits(64))


def sample_world(game: Game, player: str, seed: int) -> Game:
    """A game that a player could be in; where none is found in time, one that is made up by what lies on the table alone."""
    if not game.rules.tells_secrets:
        return game.imagine(player, seed)
    try:
        return game.worlds(player).draw(seed, MOST_REPLAYED)
    except NoWorld:
        return game.imagine(player, seed)
