"""The rulesets that learning is tried on, and random games of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import caylus

NOUGHTS = Path(__file__).parent.parent / "games" / "noughts"
TABLES = [("classic", n) for n in (2, 3, 4, 5)] + [("1303", n) for n in (2, 3, 4, 5)] + [(str(NOUGHTS), 2)]
"""Rulesets with every number of players they are for."""


@cache
def load(ruleset: str, *variants: str) -> caylus.Ruleset:
    return caylus.load(ruleset, variants)


def positions(rules: caylus.Ruleset, players: int, seed: int) -> Iterator[caylus.Game]:
    """A random game at each of its decisions, and at its end."""
    game = rules.new_game(players, seed)
    draw = Random(seed)
    while not game.over:
        yield game
        game.play(draw.randrange(len(game.moves)))
    yield game
