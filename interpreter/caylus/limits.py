"""How much rules may ask for, where both the check of a text and the game in play have to know it."""

from __future__ import annotations

MOST_NUMBERS = 1_000
"""How many numbers `a to b` holds, and how often something is repeated, where only play decides how many."""

FUEL = 10_000_000
"""Steps between two decisions (see `check.effort`) after which a game is held to be running in circles."""
