"""What a bot is, and how it looks at a game without looking into anybody's hand."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caylus import Game

Bot = Callable[["Game"], int]
"""Takes a game with a decision open and returns an index into `game.moves`; leaves the game as it was."""


def imagined(game: Game, draw: Random) -> Game:
    """A game that whoever decides could be in for all they see. What comes of a move must be looked at in such a one only."""
    return game.determinized(game.players[game.seat], draw.getrandbits(64))
