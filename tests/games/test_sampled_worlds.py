"""Worlds of whoever decides in three small games agree with all that the seat was told, as trying everything has it."""

from __future__ import annotations

import pytest

from .sampled_worlds import GAMES, sample


@pytest.mark.parametrize("name", GAMES)
def test_no_world_of_a_sampled_decision_is_impossible(name: str) -> None:
    tally = sample(name, 24)
    assert tally.impossible == 0
    assert tally.imagined_impossible > 0, "worlds that look at the table alone would do as well"
