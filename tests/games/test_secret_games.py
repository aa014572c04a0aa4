"""Games of other kinds with secrets, the worlds of their seats, and the scenarios of all."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import caylus
import pytest
from caylus.loading import library
from hypothesis import given, settings, strategies as st
from support.whole_games import options_are_complete, play, saving_keeps_everything, undo_restores

HERE = Path(__file__).parent
GAMES = ("fair", "lots", "tricks")


@cache
def load_rules(name: str) -> caylus.Ruleset:
    return caylus.load(str(HERE / name))


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=10)
@given(players=st.integers(2, 4), seed=st.integers(0, 999), picks=st.lists(st.integers(0, 20), max_size=30))
def test_whatever_is_played_it_ends_and_keeps_what_must_be_kept(name: str, players: int, seed: int, picks: list[int]) -> None:
    def check(game: caylus.Game) -> None:
        saving_keeps_everything(game)
        undo_restores(game)

    game = play(load_rules(name), players, seed, picks, check)
    assert game.winners


def test_no_card_is_ever_lost_or_made() -> None:
    def check(game: caylus.Game) -> None:
        options_are_complete(game)
        view = game.view()
        cards = [*view["lists"]["deck"], *view["lists"]["discards"]]
        for player in view["players"]:
            cards += player["lists"]["hand"]
        assert sorted(cards) == sorted(["wheat"] * 7 + ["rye"] * 6 + ["hops"] * 5 + ["fox"] * 3)

    play(load_rules("fair"), 4, 5, [3, 1, 4, 1, 5], check)


GAMES_WITH_SCENARIOS = sorted(folder.parent.name for folder in HERE.glob("*/scenarios"))


@pytest.mark.parametrize("name", GAMES_WITH_SCENARIOS)
def test_its_rules_have_no_fault(name: str) -> None:
    assert library.check_path(HERE / name).diagnostics == ()
