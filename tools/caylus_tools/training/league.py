"""A league to learn against: earlier selves, those who spoil the leader, and players with a habit, mostly the habits that win.

Generations learn in turn what positions are worth, from games against the league, and which sorts of choices to like beside that.
A generation is kept if it beats the one before and the first one, and no member surely beats it. Which habits win
shows in the games themselves: each is drawn as often as it may be the best one, for all that is known (Thompson sampling).

What to like is learned by games between opposite errors: each player likes sorts of choices by chance, and wins or loses by it.
By how much one half of the seats does better says, over many errors, how much each part of an error helps. Only the parts that
surely help are followed, as far as it pays.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from math import copysign, sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

import caylus
from caylus import RuleFault

from caylus_tools.bots.finishing import finish
from caylus_tools.bots.opinions import Mind
from caylus_tools.bots.tastes import Habit, Label, Taste, draw_feeling
from caylus_tools.bots.trained import AIM, DUEL, RIVAL, Result, Trained
from caylus_tools.simulation.executor import run

from .fit import fit, fit_trust
from .games import BEGINNER, Match, Practice, Score, Seen, Standing, Trial
from .habits import find_habits

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

    rules: caylus.Ruleset
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
    rules: caylus.Ruleset,
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


GENERATIONS = 4
_BATCH = 40
"""Games after which the members are drawn anew; so many at least are played for a generation."""
_HABITS = 14
_EVERYDAY = 6
"""Members of a batch with a habit, and without one."""
_MATCH = 100
"""Games of the match of a generation against each member; twice as many are played against the one before and the first one."""
_RIVALS = 3
"""Habits that a generation has to beat, those that won most."""
_SPITE = 2.0
"""How many times as much somebody who spoils minds what the best rival has."""
_TRIAL = 200
"""Games that say how much of the margins that bots see comes about."""
_MOST_GAMES = 1200
"""To learn from, the last ones."""
_LOOKS = 60
"""How far players play moves on: see `Mind`."""


class Generation(NamedTuple):
    """What a generation learned from so many games in all, its matches against the members, and whether it is kept."""

    trained: Trained
    scores: tuple[tuple[str, Score], ...]
    is_kept: bool


def spoil(value_model: Trained) -> Trained:
    """The value of somebody who would rather see the leader lose."""
    return value_model.weigh(lambda name: _SPITE if name.endswith(RIVAL) else 1.0)


def _seat(value_model: Trained, *habits: Habit) -> Mind:
    """A player who plays moves on, if it has learned anything."""
    return Mind(value_model, Taste(habits=habits), looks=_LOOKS if value_model.games else 0)


class _Tally:
    """Of each habit, the victories and the games so far."""

    def __init__(self, habits: Sequence[Habit], players: int) -> None:
        self._counts = {habit: [0.0, 0] for habit in habits}
        self._fair = 1 / players

    def add(self, habit: Habit, share: float) -> None:
        counts = self._counts[habit]
        counts[0] += share
        counts[1] += 1

    def rank(self, number: int, draw: Random | None = None) -> list[Habit]:
        """The habits that win most, as far as enough games show; with chance, those that may win most."""

        def promise(habit: Habit) -> float:
            wins, games = self._counts[habit]
            if draw is not None:
                return draw.betavariate(wins + 2 * self._fair, games - wins + 2 * (1 - self._fair))
            return (wins + 10 * self._fair) / (games + 10)

        return sorted(self._counts, key=promise, reverse=True)[:number]


def train(
    rules: caylus.Ruleset,
    players: int,
    known: Trained | None,
    seconds: float,
    seed: int,
    jobs: int | None,
    advance: Callable[[], None] = lambda: None,
) -> Iterator[Generation]:
    """The generations, one after the other; the last one that is kept is the best known. The first plays by what is `known`.

    `advance` is called after each game. Raises `ValueError` where no game comes to an end without a fault.
    """
    best, games, draw = known or BEGINNER, list[Seen](), Random(seed)
    texts = dict(find_habits(rules, players, seed))
    labels = dict.fromkeys(habit.label for habit in texts)
    tally, former = _Tally([*texts], players), [best]
    begin = time.monotonic()
    for number in range(GENERATIONS):
        end = begin + seconds * (number + 1) / GENERATIONS  # fits and matches take their part of it
        if number % 2 and best.games:
            new_model = tune(rules, players, best, labels, end, draw.getrandbits(32), jobs, advance)
        else:
            others = [*former, spoil(best)]
            while not games or time.monotonic() < end:
                games += _practise(rules, players, best, others, tally, draw, jobs, advance)
                if not games:
                    raise ValueError("no game came to an end")
            games = games[-_MOST_GAMES:]
            aims = [AIM, DUEL] if players - len(rules.automata) == 2 else [AIM]
            models = [replace(fit(games, best if best.games else None, aim), likings=best.likings) for aim in aims]
            new_model = models[0]
            for other in models[1:]:
                match = Match(rules, players, draw.getrandbits(32), _seat(other), _seat(new_model), "machine")
                if match.play(_MATCH, jobs, advance).share > 1 / players:
                    new_model = other
        selves = {"the one before": _seat(best), "the first one": _seat(former[0])}
        rivals = selves | {"one who spoils": _seat(spoil(best))}
        for habit in tally.rank(_RIVALS):
            rivals[f"who {texts[habit]}"] = _seat(best, habit)
        scores = list[tuple[str, Score]]()
        for name, rival in rivals.items():
            match = Match(rules, players, draw.getrandbits(32), _seat(new_model), rival, "machine")
            scores.append((name, match.play(2 * _MATCH if name in selves else _MATCH, jobs, advance)))
        fair = 1 / players  # who beats the one before may lose to the first one: so the league would go round in a circle
        is_kept = all((score.share if name in selves else score.interval[1]) > fair for name, score in scores)
        if is_kept:
            new_model = calibrate(rules, players, new_model, draw.getrandbits(32), jobs, advance)
            former.append(best)
            best = new_model
        yield Generation(new_model, tuple(scores), is_kept)


def calibrate(
    rules: caylus.Ruleset,
    players: int,
    model: Trained,
    seed: int,
    jobs: int | None,
    advance: Callable[[], None] = lambda: None,
) -> Trained:
    """The same value with what its worths are worth in points, which people are told. Nobody plays by that."""
    trial, games = Trial(rules, players, seed, model), list[list[list[Standing]]]()
    for rounds in run(trial.play, range(_TRIAL), jobs=jobs):
        advance()
        games.append(rounds)
    return replace(model, trust=fit_trust(games, model.scale))


def _practise(
    rules: caylus.Ruleset,
    players: int,
    best: Trained,
    others: Sequence[Trained],
    tally: _Tally,
    draw: Random,
    jobs: int | None,
    advance: Callable[[], None],
) -> Iterator[Seen]:
    """A batch of games against members of the league."""
    habits = tally.rank(_HABITS, draw)
    members = [_seat(best, habit) for habit in habits] + [_seat(draw.choice(others))] * _EVERYDAY
    practice = Practice(rules, players, draw.getrandbits(32), best, tuple(members), _seat(best).looks)
    for record in run(practice.play, range(_BATCH), jobs=jobs):
        advance()
        if record is not None:
            if record.member < len(habits):
                tally.add(habits[record.member], record.share)
            yield record
