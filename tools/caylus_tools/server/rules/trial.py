"""Rules tried before anybody plays by them: what takes too long here would keep a whole server waiting."""

from __future__ import annotations

import time
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

from caylus import RuleFault

from caylus_tools.server.play_bounds import Step
from caylus_tools.server.refused import Refused

if TYPE_CHECKING:
    from caylus import Ruleset

DECISIONS = 200
LONGEST_TRIAL = 0.5
"""Seconds of computing in which as many are made as can be."""


def warmed(rules: Ruleset, players: int) -> None:
    """Makes all ready for so many players. Raises Refused."""
    try:
        rules.warm(players)
    except ValueError as error:
        raise Refused("bad", f"So many cannot play: {error}.") from None


def tried(rules: Ruleset, players: int) -> None:
    """Has so many players choose anything for a while. Raises Refused."""
    with suppress(RuleFault):  # which is told at the table, with its line
        _play(rules, players)


def _play(rules: Ruleset, players: int) -> None:
    draw = Random(0)
    until = time.thread_time() + LONGEST_TRIAL
    step = Step()
    game = rules.new_game(players, history=False, events=False)
    for _ in range(DECISIONS):
        if excess := step.excess(game):
            raise Refused("too_long", excess)
        if game.over or time.thread_time() > until:
            return
        step = Step()
        game.play(draw.randrange(len(game.moves)))
