"""Players that need no person. A bot looks at a game that waits for it and names the move to make."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from .outcome import UsageError

if TYPE_CHECKING:
    from caylus import Game

Bot = Callable[["Game"], int]
"""Takes a game with a decision open and returns an index into `game.moves`; leaves the game as it was."""


def random_bot(seed: int) -> Bot:
    """Any move, each as likely as the next."""
    draw = Random(seed).random

    def choose(game: Game) -> int:
        return int(draw() * len(game.moves))

    return choose


def greedy_bot(seed: int) -> Bot:
    """The move after which the ruleset's outlook is best for the one who makes it; of equals any."""
    draw = Random(seed).random

    def choose(game: Game) -> int:
        decision = game.decision
        assert decision is not None
        player = decision.player
        outlooks = [_outlook_after(game, move, player) for move in range(len(game.moves))]
        best = max(outlooks)
        equals = [move for move, outlook in enumerate(outlooks) if outlook == best]
        return equals[int(draw() * len(equals))]

    return choose


def _outlook_after(game: Game, move: int, player: str) -> int:
    later = game.copy()
    later.play(move)
    return later.outlook(player)


BOTS: dict[str, Callable[[int], Bot]] = {"random": random_bot, "greedy": greedy_bot}


def bot_named(name: str, seed: int) -> Bot:
    """A new bot with its own stream of chance. Raises `UsageError` for a name that is not in `BOTS`."""
    if name not in BOTS:
        raise UsageError(f"there is no bot `{name}`; there are {', '.join(BOTS)}")
    return BOTS[name](seed)
