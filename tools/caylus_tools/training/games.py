"""Games to learn from: bots that misjudge play them; and matches of one bot against others, with the seats taken in turn."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import fmean
from typing import NamedTuple

import caylus
from caylus import RuleFault

from caylus_tools.bots.finishing import Player, finish
from caylus_tools.bots.in_machine import choose_engine, reason_against
from caylus_tools.bots.opinions import Mind
from caylus_tools.bots.tastes import Taste
from caylus_tools.bots.trained import OUTLOOK, FeatureReader, Found, Judgement, Result, Scale, Trained, Weight
from caylus_tools.common.intervals import wilson_interval
from caylus_tools.common.output import tell
from caylus_tools.simulation.executor import run

_EVERY = 5
"""After how many decisions a position is kept: those between are nearly the same."""
_MOST_ERROR = 1.0
"""How far the bots misjudge at most, in spreads of the worth of the moves in hand; how far is drawn for each game."""
_TRIAL_ERROR = 0.2
"""How far players misjudge where games are to differ and be played well."""


class Position(NamedTuple):
    """A position as a seat saw it: the features that are not 0, as indexes into the names of the game, and their numbers."""

    indexes: array[int]
    numbers: array[float]


class Seen(NamedTuple):
    """The names of the features in a game, its positions as each seat saw them, in order, and how it ended for each seat.

    `member` is the number of the league's member that played, `share` its share of the victory.
    """

    names: tuple[str, ...]
    positions: tuple[tuple[Position, ...], ...]
    results: tuple[Result, ...]
    member: int = 0
    share: float = 0.0


BEGINNER = Trained(0, Scale(1.0, 0.0, 1.0), {OUTLOOK: Weight(1.0, 0.0, 0.0)})
"""Who has learned nothing goes by the ruleset's outlook."""


@dataclass(frozen=True, slots=True)
class Practice:
    """The games to play, told apart by their numbers: one seat is a member of the league, the others have the value `best`.

    With `looks`, all play moves on: see `Mind`. Whoever learns from games of bots that do not learns little for those that do.
    Each seat misjudges in its own way, and by as much as is drawn for it, so that whole games differ.
    """

    rules: caylus.Ruleset
    players: int
    seed: int
    best: Trained
    league: tuple[Mind, ...]
    looks: int = 0

    def play(self, number: int) -> Seen | None:
        """Plays one game; None if a rule breaks in it, if it does not end, or if there is nothing to decide."""
        draw = Random(f"{self.seed} {number}")
        seats = self.players - len(self.rules.automata)
        minds = [
            Mind(self.best, Taste(draw.getrandbits(32), draw.random() * _MOST_ERROR), looks=self.looks) for _ in range(seats)
        ]
        member = self.league[number % len(self.league)]
        guest = draw.randrange(seats)
        minds[guest] = member._replace(taste=minds[guest].taste._replace(habits=member.taste.habits), looks=self.looks)
        seed, seeds = draw.getrandbits(48), [draw.getrandbits(48) for _ in range(seats)]
        try:
            game = finish(self.rules.new_game(self.players, seed), minds, seeds, range(seats), "machine", keeps_moves=True).game
            return self._look_back(seed, game, guest, number % len(self.league)) if game.chosen else None
        except RuleFault:
            return None

    def _look_back(self, seed: int, end: caylus.Game, guest: int, member: int) -> Seen:
        """The positions of a game that is over."""
        game = self.rules.new_game(self.players, seed).copy()
        indexes: dict[str, int] = {}
        readers = [FeatureReader(game, seat) for seat in range(self.players)]
        positions: list[list[Position]] = [[] for _ in readers]
        for count, move in enumerate(end.chosen):
            if count % _EVERY == 0:
                for reader, own_positions in zip(readers, positions, strict=True):
                    own_positions.append(_look(reader.read(game), indexes))
            game.play(game.moves.index(move))
        results = tuple(Result.of(end, seat) for seat in range(self.players))
        return Seen(tuple(indexes), tuple(map(tuple, positions)), results, member, _share(end, guest))


def _share(game: caylus.Game, seat: int) -> float:
    """The share of the victory."""
    winners = game.result.winners
    return 1 / len(winners) if game.players[seat] in winners else 0.0


