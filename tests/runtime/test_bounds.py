"""A number with bounds stops at them, whoever changes it and wherever it comes from."""

from __future__ import annotations

from typing import Any

import caylus
import pytest
from caylus.runtime.saves import checksum
from caylus.spaces import ActionSpace, cells
from hypothesis import given, strategies as st
from support import tiny

RULES = """
resource coin
kind ship plural ships { capacity number = 2, state load number from 0 to this.capacity }
kind barge plural barges is ship
ship cog { capacity 5 }
ship boat
barge raft { capacity 1 }
state price number from 1 to 9
state heat number from -2 to 2 = 1
each player has { level[ship] number from 0 to 3, bid number from 3 to 6 hidden }
action pushed(step: number) {
  let player = first player in players
  raise price by step
  lower heat by step
  for each ship in ships { set ship.load to ship.load + step, raise player.level[ship] by step }
  lower player.bid by step
  choose { option go { }, option stay { } }
}
action main() {
  do pushed(0)
  for each player in players at once { choose { option bid(n in 0 to player.bid) { set player.bid to n + 1 } } }
  for each player in players { choose { option ask(n in 0 to price) { set price to n }, option stay { } } }
}
"""
NUMBERS = st.integers(-12, 12) | st.sampled_from([10**15 - 1, 1 - 10**15])


def bound_number(number: int, low: int, high: int) -> int:
    return max(low, min(number, high))


@given(NUMBERS)
def test_what_would_go_beyond_stops_at_the_end(by: int) -> None:
    game = tiny.rules(RULES).position("pushed", {}, 2, arguments={"step": by})
    assert game.read("price") == bound_number(1 + by, 1, 9)
    assert game.read("heat") == bound_number(1 - by, -2, 2)
    assert [game.read(f"{ship}.load") for ship in ("cog", "boat", "raft")] == [bound_number(by, 0, most) for most in (5, 2, 1)]
    assert game.read("Ann.level") == dict.fromkeys(("cog", "boat", "raft"), bound_number(by, 0, 3))
    assert game.read("Ann.bid") == bound_number(3 - by, 3, 6)


def test_it_begins_as_near_to_nothing_as_it_may_be() -> None:
    game = tiny.game(RULES)
    assert (game.read("price"), game.read("heat"), game.read("Ben.bid")) == (1, 1, 3)


def test_what_changed_nothing_at_the_end_is_not_told() -> None:
    game = tiny.rules(RULES).position("pushed", {"price": 9}, 2, arguments={"step": 1})
    assert "price: 9" not in [event.text for event in game.events]


def test_programs_know_the_bounds() -> None:
    rules = tiny.rules(RULES)
    found = {(cell.name, cell.players): (cell.low, cell.high) for cell in cells(rules, 2)}
    assert found["price", ()] == (1, 9)
    assert [found[f"{ship}.load", ()] for ship in ("cog", "boat", "raft")] == [(0, 5), (0, 2), (0, 1)]
    assert found["level[raft]", (1,)] == (0, 3)
    actions = ActionSpace(rules, 2)
    assert [text for text in map(actions.text, range(len(actions))) if "ask" in text][-1] == "main 2: ask 9"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"price": 0}, "`price` goes from 1 to 9, not to 0"),
        ({"raft": {"load": 2}}, "`load` goes from 0 to 1, not to 2"),
        ({"Ann": {"level": {"cog": 4}}}, "`level` goes from 0 to 3, not to 4"),
    ],
)
def test_a_position_beyond_them_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(caylus.UnknownThing, match=message):
        tiny.rules(RULES).position("main", given, 2)


def test_a_save_beyond_them_is_refused() -> None:
    game = tiny.game(RULES)
    slot = next(cell.slot for cell in cells(game.rules, 2) if cell.name == "raft.load")
    saved = game.save()
    saved["state"][slot] = 2
    with pytest.raises(caylus.RulesetError, match="`load` holds what it cannot hold"):
        caylus.resume({**saved, "checksum": checksum(saved)})


@pytest.mark.parametrize("by", [0, -1, -2, -40, 3])
def test_what_others_know_of_a_hidden_number_stops_there_too(by: int) -> None:
    game = tiny.rules(RULES).position("pushed", {}, 2, arguments={"step": by})
    assert {game.determinize("Ben", seed).read("Ann.bid") for seed in range(30)} <= set(range(3, 7))
    told = tiny.rules(RULES.replace("do pushed(0)", f"do pushed({by})".replace("(-", "(0 - "))).new_game(2, 1)
    assert {told.determinize("Ben", seed).read("Ann.bid") for seed in range(9)} == {bound_number(3 - by, 3, 6)}


def test_what_is_chosen_in_secret_lies_between_them_for_whoever_does_not_know() -> None:
    game = tiny.game(RULES)
    game.choose("go")
    game.choose("bid 3", "Ann")
    game.choose("bid 0", "Ben")
    seen = {game.determinize("Ben", seed).read("Ann.bid") for seed in range(60)}
    assert game.read("Ann.bid") in seen
    assert seen == {3, 4}
