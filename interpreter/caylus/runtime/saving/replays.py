"""Choices by name -> games, as a transcript tells them, or anybody."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caylus.documents import accept

from ..decisions import IllegalChoice
from ..game import Game
from ..names import Names, UnknownThing
from ..running.runtime_errors import RuleFault, unfit
from ..seats import assign_seats
from ..starting.start import Position, Start, number_draws

if TYPE_CHECKING:
    from ..ruleset import Ruleset


def retold(rules: Ruleset, transcript: Mapping[str, Any], upto: int | None) -> Game:
    """The game a transcript tells. Raises RulesetError: E06xx its shape, E0703 the first step that does not fit."""
    told = accept(transcript, "the transcript", "transcript").value
    if None in told["draws"] or any(step["choice"] is None for step in told["choices"]):
        help_ = "ask for the whole transcript, or for a save for the seat"
        raise unfit("E0703", "the transcript was given out to a seat that could not know all draws and choices", help_)
    position = Position(**told["position"]) if "position" in told else None
    start = Start(_any_seed(told) if told["seed"] is None else told["seed"], position)
    try:
        seats, labels = assign_seats(rules, told["players"], told.get("labels", ()))
        names = Names(rules.program(len(seats)), seats, labels)
        game = Game.start_game(rules, names, start, number_draws(names, told["draws"]))
    except (ValueError, UnknownThing, RuleFault) as error:
        raise unfit("E0703", f"the transcript does not fit {rules.name}: {error}") from error
    follow(game, [(step["player"], step["choice"]) for step in told["choices"][:upto]])
    if upto is None:
        _compare(game, told)
    return game


def follow(game: Game, steps: Sequence[tuple[str | None, str]]) -> None:
    """Makes choices, each by a player where that is told. Raises RulesetError (E0703) at the first that does not fit."""
    for number, (player, choice) in enumerate(steps, 1):
        asked = [decision.player for decision in game.decisions]
        where = f"at choice {number} (`{choice}`{f' by {player}' if player else ''})"
        if not asked:
            raise unfit("E0703", f"the transcript goes on {where} after the game is over")
        if player is not None and player not in asked:
            raise unfit("E0703", f"the transcript no longer fits {where}: {' or '.join(asked)} decides there")
        try:
            game.choose(choice, player)
        except (IllegalChoice, RuleFault) as error:
            raise unfit("E0703", f"the transcript no longer fits {where}: {error}") from error


def _compare(game: Game, told: Mapping[str, Any]) -> None:
    if told["digest"] not in (None, game.digest()) or told["scores"] not in (None, game.scores):
        elsewhere = "its choices lead to another end than it tells of"
        raise unfit("E0703", f"the transcript no longer fits {game.rules.name}: {elsewhere}")


def _any_seed(told: Mapping[str, Any]) -> int:
    """A seed for a transcript that has none: alike for equal transcripts."""
    return int.from_bytes(hashlib.sha256(json.dumps(told, sort_keys=True).encode()).digest()[:8])
