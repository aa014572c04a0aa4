"""Mistakes that people make in calling the library: told in words, at the place where they were made."""

from __future__ import annotations

from typing import Any

import caylus
import pytest
from support import tiny

RULES = tiny.rules(
    """
resource coin
action main() {
  for each player in players {
    choose "Take" {
      option take(n in 1 to 2) "take {n}" { gain n coin }
      option rest { gain 3 coin }
    }
  }
}
"""
)


@pytest.mark.parametrize("option", [0, None, True, ("take", 1)])
def test_only_an_option_or_its_id_is_chosen(option: Any) -> None:
    game = RULES.new_game(2)
    with pytest.raises(TypeError, match="an option of the decision is wanted, or its id, not"):
        game.choose(option)
    assert game.chosen == []


def test_why_not_takes_an_option_as_choose_does() -> None:
    decision = RULES.new_game(2).decision
    assert decision is not None
    assert decision.why_not(decision.options[0]) == ()


@pytest.mark.parametrize("players", ["2", "Ann", 2.0, None, True, [1, 2]])
def test_players_are_a_number_or_a_list_of_names(players: Any) -> None:
    with pytest.raises(TypeError, match="players are a number, or a list of names, not"):
        RULES.new_game(players)


@pytest.mark.parametrize("seed", ["x", 1.5, None])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(TypeError, match="a seed is a whole number, not"):
        RULES.new_game(2, seed)


def test_nobody_undoes_who_is_not_at_the_table() -> None:
    game = RULES.new_game(2)
    game.play(0)
    with pytest.raises(ValueError, match="nobody at this table is called `Purple`"):
        game.can_undo_to(0, "Purple")
    assert not game.can_undo_to(0, caylus.SPECTATOR)


@pytest.mark.parametrize("player", ["Purple", 0])
def test_nobody_has_a_view_or_an_outlook_who_is_not_at_the_table(player: Any) -> None:
    game = RULES.new_game(2)
    for ask in (game.view, game.outlook):
        with pytest.raises(ValueError, match=f"nobody at this table is called `{player}`"):
            ask(player)
