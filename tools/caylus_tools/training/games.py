"""Games to learn from: bots that misjudge play them; and matches of one bot against others, with the seats taken in turn."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from caylus import RuleFault
from caylus.limits import MOST_DECISIONS

from caylus_tools.bots import Bot, bot_named
from caylus_tools.bots.in_machine import choose_engine, play_on
from caylus_tools.bots.opinions import experienced_bot
from caylus_tools.bots.trained import OUTLOOK, FeatureReader, Found, Result, Scale, Trained, Weight
from caylus_tools.simulation.executor import run

if TYPE_CHECKING:
    from caylus import Game, Ruleset


_EVERY = 5
"""After how many decisions a position is kept: those between are nearly the same."""
_AT_RANDOM = 0.015
"""The share of moves that are any."""
_MOST_ERROR = 1.0
"""How far the bots misjudge at most, in spreads of the worth of the moves in hand; how far is drawn for each game."""


class Position(NamedTuple):
    """A position as a seat saw it: the features that are not 0, as indexes into the names of the game, and their numbers."""

    indexes: array[int]
    numbers: array[float]


class Seen(NamedTuple):
    """The names of the features in a game, its positions as each seat saw them, in order, and how it ended for each seat."""

    names: tuple[str, ...]
    positions: tuple[tuple[Position, ...], ...]
    results: tuple[Result, ...]


BEGINNER = Trained(0, Scale(1.0, 0.0, 1.0), {OUTLOOK: Weight(1.0, 0.0, 0.0)})
"""Who has learned nothing goes by the ruleset's outlook."""


@dataclass(frozen=True, slots=True)
class Practice:
    """The games to play, told apart by their numbers, and what the bots know that play them."""

    rules: Ruleset
    players: int
    seed: int
    learned: Trained

    def play(self, number: int) -> Seen | None:
        """Plays one game; None if a rule breaks in it, if it does not end, or if there is nothing to decide."""
        draw = Random(f"{self.seed} {number}")
        game = self.rules.new_game(self.players, draw.getrandbits(48))
        bot = experienced_bot(draw.getrandbits(32), draw.random() * _MOST_ERROR, self.learned, replays=False)
        indexes: dict[str, int] = {}
        readers = [FeatureReader(game, seat) for seat in range(self.players)]
        positions_by_reader: list[list[Position]] = [[] for _ in readers]
        try:
            for count in range(MOST_DECISIONS):
                if not game.moves:
                    if not count:
                        return None
                    results = tuple(Result.of(game, seat) for seat in range(self.players))
                    return Seen(tuple(indexes), tuple(map(tuple, positions_by_reader)), results)
                if count % _EVERY == 0:
                    for reader, positions in zip(readers, positions_by_reader, strict=True):
                        positions.append(_look(reader.read(game), indexes))
                game.play(int(draw.random() * len(game.moves)) if draw.random() < _AT_RANDOM else bot(game))
        except RuleFault:
            return None
        return None


def _look(features: Found, indexes: dict[str, int]) -> Position:
    """The position that has some features. A name that is new gets the next index."""
    feature_values: dict[int, float] = {}
    for name, number in features:
        index = indexes.setdefault(name, len(indexes))
        feature_values[index] = feature_values.get(index, 0.0) + number
    return Position(array("i", feature_values), array("f", feature_values.values()))


Player = str | Trained
"""A bot by its name, or one that plays by what was learned."""


class Score(NamedTuple):
    """The share of victories in so many games, and the mean scores of the one and of the best of the others."""

    games: int
    share: float
    own: float
    rivals: float

    @property
    def interval(self) -> tuple[float, float]:
        """Within which the true share lies, in 95 of 100 matches (Wilson's interval)."""
        z, n, p = 1.96, self.games, self.share
        middle, width = (p + z * z / (2 * n)) / (1 + z * z / n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, middle - width), min(1.0, middle + width)


@dataclass(frozen=True, slots=True)
class Match:
    """`one` plays against `others` in every other seat; games of one number under one seed begin alike."""

    rules: Ruleset
    players: int
    seed: int
    one: Player
    others: Player

    def play(self, games: int, jobs: int | None = 1, advance: Callable[[], None] = lambda: None) -> Score:
        """Plays the games, and calls `advance` after each. Raises `caylus.RuleFault` for a rule that breaks."""
        found = []
        names = [player for player in (self.one, self.others) if isinstance(player, str)]
        is_fit = len(names) == 2 and choose_engine(names, games) == "machine"
        for result in run(self._play_in_machine if is_fit else self.play_one, range(games), jobs=jobs):
            found.append(result)
            advance()
        shares, own, rivals = (sum(part) / games for part in zip(*found, strict=True))
        return Score(games, shares, own, rivals)

    def play_one(self, number: int) -> tuple[float, float, float]:
        """The share of the victory, the own score and the best of the others, of a game."""
        return self._finish(self._begin(number), number, [number, number + 1])

    def _begin(self, number: int) -> Game:
        return self.rules.new_game(self.players, self.seed + number // self._seats)

    @property
    def _seats(self) -> int:
        return self.players - len(self.rules.automata)

    def _play_in_machine(self, number: int) -> tuple[float, float, float]:
        """The same by machine code as far as that goes, of two bots with names."""
        game, seeds, names = self._begin(number).copy(), [number, number + 1], (str(self.one), str(self.others))
        owners = [int(seat != number % self._seats) for seat in range(self._seats)]
        play_on(game, [names[owner] for owner in owners], seeds, owners)
        return self._finish(game, number, seeds)

    def _finish(self, game: Game, number: int, seeds: Sequence[int]) -> tuple[float, float, float]:
        seat = number % self._seats
        one, others = _bot(self.one, seeds[0]), _bot(self.others, seeds[1])
        while game.moves:
            game.play((one if game.seat == seat else others)(game))
        name, winners = game.players[seat], game.result.winners
        scores = dict(game.scores)
        own = scores.pop(name)
        return (1 / len(winners) if name in winners else 0.0), own, max(scores.values(), default=own)


def _bot(player: Player, seed: int) -> Bot:
    return bot_named(player, seed) if isinstance(player, str) else experienced_bot(seed, 0.0, player, replays=False)
