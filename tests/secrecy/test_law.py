"""The law of secrets: two games that differ only in what a seat may not know look the same from there, byte for byte.

In everything a seat can look at, at every decision, until they part by something that a rule means to be told.
"""

from __future__ import annotations

import pytest

from .games import Found, hiding, parameters
from .lockstep import Tally, play

GAMES = 1
"""Of each ruleset; `python -m secrecy` plays as many as one likes."""


def judge(one: Found) -> None:
    """Plays games until there is a leak."""
    if hiding(one) is None:
        pytest.skip("hides nothing")
    tally = Tally()
    for seed in range(GAMES):
        play(one, seed, tally)
        assert not tally.leaks, "\n".join(map(str, tally.leaks))
    if not tally.counts["comparisons"]:
        pytest.skip("nobody is asked anything")


@pytest.mark.parametrize("one", parameters())
def test_games_that_differ_in_what_a_seat_may_not_know_look_the_same_to_it(one: Found) -> None:
    judge(one)
