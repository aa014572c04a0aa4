"""One seat of a ruleset as a Gymnasium environment: Gymnasium's own test, and that bots play the other seats."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from caylus_tools.common.errors import UsageError
from caylus_tools.learning import SeatEnv
from gymnasium.utils.env_checker import check_env

from .games import NOUGHTS, load

pytestmark = [
    pytest.mark.filterwarnings("ignore:.*Box observation space.*"),
    pytest.mark.filterwarnings("ignore:.*not in the range of.*"),
]


def play(environment: gymnasium.Env[Any, Any], seed: int) -> tuple[list[int], float, dict[str, Any]]:
    """A game of random actions: what was done, the last reward, and the last infos."""
    draw = np.random.default_rng(seed)
    observation, info = environment.reset(seed=seed)
    actions, reward, done = [], 0.0, False
    while not done:
        assert not reward
        actions.append(int(draw.choice(np.flatnonzero(observation["action_mask"]))))
        observation, reward, terminated, truncated, info = environment.step(actions[-1])
        done = terminated or truncated
    return actions, float(reward), info


def test_the_api_is_that_of_gymnasium() -> None:
    check_env(SeatEnv("1303", against="random"), skip_render_check=True)


def test_the_agent_decides_for_its_seat_alone_and_is_told_how_its_game_ended() -> None:
    environment = SeatEnv(load("1303"), players=3, against="greedy", seat=1)
    _, reward, info = play(environment, 5)
    game = environment.game
    name = game.players[1]
    assert info == {"score": game.scores[name], "won": name in game.winners}
    assert reward == (1.0 if info["won"] else -0.5)


def test_equal_seeds_give_equal_games_and_seats_change_from_game_to_game() -> None:
    environment = gymnasium.make("caylus/Seat-v0", ruleset=load(str(NOUGHTS)), against="random")
    assert play(environment, 3) == play(environment, 3)
    first = {int(environment.reset(seed=seed)[0]["observation"].sum()) for seed in range(12)}
    assert len(first) > 1  # the agent moves first, or second


def test_an_action_that_is_not_legal_ends_the_game() -> None:
    environment = SeatEnv(load("1303"), against="random")
    environment.reset(seed=1)
    illegal = int(np.flatnonzero(~environment.action_masks())[0])
    assert environment.step(illegal)[1:4] == (-1.0, True, False)


def test_a_bot_or_a_seat_that_nobody_knows_is_refused_at_once() -> None:
    with pytest.raises(UsageError, match="there is no bot `nrmal`"):
        SeatEnv("1303", against="nrmal")
    with pytest.raises(ValueError, match="there is no seat 2; there are 2"):
        SeatEnv("1303", seat=2)
