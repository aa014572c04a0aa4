"""Bots name moves and leave the game alone."""

from __future__ import annotations

import caylus
import pytest
from caylus_tools.bots import BOTS, bot_named
from caylus_tools.outcome import UsageError


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_names_a_legal_move_and_changes_nothing(rules: caylus.Ruleset, name: str) -> None:
    game = rules.new_game(3, seed=4)
    bot = bot_named(name, seed=9)
    for _ in range(40):
        before = game.save()
        move = bot(game)
        assert game.save() == before
        assert 0 <= move < len(game.moves)
        game.play(move)


@pytest.mark.parametrize("name", BOTS)
def test_equal_seeds_make_equal_bots(rules: caylus.Ruleset, name: str) -> None:
    finals = []
    for _ in range(2):
        game, bot = rules.new_game(2, seed=3), bot_named(name, seed=8)
        while game.moves:
            game.play(bot(game))
        finals.append(game.digest())
    assert finals[0] == finals[1]


def test_greedy_takes_the_move_with_the_best_outlook(rules: caylus.Ruleset) -> None:
    game, bot = rules.new_game(4, seed=2), bot_named("greedy", seed=1)
    for _ in range(60):
        decision = game.decision
        assert decision is not None
        outlooks = []
        for move in range(len(game.moves)):
            later = game.copy()
            later.play(move)
            outlooks.append(later.outlook(decision.player))
        move = bot(game)
        assert outlooks[move] == max(outlooks)
        game.play(move)


def test_an_unknown_bot_is_refused_with_those_there_are() -> None:
    with pytest.raises(UsageError, match="random, greedy"):
        bot_named("oracle", seed=0)
