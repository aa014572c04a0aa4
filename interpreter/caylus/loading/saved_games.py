"""Saved games and transcripts -> games, with the rules they need."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from caylus.documents import accept
from caylus.runtime.game import Game
from caylus.runtime.ruleset import Ruleset
from caylus.runtime.running.runtime_errors import unfit
from caylus.runtime.saving.resuming import resume_game

from .library import find_loaded, load, read_once


def resume(data: Mapping[str, Any], rules: Ruleset | None = None, *, labels: Sequence[str] | None = None) -> Game:
    """The game of a save, under the rules it carries; they are not read again where `rules` or any others in use are the same.

    `labels` are what texts call those who play, in place of what the save says. Raises
    RulesetError: E06xx its shape, E0701 its rules, or other ones than `rules`, E0702 its state.
    """
    save = accept(data, "the save", "save").value
    carried = save["ruleset"]
    if rules is not None and rules.layers != carried["layers"]:
        raise unfit("E0701", f"the save carries other rules than {rules.name} as it is at hand", "resume it under its own rules")
    at = rules or find_loaded(lambda known: known.layers == carried["layers"] and list(known.variants) == carried["variants"])
    return resume_game(at or read_once(json.dumps(carried, sort_keys=True)), save, labels)


def replay(data: Mapping[str, Any], rules: Ruleset | None = None) -> Game:
    """The game a transcript tells, under `rules` or the shipped ruleset it names. Raises RulesetError (E0703: no fit)."""
    if rules is None:
        named = accept(data, "the transcript", "transcript").value["ruleset"]
        rules = load(named["name"], named["variants"])
    return rules.replay(data)
