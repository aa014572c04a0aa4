"""Learn a ruleset through its environment: how much everything on the table is worth, from games of a learner against itself.

    python -m caylus_tools.learning.example classic --players 2 --minutes 15 --against normal

The learner looks one move ahead and takes the move after which the weighted sum of the features is highest. It begins with the
ruleset's outlook. A generation plays games in which it misjudges a little, and fits the weights by ridge regression to how the
games ended. Nothing else of this project is used than the environment, bots to play against, and processes to play in.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from statistics import fmean, pstdev

import caylus
import numpy as np

from caylus_tools.bots import bot_named
from caylus_tools.simulation.executor import run

from .environment import raw_env

Weights = Mapping[str, float]
Row = tuple[dict[str, float], float]
"""The features of a position as a seat saw it, and by how much that seat won or lost."""

BEGINNER: Weights = {"outlook": 1.0}
_AT_RANDOM = 0.05
"""The share of actions that are any."""
_MOST_ERROR = 1.0
"""How far a learner misjudges at most, in spreads of the worth of its actions."""
_EVERY = 4
"""After how many actions a position is kept: those between are nearly the same."""
_SELDOM = 40
"""Features of fewer rows are left out."""
_PENALTY = 0.04
"""The penalty of a weight, as a share of the rows; the outlook has none."""


@lru_cache(maxsize=1)
def _environment(rules: caylus.Ruleset, players: int) -> raw_env:
    return raw_env(rules, players=players, rewards="margin")


@dataclass(frozen=True)
class Practice:
    """Games of a learner against itself, told apart by their numbers."""

    rules: caylus.Ruleset
    players: int
    seed: int
    weights: Weights

    def play(self, number: int) -> list[Row]:
        """Plays a game and returns what it shows; nothing if it was broken off."""
        draw, environment = Random(f"{self.seed} {number}"), _environment(self.rules, self.players)
        environment.reset(seed=draw.getrandbits(48))
        error, tastes = draw.random() * _MOST_ERROR, dict[int, float]()
        kept: list[tuple[str, dict[str, float]]] = []
        rewards: dict[str, float] = {}
        for count, agent in enumerate(environment.agent_iter()):
            _, reward, is_over, is_truncated, _ = environment.last(observe=False)
            if is_truncated:
                return []
            if is_over:
                rewards[agent] = reward
                environment.step(None)
                continue
            if count % _EVERY == 0:
                kept += [(seat, environment.features(seat)) for seat in environment.agents]
            worths = environment.worths(self.weights)
            spread = error * pstdev(worths.values())
            for action in worths:
                worths[action] += spread * tastes.setdefault(action, draw.gauss(0, 1))
            environment.step(draw.choice([*worths]) if draw.random() < _AT_RANDOM else _best(worths, draw))
        return [(found, rewards[agent]) for agent, found in kept]


@dataclass(frozen=True)
class Match:
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
    weights, rows = BEGINNER, list[Row]()
    for generation in range(1_000_000):
        practice = Practice(rules, players, seed + generation, weights)
        rows += [row for game in run(practice.play, range(games), jobs=jobs) for row in game]
        weights = fit(rows)
        yield weights


def fit(rows: Sequence[Row]) -> Weights:
    """Ridge regression of the rewards on the features."""
    counted = Counter(name for found, _ in rows for name in found)
    names = sorted(name for name, count in counted.items() if count >= _SELDOM)
    columns = {name: column for column, name in enumerate(names)}
    table = np.zeros((len(rows), len(names) + 1), np.float32)
    table[:, -1] = 1.0
    for row, (found, _) in zip(table, rows, strict=True):
        for name, number in found.items():
            if name in columns:
                row[columns[name]] = number
    spreads = np.maximum(np.sqrt(np.mean(table * table, axis=0)), 1.0)
    table /= spreads
    penalties = np.full(len(spreads), _PENALTY * len(rows))
    penalties[[column for name, column in columns.items() if name.startswith("outlook")] + [-1]] = 1.0
    rewards = np.array([reward for _, reward in rows], np.float32)
    found = np.linalg.solve(table.T @ table + np.diag(penalties), table.T @ rewards) / spreads
    return {name: float(weight) for name, weight in zip(names, found, strict=False)}


def play_match(match: Match, games: int, jobs: int = 1) -> float:
    """The learner's share of the victories."""
    return fmean(run(match.play, range(games), jobs=jobs))


def _best(worths: Mapping[int, float], draw: Random) -> int:
    """The action of the highest worth; of equals any."""
    highest = max(worths.values())
    return draw.choice([action for action, worth in worths.items() if worth == highest])


def main() -> None:
    """Learns for some minutes, and tells after each generation how a match ended."""
    parser = argparse.ArgumentParser(description="learn a ruleset through its environment")
    parser.add_argument("ruleset")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--against", default="normal", help="the bot to play against")
    parser.add_argument("--games", type=int, default=150, help="games of a generation")
    parser.add_argument("--match", type=int, default=40, help="games of a match")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    rules, begin = caylus.load(told.ruleset), time.monotonic()
    for generation, weights in enumerate(learn(rules, told.players, told.games, told.seed, told.jobs), 1):
        share = play_match(Match(rules, told.players, 0, weights, told.against), told.match, told.jobs)
        minutes = (time.monotonic() - begin) / 60
        print(
            f"generation {generation}, {minutes:.1f} minutes: wins {share:.0%} of {told.match} games against {told.against}",
            flush=True,
        )
        if minutes >= told.minutes:
            break


if __name__ == "__main__":
    main()
