"""Games as JSON data: saves, which carry their rules and go on from the middle, and transcripts, which tell it from the start."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from caylus.lang.diagnostics import Diagnostic, RulesetError

from .faults import RuleFault
from .machines import machine_for
from .readable import UnknownThing
from .soundness import find_misfit

if TYPE_CHECKING:
    from .game import Game
    from .ruleset import Ruleset

FORMAT = 1


def save(game: Game) -> dict[str, Any]:
    machine = game._machine
    data = {
        "format": FORMAT,
        "ruleset": {"layers": game.rules.layers, "variants": list(game.rules.variants)},
        "players": list(game.players),
        "seed": game.seed,
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


def restore(rules: Ruleset, data: Mapping[str, Any]) -> Game:
    """The game of a save whose shape has been checked (schemas/save). Raises RulesetError if it does not fit its rules."""
    from .game import Game

    names = data["players"]
    if data["checksum"] != checksum(data):
        raise _fault("E0702", "the save has been changed or damaged since it was written", "resume an earlier save")
    try:
        program = rules.program(len(rules._names(names)))
    except ValueError as error:
        raise _fault("E0702", f"the save does not fit its rules: {error}") from error
    machine = machine_for(program, list(data["state"]), [_tuples(frame) for frame in data["stack"]])
    misfit = find_misfit(program, machine.s, machine.stack, data["draws"])
    if misfit is not None:
        raise _fault("E0702", f"the save does not fit its rules: {misfit}", "resume an earlier save")
    machine.fixed = [tuple(order) for order in data["fixed"]]
    game = Game(rules, machine, names, data["seed"], True)
    try:
        machine.run()
    except RuleFault as error:
        raise _fault("E0702", f"the save does not fit its rules: {error}") from error
    game.chosen = [tuple(move) for move in data["choices"]]
    machine.drawn = [(kind, tuple(order)) for kind, order in data["draws"]]
    return game


def transcript(game: Game) -> dict[str, Any]:
    """The draws and choices by name, found by playing the game again.

    Raises ValueError for a game that began in a described position, RulesetError (E0702) for one that was resumed from a
    save whose choices do not lead to its state.
    """
    if game.seed is None:
        raise ValueError("a game that began in a described position has no transcript")
    kinds = game.rules.model.kinds
    draws = [[game.readable.name(kinds[kind], i) or "" for i in order] for kind, order in game._machine.drawn]
    again = game.rules.new_game(game.players, game.seed, history=False, events=False, draws=draws)
    choices = []
    for move in game.chosen:
        decision = again.decision
        if decision is None or move not in again.moves:
            raise _fault("E0702", "the choices that the save tells of are not those of its game")
        choices.append({"player": decision.player, "choice": decision.id_of(move)})
        again._play(move)
    if again != game:
        raise _fault("E0702", "the choices that the save tells of lead elsewhere than its game")
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


def retell(rules: Ruleset, data: Mapping[str, Any]) -> Game:
    """Plays a transcript of the right shape (schemas/transcript). Raises RulesetError at the first step that does not fit."""
    from .decisions import IllegalChoice

    try:
        game = rules.new_game(data["players"], data["seed"], draws=data["draws"])
    except (ValueError, UnknownThing, RuleFault) as error:
        raise _fault("E0703", f"the transcript does not fit {rules.name}: {error}") from error
    for number, step in enumerate(data["choices"], 1):
        decision = game.decision
        where = f"at choice {number} (`{step['choice']}` by {step['player']})"
        if decision is None:
            raise _fault("E0703", f"the transcript goes on {where} after the game is over")
        if decision.player != step["player"]:
            raise _fault("E0703", f"the transcript no longer fits {where}: {decision.player} decides there")
        try:
            game.choose(step["choice"])
        except (IllegalChoice, RuleFault) as error:
            raise _fault("E0703", f"the transcript no longer fits {where}: {error}") from error
    if game.digest() != data["digest"] or data["scores"] not in (None, game.scores):
        raise _fault("E0703", f"the transcript no longer fits {rules.name}: its choices lead to another end than it tells of")
    return game


def _plain(frame: list[Any]) -> list[Any]:
    """A frame as JSON: a list that a loop holds, or a list of pairs, becomes lists."""
    return [[list(i) if isinstance(i, tuple) else i for i in v] if isinstance(v, tuple) else v for v in frame]


def _tuples(frame: list[Any]) -> list[Any]:
    return [tuple(tuple(i) if isinstance(i, list) else i for i in v) if isinstance(v, list) else v for v in frame]


def _fault(code: str, message: str, help_: str = "") -> RulesetError:
    return RulesetError((Diagnostic(code, message, None, help=help_),))
