"""A state that is kept for several things at once: read, changed, shown, told, given and hidden, each for itself."""

from __future__ import annotations

from typing import Any

import caylus
import pytest
from caylus.spaces import cells, numbers
from support import tiny

MAP = """
kind place plural places
kind hill plural hills is place
kind town plural towns is place
hill ridge "The ridge"
town oslo "Oslo"
town bern "Bern"
kind guide plural guides { state seen[player, town] number = 2 }
guide anna
guide bert
state track[town, town] player
state length[town, place] number = 1
each player has { met[guide, town] flag, wish[guide, town] town hidden, aim number }
value nowhere() = first town in towns where town is not in towns
value nobody() = first player in players where player is not in players
value known(a: town, b: town) = length[a, b]
"""

FIRST = "let player = first player in players"


def play_step(*statements: str) -> caylus.Game:
    """A game in which these have been done, and that waits for somebody."""
    body = "\n".join([FIRST, *statements, "choose { option go { }, option stay { } }"])
    return tiny.game(MAP + "action main() {\n" + body + "\n}")


def test_what_happens_to_it_is_told_with_all_that_it_is_kept_for() -> None:
    game = play_step("set player.met[anna, bern] to yes", "set track[bern, oslo] to player")
    told = [(event.text, event.data["index"]) for event in game.events if event.kind == "set"]
    assert told == [("Ann.met[anna, bern]: yes", ["anna", "bern"]), ("track[bern, oslo]: Ann", ["bern", "oslo"])]


def test_others_see_of_each_hidden_value_only_whether_it_is_there() -> None:
    game = play_step("let drawn = random towns", "set player.wish[bert, oslo] to drawn")
    assert game.view("Ann")["players"][0]["state"]["wish"]["bert"] == {"oslo": game.read("Ann.wish.bert.oslo"), "bern": None}
    assert game.view("Ben")["players"][0]["state"]["wish"]["bert"] == {"oslo": {"there": True}, "bern": None}
    assert {game.determinize("Ben", seed).read("Ann.wish.bert.oslo") for seed in range(20)} == {"oslo", "bern"}


def test_a_position_gives_it_by_names_one_within_the_other() -> None:
    given = {"track": {"oslo": {"bern": "Ben"}}, "Ann": {"met": {"bert": {"oslo": True}}}, "anna": {"seen": {"Ben": {"bern": 7}}}}
    game = tiny.rules(MAP + "action main() { for each player in players { choose { option go { }, option stay { } } } }")
    table = game.position("main", given, 2)
    assert table.read("track.oslo.bern") == "Ben"
    assert table.read("Ann.met.bert.oslo") is True
    assert table.read("anna.seen.Ben.bern") == 7
    assert caylus.resume(table.save()).view() == table.view()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"track": {"oslo": "Ben"}}, "`track` has a value for each town, not `Ben`"),
        ({"track": {"oslo": {"ridge": "Ben"}}}, "`ridge` is not a town"),
        ({"track": {"oslo": {"bern": {"oslo": 1}}}}, "`{'oslo': 1}` is not a player"),
        ({"length": {"oslo": {None: 1}}}, "`None` is not a place"),
    ],
)
def test_what_is_no_value_of_it_is_refused(given: dict[str, Any], message: str) -> None:
    rules = tiny.rules(MAP + "action main() { for each player in players { choose { option go { }, option stay { } } } }")
    with pytest.raises(caylus.UnknownThing, match="^" + message.replace("{", "\\{").replace("}", "\\}")):
        rules.position("main", given, 2)


def test_each_of_its_values_is_a_number_of_a_table_as_programs_see_it() -> None:
    game = play_step("set track[oslo, bern] to player")
    found = {(cell.name, cell.players): numbers(game)[cell.slot] for cell in cells(game.rules, 2)}
    assert found["track[oslo, bern]", ()] == 0
    assert found["track[bern, oslo]", ()] == -1
    assert found["anna.seen[oslo]", (1,)] == 2
    assert found["met[bert, bern]", (1,)] == 0
    assert len([name for name, _ in found if name.startswith("length")]) == 6
