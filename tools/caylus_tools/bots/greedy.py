"""One move ahead: what is best at once by the ruleset's outlook, and by experience with what it does not know; of equals any."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING

from .common import Bot, Imagination
from .experience import outlooks

if TYPE_CHECKING:
    from caylus import Game


def greedy_bot(seed: int) -> Bot:
    """A move that draws is judged by one draw that might come, no more likely than any other."""
    draw = Random(seed)
    imagination = Imagination(draw)

    def choose(game: Game) -> int:
        world = imagination.imagine(game)
        player = world.players[world.seat]
        return best(outlooks(game, ((later, seen.outlook(player)) for later, seen in futures(world, draw))), draw)

    return choose


def futures(world: Game, draw: Random) -> Iterator[tuple[Game, Game]]:
    """For each move of an imagined game, the game after it, and the game to judge it by.

    What is chosen at once with others comes to nothing before they have chosen too. So the game to judge by is one in which they
    have: anything, and the same for each move.
    """
    others = world.waiting[1:]
    theirs = [draw.random() for _ in others]
    for move in range(len(world.moves)):
        later = world.copy()
        later.play(move)
        seen = later.copy() if others else later
        for part in theirs:
            seen.play(int(part * len(seen.moves)))
        yield later, seen


def best(outlooks: Sequence[float], draw: Random) -> int:
    """The index of the highest outlook; of equals any."""
    highest = max(outlooks)
    equals = [index for index, outlook in enumerate(outlooks) if outlook == highest]
    return equals[int(draw.random() * len(equals))]
