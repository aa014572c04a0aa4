"""Players that need no person, on any ruleset. `bot_named` makes one from what a person writes: `greedy`, `mcts:2s`."""

from __future__ import annotations

from .common import Bot
from .greedy import greedy_bot
from .random import random_bot
from .registry import BOTS, bot_named

__all__ = ["BOTS", "Bot", "bot_named", "greedy_bot", "random_bot"]
