"""The rows of a view, whoever has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Members = Sequence[Mapping[str, Any]]


def collect_rows(view: Mapping[str, Any]) -> dict[str, Members]:
    """The rows of the table by name, then those of each player by the player's and theirs: `Red yard`."""
    of_players = {f"{player['name']} {name}": row for player in view["players"] for name, row in player["rows"].items()}
    return {**view["rows"], **of_players}


def rows_called(name: str, view: Mapping[str, Any]) -> list[str]:
    """The rows that a name means: a row of its own, or one that each player has."""
    known = collect_rows(view)
    return [name] if name in known else [f"{player['name']} {name}" for player in view["players"] if name in player["rows"]]
