"""Rules tried before anybody plays by them: what takes too long here would keep a whole server waiting."""

from __future__ import annotations

import time
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

from caylus import RuleFault

from caylus_tools.server.refused import Refused

if TYPE_CHECKING:
    from caylus import Ruleset

MOST_OPTIONS = 2_000
"""Of one decision: every page of a table shows them all."""

LONGEST_STEP = 0.5
"""Seconds of computing for one choice and what follows from it: others wait meanwhile."""

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
    begun = now = time.process_time()
    game = rules.new_game(players, history=False, events=False)
    for _ in range(DECISIONS):
        if game.over or now > begun + LONGEST_TRIAL:
            return
        if len(game.moves) > MOST_OPTIONS:
            raise Refused("too_long", f"These rules let people choose among more than {MOST_OPTIONS} options at once.")
        game.play(draw.randrange(len(game.moves)))
        before, now = now, time.process_time()
        if now > before + LONGEST_STEP:
            raise Refused("too_long", "What follows from a choice takes too long under these rules.")
