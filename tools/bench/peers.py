"""Other engines, played at random through their public packages: Catanatron, games of OpenSpiel, environments of PettingZoo."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import caylus

from .measure import Race, rate
from .playing import decisions

Play = Callable[[int], int]
"""Plays the random game of a seed, and counts its decisions."""

_SPIELS = ("python_tic_tac_toe", "python_block_dominoes", "python_team_dominoes", "tic_tac_toe", "hearts", "backgammon", "chess")
_TURNS = 1000
"""After so many turns Catanatron's own loop ends a game as well."""


def races(rules: caylus.Ruleset, seconds: float, missing: dict[str, str]) -> Iterator[Race]:
    """Our random play with four against each peer that is installed; `missing` is told of the others."""
    ours = rate(decisions(rules, 4), seconds)
    for package, peers in (("catanatron", _catanatron), ("open_spiel", _open_spiel)):
        if find_spec(package) is None:
            missing[package] = "pip install '.[bench]'"
            continue
        for what, play in peers():
            play(0)
            yield Race("peers", f"{rules.name} to {what}", "decisions/s", rate(play, seconds), ours)


def _catanatron() -> Iterator[tuple[str, Play]]:
    from catanatron import Color, Game, RandomPlayer

    def play(seed: int, forced: bool) -> int:
        random.seed(seed)  # its random players draw from there
        game = Game([RandomPlayer(color) for color in Color], seed=seed)
        count = 0
        while game.winning_color() is None and game.state.num_turns < _TURNS:
            count += forced or len(game.state.playable_actions) > 1
            game.play_tick()
        return count

    yield "Catanatron (Python), 4 players", partial(play, forced=True)
    yield "Catanatron (Python), 4 players, without forced moves", partial(play, forced=False)


def _open_spiel() -> Iterator[tuple[str, Play]]:
    import pyspiel
    from open_spiel.python import games  # noqa: F401 - makes those in Python known

    def play(seed: int, game: Any) -> int:
        draw = random.Random(seed)
        state = game.new_initial_state()
        count = 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(draw.choices(actions, weights)[0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(draw.random() * len(actions))])
                count += 1
        return count

    for name in _SPIELS:
        language = "Python" if name.startswith("python") else "C++"
        yield f"OpenSpiel {name} ({language})", partial(play, game=pyspiel.load_game(name))


_PEERS = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "go_v5", "hanabi_v5", "chess_v6")


def environment_races(rules: caylus.Ruleset, seconds: float, missing: dict[str, str]) -> Iterator[Race]:
    """Ours with four, in its wrappers, against each that can be had; `missing` is told of the others."""
    if find_spec("numpy") is None or find_spec("pettingzoo") is None:
        missing["pettingzoo"] = "pip install '.[learn]'"
        return
    from caylus_tools.learning import env

    ours = rate(_steps(env(rules)), seconds)
    for peer in _PEERS:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                play = _steps(import_module(f"pettingzoo.classic.{peer}").env())
                play(0)
            except ImportError as error:
                missing[f"pettingzoo.classic.{peer}"] = str(error)
                continue
        yield Race("environments", f"{rules.name} to PettingZoo's {peer}", "steps/s", rate(play, seconds), ours)


def _steps(environment: Any) -> Callable[[int], int]:
    """Plays the random game of a seed, and counts its steps."""
    from numpy import flatnonzero

    def play(seed: int) -> int:
        draw = Random(seed).random
        environment.reset(seed=seed)
        count = 0
        for _ in environment.agent_iter():
            observation, _, terminated, truncated, info = environment.last()
            action = None
            if not (terminated or truncated):
                mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
                legal = flatnonzero(mask)
                action = int(legal[int(draw() * len(legal))])
                count += 1
            environment.step(action)
        return count

    return play
