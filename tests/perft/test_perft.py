"""The number of ways to go on from known positions is what it was: whatever becomes of the engine, the rules are the same."""

from __future__ import annotations

import caylus
import pytest
import yaml

from .counting import EDITIONS, KEPT, NOUGHTS, counts, leaves

pytestmark = pytest.mark.slow

TABLE = yaml.safe_load(KEPT.read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", EDITIONS)
def test_there_are_as_many_ways_to_go_on_as_there_were(edition: str, players: int) -> None:
    assert counts(caylus.load(edition), players) == TABLE[edition][players]


def test_noughts_and_crosses_goes_on_in_as_many_ways_as_is_known() -> None:
    game = caylus.load(NOUGHTS).new_game(2)
    assert [leaves(game, depth) for depth in range(1, 7)] == [9, 72, 504, 3024, 15120, 54720]
