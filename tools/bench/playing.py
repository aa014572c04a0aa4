"""Random play, which is what simulations and searching bots do all day: options listed, and one of them taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import caylus

from .measure import Measure, rate


def decisions(rules: caylus.Ruleset, players: int, events: bool = False) -> Callable[[int], int]:
    """Plays the random game of a seed, and counts its decisions."""

    def play(seed: int) -> int:
        draw = Random(seed).random
        game = rules.new_game(players, seed)
        count = last = 0
        while moves := game.moves:
            game.play(int(draw() * len(moves)))
            count += 1
            if events and (new := game.events_for(None, last)):
                last = new[-1].number
        return count

    play(0)  # what is made once for a number of players is not measured
    return play


def games(rules: caylus.Ruleset, players: int) -> Callable[[int], int]:
    """Plays the random game of a seed, and counts it as one."""
    play = decisions(rules, players)
    return lambda seed: min(1, play(seed))


def measures(rules: caylus.Ruleset, seconds: float) -> Iterator[Measure]:
    for players in range(rules.fewest_players, rules.most_players + 1):
        what = f"{rules.name}, {players} players"
        yield Measure("random play", what, "decisions/s", rate(decisions(rules, players), seconds))
        yield Measure("random play", what, "games/s", rate(games(rules, players), seconds))
    for players in range(rules.fewest_players, rules.most_players + 1):
        told = decisions(rules, players)
        yield Measure("random play", f"{rules.name}, {players} players, with events", "decisions/s", rate(told, seconds))
