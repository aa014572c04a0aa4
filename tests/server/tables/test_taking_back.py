"""What may be taken back at a table, at whose word, and how it is told."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from caylus_tools.server import Refused
from caylus_tools.server.tables import Answer, LiveTable
from support import tiny
from support.texts import read_rules

from .house import OWNER, House, choose, decider, load_modules, play, state, texts

pytestmark = pytest.mark.slow

TURNS = read_rules(__file__, "taking_back_turns")
"""Each picks twice in turn."""

TOGETHER = """
resource coin
action main() {
  repeat at most 3 times {
    for each player in players at once {
      choose "Say" { option tell(number in 1 to 3) { gain number coin } }
    }
  }
}
"""


@pytest.fixture
def table(house: House) -> LiveTable:
    return house.table(tiny.rules(TURNS))


def undo(table: LiveTable, seat: str, key: str = "undo") -> Answer:
    told = state(table, seat)
    return table.undo(seat, told["undo"]["to"], told["revision"], key, seat)


def list_questions(table: LiveTable, seat: str) -> Any:
    """Who would have to agree if a seat took back its last choice; None where it has nothing to take back."""
    offered = state(table, seat)["undo"]
    return None if offered is None else offered["asks"]


def test_what_nobody_has_followed_is_taken_back_at_once(table: LiveTable) -> None:
    before = state(table, None)
    choose(table, "Ann", "coins")
    answer = undo(table, "Ann")
    after = state(table, None)
    assert (answer.asked, answer.revision, after["revision"]) == (False, 2, 2)
    assert (after["view"], after["choices"]) == (before["view"], 0)
    assert texts(after) == ["Ann takes back 1 choice"]


def test_the_same_key_takes_back_once(table: LiveTable) -> None:
    choose(table, "Ann", "coins")
    choose(table, "Ann", "coins")
    first = undo(table, "Ann", "key")
    again = table.undo("Ann", 0, 2, "key", "Ann")
    assert (again.again, again.revision) == (True, first.revision)
    assert state(table, None)["choices"] == 1


def test_what_others_have_followed_is_taken_back_when_they_agree(table: LiveTable) -> None:
    before = state(table, None)
    for seat in ("Ann", "Ann", "Ben"):
        choose(table, seat, "coins")
    told = state(table, "Ann")
    assert table.undo("Ann", 0, told["revision"], "key", "Ann").asked
    wanted = {"by": "Ann", "to": 0, "text": "Take back 3 choices", "agreed": [], "waiting": ["Ben"]}
    assert state(table, None)["asked"] == wanted
    table.consent("Ben", True, "Ben")
    after = state(table, None)
    assert (after["view"], after["asked"]) == (before["view"], None)
    assert texts(after) == ["Ann takes back 3 choices"]


def test_one_who_would_rather_not_ends_it(table: LiveTable) -> None:
    for seat in ("Ann", "Ann", "Ben"):
        choose(table, seat, "coins")
    before = state(table, None)
    undo(table, "Ann")
    table.consent("Ben", False, "Ben")
    after = state(table, None)
    assert (after["view"], after["asked"]) == (before["view"], None)
    assert after["chat"][-1]["text"] == "would rather not take that back"
    with pytest.raises(Refused, match="any more"):
        table.consent("Ben", True, "Ben")


@pytest.mark.parametrize(("agrees", "left"), [(True, 0), (False, 1)])
def test_all_who_are_asked_have_to_agree(house: House, agrees: bool, left: int) -> None:
    table = house.table(tiny.rules(TURNS), people=3)
    choose(table, "Ann", "draw")
    assert undo(table, "Ann").asked
    table.consent("Ben", True, "Ben")
    told = state(table, None)
    assert (told["choices"], told["asked"]["agreed"], told["asked"]["waiting"]) == (1, ["Ben"], ["Cem"])
    with pytest.raises(Refused, match="any more"):
        table.consent("Ben", True, "Ben")
    table.consent("Cem", agrees, "Cem")
    told = state(table, None)
    assert (told["choices"], told["asked"]) == (left, None)


def test_who_sits_at_several_seats_agrees_for_all_of_them(house: House) -> None:
    table = house.table(tiny.rules(TURNS), people=1, mine=2)
    choose(table, "Ann", "coins", OWNER)
    choose(table, "Ann", "coins", OWNER)
    choose(table, "Ben", "coins", OWNER)
    choose(table, "Ben", "coins", OWNER)
    choose(table, "Cem", "draw")
    assert undo(table, "Cem").asked
    table.consent("Ann", True, OWNER)
    told = state(table, None)
    assert (told["choices"], told["asked"]) == (4, None)


def test_a_question_is_void_when_somebody_has_gone_on(table: LiveTable) -> None:
    for seat in ("Ann", "Ann", "Ben"):
        choose(table, seat, "coins")
    undo(table, "Ann")
    choose(table, "Ben", "coins")
    assert state(table, None)["asked"] is None
    with pytest.raises(Refused, match="any more"):
        table.consent("Ben", True, "Ben")


def test_behind_a_draw_all_are_asked(table: LiveTable) -> None:
    choose(table, "Ann", "coins")
    assert list_questions(table, "Ann") == []
    choose(table, "Ann", "draw")
    assert list_questions(table, "Ann") == ["Ben"]


@pytest.mark.parametrize(("hidden", "asks"), [("hidden", ["Ann"]), ("", [])])
def test_behind_an_end_that_shows_what_was_hidden_all_are_asked(house: House, hidden: str, asks: list[str]) -> None:
    one_each = "for each player in players { choose { option coins { gain 2 coin } option coin { gain 1 coin } } }"
    table = house.table(tiny.rules(f"resource coin {hidden}\naction main() {{ {one_each} }}"))
    choose(table, "Ann", "coin")
    assert list_questions(table, "Ann") == []
    choose(table, "Ben", "coins")
    assert state(table, None)["status"] == "over"
    assert list_questions(table, "Ben") == asks


def test_nobody_takes_back_for_others(table: LiveTable) -> None:
    choose(table, "Ann", "coins")
    assert list_questions(table, "Ben") is None
    with pytest.raises(Refused):
        table.undo("Ben", 0, 1, "key", "Ben")
    with pytest.raises(Refused):
        table.undo("Ann", 0, 1, "key", "Ben")


@pytest.mark.parametrize("to", [-1, 1, 99])
def test_there_is_no_going_back_to_what_never_was(table: LiveTable, to: int) -> None:
    choose(table, "Ann", "coins")
    with pytest.raises(Refused):
        table.undo("Ann", to, 1, "key", "Ann")


def test_bots_do_not_mind(house: House) -> None:
    table = house.table(tiny.rules(TURNS), people=1, bots=1)
    choose(table, "Ann", "coins")
    choose(table, "Ann", "coins")
    table.choose_for("Ben", 2, "coins")
    assert list_questions(table, "Ann") == []


def test_what_was_chosen_before_a_game_came_to_a_table_is_taken_back_when_all_agree(house: House) -> None:
    rules = tiny.rules(TURNS)
    game = rules.new_game(2, seed=1)
    for option in ("coins", "draw", "coins", "draw", "coins"):
        game.choose(option)
    table = house.table(rules, start=game.save())
    choose(table, "Ann", "coins")
    assert (list_questions(table, "Ann"), list_questions(table, "Ben")) == ([], ["Ann"])
    assert undo(table, "Ben").asked
    assert state(table, None)["asked"]["text"] == "Take back 3 choices"
    table.consent("Ann", True, "Ann")
    game.undo_to(3)
    earlier = state(house.table(rules, start=game.save()), "Ben")
    for now in (table, House(house.url, house.rulesets).tables.get(table.id)):
        told = state(now, "Ben")
        assert (told["view"], told["options"], told["choices"]) == (earlier["view"], earlier["options"], 3)
    choose(table, "Ben", "coins")
    assert texts(state(table, "Ben"))[-2:] == ["Ben takes back 3 choices", "Ben gains 2 coin"]
    assert list_questions(table, "Ben") == []


@pytest.mark.parametrize("undo", ["own", "none"])
def test_a_table_at_which_nobody_is_asked_goes_back_no_further_than_it_was_opened(house: House, undo: Any) -> None:
    game = tiny.game(TURNS)
    game.choose("coins")
    assert list_questions(house.table(game.rules, start=game.save(), undo=undo), "Ann") is None
    assert (
        list_questions(house.table(game.rules, people=1, bots=1, start=game.save("Ann")), "Ann") is None
    )  # which tells not how it began


def test_somebody_at_all_seats_asks_nobody(house: House) -> None:
    table = house.table(tiny.rules(TURNS), people=0, mine=2)
    for seat in ("Ann", "Ann", "Ben"):
        choose(table, seat, "draw", "owner")
    told = state(table, "Ann", "owner")
    assert told["undo"]["asks"] == []


@pytest.mark.parametrize(("option", "own", "others"), [("own", [], None), ("none", None, None), ("consent", [], ["Ben"])])
def test_a_table_may_be_set_to_less(house: House, option: str, own: Any, others: Any) -> None:
    table = house.table(tiny.rules(TURNS), undo=option)
    choose(table, "Ann", "coins")
    assert list_questions(table, "Ann") == own
    choose(table, "Ann", "coins")
    choose(table, "Ben", "coins")
    assert list_questions(table, "Ann") == others


def test_whoever_chose_at_once_with_others_chooses_again_while_one_of_them_thinks(house: House) -> None:
    table = house.table(tiny.rules(TOGETHER), people=3)
    choose(table, "Ann", "tell 1")
    choose(table, "Ben", "tell 2")
    undo(table, "Ann")
    told = state(table, None)
    assert (told["decides"], told["ready"]) == (["Ann", "Cem"], ["Ben"])
    choose(table, "Ann", "tell 3")
    choose(table, "Cem", "tell 1")
    assert list_questions(table, "Cem") == ["Ann", "Ben"]
    assert {row["name"]: row["resources"]["coin"] for row in state(table, None)["view"]["players"]} == {
        "Ann": 3,
        "Ben": 2,
        "Cem": 1,
    }


def test_a_game_that_is_over_goes_on_when_its_last_choice_is_taken_back(house: House) -> None:
    table = house.table(tiny.rules(TURNS))
    play(table, Random(1))
    assert state(table, "Ben")["status"] == "over"
    table.undo("Ben", state(table, "Ben")["undo"]["to"], 12, "key", "Ben")
    if state(table, None)["asked"]:
        table.consent("Ann", True, "Ann")
    told = state(table, None)
    assert (told["status"], told["result"], told["decides"]) == ("playing", None, ["Ben"])


def test_every_number_of_choices_can_be_gone_back_to(house: House) -> None:
    table = house.table(load_modules("classic"), people=0, mine=3)
    views = [state(table, None)["view"]]
    draw = Random(2)
    for _ in range(25):
        seat, own = decider(table, "owner")
        choose(table, seat, draw.choice(own["options"])["id"], "owner")
        views.append(state(table, None)["view"])
    for to in (20, 13, 1):
        told = state(table, None)
        seat = next(row["name"] for row in told["seats"] if state(table, row["name"], "owner")["undo"])
        table.undo(seat, to, told["revision"], f"back to {to}", "owner")
        assert state(table, None)["view"] == views[to]
