"""Hints: the choices that a bot would think best, and by how much."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING

from caylus import RuleFault

from caylus_tools.bots.experienced import judge
from caylus_tools.bots.judgement import Judgement
from caylus_tools.bots.trained import find
from caylus_tools.common.english import count_things

if TYPE_CHECKING:
    from caylus import Decision, Game

_MOST = 3
_LOOKS = 12
"""Games that the seat could be in, each with other draws to come: what is worth something in one of them only counts little."""


def give_hints(game: Game, decision: Decision) -> Iterator[str]:
    """The best choices in hand as lines of text, by what bots have learned; it looks at what the seat may know only."""
    learned = find(game.rules, len(game.players))
    if learned is None:
        yield "bots have learned nothing of these rules, so there is no hint; `caylus train` teaches them"
        return
    known = learned, Judgement(learned.weights, game.rules, len(game.players), game.seat)
    draw = Random(len(game.chosen))
    try:
        looks = [judge(game, known, draw) for _ in range(_LOOKS)]
    except RuleFault as fault:
        yield f"there is no hint: {fault}"
        return
    worths = [fmean(parts) for parts in zip(*looks, strict=True)]
    order = sorted(range(len(worths)), key=lambda index: -worths[index])[:_MOST]
    yield "a bot that looks one move ahead would choose:"
    for place, index in enumerate(order, 1):
        yield f"  {place}. {decision.options[index].text}{_behind((worths[order[0]] - worths[index]) * learned.scale.margin)}"


def _behind(points: float) -> str:
    """By how much a choice is worse than the best, in words."""
    if not points:
        return ""
    return f" (about {count_things(round(points), 'point')} worse)" if points >= 1 else " (about as good)"
