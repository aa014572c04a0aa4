"""The judge is worth something: whatever part of the engine hides something, without it a seat sees what it may not know."""

from __future__ import annotations

from functools import cache

import pytest
from support import tiny

from .games import find_all
from .lockstep import Tally, play
from .mutants import Spoil, mutants

SEEDS = 10
SMALL = [one for one in find_all() if not one.ruleset and "/" not in one.name]
"""The rulesets beside this file: all that can be hidden is in them."""


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "spoil"), [pytest.param(*pair, id=pair[0]) for pair in mutants()])
def test_a_mask_that_is_dropped_is_missed(name: str, spoil: Spoil, monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(monkeypatch)
    monkeypatch.setattr(tiny, "rules", cache(tiny.rules.__wrapped__))  # nothing that was loaded before,
    monkeypatch.setenv("CAYLUS_CACHE", "")  # nor by other tests, which shall not get what is spoilt here
    tally = Tally()
    for seed in range(SEEDS):
        for one in SMALL:
            play(one, seed, tally)
            if tally.leaks:
                return
    pytest.fail(f"nobody notices that {name}")
