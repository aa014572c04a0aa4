"""One move ahead, by what bots have learned of the ruleset; by its outlook where they have learned nothing."""

from __future__ import annotations

from random import Random
from statistics import pstdev
from typing import TYPE_CHECKING

from .common import Bot, Imagination
from .greedy import best, greedy_bot
from .opinions import LearnedOpinion
from .trained import Trained, find

if TYPE_CHECKING:
    from caylus import Game, Ruleset


def normal_bot(seed: int) -> Bot:
    """The best move by what was learned. A move that draws is judged by one draw that might come."""
    return experienced_bot(seed, 0.0)


def easy_bot(seed: int) -> Bot:
    """The same, of somebody who misjudges: each sort of choice has a worth that this bot feels, and keeps to for a game."""
    return experienced_bot(seed, EASY)


EASY = 1.0
"""How far an easy bot misjudges, in spreads of the worth of the moves in hand."""


def experienced_bot(seed: int, error: float, trained: Trained | None = None, replays: bool = True) -> Bot:
    """A bot that misjudges by `error`; by what is found for the ruleset unless it is told what was learned.

    `replays`: see `Imagination`.
    """
    draw = Random(seed)
    imagination = Imagination(draw, replays)
    fallback = greedy_bot(seed)
    opinions: dict[tuple[Ruleset, int], LearnedOpinion] = {}
    tastes: dict[str, float] = {}

    def choose(game: Game) -> int:
        learned = trained or find(game.rules, len(game.players))
        if learned is None:
            return fallback(game)
        table = game.rules, len(game.players)
        if table not in opinions:
            opinions[table] = LearnedOpinion(learned, *table)
        worths = opinions[table].worths(imagination.imagine(game), draw)
        if error:
            worths = _misjudge(game, worths, error, tastes, draw)
        return best(worths, draw)

    return choose


def _misjudge(game: Game, worths: list[float], error: float, tastes: dict[str, float], draw: Random) -> list[float]:
    """The worths as somebody feels them who likes some sorts of choices more than they deserve."""
    spread, decision = pstdev(worths) * error, game.decision
    if not spread or decision is None:
        return worths
    sorts = [" ".join((decision.rule, *decision.render_id(move).split()[:2])) for move in game.moves]
    for sort in sorts:
        if sort not in tastes:
            tastes[sort] = draw.gauss(0, 1)
    return [worth + spread * tastes[sort] for worth, sort in zip(worths, sorts, strict=True)]
