"""Train: bots play themselves, learn how their games ended, and play again by what they have learned."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from caylus_tools.bots.trained import Trained
from caylus_tools.simulation.executor import run

from .fit import fit
from .games import BEGINNER, Practice, Seen
from .matches import Match, Score

if TYPE_CHECKING:
    from caylus import Ruleset

GENERATIONS = 4
_MATCH = 40
"""Games of the match that a generation has to win against the one before."""
_FEWEST = 40
"""Games of a generation, however little time there is."""


class Generation(NamedTuple):
    """What a generation learned from so many games in all, its match against the one before, and whether it is kept."""

    trained: Trained
    score: Score
    is_kept: bool


def train(
    rules: Ruleset, players: int, known: Trained | None, seconds: float, seed: int, jobs: int | None
) -> Iterator[Generation]:
    """The generations, one after the other; the last one that is kept is the best known. The first plays by what is `known`.

    Raises `ValueError` where no game comes to an end without a fault.
    """
    best, games = known or BEGINNER, list[Seen]()
    begin = time.monotonic()
    for number in range(GENERATIONS):
        end = begin + seconds * (number + 1) / GENERATIONS  # fits and matches take their part of it
        games += _practise(Practice(rules, players, seed + number, best), end, jobs)
        if not games:
            raise ValueError("no game came to an end")
        found = fit(games, known)
        score = Match(rules, players, seed, found, best).play(_MATCH, jobs)
        is_kept = score.share > 1 / players
        best = found if is_kept else best
        yield Generation(found, score, is_kept)


def _practise(practice: Practice, end: float, jobs: int | None) -> list[Seen]:
    """The games until a time; a few at least."""
    games: list[Seen] = []
    tried = 0
    played = run(practice.play, count(), jobs=jobs)
    for tried, game in enumerate(played, 1):
        if game is not None:
            games.append(game)
        if tried >= _FEWEST and time.monotonic() > end:
            break
    return games
