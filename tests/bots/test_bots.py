"""Bots name moves, in any game, and leave the game alone."""

from __future__ import annotations

from pathlib import Path

import caylus
import pytest
from caylus_tools.bots import bot_named
from support.orchard import RULES as ORCHARD

pytestmark = pytest.mark.slow

BOTS = ["random", "greedy", "easy", "normal", "mcts:4"]
NOUGHTS = caylus.load(Path(__file__).parents[1] / "games" / "noughts")

every_ruleset = pytest.mark.parametrize("rules", [NOUGHTS, ORCHARD], ids=lambda rules: rules.name)
every_bot = pytest.mark.parametrize("bot", BOTS)


@every_bot
@every_ruleset
def test_a_bot_names_a_legal_move_and_changes_nothing(rules: caylus.Ruleset, bot: str) -> None:
    game, choose = rules.new_game(2, seed=4), bot_named(bot, seed=9)
    for _ in range(30):
        if game.over:
            break
        before = game.save()
        move = choose(game)
        assert game.save() == before
        assert 0 <= move < len(game.moves)
        game.play(move)


@pytest.mark.nightly
@every_bot
@every_ruleset
def test_equal_seeds_make_equal_bots(rules: caylus.Ruleset, bot: str) -> None:
    played = []
    for _ in range(2):
        game, choose = rules.new_game(2, seed=3), bot_named(bot, seed=8)
        for _ in range(30):
            if not game.over:
                game.play(choose(game))
        played.append(game.chosen)
    assert played[0] == played[1]


@pytest.mark.nightly
def test_bots_play_a_game_of_many_to_the_end() -> None:
    game = caylus.load("1303").new_game(5, seed=1)
    bots = [bot_named(["mcts:1", "greedy", "random", "easy", "normal"][seat], seat) for seat in range(5)]
    while not game.over:
        game.play(bots[game.seat](game))
    assert len(game.scores) == 5


def test_greedy_takes_the_move_with_the_best_outlook() -> None:
    game, choose = caylus.load("classic").new_game(4, seed=2), bot_named("greedy", seed=1)
    for _ in range(60):
        player = game.players[game.seat]
        outlooks = []
        for move in range(len(game.moves)):
            later = game.copy()
            later.play(move)
            outlooks.append(later.outlook(player))
        move = choose(game)
        assert outlooks[move] == max(outlooks)
        game.play(move)


@pytest.mark.slow
def test_greedy_is_better_than_chance() -> None:
    rules, won = caylus.load("1303"), 0
    for number in range(12):
        game = rules.new_game(4, seed=number)
        bots = [bot_named("greedy" if seat == number % 4 else "random", 10 * number + seat) for seat in range(4)]
        while not game.over:
            game.play(bots[game.seat](game))
        won += game.winners == [game.players[number % 4]]
    assert won >= 8
