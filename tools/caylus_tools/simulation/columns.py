"""The columns of the tables of a simulation: a row for each game, player, decision, and source of points."""

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


DECISIONS = (
    Column("game", int, "the number of the game"),
    Column("decision", int, "which of the game it is, from 1 on"),
    Column("round", int, "the round it was made in, 0 before the first"),
    Column("seat", int, "who decided, from 1 on"),
    Column("name", str, "the player's name"),
    Column("rule", str, "the rule that asked"),
    Column("option", str, "the id of what was chosen"),
)

POINTS = (
    Column("game", int, "the number of the game"),
    Column("seat", int, "the player's seat, from 1 on"),
    Column("name", str, "the player's name"),
    Column("source", str, "what brought points, as players call it"),
    Column("points", int, "how many; those of a player add up to the score"),
)


def players(plan: Plan) -> tuple[Column, ...]:
    """The columns of the players' table: those that are always there, then one for each resource."""
    names = (resource.name for resource in plan.rules.model.resources)
    return (*_PLAYERS, *(Column(f"final_{name}", int, f"what the player has of {name} at the end") for name in names))


def tables(plan: Plan) -> dict[str, tuple[Column, ...]]:
    """The columns of each table but that of the games, by what stands between the file's name and its suffix."""
    return {"players": players(plan), **({"decisions": DECISIONS, "points": POINTS} if plan.details else {})}


def describe_columns() -> str:
    """All columns in plain text."""
    resources = Column("final_…", int, "what the player has of … at the end, for each resource … of the ruleset")
    tables = (("games", GAMES), ("players", (*_PLAYERS, resources)), ("decisions", DECISIONS), ("points", POINTS))
    return "\n".join(line for title, columns in tables for line in (f"columns of the {title} table:", *map(_line, columns)))


def _line(column: Column) -> str:
    return f"  {column.name:10} {column.type.__name__:5} {column.meaning}"
