"""Games -> JSON data: saves, which carry their rules and go on from the middle, and transcripts, which tell it from the start."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from caylus.diagnostics.diagnostic import Diagnostic, RulesetError

if TYPE_CHECKING:
    from .game import Game

FORMAT = 1


def save(game: Game) -> dict[str, Any]:
    machine = game._machine
    data = {
        "format": FORMAT,
        "ruleset": {"layers": game.rules.layers, "variants": list(game.rules.variants)},
        "players": list(game.players),
        "seed": game.seed,
        "shape": machine.program.shape,
        "state": machine.s[:],
        "stack": [_plain(frame) for frame in machine.stack],
        "choices": [list(move) for move in game.chosen],
        "draws": [[kind, list(order)] for kind, order in machine.drawn],
        "fixed": [list(order) for order in machine.fixed],
    }
    return {**data, "checksum": checksum(data)}


def checksum(data: Mapping[str, Any]) -> str:
    """SHA-256 of a save without its checksum. It tells a damaged file from a whole one; anyone can forge one."""
    text = json.dumps({k: v for k, v in data.items() if k != "checksum"}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def transcript(game: Game) -> dict[str, Any]:
    """The draws and choices by name, found by playing the game again.

    Raises ValueError for a game that began in a described position, RulesetError (E0702) for one that was resumed from a
    save whose choices do not lead to its state.
    """
    if game.seed is None:
        raise ValueError("a game that began in a described position has no transcript")
    kinds = game.names.model.kinds
    draws = [[game.names.name(kinds[kind], i) or "" for i in order] for kind, order in game._machine.drawn]
    again = game.rules.new_game(game.players, game.seed, history=False, events=False, draws=draws)
    choices = []
    for move in game.chosen:
        decision = again.decision
        if decision is None or move not in again.moves:
            raise unfit("E0702", "the choices that the save tells of are not those of its game")
        choices.append({"player": decision.player, "choice": decision.id_of(move)})
        again._play(move)
    if again != game:
        raise unfit("E0702", "the choices that the save tells of lead elsewhere than its game")
    return {
        "format": FORMAT,
        "ruleset": {"name": game.rules.name, "version": game.rules.version, "variants": list(game.rules.variants)},
        "players": list(game.players),
        "seed": game.seed,
        "draws": draws,
        "choices": choices,
        "scores": game.scores if game.over else None,
        "digest": game.digest(),
    }


def _plain(frame: list[Any]) -> list[Any]:
    """A frame as JSON: a list that a loop holds, or a list of pairs, becomes lists."""
    return [[list(i) if isinstance(i, tuple) else i for i in v] if isinstance(v, tuple) else v for v in frame]


def unfit(code: str, message: str, help_: str = "") -> RulesetError:
    return RulesetError((Diagnostic(code, message, None, help=help_),))
