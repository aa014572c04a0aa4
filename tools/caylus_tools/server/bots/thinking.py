"""Find a bot's choice, in a process of its own."""

from __future__ import annotations

import pickle
from collections import deque
from typing import TYPE_CHECKING

from caylus_tools.bots import bot_named

if TYPE_CHECKING:
    from caylus import Game, Ruleset


def prepare_rules(data: bytes) -> None:
    """Reads the rules of a pickled game, which stay for the next one."""
    _game(data)


def choose_option(data: bytes, seat: str, policy: str, seed: int) -> str:
    """The id of what the bot chooses at a seat in a pickled game, which is determinized: nothing in it is anybody's secret.

    Where several choose at once and others are asked first, they choose anything there.
    """
    game = _game(data)
    while game.players[game.seat] != seat:
        game.play(0)
    move = game.moves[bot_named(policy, seed)(game)]
    decision = game.decision
    assert decision is not None
    return decision.render_id(move)


def _game(data: bytes) -> Game:
    game: Game = pickle.loads(data)  # noqa: S301 (the server itself has pickled it)
    if game.rules not in _known:
        _known.append(game.rules)
    return game


_known: deque[Ruleset] = deque(maxlen=32)
"""Rules that stay in this process: who unpickles another game of them takes those that are still there."""
