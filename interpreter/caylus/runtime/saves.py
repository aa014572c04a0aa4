"""The history of a game (moments to replay from), and games as JSON data: saves, which carry their rules, and transcripts.

A `History` keeps the moments of a running game from which it can be replayed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus.diagnostics.diagnostic import RulesetError
from caylus.runtime.machine import RuleFault, unfit
from caylus.runtime.start import given_things

from . import call_stack
from .machine import UNLIMITED, Machine, Move
from .seats import Seat, seat_number
from .state_codec import UnknownThing
from .visibility import Sight

if TYPE_CHECKING:
    from .game import Game
    from .match import Match


EVERY = 16  # Choices from one moment to the next: so many are played again, at most, by whoever wants to know how things were.


class Moment(NamedTuple):
    """A machine that has only to run to be at the decision after so many choices (`number`): the state, the frames in flight, how
    much had been drawn and how often something hidden had come to light by then, and the draws settled for later.
    """

    number: int
    s: list[int]
    stack: list[list[Any]]
    drawn: int
    opened: int
    fixed: list[tuple[int, ...]]


class Turn(NamedTuple):
    """A choice: who made it, in which block, and what had been drawn and opened before it, as in `Moment`."""

    player: int
    block: int
    drawn: int
    opened: int


class History:
    """`first` is the number of the first choice that is known, counted from 0: a game that was resumed has made some before.

    It `is_complete` if nothing came before its first moment, or nothing can be found of that.
    """

    def __init__(self, machine: Machine, first: int, *, is_complete: bool) -> None:
        self.is_complete = is_complete
        self._turns: list[tuple[int, int, int, int]] = []  # each a `Turn`, which takes longer to make
        self.moments = [find_moment(machine, first)]

    @property
    def first(self) -> int:
        return self.moments[0].number

    def note(self, machine: Machine) -> None:
        """A choice is about to be made."""
        turns = self._turns
        if turns and len(turns) % EVERY == 0:
            self.moments.append(find_moment(machine, self.first + len(turns)))
        turns.append((machine.player, machine.stack[-1][0], len(machine.drawn), machine.opened))

    def player(self, number: int) -> int:
        """The player who made the choice of a number."""
        return self._turns[number - self.first][0]

    def copy(self) -> History:
        """An equal one that goes its own way."""
        twin = History.__new__(History)
        twin.is_complete, twin.moments, twin._turns = self.is_complete, self.moments[:], self._turns[:]
        return twin

    def restore(self, machine: Machine, moves: Sequence[Move], number: int) -> None:
        """Puts a machine where it was after so many of the choices: it plays again those since the last moment before."""
        moment = next(moment for moment in reversed(self.moments) if moment.number <= number)
        put_back(machine, moment)
        limits, machine.limits = machine.limits, UNLIMITED  # it has been within them
        machine.run()
        for at in range(moment.number, number):
            machine.player = self.player(at)
            machine.run(moves[at])
        machine.limits = limits

    def forget(self, number: int) -> None:
        """Only so many choices have been made."""
        del self._turns[number - self.first :]
        self.moments[1:] = [moment for moment in self.moments[1:] if moment.number < number]

    def is_own(self, machine: Machine, number: int, players: Collection[int]) -> bool:
        """Return whether these players alone have chosen from a choice on, and nobody has learnt anything.

        That is so where nothing was drawn, nothing hidden came to light, and no choice made at once was carried out.
        """
        since = [Turn(*turn) for turn in self._turns[number - self.first :]]
        learnt = (since[0].drawn, since[0].opened) != (len(machine.drawn), machine.opened)
        if learnt or any(turn.player not in players for turn in since):
            return False
        done = since[: max(0, len(since) - len(call_stack.pending_moves(machine)))]
        return all(turn.block not in machine.program.at_once for turn in done)

    def follow(self, before: History, opened: int) -> None:
        """Goes on where another ends, by when something hidden had come to light so often."""
        self.is_complete = True
        self._turns = before._turns + [(player, block, draws, now + opened) for player, block, draws, now in self._turns]
        self.moments = before.moments + [moment._replace(opened=moment.opened + opened) for moment in self.moments]


def put_back(machine: Machine, moment: Moment) -> None:
    """Puts a machine at a moment; it has yet to run."""
    machine.s = moment.s[:]
    machine.stack = [frame[:] for frame in moment.stack]
    machine.is_looked_at = False
    machine.fixed = moment.fixed[:]
    machine.opened = moment.opened
    del machine.drawn[moment.drawn :]
    machine.refresh()


def find_moment(machine: Machine, number: int) -> Moment:
    machine.is_looked_at = True
    return Moment(number, machine.s, machine.stack, len(machine.drawn), machine.opened, machine.fixed[:])


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


def beginning(game: Game, draw_count: int) -> Game:
    """The start of a game, of which it is known, with so many of its draws settled."""
    draws = [order for _, order in game._machine.drawn[:draw_count]]
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


def save(
    game: Game, seat: Seat, policies: Sequence[str], match: Match | None, lessons: Mapping[str, Sequence[str]] | None
) -> dict[str, Any]:
    is_broken, tells_all = game.broken, seat is None
    if seat is not None and not game.over:
        # the save that may be given to a seat. Chance goes on from what the seat sees, which tells nothing that it does not know
        view_text = json.dumps(game.view(seat), sort_keys=True)
        game = game.imagine(seat, int.from_bytes(hashlib.sha256(view_text.encode()).digest()[:8]))
    machine = game._machine
    data = {
        "format": FORMAT,
        "ruleset": {"layers": game.rules.layers, "variants": list(game.rules.variants)},
        **_players(game),
        **({"policies": list(policies)} if policies else {}),
        **({"lessons": {player: list(names) for player, names in lessons.items()}} if lessons is not None else {}),
        "seed": game.seed,
        **_position(game),
        "shape": machine.program.shape,
        "state": machine.s[:],
        "stack": _plain(machine.stack),
        "choices": [list(move) for move in game.chosen],
        **({"choosers": game._choosers[:]} if machine.program.at_once else {}),
        "draws": [[kind, list(order)] for kind, order in machine.drawn],
        "fixed": [list(order) for order in machine.fixed],
        **({"broken": {"code": is_broken.code, "message": str(is_broken)}} if is_broken is not None else {}),
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
            before = (
                together if call_stack.pending_moves(machine) else {key: step for key, step in together.items() if key[0] < at}
            )
            together = {**before, (at, chooser): choices[-1]}
    if again != game:
        raise other_version_error()
    for key in call_stack.to_come(game._machine, game.names):
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


def _plain(value: Any) -> Any:
    """Frames as JSON: what lists they hold, of numbers or of lists, become lists."""
    return [_plain(part) for part in value] if isinstance(value, (list, tuple)) else value
