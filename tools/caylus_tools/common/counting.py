"""How many of something there are, in words."""

from __future__ import annotations


def counted(number: int, thing: str) -> str:
    """`1 scenario`, `2 scenarios`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def player_range(fewest: int, most: int) -> str:
    """How many may play: `2 to 5 players`, `1 player`."""
    return f"{fewest} to {most} players" if fewest < most else counted(most, "player")
