"""The columns of the tables of a simulation: a row for each game, player, decision, and source of points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from caylus_tools.simulation.playing import Plan, Played

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


class Rows(NamedTuple):
    """The rows of one game: its row in the first table, and its rows in each of the others."""

    game: Row
    others: list[list[Row]]

    @property
    def players(self) -> list[Row]:
        return self.others[0]


def make_rows(plan: Plan, played: Played) -> Rows:
    won = [bool(played.winners >> seat & 1) for seat in range(plan.players)]
    winners = ", ".join(name for name, has_won in zip(plan.seats, won, strict=True) if has_won)
    teams = (first + 1 for first in played.teams)
    seats = zip(range(1, plan.players + 1), plan.seats, plan.plays, teams, played.scores, won, strict=True)
    others = [[(played.number, *seat, *resources) for seat, resources in zip(seats, played.resources, strict=True)]]
    if plan.details:
        others.append(
            [
                (played.number, at, made.round, made.seat + 1, plan.seats[made.seat], made.rule, made.option)
                for at, made in enumerate(played.choices, 1)
            ]
        )
        others.append([(played.number, of.seat + 1, plan.seats[of.seat], of.source, of.points) for of in played.points])
    return Rows((played.number, played.seed, played.rounds, played.decisions, winners, played.digest), others)


def game_from_rows(rows: Rows) -> Played:
    """The game that rows tell of, without its details."""
    number, seed, rounds, decisions, _, digest = rows.game
    teams = tuple(row[4] - 1 for row in rows.players)
    scores = tuple(row[5] for row in rows.players)
    winners = sum(1 << seat for seat, row in enumerate(rows.players) if row[6])
    resources = tuple(row[7:] for row in rows.players)
    return Played(number, seed, decisions, rounds, scores, winners, teams, resources, digest)


def check_row(row: Iterable[Any], columns: Sequence[Column]) -> Row:
    """The row, if it has a value of the right type in each column. Raises ValueError."""
    values = tuple(row)
    if [type(value) for value in values] != [column.type for column in columns]:
        raise ValueError("a row does not fit the columns")
    if any(isinstance(value, int) and not -(2**63) <= value < 2**63 for value in values):
        raise ValueError("a number is too large")
    return values