def _look(features: Found, indexes: dict[str, int]) -> Position:
    """The position that has some features. A name that is new gets the next index."""
    feature_values: dict[int, float] = {}
    for name, number in features:
        index = indexes.setdefault(name, len(indexes))
        feature_values[index] = feature_values.get(index, 0.0) + number
    return Position(array("i", feature_values), array("f", feature_values.values()))


class Standing(NamedTuple):
    """Of a seat at the begin of a round: by how much its worth is above the mean, how much of the game is over, how it ended."""

    worth: float
    part: float
    margin: float


@dataclass(frozen=True, slots=True)
class Trial:
    """Games of equally strong players, told apart by their numbers, that show what comes of what they have learned."""

    rules: caylus.Ruleset
    players: int
    seed: int
    best: Trained

    def play(self, number: int) -> list[list[Standing]]:
        """The standings in a game, a list for each round; none if a rule breaks in it."""
        draw, seats = Random(f"{self.seed} {number}"), range(self.players - len(self.rules.automata))
        minds = [Mind(self.best, Taste(draw.getrandbits(32), _TRIAL_ERROR)) for _ in seats]
        seed, seeds = draw.getrandbits(48), [draw.getrandbits(48) for _ in seats]
        try:
            end = finish(self.rules.new_game(self.players, seed), minds, seeds, seats, "machine", keeps_moves=True).game
        except RuleFault:
            return []
        margins = [Result.of(end, seat).margin or 0.0 for seat in range(self.players)]
        judgements = [Judgement(self.best.weights, self.rules, self.players, seat) for seat in range(self.players)]
        game, rounds, standings = self.rules.new_game(self.players, seed).copy(), -1, list[list[Standing]]()
        for move in end.chosen:
            if game.rounds > rounds:
                rounds, looks = game.rounds, [judgement.look(game) for judgement in judgements]
                middle, seats_now = fmean(worth for worth, _ in looks), zip(looks, margins, strict=True)
                standings.append([Standing(worth - middle, part, margin) for (worth, part), margin in seats_now])
            game.play(game.moves.index(move))
        return standings


class Score(NamedTuple):
    """The share of victories in so many games, and the mean scores of the one and of the best of the others."""

    games: int
    share: float
    own: float
    rivals: float

    @classmethod
    def of(cls, games: Sequence[tuple[float, float, float]]) -> Score:
        """The score of games of which these are the share, the own score and the best of the others."""
        return cls(len(games), *(sum(part) / len(games) for part in zip(*games, strict=True)))

    @property
    def interval(self) -> tuple[float, float]:
        """Within which the true share lies, in 95 of 100 matches."""
        return wilson_interval(self.share, self.games)


@dataclass(frozen=True, slots=True)
class Match:
    """`one` plays against `others` in every other seat; games of one number under one seed begin alike."""

    rules: caylus.Ruleset
    players: int
    seed: int
    one: Player
    others: Player
    engine: str = ""

    def play(self, games: int, jobs: int | None = 1, advance: Callable[[], None] = lambda: None) -> Score:
        """Plays the games, and calls `advance` after each. Raises `caylus.RuleFault` for a rule that breaks."""
        found = []
        names = [player for player in (self.one, self.others) if isinstance(player, str)]
        if self.engine == "machine" and (reason := reason_against(self.rules, self.players, names)):
            tell(f"these games are played in Python: {reason}", file=sys.stderr)
        match = replace(self, engine=self.engine or choose_engine(names, games))
        for result in run(match.play_one, range(games), jobs=jobs):
            found.append(result)
            advance()
        return Score.of(found)

    def play_one(self, number: int) -> tuple[float, float, float]:
        """The share of the victory, the own score and the best of the others, of a game."""
        seats = self.players - len(self.rules.automata)
        seat = number % seats
        owners = [int(each != seat) for each in range(seats)]
        seeds = [Random(f"{self.seed} {number} {owner}").getrandbits(48) for owner in range(2)]
        beginning = self.rules.new_game(self.players, self.seed + number // seats)
        game = finish(beginning, (self.one, self.others), seeds, owners, self.engine).game
        scores = dict(game.scores)
        own = scores.pop(game.players[seat])
        return _share(game, seat), own, max(scores.values(), default=own)
