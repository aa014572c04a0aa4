"""Learn which sorts of choices to like beside their worth: each player of a game likes them by chance, and wins or loses by it.

In a game, half of the seats have an error in their judgement and the others the opposite error. By how much the ones do better
says, over many errors, how much each part of an error helps. Only the parts that surely help are followed, as far as it pays.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from math import copysign, sqrt
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from caylus import RuleFault

from caylus_tools.bots.finishing import finish
from caylus_tools.bots.opinions import Mind
from caylus_tools.bots.tastes import Label, Taste, draw_feeling
from caylus_tools.bots.trained import Result, Trained
from caylus_tools.simulation.executor import run

from .games import Match

if TYPE_CHECKING:
    from caylus import Ruleset

_ERROR = 0.2
"""How far each label is liked too much or too little: see `Taste`."""
_REPEATS, _BATCH = 4, 80
"""Games with one error, and those after which it is seen whether there is time left."""
_SURE = 2.0
"""Standard errors that are taken off what a part of an error brings."""
_STEPS = (0.2, 0.5, 1.2)
"""How far the part that helps most may go, in spreads of the worths in hand."""
_JUDGED = 200
"""Games that decide between steps."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """Games between those with an error and those with the opposite one."""

    rules: Ruleset
    players: int
    seed: int
    best: Trained

    def play(self, number: int) -> float:
        """By how much the error is better than its opposite, in one game; 0 if a rule breaks in it."""
        seats = range(self.players - len(self.rules.automata))
        draw = Random(f"{self.seed} {number}")
        signs = [1 if (seat + number) % 2 else -1 for seat in seats]
        minds = [Mind(self.best, Taste(self.error_seed(number), sign * _ERROR)) for sign in signs]
        beginning, seeds = self.rules.new_game(self.players, draw.getrandbits(48)), [draw.getrandbits(48) for _ in seats]
        try:
            game = finish(beginning, minds, seeds, seats, "machine").game
        except RuleFault:
            return 0.0
        return sum(sign * self.best.scale.success(Result.of(game, seat)) for sign, seat in zip(signs, seats, strict=True))

    def error_seed(self, number: int) -> int:
        return self.seed + number // _REPEATS


def tune(
    rules: Ruleset,
    players: int,
    best: Trained,
    labels: Iterable[Label],
    end: float,
    seed: int,
    jobs: int | None,
    advance: Callable[[], None] = lambda: None,
) -> Trained:
    """The same value with the likings that win more games, from games until the time `end`."""
    contrast = Contrast(rules, players, seed, best)
    totals: dict[int, float] = {}
    for batch in count():
        numbers = range(batch * _BATCH, (batch + 1) * _BATCH)
        for number, success in zip(numbers, run(contrast.play, numbers, jobs=jobs), strict=True):
            advance()
            totals[contrast.error_seed(number)] = totals.get(contrast.error_seed(number), 0.0) + success
        if time.monotonic() > end:
            break
    gains = {label.name: _surplus([total * draw_feeling(each, label) for each, total in totals.items()]) for label in labels}
    most = max(map(abs, gains.values()))
    candidates = [best]
    scores = [1 / players]
    for step in _STEPS if most else ():
        new_likings = {name: best.likings.get(name, 0.0) + step * gain / most for name, gain in gains.items()}
        candidates.append(
            replace(best, likings={name: liking for name, liking in {**best.likings, **new_likings}.items() if liking})
        )
        score = Match(rules, players, seed, Mind(candidates[-1]), Mind(best), "machine").play(_JUDGED, jobs, advance)
        scores.append(score.share)
    return candidates[scores.index(max(scores))]


def _surplus(values: Sequence[float]) -> float:
    """The mean as far as it is surely not 0."""
    mean, error = fmean(values), stdev(values) / sqrt(len(values))
    return copysign(max(0.0, abs(mean) - _SURE * error), mean)
