"""Matches: one bot against others of another kind, with the seats taken in turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from caylus_tools.bots import Bot, bot_named
from caylus_tools.bots.opinions import experienced_bot
from caylus_tools.bots.trained import Trained
from caylus_tools.simulation.executor import run

if TYPE_CHECKING:
    from caylus import Ruleset

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
        for result in run(self.play_one, range(games), jobs=jobs):
            found.append(result)
            advance()
        shares, own, rivals = (sum(part) / games for part in zip(*found, strict=True))
        return Score(games, shares, own, rivals)

    def play_one(self, number: int) -> tuple[float, float, float]:
        """The share of the victory, the own score and the best of the others, of a game."""
        seats = self.players - len(self.rules.automata)
        game, seat = self.rules.new_game(self.players, self.seed + number // seats), number % seats
        one, others = _bot(self.one, number), _bot(self.others, number + 1)
        while game.moves:
            game.play((one if game.seat == seat else others)(game))
        name, winners = game.players[seat], game.result.winners
        scores = dict(game.scores)
        own = scores.pop(name)
        return (1 / len(winners) if name in winners else 0.0), own, max(scores.values(), default=own)


def _bot(player: Player, seed: int) -> Bot:
    return bot_named(player, seed) if isinstance(player, str) else experienced_bot(seed, 0.0, player, replays=False)
