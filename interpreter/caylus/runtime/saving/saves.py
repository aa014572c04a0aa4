"""Games -> JSON data: saves, which carry their rules and go on from the middle, and transcripts, which tell it from the start."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caylus.diagnostics.diagnostic import RulesetError
from caylus.runtime.running.play_limits import RuleFault, unfit
from caylus.runtime.start import given_things

from ..names import UnknownThing
from ..running import at_once
from ..seats import Seat, seat_number
from ..viewing.visibility import Sight

if TYPE_CHECKING:
    from ..game import Game
    from ..match import Match
    from ..running.machine import Move
    from .history import History


def replay_to(game: Game, history: History) -> Game:
    """A game that was resumed, as it was then, from its start. Raises RulesetError (E0702)."""
    resumed = history.moments[0]
    before = beginning(game, resumed.drawn)
    for _ in steps(before, game, resumed.number):
        pass
    if (before._machine.s, before._machine.stack) != (resumed.s, resumed.stack):
        raise other_version_error()
    return before


def as_it_was(game: Game, choices: int) -> Game:
    """A game after so many of its choices. Raises RulesetError (E0702)."""
    again = beginning(game, len(game._machine.drawn))
    for _ in steps(again, game, choices):
        pass
    return again.copy()


def beginning(game: Game, drawn: int) -> Game:
    """The start of a game, of which it is known, with so many of its draws settled."""
    draws = [order for _, order in game._machine.drawn[:drawn]]
    try:
        return type(game).start_game(game.rules, game.names, game.start, draws)
    except (RuleFault, UnknownThing, ValueError) as error:
        raise unfit("E0702", f"the save does not fit its rules: {error}") from error


def steps(again: Game, game: Game, choices: int) -> Iterator[tuple[int, Move]]:
    """Makes the choices of a game in one that has just begun, each after it has been handed out with the seat that makes it."""
    for number, move in enumerate(game.chosen[:choices]):
        seat = game._choosers[number] if game._choosers else again.seat
        if move not in again._legal_moves(seat):
            raise unfit("E0702", "the choices that the save tells of are not those of its game")
        yield seat, move
        try:
            again._play(move, seat)
        except RuleFault as error:
            raise unfit("E0702", f"the save does not fit its rules: {error}") from error


def other_version_error() -> RulesetError:
    return unfit("E0702", "the choices that the save tells of lead elsewhere than its game")


FORMAT = 1


def save(game: Game, seat: Seat, policies: Sequence[str], match: Match | None) -> dict[str, Any]:
    broken, tells_all = game.broken, seat is None
    if seat is not None and not game.over:
        game = _as_seen(game, seat)
    machine = game._machine
    data = {
        "format": FORMAT,
        "ruleset": {"layers": game.rules.layers, "variants": list(game.rules.variants)},
        **_players(game),
        **({"policies": list(policies)} if policies else {}),
        "seed": game.seed,
        **_position(game),
        "shape": machine.program.shape,
        "state": machine.s[:],
        "stack": _plain(machine.stack),
        "choices": [list(move) for move in game.chosen],
        **({"choosers": game._choosers[:]} if machine.program.at_once else {}),
        "draws": [[kind, list(order)] for kind, order in machine.drawn],
        "fixed": [list(order) for order in machine.fixed],
        **({"broken": {"code": broken.code, "message": str(broken)}} if broken is not None else {}),
        **({"match": match.data(tells_all)} if match is not None else {}),
    }
    return {**data, "checksum": checksum(data)}


def checksum(data: Mapping[str, Any]) -> str:
    """SHA-256 of a save without its checksum. It tells a damaged file from a whole one; anyone can forge one."""
    text = json.dumps({k: v for k, v in data.items() if k != "checksum"}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def transcript(game: Game, seat: Seat) -> dict[str, Any]:
    """The draws and choices by name, found by playing the game again. For a seat, what it may not know of them is left out.

    Raises ValueError for a game whose start is not known or, for a seat, tells something hidden; RulesetError (E0702) for one
    that was resumed from a save whose choices do not lead to its state.
    """
    if game.seed is None:
        raise ValueError("a game of which it is not known how it began has no transcript")
    everything = seat is None or game.over
    sight = Sight(game.names, game._machine.s, None if everything else seat_number(seat, game.players))
    if tells_hidden(game, sight):
        raise ValueError("the position that the game began in tells what is hidden from this seat: give out a save instead")
    again = beginning(game, len(game._machine.drawn))
    choices: list[dict[str, Any]] = []
    together: dict[tuple[int, int], dict[str, Any]] = {}  # what has last been chosen at once, by frame and seat
    for chooser, move in steps(again, game, len(game.chosen)):
        machine = again._machine
        block, at = machine.stack[-1][0], len(machine.stack) - 1
        is_told = sight.whole(chooser, again.names.program.decisions[block], move)
        id_ = again._find_decision(chooser).render_id(move) if is_told else None
        choices.append({"player": game.players[chooser], "choice": id_})
        if block in machine.program.at_once:
            before = together if at_once.pending_moves(machine) else {key: step for key, step in together.items() if key[0] < at}
            together = {**before, (at, chooser): choices[-1]}
    if again != game:
        raise other_version_error()
    for key in at_once.to_come(game._machine, game.names):
        if key in together and not sight.beforehand(key[1]):
            together[key]["choice"] = None
    return {
        "format": FORMAT,
        "ruleset": {"name": game.rules.name, "version": game.rules.version, "variants": list(game.rules.variants)},
        **_players(game),
        "seed": game.seed if everything else None,
        **_position(game),
        "draws": [
            [game.names.name_drawn(kind, i) for i in order] if sight.draws_openly(kind) else None
            for kind, order in game._machine.drawn
        ],
        "choices": choices,
        "scores": game.scores if game.over else None,
        "digest": game.digest() if everything else None,
    }


def _as_seen(game: Game, seat: Seat) -> Game:
    """The save that may be given to a seat. Chance goes on from what the seat sees, which tells nothing that it does not know."""
    seen = json.dumps(game.view(seat), sort_keys=True)
    return game.imagine(seat, int.from_bytes(hashlib.sha256(seen.encode()).digest()[:8]))


def _players(game: Game) -> dict[str, Any]:
    """The seats, and what people call those who sit there where that is something else."""
    seats, labels = list(game.names.players), list(game.names.labels)
    return {"players": seats} if seats == labels else {"players": seats, "labels": labels}


def _position(game: Game) -> dict[str, Any]:
    return {} if game.start.position is None else {"position": game.start.position._asdict()}


def tells_hidden(game: Game, sight: Sight) -> bool:
    """Return whether the position that a game began in gives something that is hidden from the seat."""
    given = game.start.position.given if game.start.position is not None else {}
    return not all(sight.always_sees(thing, of) for thing, of in given_things(sight.names, given))


def _plain(held: Any) -> Any:
    """Frames as JSON: what lists they hold, of numbers or of lists, become lists."""
    return [_plain(part) for part in held] if isinstance(held, (list, tuple)) else held
