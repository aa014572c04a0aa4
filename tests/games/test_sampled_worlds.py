"""Worlds of whoever decides in two small games agree with all that the seat was told, as trying everything has it."""

from __future__ import annotations

import pytest

from .sampled_worlds import GAMES, decisions, sample


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES)
def test_no_world_of_a_sampled_decision_is_impossible(name: str) -> None:
    tally = sample(name, 24)
    assert tally.impossible == 0
    assert tally.none_found == 0
    assert tally.imagined_impossible > 0, "worlds that look at the table alone would do as well"


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_all_that_is_possible_is_drawn_by_some_seed_and_the_same_by_equal_ones(name: str) -> None:
    rules = GAMES[name]
    for game in (game for seed in range(9) for game in decisions(name, seed)):
        seat = game.players[game.seat]
        possible = rules.possible(game, seat)
        if 1 < len(possible) < 12:
            break
    worlds = game.worlds(seat)
    assert {rules.read(worlds.draw(seed)) for seed in range(12 * len(possible))} == possible
    assert worlds.draw(1) == worlds.draw(1) == game.copy().worlds(seat).draw(1)
