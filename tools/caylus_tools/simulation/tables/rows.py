"""A finished game as rows of the tables, and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from caylus_tools.simulation.playing import Plan, Played

from .columns import Column, Row


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
