"""Dice under cups: worlds of a seat are those that all that it was told leaves possible, found by trying every roll."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import caylus

GAMES = 6


@cache
def rules() -> caylus.Ruleset:
    return caylus.load(str(Path(__file__).parent / "cups"))


def rolled(game: caylus.Game, seat: str) -> tuple[int, ...]:
    return tuple(game.read(f"{seat}.pips.{cube}") for cube in ("left_cube", "right_cube"))


def possible(game: caylus.Game, choices: list[str]) -> set[tuple[int, ...]]:
    """The rolls of Ben with which Ann would have been told the same, from the beginning of the first round."""
    own, found = rolled(game, "Ann"), set()
    for other in product(range(1, 5), repeat=2):
        twin = rules().new_game(2, 0, draws=[[n] for n in (*own, *other)])
        for choice in choices:
            twin.choose(choice)
        if [event.text for event in twin.events_for("Ann")] == [event.text for event in game.events_for("Ann")]:
            found.add(other)
    return found


def test_every_world_is_one_of_those_that_trying_every_roll_finds() -> None:
    looked_at = told = 0
    for seed in range(GAMES):
        draw, choices = Random(seed), list[str]()
        game = rules().new_game(2, seed)
        while game.rounds == 1 and not game.over:
            expected = possible(game, choices)
            worlds = game.worlds("Ann")
            assert worlds.are_exact
            assert {rolled(worlds.draw(number), "Ben") for number in range(3)} <= expected
            looked_at, told = looked_at + 1, told + (len(expected) < 16)
            asks = [option.id for option in game.decision.options if option.id.startswith("ask")] if game.decision else []
            choice = draw.choice(asks or [option.id for option in game.decision.options] if game.decision else [])
            choices.append(choice)
            game.choose(choice)
    assert looked_at > GAMES * 2
    assert told > GAMES
