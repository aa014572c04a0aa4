"""The interface of bots, and the way they look at a game without looking into anybody's hand."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from caylus import NoWorld

if TYPE_CHECKING:
    from caylus import Game

Bot = Callable[["Game"], int]
"""Takes a game with a decision open and returns an index into `game.moves`; leaves the game as it was."""


def imagine_game(game: Game, draw: Random) -> Game:
    """A game that whoever decides could be in for all they see. What comes of a move must be looked at in such a one only."""
    return sample_world(game, game.players[game.seat], draw.getrandbits(64))


def sample_world(game: Game, player: str, seed: int) -> Game:
    """A game that a player could be in; where none is found in time, one that is made up by what lies on the table alone."""
    try:
        return game.determinize(player, seed)
    except NoWorld:
        return game.imagine(player, seed)
