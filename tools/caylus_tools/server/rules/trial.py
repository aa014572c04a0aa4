"""Rules tried before anybody plays by them: what takes too long here would keep a whole server waiting."""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING

from caylus import RuleFault

from caylus_tools.server.play_bounds import LIMITS, TOO_MANY, has_too_many_options
from caylus_tools.server.refused import Refused

if TYPE_CHECKING:
    from caylus import Ruleset

RUNS_ON = "E0901"
DECISIONS = 200
LONGEST_TRIAL = 0.5
"""Seconds of computing in which as many are made as can be."""


def warm_rules(rules: Ruleset, players: int) -> None:
    """Makes all ready for so many players. Raises Refused."""
    try:
        rules.warm(players)
    except ValueError as error:
        raise Refused("bad", f"So many cannot play: {error}.") from None


def try_rules(rules: Ruleset, players: int) -> None:
    """Has so many players choose anything for a while. Raises Refused."""
    try:
        _play(rules, players)
    except RuleFault as fault:
        if fault.code == RUNS_ON:
            raise Refused("too_long", f"What follows from a choice takes too long under these rules: {fault}.") from None
        # any other is told at the table, with its line


def _play(rules: Ruleset, players: int) -> None:
    draw = Random(0)
    until = time.thread_time() + LONGEST_TRIAL
    game = rules.new_game(players, limits=LIMITS)
    for _ in range(DECISIONS):
        if has_too_many_options(game):
            raise Refused("too_long", TOO_MANY)
        if game.over or time.thread_time() > until:
            return
        game.play(draw.randrange(len(game.moves)))
