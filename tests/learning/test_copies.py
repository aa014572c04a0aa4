"""A copy of an environment is one of its own; where all choose at once, agents act one after the other."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from caylus_tools.learning import SeatEnv, env, raw_env
from support import tiny

from .games import NOUGHTS, load

COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda environment: pickle.loads(pickle.dumps(environment)),
}


def play_table(environment: Any, actions: int, seed: int) -> list[bytes]:
    """What is seen at each of so many random actions, over the ends of games."""
    draw, seen = np.random.default_rng(seed), []
    for _ in range(actions):
        if not environment.agents:
            environment.reset()
        agent = environment.agent_selection
        observation, reward, is_over, is_truncated, _ = environment.last()
        seen.append(observation["observation"].tobytes() + f"{agent} {reward} {is_over}".encode())
        legal = np.flatnonzero(observation["action_mask"])
        environment.step(None if is_over or is_truncated else int(draw.choice(legal)))
    return seen


def play_seat(environment: Any, actions: int, seed: int) -> list[bytes]:
    draw, seen = np.random.default_rng(seed), []
    for _ in range(actions):
        action = int(draw.choice(np.flatnonzero(environment.action_masks())))
        observation, reward, is_over, _, _ = environment.step(action)
        seen.append(observation["observation"].tobytes() + f"{reward}".encode())
        if is_over:
            observation, _ = environment.reset()
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("make", [raw_env, env])
def test_a_table_and_its_copy_go_on_alike_and_apart(make: Any, way: str) -> None:
    environment = make(load("1303"), players=2)
    environment.reset(seed=1)
    play_table(environment, 20, 1)
    twin = COPIES[way](environment)
    other = play_table(COPIES[way](environment), 30, 3)
    expected = play_table(environment, 300, 2)
    assert play_table(twin, 300, 2) == expected != other


@pytest.mark.nightly
@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize(("ruleset", "against"), [(str(NOUGHTS), bot) for bot in ("random", "greedy", "mcts:20")] + [("1303", "easy"), ("1303", "hard:5")])  # fmt: skip
def test_a_seat_and_its_copy_meet_the_same_answers(ruleset: str, against: str, way: str) -> None:
    environment = SeatEnv(load(ruleset), against=against)
    environment.reset(seed=4)
    play_seat(environment, 2, 1)
    twin = COPIES[way](environment)
    expected = play_seat(environment, 12, 2)
    assert play_seat(twin, 12, 2) == expected


def test_an_environment_that_was_never_reset_is_copied_as_one() -> None:
    for way in COPIES.values():
        twin = way(raw_env(load("1303"), players=2))
        twin.reset(seed=1)
        assert twin.agents == ["player_0", "player_1"]


def test_modes_of_rendering_stand_where_gymnasium_looks_for_them() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        environment = gymnasium.make("caylus/Seat-v0", ruleset=load("1303"), against="random", render_mode="ansi")
        environment.reset(seed=1)
        assert "player" in str(environment.render())


@pytest.mark.parametrize("make", [raw_env, env, SeatEnv])
@pytest.mark.parametrize("players", ["3", 2.0, None])
def test_players_that_are_no_number_are_refused_with_a_sentence(make: Any, players: Any) -> None:
    with pytest.raises(ValueError, match="`players` has to be a whole number, such as 2, and is "):
        make(load("1303"), players=players)
    with pytest.raises(ValueError, match="`seat` has to be a whole number"):
        SeatEnv(load("1303"), seat="1")  # type: ignore[arg-type]


@pytest.mark.parametrize("make", [raw_env, env, SeatEnv])
def test_a_seed_of_numpy_begins_the_game_of_the_same_number(make: Any) -> None:
    environment, other = (make(load("1303"), players=2) for _ in range(2))
    environment.reset(seed=np.int64(3))
    other.reset(seed=3)
    assert environment.unwrapped.game.transcript() == other.unwrapped.game.transcript()
    with pytest.raises(ValueError, match="`seed` has to be a whole number"):
        environment.reset(seed=2.0)


GUESSING = """
resource coin "coin"
list order of player
each player has { side number }
action main() {
  for each player in players { add player to order }
  for each player in order at once {
    choose { option left { set player.side to 1 }, option right { set player.side to 2 } }
  }
  if order[1].side is order[2].side { order[2] gains 1 coin } else { order[1] gains 1 coin }
}
value score(player) = player.coin
"""


def test_who_acts_later_sees_nothing_of_what_was_chosen_before() -> None:
    seen = []
    for action in (0, 1):
        environment = raw_env(tiny.rules(GUESSING), players=2)
        environment.reset(seed=1)
        environment.step(action)
        assert environment.agent_selection == "player_1"
        seen.append(environment.observe("player_1"))
    assert np.array_equal(seen[0]["observation"], seen[1]["observation"])
    assert np.array_equal(seen[0]["action_mask"], seen[1]["action_mask"])


def test_what_all_chose_shows_when_the_last_has_acted() -> None:
    environment = raw_env(tiny.rules(GUESSING), players=2)
    environment.reset(seed=1)
    for action in (0, 1):
        environment.step(action)
    assert environment.rewards == {"player_0": 1.0, "player_1": -1.0}
