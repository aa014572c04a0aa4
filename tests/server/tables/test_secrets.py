"""The law of secrets for tables: in two games that a seat cannot tell apart its page is told the same, byte for byte.

Games are played side by side as `secrecy` plays them; what is looked at is a table at which each of them goes on.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, cast

import caylus
import pytest
from caylus.codegen.state_layout import RANDOM
from caylus_tools.server import Refused
from caylus_tools.server.storage.schema import SeatRow, TableRow
from caylus_tools.server.storage.store import Store
from caylus_tools.server.tables import Audience, LiveTable
from secrecy.games import Found, find_all
from secrecy.lockstep import Tally, Walk

from .house import OWNER, Rulesets

NAMES = ("1303", "blind-bids", "games/lots", "games/rails", "hands", "bids", "at_once", "vault", "goals")
GAMES = 4
MOST_OPTIONS = 3
PAST = ("log", "log_from", "cursor", "news_from", "undo")
"""What tells of choices that two games need not have in common."""


class Kept:
    """A store with one table, which nothing is written to."""

    def __init__(self, game: caylus.Game) -> None:
        self._save = {key: value for key, value in game.save().items() if key != "ruleset"}
        self._players = game.players
        self._people = len(game.players) - len(game.rules.automata)
        self._over = game.over

    def table(self, id: str = "table") -> TableRow:
        options = {"players": len(self._players), "undo": "consent", "clock": None}
        status = "over" if self._over else "playing"
        return TableRow(id, "", "Ours", True, True, OWNER, 0.0, 0.0, options, status, start=self._save)

    def seats(self, id: str) -> list[SeatRow]:
        return [SeatRow(id, number, name, holder=name) for number, name in enumerate(self._players[: self._people])]

    def seed(self, id: str) -> int:
        return 0

    def nothing(self, *_: object) -> Sequence[object]:
        return ()

    chat = hooks = entries = nothing


def open_table(game: caylus.Game) -> LiveTable:
    rulesets = Rulesets()
    rulesets.known[""] = game.rules
    kept = cast(Store, Kept(game))
    row = kept.table("table")
    assert row is not None
    return LiveTable(row, kept, rulesets, lambda: 0.0, lambda _: None)


def pages(game: caylus.Game, seat: int, wanted: Sequence[str], is_whole: bool) -> dict[str, Any]:
    """All that the page of a seat can be told; of the past only where it `is_whole`."""
    table = open_table(game)
    name = game.players[seat] if 0 <= seat < len(game.players) - len(game.rules.automata) else None
    audience = Audience(name, name or OWNER)
    told = json.loads(table.messages([audience])[audience].data)
    shown: dict[str, Any] = {
        "state": {key: value for key, value in told.items() if key != "moment" and (is_whole or key not in PAST)},
        "why": {word: table.why(audience, word) for word in wanted if word},
        "outcome": [table.outcome(audience, option["id"]) for option in told["options"][:MOST_OPTIONS]],
        "save": table.save(audience),
        "about": [about(table, audience, word) for word in wanted],
    }
    if is_whole:
        moments = {0, len(game.chosen) // 2, len(game.chosen)}
        shown["at"] = {number: json.loads(table.state_at(audience, number)) for number in moments}
        shown["log"] = json.loads(table.log(audience))
    return shown


def about(table: LiveTable, audience: Audience, word: str) -> Any:
    try:
        return table.about(audience, word)
    except Refused as refused:
        return refused.text


class PageWalk(Walk):
    """What pages are told in place of what the library shows."""

    def show_text(self, game: caylus.Game, wanted: list[str], is_whole: bool) -> dict[str, Any]:
        return pages(game, self.seat, wanted, is_whole)

    def ignore_irrelevant(self, one: caylus.Game, shown: dict[str, Any]) -> None:
        told = json.dumps(shown)
        for secret in (one.seed, one._machine.s[RANDOM], one.digest()):
            if not one.over and secret is not None and str(secret) in told:
                self.leak("told", "", "what foretells everything", secret, "")


@pytest.mark.nightly
@pytest.mark.parametrize("one", [one for one in find_all() if one.name.endswith(NAMES)], ids=lambda one: one.name)
def test_pages_of_games_that_a_seat_cannot_tell_apart_are_told_the_same(one: Found) -> None:
    tally = Tally()
    for seed in range(GAMES):
        PageWalk(one, seed, tally).go()
        assert not tally.leaks, "\n".join(map(str, tally.leaks))
    assert tally.counts["comparisons"]
