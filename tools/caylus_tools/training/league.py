"""A league to learn against: earlier selves, those who spoil the leader, and players with a habit, mostly the habits that win.

A generation plays against the league, learns from its games, and is kept if it beats every member. Which habits win shows in
these games themselves: each habit is drawn as often as it may be the best one, for all that is known (Thompson sampling).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from caylus_tools.bots.opinions import Mind
from caylus_tools.bots.tastes import Habit, Taste
from caylus_tools.bots.trained import RIVAL, Trained
from caylus_tools.simulation.executor import run

from .fit import fit
from .games import BEGINNER, Match, Practice, Score, Seen
from .habits import find_habits

if TYPE_CHECKING:
    from caylus import Ruleset

GENERATIONS = 4
_BATCH = 40
"""Games after which the members are drawn anew; so many at least are played for a generation."""
_HABITS = 14
_EVERYDAY = 6
"""Members of a batch with a habit, and without one."""
_MATCH = 40
"""Games of the match that a generation has to win against each member."""
_RIVALS = 3
"""Habits that a generation has to beat, those that won most."""
_SPITE = 2.0
"""How many times as much somebody who spoils minds what the best rival has."""
_MOST_GAMES = 1200
"""To learn from, the last ones."""


class Generation(NamedTuple):
    """What a generation learned from so many games in all, its matches against the members, and whether it is kept."""

    trained: Trained
    scores: tuple[tuple[str, Score], ...]
    is_kept: bool


def spoil(value_model: Trained) -> Trained:
    """The value of somebody who would rather see the leader lose."""
    return value_model.weigh(lambda name: _SPITE if name.endswith(RIVAL) else 1.0)


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
    rules: Ruleset,
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
    tally, former = _Tally([*texts], players), [best]
    begin = time.monotonic()
    for number in range(GENERATIONS):
        end = begin + seconds * (number + 1) / GENERATIONS  # fits and matches take their part of it
        while True:
            habits = tally.rank(_HABITS, draw)
            other = draw.choice([*former, spoil(best)])
            members = [Mind(best, Taste(habits=(habit,))) for habit in habits] + [Mind(other)] * _EVERYDAY
            practice = Practice(rules, players, draw.getrandbits(32), best, tuple(members))
            for record in run(practice.play, range(_BATCH), jobs=jobs):
                advance()
                if record is not None:
                    games.append(record)
                    if record.member < len(habits):
                        tally.add(habits[record.member], record.share)
            if time.monotonic() > end:
                break
        if not games:
            raise ValueError("no game came to an end")
        games = games[-_MOST_GAMES:]
        new_model = fit(games, best if best.games else None)
        rivals = {"the one before": Mind(best), "the first one": Mind(former[0]), "one who spoils": Mind(spoil(best))}
        for habit in tally.rank(_RIVALS):
            rivals[f"who {texts[habit]}"] = Mind(best, Taste(habits=(habit,)))
        scores = []
        for name, rival in rivals.items():
            score = Match(rules, players, draw.getrandbits(32), Mind(new_model), rival, "machine").play(_MATCH, jobs, advance)
            scores.append((name, score))
        is_kept = all(score.share > 1 / players for _, score in scores)
        if is_kept:
            former.append(best)
            best = new_model
        yield Generation(new_model, tuple(scores), is_kept)
