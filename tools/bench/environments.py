"""Steps a second of environments for learning, observations and masks included: ours, and PettingZoo's own."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

import caylus

from .measure import Race, rate

_PEERS = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "go_v5", "hanabi_v5", "chess_v6")


def races(rules: caylus.Ruleset, seconds: float, missing: dict[str, str]) -> Iterator[Race]:
    """Ours with four, in its wrappers, against each that can be had; `missing` is told of the others."""
    if find_spec("numpy") is None or find_spec("pettingzoo") is None:
        missing["pettingzoo"] = "pip install 'caylus-rules[learn]'"
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
