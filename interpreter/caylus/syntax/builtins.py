"""Names that every ruleset has without giving them."""

from __future__ import annotations

PLAYER = "player"


PLAYERS = "players"


FUNCTIONS = {"abs": 1, "min": 2, "max": 2}
"""The built-in functions and how many numbers each takes."""


RESERVED = {PLAYER, PLAYERS, "number", "flag", "payment", *FUNCTIONS}
