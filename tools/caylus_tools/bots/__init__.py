"""Players that need no person, on any ruleset. `bot_named` makes one from what a person writes: `normal`, `mcts:2s`."""

from __future__ import annotations

from .common import Bot, random_bot
from .opinions import greedy_bot
from .registry import BOTS, LEVELS, QUICK, USUAL, bot_named, describe_skill, is_searching

__all__ = ["BOTS", "LEVELS", "QUICK", "USUAL", "Bot", "bot_named", "describe_skill", "greedy_bot", "is_searching", "random_bot"]
