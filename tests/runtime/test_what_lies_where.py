"""Lists of players and objects: told, given, hidden and revealed. What is put where, `plays/lying.txt` tries."""

from __future__ import annotations

import caylus
import pytest
from support import tiny

TABLE = """
state n number
state chosen card
list deck of card
list discards of card
list seats of player
each player has {
  hand list of card
  friend player
  best card
  token[suit] card
}
kind suit plural suits
suit red
suit blue
kind card plural cards { worth number = 1 }
card ace { worth 4 }
card king { worth 3 }
card queen { worth 2 }
card ten
kind slot plural slots {
  state lies card
  state pile list of card
}
row board of 2 slots
kind side_slot plural side_slots is slot
row side of 2 side_slots

action main() {
  for each card in cards { add card to deck }
  for each player in players { add player to seats }
  let ann = seats[1]
  let ben = seats[2]
  ASK
  FIRST
}
"""


def test_a_list_of_an_object_is_told_in_the_log_by_whose_it_is() -> None:
    text = TABLE.replace("ASK", "").replace("FIRST", "put ace from deck into board[2].pile\nput deck[1] from deck into chosen")
    told = [event.text for event in tiny.game(text).events if event.kind == "put"]
    assert told == ["ace: from deck into board 2.pile", "king: from deck into chosen"]


def test_a_position_names_the_cards_of_each_list() -> None:
    text = TABLE.replace("ASK", "").replace("FIRST", "ann chooses { option a { }, option b { } }")
    given_ = {"Ben": {"hand": ["ten", "ace"]}, "board 2": {"pile": ["king"]}}
    game = tiny.rules(text).position("main", given_, players=2)
    assert game.view()["players"][1]["lists"] == {"hand": ["ten", "ace"]}
    assert game.read("Ben.hand") == ["ten", "ace"]
    assert game.read("board 2.pile") == ["king"]
    for wrong in ({"Ben": {"hand": ["ten", "ten"]}}, {"Ben": {"hand": "ten"}}, {"board 2": {"pile": ["red"]}}):
        with pytest.raises((ValueError, caylus.UnknownThing)):
            tiny.rules(text).position("main", wrong, players=2)


@pytest.mark.parametrize(
    ("declared", "problem"),
    [
        ("list pile of player hidden", "`hidden` does not say from whom"),
        ("state day number hidden", "`hidden` does not say from whom"),
        ("list pile of player hidden from player", "things are hidden from all, or from all but one"),
        ("each player has { day flag hidden sum }", "no sum to hide"),
        ("kind hut plural huts { worth number hidden }", "a property is printed"),
        ("kind hut plural huts { state worth number hidden except for owner }", "a hut has no `owner`"),
        ("kind hut plural huts { state worth number hidden except for days, state days number }", "names no player"),
        ("each player has { hand list of player = 3 }", "is empty at the start"),
        ("kind hut plural huts { keys list of player }", "a property cannot be a list"),
    ],
)
def test_an_audience_says_who_may_see_a_thing_that_somebody_has(declared: str, problem: str) -> None:
    with pytest.raises(caylus.RulesetError, match=problem):
        tiny.rules(f"{declared}\naction main() {{ }}")


def test_what_is_revealed_lies_open_until_it_is_written_again() -> None:
    secret = TABLE.replace("best card", "best card hidden\n  bid number hidden")
    text = secret.replace("ASK", "").replace(
        "FIRST",
        """
  for each player in players { put deck[1] from deck into player.best, set player.bid to 3 }
  do think(ann)
  reveal ann.best
  do think(ann)
  put deck[1] from deck into ann.best
  do think(ann)""",
    )
    game = tiny.game(text + "\naction think(player) { choose { option a { }, option b { } } }")
    seen = []
    while not game.over:
        seen.append(game.view("Ben")["players"][0]["state"]["best"])
        game.play(0)
    assert seen[1] == "ace"
    assert seen[0] == seen[2] != "ace"
