"""Bots among those who choose at once: they see what comes of a choice, and nobody in their thoughts sees theirs."""

from __future__ import annotations

import pytest
from caylus_tools.bots import bot_named
from support import pots, tiny
from support.texts import read_rules

pytestmark = pytest.mark.slow

GIFTS = """
resource coin "coin"
list order of player
action main() {
  for each player in players { add player to order }
  for each player in order at once {
    choose { option little { gain 1 coin }, option much { gain 3 coin }, option nothing_ { } }
  }
}
value score(player) = player.coin
"""

GUESSING = read_rules(__file__, "at_once_guessing")


@pytest.mark.parametrize("bot", ["greedy", "mcts:40"])
@pytest.mark.parametrize("before", [0, 1, 2])
def test_what_a_choice_brings_shows_before_the_others_have_chosen(bot: str, before: int) -> None:
    game = tiny.game(GIFTS, 3)
    for _ in range(before):
        game.play(0)
    assert [bot_named(bot, seed)(game) for seed in range(5)] == [1] * 5


def test_nobody_is_taken_to_answer_a_choice_made_at_once() -> None:
    game = tiny.game(GUESSING)
    assert all(tiny.ids(game)[bot_named("mcts:300", seed)(game)] != "home" for seed in range(10))


@pytest.mark.parametrize("bot", ["random", "greedy", "mcts:10"])
def test_bots_play_to_the_end_where_all_choose_at_once(bot: str) -> None:
    game = pots.RULES.new_game(3, 1)
    policy = bot_named(bot, 1)
    while not game.over:
        game.play(policy(game))


@pytest.mark.parametrize("bot", ["greedy", "mcts:20"])
def test_what_others_have_chosen_makes_no_difference(bot: str) -> None:
    one, other = pots.wishing(), pots.wishing()
    first = one.waiting[0]
    one.choose("take red", first)
    other.choose("take jade", first)
    assert [bot_named(bot, seed)(one) for seed in range(8)] == [bot_named(bot, seed)(other) for seed in range(8)]
