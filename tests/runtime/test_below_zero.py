"""How low what players hold can go: 0, or what the resource says behind `at least`."""

from __future__ import annotations

import caylus
import pytest
from caylus.spaces import cells
from support import tiny

DEBT = "resource coin\nresource credit at least -3\nresource fame from credit\ngroup goods = coin, credit\n"


def test_a_price_that_none_pays_in_one_of_several_ways_stays_what_it_is() -> None:
    text = "resource credit at least -3, debt at least -3\nstate guest player\n"
    text += "action main() { repeat 4 times { for each player in players { may { guest pays 2 credit or 2 debt } } } }"
    game = tiny.game(text, 1)
    offered = tiny.ids(game)
    for _ in range(3):
        game.play(0)
        assert tiny.ids(game) == offered
    assert "2 credit" in " ".join(offered)


def test_positions_and_saves_hold_no_less() -> None:
    rules = tiny.rules(DEBT + "action main() { nothing }")
    assert tiny.list_holdings(rules.position("main", {"Ann": {"credit": -3}}, ("Ann",))) == {"credit": -3}
    with pytest.raises(caylus.UnknownThing, match="an amount of credit is a number from -3 on, not `-4`"):
        rules.position("main", {"Ann": {"credit": -4}}, ("Ann",))


def test_spaces_know_how_low_it_goes() -> None:
    found = {cell.name: cell.low for cell in cells(tiny.rules(DEBT + "action main() { nothing }"), 2)}
    assert (found["coin"], found["credit"]) == (0, -3)


def test_what_others_know_of_a_hidden_number_goes_no_lower_either() -> None:
    text = """
resource coin hidden at least -2
action main() {
  for each player in players { lose 5 coin, gain 1 coin, lower player.coin by 1 }
  players[1] chooses { option a { nothing }, option b { nothing } }
}
"""
    game = tiny.game(text)
    assert [seen.read("coin", "Ben") for seen in (game.determinize("Ann", seed) for seed in range(5))] == [-2] * 5
