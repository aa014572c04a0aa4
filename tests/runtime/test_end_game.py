"""`end game`: nothing that is under way goes on, and everybody is told why."""

from __future__ import annotations

import caylus
import pytest
from caylus.runtime.saves import checksum
from support import tiny

TIDE = """
resource coin
kind place plural places
row shore of 3 places
state water number
action main() { repeat { for each player in players { do turn(player) } } }
action turn(player) {
  choose {
    option wait { nothing }
    option dig(place in shore) {
      raise water by 1
      do flood(place)
      gain 1 coin
    }
  }
  say "{player} is done"
}
action flood(place) { if water > 2 { end game "{place} is under {water} feet of water" } }
value score(player) = player.coin
value may_win(player) = water < 3
"""
REASON = "shore 2 is under 3 feet of water"


def play_game(text: str, *choices: str, players: int = 2) -> caylus.Game:
    game = tiny.game(text, players)
    for choice in choices:
        game.choose(choice)
    return game


def end_game() -> caylus.Game:
    return play_game(TIDE, "dig shore 1", "dig shore 1", "wait", "dig shore 2")


def test_nothing_that_is_under_way_goes_on() -> None:
    game = end_game()
    assert game.over
    assert game.decision is None
    assert tiny.list_holdings(game, 1) == {"coin": 1}
    assert [event.text for event in game.events][-1] == f"the game is over: {REASON}"
    assert game.events[-1].kind == "end"
    assert (game.events[-1].rule, game.events[-1].about) == ("flood", {"player": "Ben", "place": "shore 2"})


def test_the_result_knows_the_reason() -> None:
    game = end_game()
    assert (game.result.is_lost, game.result.reason) == (True, REASON)
    assert game.result.render(game.labels) == f"Everybody has lost: {REASON}"
    assert game.view()["result"]["reason"] == REASON
    assert caylus.resume(game.save()).result == game.copy().result == game.result


def test_a_game_that_no_rule_ends_has_no_reason() -> None:
    assert tiny.game("action main() { nothing }").result.reason is None


def test_the_end_can_be_taken_back() -> None:
    game = end_game()
    game.undo()
    assert not game.over
    assert tiny.ids(game) == ["wait", "dig shore 1", "dig shore 2", "dig shore 3"]
    game.choose("wait")
    assert tiny.table(game)["water"] == 2


def test_the_game_may_not_end_because_of_something_hidden() -> None:
    text = """
resource coin hidden
action main() {
  for each player in players { choose { option a { gain 1 coin }, option b { nothing } } }
  for each player in players { if player.coin > 0 { end game "{player} has a coin" } }
  players[1] chooses { option a { nothing }, option b { nothing } }
}
value score(player) = player.coin
"""
    with pytest.raises(caylus.RulesetError) as failed:
        tiny.rules(text)
    assert [(fault.code, fault.message) for fault in failed.value.diagnostics if fault.is_error] == [
        ("E1001", "that the game ends here, or goes on, tells of the hidden `player.coin`")
    ]
    tiny.rules(text.replace("if player.coin", "if reveal player.coin"))


@pytest.mark.parametrize("held", [[], [7, 3], [1, 10**16]])
def test_a_save_whose_end_holds_what_it_cannot_hold_is_refused(held: list[object]) -> None:
    game = end_game()
    save = game.save()
    save["stack"][1][1:] = held
    save["checksum"] = checksum(save)
    with pytest.raises(caylus.RulesetError, match="E0702"):
        caylus.resume(save)
