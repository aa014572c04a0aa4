"""Games to learn from: bots that misjudge play them, so that what is played differs from game to game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from caylus import RuleFault
from caylus.limits import MOST_DECISIONS

from caylus_tools.bots.experienced import experienced_bot
from caylus_tools.bots.features import OUTLOOK
from caylus_tools.bots.judgement import features
from caylus_tools.bots.trained import Result, Scale, Trained

if TYPE_CHECKING:
    from caylus import Game, Ruleset

_EVERY = 5
"""After how many decisions a position is kept: those between are nearly the same."""
_AT_RANDOM = 0.015
"""The share of moves that are any."""
_MOST_ERROR = 1.0
"""How far the bots misjudge at most, in spreads of the worth of the moves in hand; how far is drawn for each game."""


class Position(NamedTuple):
    """A position as a seat saw it: the names of its features, and their numbers."""

    seat: int
    names: tuple[str, ...]
    numbers: tuple[float, ...]


class Seen(NamedTuple):
    """Positions of a game, and how it ended for each seat."""

    positions: tuple[Position, ...]
    results: tuple[Result, ...]


BEGINNER = Trained(0, Scale(1.0, 0.0, 1.0), {OUTLOOK: 1.0})
"""Who has learned nothing goes by the ruleset's outlook."""


@dataclass(frozen=True, slots=True)
class Practice:
    """The games to play, told apart by their numbers, and what the bots know that play them."""

    rules: Ruleset
    players: int
    seed: int
    learned: Trained

    def play(self, number: int) -> Seen | None:
        """Plays one game; None if a rule breaks in it, or if it does not end."""
        draw = Random(f"{self.seed} {number}")
        game = self.rules.new_game(self.players, draw.getrandbits(48))
        bot = experienced_bot(draw.getrandbits(32), draw.random() * _MOST_ERROR, self.learned)
        kept: list[Position] = []
        try:
            for count in range(MOST_DECISIONS):
                if not game.moves:
                    return Seen(tuple(kept), tuple(Result.of(game, seat) for seat in range(self.players)))
                if count % _EVERY == 0:
                    kept += self._look(game, draw)
                game.play(int(draw.random() * len(game.moves)) if draw.random() < _AT_RANDOM else bot(game))
        except RuleFault:
            return None
        return None

    def _look(self, game: Game, draw: Random) -> Iterator[Position]:
        """The position as whoever decides sees it, and as one other does."""
        others = [seat for seat in range(self.players) if seat != game.seat]
        for seat in (game.seat, *([draw.choice(others)] if others else ())):
            found: dict[str, float] = {}
            for name, number in features(game, seat):
                found[name] = found.get(name, 0.0) + number
            yield Position(seat, tuple(found), tuple(found.values()))
