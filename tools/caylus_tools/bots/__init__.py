"""Players that need no person, on any ruleset. `bot_named` makes one from what a person writes: `greedy`, `mcts:2s`."""

from __future__ import annotations

from .common import Bot
from .greedy import greedy_bot
from .naming import BOTS, bot_named
from .random import random_bot

__all__ = ["BOTS", "Bot", "bot_named", "greedy_bot", "random_bot"]
