"""The finished games of a visitor, one by one, and summed by edition, house rules, number of players and rivals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from statistics import fmean
from typing import Any

from caylus_tools.server.storage.store import Store

_SORT = ("game", "variants", "players", "rivals")


def list_results(store: Store, visitor: str) -> dict[str, Any]:
    """The games that are over in which a visitor had one seat, the last first, and their sums."""
    games = [*_games(store, visitor)]

    def sort(game: dict[str, Any]) -> list[Any]:
        return [game[name] for name in _SORT]

    return {"games": games, "sums": [_sum([*group]) for _, group in groupby(sorted(games, key=sort), sort)]}


def _games(store: Store, visitor: str) -> Iterator[dict[str, Any]]:
    finished_games = store.list_finished_games(visitor)
    seats_by_table = store.seats_by_table([game.table for game in finished_games])
    for game in finished_games:
        seats, result = seats_by_table[game.table], game.options.get("result")
        own = [seat.name for seat in seats if seat.holder == visitor]
        if result is None or len(own) != 1:
            continue
        kinds = {seat.kind for seat in seats if seat.name not in own}
        yield {
            **game._asdict(),
            "players": len(seats),
            "rivals": "both" if len(kinds) > 1 else next(iter(kinds), "nobody"),
            "won": own[0] in result["winners"],
            "points": result["scores"][own[0]],
        }


def _sum(games: list[dict[str, Any]]) -> dict[str, Any]:
    points = [game["points"] for game in games]
    sums = {"games": len(games), "won": sum(game["won"] for game in games), "points": round(fmean(points)), "best": max(points)}
    return {**{name: games[0][name] for name in _SORT}, **sums}
