"""Numbers of things read as people write them."""

from __future__ import annotations

import pytest
from caylus_tools.common.english import count_things, player_range, render_interval


@pytest.mark.parametrize(("number", "words"), [(0, "0 scenarios"), (1, "1 scenario"), (2, "2 scenarios")])
def test_one_thing_has_no_plural(number: int, words: str) -> None:
    assert count_things(number, "scenario") == words


@pytest.mark.parametrize(("fewest", "most", "words"), [(2, 5, "2 to 5 players"), (2, 2, "2 players"), (1, 1, "1 player")])
def test_a_range_of_one_number_is_that_number(fewest: int, most: int, words: str) -> None:
    assert player_range(fewest, most) == words


def test_an_interval_of_no_width_is_left_out() -> None:
    assert render_interval(12, 0.2, "better") == "about 12 points better"
    assert render_interval(12, 2, "better") == "about 12 points better (most likely 10 to 14)"
