"""Saved games and transcripts -> games, with the rules they need."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from caylus.documents import accept
from caylus.runtime.decisions import IllegalChoice
from caylus.runtime.faults import RuleFault
from caylus.runtime.game import Game
from caylus.runtime.machine_factory import machine_for, new_machine
from caylus.runtime.names import UnknownThing
from caylus.runtime.ruleset import Ruleset
from caylus.runtime.saves import checksum, unfit
from caylus.runtime.validate_state import find_misfit

from .library import _carried, load

if TYPE_CHECKING:
    from caylus.codegen import Program


def resume(data: Mapping[str, Any]) -> Game:
    """The game of a save, under the rules it carries. Raises RulesetError: E06xx its shape, E0701 its rules, E0702 its state."""
    save = accept(data, "the save", "save").value
    return _restore(_carried(json.dumps(save["ruleset"], sort_keys=True)), save)


def replay(data: Mapping[str, Any], rules: Ruleset | None = None) -> Game:
    """The game a transcript tells, under `rules` or the shipped ruleset it names. Raises RulesetError (E0703: no fit)."""
    transcript = accept(data, "the transcript", "transcript").value
    return _retell(rules or load(transcript["ruleset"]["name"], transcript["ruleset"]["variants"]), transcript)


def _restore(rules: Ruleset, data: Mapping[str, Any]) -> Game:
    """The game of a save whose shape has been checked (schemas/save). Raises RulesetError if it does not fit its rules."""
    names = data["players"]
    if data["checksum"] != checksum(data):
        raise unfit("E0702", "the save has been changed or damaged since it was written", "resume an earlier save")
    try:
        program = rules.program(len(rules._names(names)))
    except ValueError as error:
        raise unfit("E0702", f"the save does not fit its rules: {error}") from error
    if data["shape"] != program.shape:
        return _play_again(rules, program, data)
    state, stack = list(data["state"]), [_tuples(frame) for frame in data["stack"]]
    misfit = find_misfit(program, state, stack, data["draws"])
    if misfit is not None:
        raise unfit("E0702", f"the save does not fit its rules: {misfit}", "resume an earlier save")
    machine = machine_for(program, state, stack)
    machine.fixed = [tuple(order) for order in data["fixed"]]
    game = Game(rules, machine, names, data["seed"], True)
    try:
        machine.run()
    except RuleFault as error:
        raise unfit("E0702", f"the save does not fit its rules: {error}") from error
    game.chosen = [tuple(move) for move in data["choices"]]
    machine.drawn = [(kind, tuple(order)) for kind, order in data["draws"]]
    return game


def _play_again(rules: Ruleset, program: Program, data: Mapping[str, Any]) -> Game:
    """The game of a save in whose numbers another version of the interpreter saw something else, by its draws and choices."""
    if data["seed"] is None:
        help_ = "resume it with that version"
        raise unfit("E0702", "another version of the interpreter wrote the save, and it does not tell how its game began", help_)
    machine = new_machine(program)
    machine.fixed = [tuple(order) for order in (*(order for _, order in data["draws"]), *data["fixed"])]
    try:
        game = rules._begin(machine, rules._names(data["players"]), data["seed"], True, ())
        for number, move in enumerate(map(tuple, data["choices"]), 1):
            if move not in game.moves:
                wrong = f"another version of the interpreter wrote the save, and its choice {number} is not an option in this one"
                raise unfit("E0702", wrong, "resume it with that version")
            game.play(game.moves.index(move))
    except RuleFault as error:
        raise unfit("E0702", f"the save does not fit its rules: {error}") from error
    return game


def _retell(rules: Ruleset, data: Mapping[str, Any]) -> Game:
    """Plays a transcript of the right shape (schemas/transcript). Raises RulesetError at the first step that does not fit."""
    try:
        game = rules.new_game(data["players"], data["seed"], draws=data["draws"])
    except (ValueError, UnknownThing, RuleFault) as error:
        raise unfit("E0703", f"the transcript does not fit {rules.name}: {error}") from error
    for number, step in enumerate(data["choices"], 1):
        decision = game.decision
        where = f"at choice {number} (`{step['choice']}` by {step['player']})"
        if decision is None:
            raise unfit("E0703", f"the transcript goes on {where} after the game is over")
        if decision.player != step["player"]:
            raise unfit("E0703", f"the transcript no longer fits {where}: {decision.player} decides there")
        try:
            game.choose(step["choice"])
        except (IllegalChoice, RuleFault) as error:
            raise unfit("E0703", f"the transcript no longer fits {where}: {error}") from error
    if game.digest() != data["digest"] or data["scores"] not in (None, game.scores):
        raise unfit("E0703", f"the transcript no longer fits {rules.name}: its choices lead to another end than it tells of")
    return game


def _tuples(frame: list[Any]) -> list[Any]:
    return [tuple(tuple(i) if isinstance(i, list) else i for i in v) if isinstance(v, list) else v for v in frame]
