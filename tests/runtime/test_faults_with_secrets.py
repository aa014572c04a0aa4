"""A rule that breaks tells nobody a number, and a game with secrets does not go on after it."""

from __future__ import annotations

import pickle

import caylus
import pytest
from support import breaking, tiny


def break_rule(*, is_copy: bool = False) -> caylus.Game:
    """A game with secrets in which a guess has broken a rule."""
    game = tiny.game(breaking.SECRET)
    game = game.copy() if is_copy else game
    game.choose("hide 2")
    game.choose("hide 3")
    with pytest.raises(caylus.RuleFault):
        game.choose("guess 1")
    return game


def test_a_fault_says_its_place_and_its_sort_and_no_number_of_the_game() -> None:
    fault = break_rule().broken
    assert fault is not None
    assert (fault.code, str(fault)) == ("E0902", "a rule could not be carried out: a range holds more than 1,000 numbers")
    assert fault.span is not None


@pytest.mark.parametrize("is_copy", [False, True])
def test_a_game_with_secrets_raises_the_same_fault_at_every_choice(is_copy: bool) -> None:
    game = break_rule(is_copy=is_copy)
    for going_on in (game, game.copy(), pickle.loads(pickle.dumps(game))):
        for option in ("guess 3", "guess 1", "pass"):
            with pytest.raises(caylus.RuleFault, match="a range holds more"):
                going_on.choose(option)
        with pytest.raises(caylus.RuleFault):
            going_on.play(0)


def test_nothing_is_taken_back_behind_a_fault() -> None:
    game = break_rule()
    assert not game.can_undo_to(1, "Ben")
    with pytest.raises(caylus.IllegalChoice, match="the game has stopped"):
        game.undo()


def test_a_game_without_secrets_goes_on_after_a_fault() -> None:
    game = tiny.game(breaking.RULES)
    game.choose("stay")
    with pytest.raises(caylus.RuleFault):
        game.choose("grow")
    assert game.broken is None
    game.choose("stay")


@pytest.mark.parametrize("player", [None, "Ann"])
def test_a_save_of_a_game_that_a_fault_has_stopped_is_of_a_stopped_game(player: str | None) -> None:
    going_on = caylus.resume(break_rule().save(player))
    assert (going_on.broken.code if going_on.broken else None) == "E0902"
    with pytest.raises(caylus.RuleFault, match="a range holds more"):
        going_on.play(0)
    assert not going_on.can_undo_to(1, "Ben")
