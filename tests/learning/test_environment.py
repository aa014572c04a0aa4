"""Rulesets as PettingZoo environments: PettingZoo's own tests, and that a learner plays the game that the rules describe."""

from __future__ import annotations

import pickle
import sys
import warnings
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from caylus.limits import MOST_DECISIONS
from caylus_tools.common.errors import UsageError
from caylus_tools.learning import env, raw_env

from .games import NOUGHTS, TABLES, load

with warnings.catch_warnings():  # its tests import an environment of its own in a way that it deprecates
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

# PettingZoo knows its own environments that observe dictionaries by name, and warns of all others.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),  # at the end of a game
]


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
@pytest.mark.parametrize("make", [env, raw_env])
def test_the_api_is_that_of_pettingzoo(make: Any, ruleset: str, players: int) -> None:
    api_test(make(load(ruleset), players=players), num_cycles=300)


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_equal_seeds_give_equal_games(ruleset: str, players: int) -> None:
    seed_test(lambda: env(load(ruleset), players=players), num_cycles=100)


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), [("classic", 4), ("1303", 2), (str(NOUGHTS), 2)])
def test_every_way_of_rendering_works(ruleset: str, players: int) -> None:
    render_test(lambda render_mode: env(load(ruleset), players=players, render_mode=render_mode))


def finish_game(environment: Any, seed: int) -> dict[str, float]:
    """The rewards of a random game that is played to its end."""
    draw = Random(seed)
    environment.reset(seed=seed)
    rewards = dict.fromkeys(environment.agents, 0.0)
    for agent in environment.agent_iter():
        observation, reward, terminated, truncated, _ = environment.last()
        rewards[agent] += reward
        assert not truncated
        environment.step(None if terminated else draw.choice(np.flatnonzero(observation["action_mask"])))
    return rewards


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_whoever_wins_is_rewarded_by_those_who_do_not(ruleset: str, players: int) -> None:
    environment = raw_env(load(ruleset), players=players)
    for seed in range(4):
        rewards = list(finish_game(environment, seed).values())
        winners = [environment.game.players.index(name) for name in environment.game.winners]
        assert sum(rewards) == pytest.approx(0)
        assert sum(rewards[seat] for seat in winners) == pytest.approx(int(len(winners) < players))
        assert len({rewards[seat] for seat in winners}) == 1


def test_a_margin_is_the_score_against_the_mean_of_the_others() -> None:
    environment = raw_env(load("classic"), players=3, rewards="margin")
    rewards = finish_game(environment, seed=1)
    a, b, c = environment.game.scores.values()
    assert rewards["player_0"] == pytest.approx(a - (b + c) / 2)
    assert sum(rewards.values()) == pytest.approx(0)


@pytest.mark.slow
def test_who_plays_alone_gets_the_score_as_margin() -> None:
    environment = raw_env("classic", ["against-the-clock"], players=1, rewards="margin")
    (reward,) = finish_game(environment, seed=1).values()
    assert [reward] == list(environment.game.scores.values())


@pytest.mark.slow
def test_a_seat_that_rules_play_has_no_agent() -> None:
    environment = raw_env("classic", ["automaton"], players=3, rewards="margin")
    assert environment.possible_agents == ["player_0", "player_1"]
    rewards = finish_game(environment, seed=1)
    a, b, c = environment.game.scores.values()
    assert rewards == pytest.approx({"player_0": a - (b + c) / 2, "player_1": b - (a + c) / 2})


def test_a_seed_begins_the_game_that_has_it() -> None:
    rules = load("1303")
    environment = raw_env(rules, players=4)
    environment.reset(seed=11)
    assert environment.game == rules.new_game(4, seed=11)
    later = []
    for _ in range(2):
        environment.reset(seed=5)
        environment.reset()
        later.append(environment.game.seed)
    assert later[0] == later[1] != 5


def test_only_the_seat_that_decides_may_act() -> None:
    environment = raw_env(load("classic"), players=3)
    environment.reset(seed=1)
    legal = {agent: int(environment.observe(agent)["action_mask"].sum()) for agent in environment.agents}
    assert legal.pop(environment.agent_selection) == len(environment.game.moves)
    assert set(legal.values()) == {0}


def test_an_illegal_action_changes_nothing_but_in_the_wrappers_it_ends_the_game() -> None:
    plain, wrapped = raw_env(load("classic"), players=3), env(load("classic"), players=3)
    for environment in (plain, wrapped):
        environment.reset(seed=1)
    illegal = int(np.flatnonzero(plain.observe(plain.agent_selection)["action_mask"] == 0)[0])
    before = plain.game.digest()
    with pytest.raises(ValueError, match="not legal"):
        plain.step(illegal)
    assert plain.game.digest() == before
    agent = wrapped.agent_selection
    wrapped.step(illegal)
    assert wrapped.terminations[agent]
    assert wrapped.rewards[agent] == -1


@pytest.mark.slow
def test_an_environment_goes_through_a_pickle() -> None:
    environment = pickle.loads(pickle.dumps(raw_env("1303", ["open-prestige"], 3, relative=True)))
    environment.reset(seed=1)
    assert environment.rules.variants == ("open-prestige",)
    assert environment.observe("player_1")["observation"][0] == (environment.game.seat - 1) % 3


def test_rewards_that_there_are_not_are_refused() -> None:
    with pytest.raises(UsageError, match="win, margin"):
        raw_env(load("classic"), rewards="fame")


def test_ways_of_rendering_that_there_are_not_are_refused() -> None:
    with pytest.raises(UsageError, match="human, ansi"):
        raw_env(load("classic"), render_mode="rgb_array")


def test_what_rendering_takes_is_missed_before_anybody_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caylus_tools.common.extras.find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"\[play\]"):
        raw_env(load("classic"), render_mode="ansi")


def test_variants_of_a_ruleset_that_is_loaded_already_are_refused() -> None:
    with pytest.raises(UsageError, match="load it with them"):
        raw_env(load("classic"), ["richer-start"])


def test_numbers_of_players_that_the_rules_do_not_admit_are_refused() -> None:
    with pytest.raises(ValueError, match="2 to 5"):
        raw_env(load("classic"), players=6)


def test_an_environment_that_shows_nothing_says_so(caplog: pytest.LogCaptureFixture) -> None:
    environment = raw_env(load("classic"))
    environment.reset()
    with pytest.warns(UserWarning, match="render_mode"):
        assert environment.render() is None


def test_without_the_extra_the_message_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("caylus_tools.learning", "caylus_tools.learning.environment"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr("caylus_tools.common.extras.find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"\[learn\]"):
        __import__("caylus_tools.learning")


@pytest.mark.slow
def test_agents_that_go_round_in_a_circle_are_truncated() -> None:
    environment = raw_env(Path(__file__).parents[1] / "games" / "circle", players=2)
    environment.reset(seed=1)
    steps = 0
    while not environment.truncations[environment.agent_selection]:
        environment.step(int(environment.observe(environment.agent_selection)["action_mask"].argmax()))
        steps += 1
    assert steps == MOST_DECISIONS
    assert not any(environment.terminations.values())
    assert set(environment.rewards.values()) == {0.0}
    for _ in list(environment.agents):
        environment.step(None)
    assert environment.agents == []
