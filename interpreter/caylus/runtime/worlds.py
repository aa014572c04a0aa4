"""Worlds of a seat: games that it could be in, each played from the start, in which it is told all that it has been told.

Whatever a seat is told follows from draws and choices. So those that the seat has seen are kept, the others are drawn anew, and
the game is played again: if at any choice the seat sees, hears or is asked anything else than in truth, another is tried. A world
that comes through contradicts nothing, by whatever way it was told: a card laid, an answer to `reveal`, a price paid, a condition
that must have held, a choice made at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from caylus.diagnostics.diagnostic import RulesetError
from caylus.limits import MOST_REPLAYED

from .at_once import waiting
from .faults import RuleFault
from .provenance import Witness, mark_choice, mark_draw
from .random import seeded
from .saves import tells_hidden
from .seats import BESIDE, Seat, number_of
from .sight import Sight
from .starting import Start

if TYPE_CHECKING:
    from .game import Game
    from .machine import Move


class NoWorld(Exception):
    """No world was found within the bound that contradicts nothing the seat was told."""


class Worlds:
    """Of a seat at a game as it stands; see `Game.worlds`.

    They `are_exact` if none contradicts anything that the seat was told. That cannot be had where it is not known what led
    here, as in a game resumed from the save of a seat or begun in a position that gives hidden things: then only what the state
    tells of cards and numbers is kept.
    """

    def __init__(self, game: Game, player: Seat) -> None:
        self._game = game.copy()
        self._player = player
        seat = number_of(player, game.players)
        self._seat = BESIDE if seat is None else seat
        self._truth: list[Any] | None = None
        if game.rules.tells_secrets and not game.over:
            self._truth = self._retrace()
            self.are_exact = self._truth is not None
        else:
            self.are_exact = True

    def are_of(self, game: Game) -> bool:
        """Whether they are of a game as it stands."""
        own = self._game
        return own.chosen == game.chosen and own._machine.s == game._machine.s and own._machine.stack == game._machine.stack

    def draw(self, seed: int) -> Game:
        """A world; equal seeds give equal ones. Raises NoWorld where none was found by playing 2,000 choices again."""
        if self._truth is None:
            return self._game.imagined(self._player, seed)
        lots, budget = Random(seed), MOST_REPLAYED
        while budget > 0:
            world, played = self._try(lots)
            budget -= played
            if world is not None:
                return self._handed_out(world, seed)
        raise NoWorld(f"no world was found that contradicts nothing {self._player} was told")

    def _retrace(self) -> list[Any] | None:
        """What the seat was told at each choice of the game, played again; None where that is not known."""
        game = self._game
        self._start = start = game._made_up or game.start
        if start.seed is None or tells_hidden(game, Sight(game.names, game._machine.s, self._seat)):
            return None
        drawn = [order for _, order in game._machine.drawn]
        self._drawn = [tuple(map(int, order)) for order in drawn]
        self._witness = witness = Witness(self._seat)
        self._moves: list[tuple[int, Move]] = []
        told = []
        try:
            again = type(game).begun(
                game.rules, game.names, start, [mark_draw(i, order) for i, order in enumerate(drawn)], True, False
            )
            heard, self._known = 0, _first_of_kinds(kind for kind, _ in again._machine.drawn)
            before = [0] * len(again._machine.s)
            for number in range(len(game.chosen) + 1):
                witness.watch(again, before)
                what, heard = self._told(again, heard)
                told.append(what)
                if number == len(game.chosen):
                    break
                seat = game._choosers[number] if game._choosers else again.seat
                offered = [move for move in again._moves_of(seat) if move == game.chosen[number]]
                if not offered:
                    return None
                before = again._machine.s[:]
                self._moves.append((seat, game.chosen[number]))
                again._play(mark_choice(number, offered[0]), seat)
        except (RuleFault, RulesetError, ValueError):
            return None
        is_here = (again._machine.s[1:], again._machine.stack) == (game._machine.s[1:], game._machine.stack)
        return told if is_here else None

    def _told(self, game: Game, since: int) -> tuple[Any, int]:
        """What the seat sees, hears and is asked now, and the number of the last thing that it was told."""
        events = game.events_for(self._player, since)
        asked = game.decision_for(self._player)
        decision = asked and (asked.player_index, asked.prompt, asked.about, tuple(asked.moves))
        told = (decision, tuple(waiting(game._machine)), [(e.kind, e.text, e.data, e.about) for e in events])
        return (told, game.view(self._player)), events[-1].number if events else since

    def _try(self, lots: Random) -> tuple[Game | None, int]:
        """A world or None, and how many choices were played for it."""
        assert self._truth is not None
        heard = number = 0
        try:
            world = self._begun(lots)
            for number, told in enumerate(self._truth):
                what, heard = self._told(world, heard)
                if what != told:
                    return None, number + 1
                if number < len(self._moves):
                    seat, move = self._moves[number]
                    options = list(self._possible(world, number, seat, move))
                    if not options:
                        return None, number + 1
                    world._play(lots.choice(options), seat)
        except (RuleFault, RulesetError, ValueError):
            return None, number + 1
        return world, number + 1

    def _begun(self, lots: Random) -> Game:
        game = self._game
        start = Start(lots.getrandbits(63), self._start.position)
        return type(game).begun(game.rules, game.names, start, self._witness.settle(self._drawn, self._known, lots), True, False)

    def _possible(self, world: Game, number: int, seat: int, move: Move) -> Iterator[Move]:
        """The options of a world that could have been chosen there, for all that the seat knows of the choice."""
        for option in world._moves_of(seat):
            if option == move if seat == self._seat else self._witness.allows(number, move, option):
                yield option

    def _handed_out(self, world: Game, seed: int) -> Game:
        """A copy that goes on by draws of its own. What led there is made up as well, so it has worlds of its own."""
        twin = world.copy()
        twin.start, twin._made_up = Start(None), world.start
        twin._machine.s[0] = seeded(seed)
        twin._machine.fixed.clear()
        return twin


def _first_of_kinds(kinds: Iterable[str]) -> list[int]:
    """The numbers of the first draw of each kind, numbers apart: everybody knows out of what those were drawn."""
    first: dict[str, int] = {}
    for number, kind in enumerate(kinds):
        first.setdefault(kind, number)
    return [number for kind, number in first.items() if kind]
