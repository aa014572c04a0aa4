"""Lists of players and objects, and what is put from one place into another, three times over as in `test_statements`."""

from __future__ import annotations

from typing import Any

import caylus
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import tiny

from .test_statements import ASKS

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


@pytest.fixture(params=ASKS)
def asks(request: pytest.FixtureRequest) -> str:
    return ASKS[request.param]


def play_game(statements: str, asks: str, players: int = 2) -> dict[str, Any]:
    """The table after the statements; whoever is asked on the way takes the first option."""
    text = TABLE.replace("ASK", "do think()").replace("FIRST", statements)
    return see_all(tiny.game(f"{text}\n{asks}", players))


def see_all(game: caylus.Game) -> dict[str, Any]:
    while not game.over:
        game.play(0)
        assert caylus.resume(game.save()) == game
    view = game.view()
    found = {**view["table"], **view["lists"]}
    for player in view["players"]:
        found |= {f"{player['name']}.{name}": value for name, value in {**player["state"], **player["lists"]}.items()}
    for row in view["rows"].values():
        found |= {f"{member['name']}.{name}": value for member in row for name, value in member.items() if name != "name"}
    return found


PUT: tuple[tuple[str, dict[str, Any]], ...] = (
    ("put king from deck into discards", {"deck": ["ace", "queen", "ten"], "discards": ["king"]}),
    ("put deck[1] from deck into chosen", {"deck": ["king", "queen", "ten"], "chosen": "ace"}),
    ("put all of deck into discards", {"deck": [], "discards": ["ace", "king", "queen", "ten"]}),
    (
        "put ten from deck into discards\nput all of deck into front of discards",
        {"deck": [], "discards": ["ace", "king", "queen", "ten"]},
    ),
    ("put ace from deck into deck", {"deck": ["king", "queen", "ten", "ace"]}),
    ("put ace from discards into chosen", {"deck": ["ace", "king", "queen", "ten"], "chosen": None}),
    ("put none from deck into discards", {"deck": ["ace", "king", "queen", "ten"], "discards": []}),
    ("put ace from deck into chosen\nput chosen into discards", {"chosen": None, "discards": ["ace"]}),
    ("put chosen into discards", {"chosen": None, "discards": []}),
    ("for each player in players { put deck[1] from deck into player.hand }", {"Ann.hand": ["ace"], "Ben.hand": ["king"]}),
    ("put deck[2] from deck into ben.hand", {"Ann.hand": [], "Ben.hand": ["king"]}),
    (
        "for each player in players { put ace from deck into player.friend.hand }",
        {"deck": ["ace", "king", "queen", "ten"], "Ann.hand": [], "Ben.hand": []},
    ),
    ("put deck[1] from deck into ben.token[blue]", {"Ben.token": {"red": None, "blue": "ace"}}),
    ("put ace from deck into board[2].lies", {"board 1.lies": None, "board 2.lies": "ace"}),
    ("put ace from deck into side[2].pile", {"side 1.pile": [], "side 2.pile": ["ace"], "board 2.pile": []}),
    (
        "put deck[1] from deck into board[1].lies\nput board[1].lies into board[size of deck - 1].pile",
        {"board 1.lies": None, "board 2.pile": ["ace"]},
    ),
    ("put all of deck into chosen", {"deck": [], "chosen": "ten"}),
    ("add deck[3] to ben.hand, put ace to front of ben.hand", {"Ben.hand": ["ace", "queen"]}),
    ("add ace to ben.hand, remove ace from ben.hand, set n to size of ben.hand", {"n": 0}),
    ("add ace to ben.hand, set n to size of ben.hand + ben.hand[1].worth", {"n": 5}),
    ("set n to size of ben.friend.hand, set ben.best to ben.friend.hand[1]", {"n": 0, "Ben.best": None}),
    ("add ten to ben.hand, add ace to ben.hand, reverse ben.hand", {"Ben.hand": ["ace", "ten"]}),
    ("add ten to ben.hand, clear ben.hand", {"Ben.hand": []}),
    (
        "add ten to ben.hand, add ace to ben.hand, set n to sum of card.worth for card in ben.hand",
        {"n": 5},
    ),
)


@pytest.mark.parametrize(("statements", "expected"), PUT)
def test_what_is_put_somewhere_lies_there_and_nowhere_else(statements: str, expected: dict[str, Any], asks: str) -> None:
    names = "let ann = seats[1]\nlet ben = seats[2]\ndo think()\n"
    begin = TABLE.replace("action main()", "action begin()").replace("ASK", "").replace("FIRST", "")
    found = see_all(tiny.do_one(f"{begin}\n{asks}", [names + each for each, _ in PUT], names + statements))
    assert {name: found[name] for name in expected} == expected


PLACES = ("deck", "discards", "Ann.hand", "Ben.hand")


@pytest.mark.slow
@given(
    st.lists(st.tuples(st.sampled_from(["put", "all", "front"]), *[st.sampled_from(PLACES)] * 2, st.integers(0, 3)), max_size=12)
)
def test_whatever_is_put_where_no_card_is_ever_lost_or_doubled(moves: list[tuple[str, str, str, int]]) -> None:
    cards = ["ace", "king", "queen", "ten"]
    lies = {"deck": cards[:], "discards": [], "Ann.hand": [], "Ben.hand": []}
    written = []
    for verb, source, target, card in moves:
        front = "front of " if verb == "front" else ""
        what = "all of" if verb == "all" else f"{cards[card]} from"
        written.append(f"put {what} {_path(source)} into {front}{_path(target)}")
        moved = lies[source][:] if verb == "all" else [cards[card]] if cards[card] in lies[source] else []
        lies[source] = [c for c in lies[source] if c not in moved]
        lies[target] = [*moved, *lies[target]] if front else [*lies[target], *moved]
    found = play_game("\n".join(written), "action think() { }")
    assert {place: found[place] for place in PLACES} == lies


def _path(place: str) -> str:
    return place.lower()


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
