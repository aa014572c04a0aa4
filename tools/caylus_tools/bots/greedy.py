"""One move ahead: what is best at once by the ruleset's outlook; of equals any."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from .common import Bot, imagined

if TYPE_CHECKING:
    from caylus import Game


def greedy_bot(seed: int) -> Bot:
    """A move that draws is judged by one draw that might come, no more likely than any other."""
    draw = Random(seed)

    def choose(game: Game) -> int:
        return greedy_move(imagined(game, draw), draw)

    return choose


def greedy_move(world: Game, draw: Random) -> int:
    """The index of a move that is best at once in an imagined game."""
    outlooks = outlooks_after(world)
    best = max(outlooks)
    equals = [move for move, outlook in enumerate(outlooks) if outlook == best]
    return equals[int(draw.random() * len(equals))]


def outlooks_after(world: Game) -> list[int]:
    """For each move of an imagined game, the outlook it gives to whoever makes it."""
    player = world.players[world.seat]
    outlooks = []
    for move in range(len(world.moves)):
        later = world.copy()
        later.play(move)
        outlooks.append(later.outlook(player))
    return outlooks
