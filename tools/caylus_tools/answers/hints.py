"""Hints: the choices that a bot would think best, and by how much; at once, or with more thought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING

from caylus import RuleFault

from caylus_tools.bots.experienced import judge
from caylus_tools.bots.judgement import Judgement
from caylus_tools.bots.playing_on import Prospect, compare_moves
from caylus_tools.bots.trained import Trained, find
from caylus_tools.common.english import count_things

if TYPE_CHECKING:
    from caylus import Decision, Game

_MOST = 3
_SECONDS = 5.0
"""How long bots play on from the best choices, about."""
_LOOKS = 12
"""Games that the seat could be in, each with other draws to come: what is worth something in one of them only counts little."""


def give_hints(game: Game, decision: Decision) -> Iterator[str]:
    """The best choices in hand as lines of text, by what bots have learned; it looks at what the seat may know only."""
    learned = find(game.rules, len(game.players))
    if learned is None:
        yield _UNTAUGHT
        return
    try:
        worths = _judge(game, learned)
    except RuleFault as fault:
        yield f"there is no hint: {fault}"
        return
    order = _best(worths)
    yield "a bot that looks one move ahead would choose:"
    for place, index in enumerate(order, 1):
        yield f"  {place}. {decision.options[index].text}{_behind(learned.scale.points(worths[order[0]] - worths[index]))}"


def analyse_choices(game: Game, decision: Decision) -> Iterator[str]:
    """The same after some seconds of thought: how much worse than the best, with how sure that is, and what is to come then."""
    learned = find(game.rules, len(game.players))
    if learned is None:
        yield _UNTAUGHT
        return
    try:
        found = compare_moves(game, learned, _best(_judge(game, learned)), game.rounds, _SECONDS)
    except RuleFault as fault:
        yield f"there is no hint: {fault}"
        return
    yield "bots that play on from the best choices to the end of the next round find:"
    for place, prospect in enumerate(found, 1):
        yield f"  {place}. {decision.options[prospect.move].text}{_compared(prospect) if place > 1 else ''}"
        if prospect.expected:
            yield f"     expected then: {'; '.join(f'{label}: {text}' for label, text in prospect.expected)}"


_UNTAUGHT = "bots have learned nothing of these rules, so there is no hint; `caylus train` teaches them"


def _judge(game: Game, learned: Trained) -> list[float]:
    """The worth of each move, one move ahead."""
    known = learned, Judgement(learned.weights, game.rules, len(game.players), game.seat)
    draw = Random(game.rounds)
    return [fmean(parts) for parts in zip(*(judge(game, known, draw) for _ in range(_LOOKS)), strict=True)]


def _best(worths: Sequence[float]) -> list[int]:
    """The indexes of the best moves, the best first."""
    return sorted(range(len(worths)), key=lambda index: -worths[index])[:_MOST]


def _compared(prospect: Prospect) -> str:
    """How much worse than the best a choice is, give or take."""
    amount = f"{prospect.behind:.1f} ± {prospect.margin:.1f} points"
    return f" (worse by {amount})" if prospect.behind > prospect.margin else f" (about as good: worse by {amount})"


def _behind(points: float) -> str:
    """By how much a choice is worse than the best, in words."""
    if not points:
        return ""
    return f" (about {count_things(round(points), 'point')} worse)" if points >= 1 else " (about as good)"
