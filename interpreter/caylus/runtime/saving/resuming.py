"""Resume a game from its save, under rules that are loaded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..game import Game
from ..names import Names, UnknownThing
from ..running.machine import Machine
from ..running.runtime_errors import RuleFault, unfit
from ..seats import assign_seats
from ..starting.start import Position, Start
from .saves import checksum
from .validate_state import find_misfit

if TYPE_CHECKING:
    from ..ruleset import Ruleset


def resume_game(rules: Ruleset, data: Mapping[str, Any], labels: Sequence[str] | None) -> Game:
    """The game of a save whose shape has been checked (schemas/save), with its own labels or others.

    Raises RulesetError (E0702) if it does not fit.
    """
    if data["checksum"] != checksum(data):
        raise unfit("E0702", "the save has been changed or damaged since it was written", "resume an earlier save")
    try:
        seats, called = assign_seats(rules, data["players"], data.get("labels", ()) if labels is None else labels)
        names = Names(rules.program(len(seats)), seats, called)
        start = Start(data["seed"], Position(**data["position"]) if "position" in data else None)
        same = data["shape"] == names.program.shape
        go_on = _continue_game if same else _replay_game
        game = go_on(rules, names, start, data)
        if "broken" in data:
            game.broken = RuleFault(data["broken"]["code"], data["broken"]["message"])
        return game
    except (RuleFault, UnknownThing, ValueError) as error:
        raise unfit("E0702", f"the save does not fit its rules: {error}") from error


def _continue_game(rules: Ruleset, names: Names, start: Start, data: Mapping[str, Any]) -> Game:
    state, stack = list(data["state"]), [[_frozen(held) for held in frame] for frame in data["stack"]]
    misfit = find_misfit(names.program, state, stack, data["draws"])
    if misfit is not None:
        raise unfit("E0702", f"the save does not fit its rules: {misfit}", "resume an earlier save")
    machine = Machine(names.program, state, stack)
    machine.fixed = [tuple(order) for order in data["fixed"]]
    machine.drawn = [(kind, tuple(order)) for kind, order in data["draws"]]
    game = Game(rules, machine, names, start, [tuple(move) for move in data["choices"]], _choosers(names, data))
    machine.run()
    return game


def _replay_game(rules: Ruleset, names: Names, start: Start, data: Mapping[str, Any]) -> Game:
    """The game of a save in whose numbers another version of the interpreter saw something else, by its draws and choices."""
    if start.seed is None:
        help_ = "resume it with that version"
        raise unfit("E0702", "another version of the interpreter wrote the save, and it does not tell how its game began", help_)
    settled = [tuple(order) for order in (*(order for _, order in data["draws"]), *data["fixed"])]
    game = Game.start_game(rules, names, start, settled)
    choosers = _choosers(names, data)
    for number, move in enumerate(map(tuple, data["choices"]), 1):
        seat = choosers[number - 1] if choosers else game.seat
        if move not in game._legal_moves(seat):
            wrong = f"another version of the interpreter wrote the save, and its choice {number} is not an option in this one"
            raise unfit("E0702", wrong, "resume it with that version")
        game._play(move, seat)
    return game


def _frozen(held: Any) -> Any:
    return tuple(map(_frozen, held)) if isinstance(held, list) else held


def _choosers(names: Names, data: Mapping[str, Any]) -> list[int]:
    """The seats that have made the choices; none where it is always the one asked first."""
    choosers: list[int] = data.get("choosers", [])
    if len(choosers) != (len(data["choices"]) if names.program.at_once else 0):
        raise ValueError("it tells of other choices than of those who made them")
    return choosers
