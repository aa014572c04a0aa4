"""What stands in the two tables of a simulation, one row a game and one a player in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from caylus_tools.simulation.playing import Plan

Row = tuple[Any, ...]
"""A value for each column, of the column's type."""


class Column(NamedTuple):
    name: str
    type: type[int] | type[str] | type[bool]
    meaning: str


GAMES = (
    Column("game", int, "its number, from 0 on"),
    Column("seed", int, "its own seed, which follows from --seed and its number"),
    Column("rounds", int, "how many rounds it took"),
    Column("decisions", int, "how many decisions, forced ones aside"),
    Column("winners", str, "the players who have won, with commas between them; empty where everybody has lost"),
    Column("digest", str, "SHA-256 of the final state"),
)

_PLAYERS = (
    Column("game", int, "the number of the game"),
    Column("seat", int, "the player's seat, from 1 on"),
    Column("name", str, "the player's name"),
    Column("policy", str, "the bot that played, or `rules`"),
    Column("team", int, "the first seat of those who win and lose together; the player's own where nobody does"),
    Column("score", int, "points at the end"),
    Column("won", bool, "whether the player has won"),
)


def players(plan: Plan) -> tuple[Column, ...]:
    """The columns of the players' table: those that are always there, then one for each resource."""
    names = (resource.name for resource in plan.rules.model.resources)
    return (*_PLAYERS, *(Column(f"final_{name}", int, f"what the player has of {name} at the end") for name in names))


def described() -> str:
    """All columns in plain text."""
    resources = Column("final_…", int, "what the player has of … at the end, for each resource … of the ruleset")
    tables = (("games", GAMES), ("players", (*_PLAYERS, resources)))
    return "\n".join(line for title, columns in tables for line in (f"columns of the {title} table:", *map(_line, columns)))


def _line(column: Column) -> str:
    return f"  {column.name:10} {column.type.__name__:5} {column.meaning}"
