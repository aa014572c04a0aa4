"""A game of another kind, in which all play together: it is won when a storm is over, and lost at once when it has taken too much."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import caylus
import numpy as np
import pytest
from caylus_tools.bots.opinions import Evaluation
from caylus_tools.learning.environment import raw_env
from hypothesis import given, settings, strategies as st
from support.whole_games import play, saving_keeps_everything, undo_restores

FOLDER = Path(__file__).parent / "dyke"


@cache
def rules() -> caylus.Ruleset:
    return caylus.load(str(FOLDER))


def end_game(lost: bool) -> caylus.Game:
    """A game of two that is over."""
    waves = {"sea": ["first_wave"], **{f"shore {n}": {"lost": lost} for n in (2, 3)}}
    return rules().position("surge", waves, 2)


@pytest.mark.slow
@settings(max_examples=6)
@given(players=st.integers(1, 4), seed=st.integers(0, 999), picks=st.lists(st.integers(0, 20), max_size=30))
def test_whatever_is_played_all_win_or_all_lose(players: int, seed: int, picks: list[int]) -> None:
    def check(game: caylus.Game) -> None:
        saving_keeps_everything(game)
        undo_restores(game)

    game = play(rules(), players, seed, picks, check)
    lost = sum(place["lost"] for place in game.view()["rows"]["shore"])
    assert game.winners == ([] if lost == 3 else list(game.players))
    assert (game.result.reason is not None) == game.result.is_lost == (lost == 3)


def test_it_ends_in_the_midst_of_a_round() -> None:
    game = end_game(lost=True)
    assert game.result.render(game.labels) == "Everybody has lost: the island is under water, 0 waves before the end of the storm"
    assert end_game(lost=False).result.render({"Ann": "Ann", "Ben": "Ben"}) == "Ann and Ben win together with 0"


def test_bots_know_that_all_win_and_lose_together() -> None:
    search = Evaluation(rules().new_game(2))
    won, lost = search.values(end_game(lost=False)), search.values(end_game(lost=True))
    assert won[0] == won[1] > 0.5 > lost[0] == lost[1]


def test_an_environment_rewards_all_alike() -> None:
    environment = raw_env(rules(), players=2)
    rewards = set()
    draw = np.random.default_rng(1)
    for seed in range(12):
        environment.reset(seed)
        while not all(environment.terminations.values()):
            mask = environment.observe(environment.agent_selection)["action_mask"]
            environment.step(int(draw.choice(np.flatnonzero(mask))))
        assert len(set(environment.rewards.values())) == 1
        rewards |= {(environment.rewards["player_0"], environment.infos["player_0"]["won"])}
    assert rewards == {(1.0, True), (-1.0, False)}
