"""Saved games and transcripts -> games, with the rules they need."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from .documents import accept
from .library import from_layers, load
from .runtime.game import Game
from .runtime.ruleset import Ruleset
from .runtime.saves import restore, retell


def resume(data: Mapping[str, Any]) -> Game:
    """The game of a save, under the rules it carries. Raises RulesetError: E06xx its shape, E0701 its rules, E0702 its state."""
    save = accept(data, "the save", "save").value
    return restore(_carried(json.dumps(save["ruleset"], sort_keys=True)), save)


def replay(data: Mapping[str, Any], rules: Ruleset | None = None) -> Game:
    """The game a transcript tells, under `rules` or the shipped ruleset it names. Raises RulesetError (E0703: no fit)."""
    transcript = accept(data, "the transcript", "transcript").value
    return retell(rules or load(transcript["ruleset"]["name"], transcript["ruleset"]["variants"]), transcript)


@lru_cache(maxsize=4)
def _carried(ruleset: str) -> Ruleset:
    """The rules a save carries, read once for saves of one game."""
    carried = json.loads(ruleset)
    return from_layers(carried["layers"], carried["variants"])
