"""Learn a ruleset through its environment: how much everything on the table is worth, from games of a learner against itself.

    python -m caylus_tools.learning.example classic --players 2 --minutes 15 --against normal

The learner looks one move ahead and takes the move after which the weighted sum of the features is highest. It begins with the
ruleset's outlook. A generation plays games in which it misjudges a little, and fits the weights by least-squares temporal
differences: the worth of a position follows from the worth of the next ones, and at last from how the game ended. Nothing else of
this project is used than the environment, bots to play against, and processes to play in.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from operator import itemgetter
from random import Random
from statistics import fmean, pstdev

import caylus
import numpy as np
from caylus.records import Record
from numpy.typing import NDArray

from caylus_tools.bots import bot_named
from caylus_tools.simulation.executor import run

from .environment import raw_env

Weights = Mapping[str, float]
Rows = NDArray[np.float64]
Seen = tuple[list[dict[str, float]], float]
"""The features of the positions of a game as a seat saw them, in order, and what that seat got in the end."""

BEGINNER: Weights = {"outlook": 1.0}
_AT_RANDOM = 0.05
"""The share of actions that are any."""
_MOST_ERROR = 1.0
"""How far a learner misjudges at most, in spreads of the worth of its actions."""
_EVERY = 4
"""After how many actions a position is kept: those between are nearly the same."""
_SELDOM = 40
"""Features of fewer rows are left out."""
_PENALTY = 0.005
"""The penalty of a weight, as a share of the rows; the outlook has none."""
_MEMORY = 0.8
"""The part of the worth of a position that later positions decide, not the next one."""


_OTHER_GAMES = 1_000_000
"""The seed of games that no generation was chosen by."""


@lru_cache(maxsize=1)
def _environment(rules: caylus.Ruleset, players: int) -> raw_env:
    return raw_env(rules, players=players, rewards="margin")


class Practice(Record):
    """Games of a learner against itself, told apart by their numbers."""

    rules: caylus.Ruleset
    players: int
    seed: int
    weights: Weights

    def play(self, number: int) -> list[Seen]:
        """Plays a game and returns what it shows; nothing if it was broken off."""
        draw, environment = Random(f"{self.seed} {number}"), _environment(self.rules, self.players)
        environment.reset(seed=draw.getrandbits(48))
        error, tastes = draw.random() * _MOST_ERROR, dict[int, float]()
        positions_by_agent: dict[str, list[dict[str, float]]] = {agent: [] for agent in environment.possible_agents}
        rewards: dict[str, float] = {}
        for count, agent in enumerate(environment.agent_iter()):
            _, margin, is_over, is_truncated, info = environment.last(observe=False)
            if is_truncated:
                return []
            if is_over:
                rewards[agent] = margin + info["score"]  # who aims at the margin alone hinders more than it builds
                environment.step(None)
                continue
            if count % _EVERY == 0:
                for seat, positions in positions_by_agent.items():
                    positions.append(environment.features(seat))
            worths = environment.worths(self.weights)
            spread = error * pstdev(worths.values())
            for action in worths:
                worths[action] += spread * tastes.setdefault(action, draw.gauss(0, 1))
            environment.step(draw.choice([*worths]) if draw.random() < _AT_RANDOM else _best(worths, draw))
        return [(positions, rewards[agent]) for agent, positions in positions_by_agent.items()]


class Match(Record):
    """Games of a learner against bots of one kind, with the seats taken in turn."""

    rules: caylus.Ruleset
    players: int
    seed: int
    weights: Weights
    against: str

    def play(self, number: int) -> float:
        """Plays a game and returns the learner's share of the victory."""
        environment, draw, bot = _environment(self.rules, self.players), Random(number), bot_named(self.against, number)
        environment.reset(seed=self.seed + number // self.players)
        seat = number % len(environment.possible_agents)
        game = environment.game
        while not game.over:
            if game.seat == seat:
                environment.step(_best(environment.worths(self.weights), draw))
            else:
                environment.step(environment.actions.legal(game)[bot(game)])
        return 1 / len(game.winners) if game.players[seat] in game.winners else 0.0


def learn(rules: caylus.Ruleset, players: int, games: int, seed: int, jobs: int = 1) -> Iterator[Weights]:
    """The weights after each generation of so many games, without end."""
    weights, sums = BEGINNER, None
    for generation in range(1_000_000):
        practice = Practice(rules, players, seed + generation, weights)
        samples = [part for game in run(practice.play, range(games), jobs=jobs) for part in game]
        sums = sums or Sums(samples)
        sums.add(samples)
        weights = sums.solve()
        yield weights


class Sums:
    """Sums over all games so far, for the equations of the weights (Boyan, least-squares temporal differences, 2002).

    The first games settle which features have weights.
    """

    def __init__(self, samples: Sequence[Seen]) -> None:
        counts, squares = Counter[str](), Counter[str]()
        for positions, _ in samples:
            for position in positions:
                counts.update(position.keys())
                squares.update({name: number * number for name, number in position.items()})
        names = sorted(name for name, count in counts.items() if count >= _SELDOM)
        rows = sum(len(positions) for positions, _ in samples)
        self._columns = {name: column for column, name in enumerate(names)}
        self._spreads = np.array([*(max(1.0, (squares[name] / rows) ** 0.5) for name in names), 1.0])
        self._is_free = np.array([*(name.startswith("outlook") for name in names), True])
        self._rows = 0
        self._products, self._sums = np.zeros((len(names) + 1,) * 2), np.zeros(len(names) + 1)

    def add(self, samples: Sequence[Seen]) -> None:
        for positions, reward in samples:
            rows = self._table(positions)
            traces = rows.copy()
            for earlier, trace in pairwise(traces):
                trace += _MEMORY * earlier
            rows[:-1] -= rows[1:]
            self._rows += len(rows)
            self._products += traces.T @ rows
            self._sums += traces[-1] * reward

    def solve(self) -> Weights:
        penalties = np.where(self._is_free, 1.0, _PENALTY * self._rows)
        weights = np.linalg.solve(self._products + np.diag(penalties), self._sums) / self._spreads
        return dict(zip(self._columns, weights.tolist(), strict=False))

    def _table(self, positions: Sequence[Mapping[str, float]]) -> Rows:
        """The numbers of some positions, a row each; the last column is 1."""
        table = np.zeros((len(positions), len(self._spreads)))
        table[:, -1] = 1.0
        for row, position in zip(table, positions, strict=True):
            for name in self._columns.keys() & position.keys():
                row[self._columns[name]] = position[name]
        table /= self._spreads
        return table


def play_match(match: Match, games: int, jobs: int = 1) -> float:
    """The learner's share of the victories."""
    return fmean(run(match.play, range(games), jobs=jobs))


def _best(worths: Mapping[int, float], draw: Random) -> int:
    """The action of the highest worth; of equals any."""
    highest = max(worths.values())
    return draw.choice([action for action, worth in worths.items() if worth == highest])


def main() -> None:
    """Learns for some minutes, tells after each generation how a match ended, and of the best one how it does in other games."""
    parser = argparse.ArgumentParser(description="learn a ruleset through its environment")
    parser.add_argument("ruleset")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--against", default="normal", help="the bot to play against")
    parser.add_argument("--games", type=int, default=150, help="games of a generation")
    parser.add_argument("--match", type=int, default=40, help="games of a match")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rules, begin = caylus.load(args.ruleset), time.monotonic()
    match = partial(Match, rules, args.players, against=args.against)
    most, best = -1.0, BEGINNER
    for generation, weights in enumerate(learn(rules, args.players, args.games, args.seed, args.jobs), 1):
        share = play_match(match(0, weights), args.match, args.jobs)
        most, best = max((most, best), (share, weights), key=itemgetter(0))
        minutes = (time.monotonic() - begin) / 60
        print(
            f"generation {generation}, {minutes:.1f} minutes: wins {share:.0%} of {args.match} games against {args.against}",
            flush=True,
        )
        if minutes >= args.minutes:
            break
    share = play_match(match(_OTHER_GAMES, best), 2 * args.match, args.jobs)
    print(f"the best generation wins {share:.0%} of {2 * args.match} other games")


if __name__ == "__main__":
    main()
