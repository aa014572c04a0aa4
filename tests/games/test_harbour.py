"""A game of roles, in which goods are chosen, priced, sold and shipped: no good is made out of nothing, and none is lost."""

from __future__ import annotations

from pathlib import Path

import caylus
import pytest
from hypothesis import given, settings, strategies as st
from support.whole_games import options_are_complete, play, saving_keeps_everything, undo_restores

RULES = caylus.load(str(Path(__file__).parent / "harbour"))


def nothing_is_lost(game: caylus.Game) -> None:
    view = game.view()
    for good in ("corn", "indigo", "sugar", "coffee"):
        loaded = sum(ship["load"] for ship in view["objects"]["ship"].values() if ship["cargo"] == good)
        held = sum(player["resources"][good] for player in view["players"])
        stored = view["objects"]["resource"][good]["stored"]
        assert stored + loaded + held + view["lists"]["house"].count(good) == 9


@pytest.mark.nightly
@settings(max_examples=5)
@given(players=st.integers(2, 4), seed=st.integers(0, 999), picks=st.lists(st.integers(0, 20), max_size=30))
def test_whatever_is_played_it_ends_and_no_good_is_lost(players: int, seed: int, picks: list[int]) -> None:
    def check(game: caylus.Game) -> None:
        nothing_is_lost(game)
        saving_keeps_everything(game)
        undo_restores(game)

    assert play(RULES, players, seed, picks, check).winners


def test_its_options_are_all_there_are() -> None:
    play(RULES, 3, 7, [2, 7, 1, 8], options_are_complete)
