"""Compare the rows of a database with what people were told, and with the rules alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import caylus
from caylus_tools.server.storage.store import Store

from .people import Party


class Acknowledged(NamedTuple):
    """A choice of which somebody has been told that it is kept."""

    table: str
    revision: int
    seat: str
    option: str


def compare_rows(
    database: str, rules: caylus.Ruleset, acknowledged: Sequence[Acknowledged], parties: Sequence[Party]
) -> dict[str, int]:
    """Return how many choices are lost, doubled or were never acknowledged, and how many tables are not what their choices come
    to.

    Tables of which nothing is hidden, where nobody has taken anything back.
    """
    store = Store(database)
    try:
        rows = [
            Acknowledged(party.table, row.revision, row.seat, row.option or "")
            for party in parties
            for row in store.entries(party.table)
        ]
        games = {party.table: rules.new_game([*map(str, party.seats)], store.seed(party.table)) for party in parties}
    finally:
        store.close()
    for row in rows:
        games[row.table].choose(row.option, row.seat)
    return {
        "lost": len(set(acknowledged) - set(rows)),
        "acknowledged twice": len(acknowledged) - len(set(acknowledged)),
        "never acknowledged": len(set(rows) - set(acknowledged)),
        "seats told otherwise than the rules say": sum(
            _comparable_view(seat.state["view"]) != _comparable_view(games[party.table].view(seat.name))
            for party in parties
            for seat in party.seats.values()
        ),
    }


def _comparable_view(view: Mapping[str, Any]) -> dict[str, Any]:
    """The part of a view that does not depend on what people call their seats."""
    resources = [player["resources"] for player in view["players"]]
    return {"resources": resources, **{name: view[name] for name in ("table", "lists", "rows", "scores")}}
