"""Replay a game from its start to where it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from caylus.diagnostics.diagnostic import RulesetError

from ..names import UnknownThing
from ..running.runtime_errors import RuleFault, unfit

if TYPE_CHECKING:
    from ..game import Game
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
