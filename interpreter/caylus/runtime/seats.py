"""From where a game is looked at: a player's seat, a place beside the table, or everywhere at once."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from caylus.diagnostics.suggest import nearest


class Spectator(Enum):
    """The one value of it is `SPECTATOR`, which no player can be called."""

    SPECTATOR = "spectator"

    def __repr__(self) -> str:
        return "caylus.SPECTATOR"


SPECTATOR = Spectator.SPECTATOR
"""Whoever watches: a seat that sees nothing hidden."""

Seat = str | Spectator | None
"""Who looks: a player by name, `SPECTATOR`, or None for one who may see everything."""

BESIDE = -1
"""The number of a spectator's seat: that of no player."""


def number_of(seat: Seat, players: Sequence[str]) -> int | None:
    """The number of a player, `BESIDE` for a spectator, None for one who sees all. Raises ValueError for a stranger."""
    if seat is None:
        return None
    if isinstance(seat, Spectator):
        return BESIDE
    if seat not in players:
        meant = nearest(seat, players)
        raise ValueError(f"nobody at this table is called `{seat}`{f'; did you mean `{meant}`?' if meant else ''}")
    return players.index(seat)
