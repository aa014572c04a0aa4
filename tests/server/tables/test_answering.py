"""What a table answers: moments gone by, why not, what comes of a choice, saves, and playing on from a moment."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import caylus
import pytest
from caylus_tools.server import Refused, processes
from caylus_tools.server.tables import Audience, LiveTable, SeatOrder, TableOrder
from support import breaking, tiny

from .house import OWNER, House, choose, decider, load_modules, play, state, texts
from .test_seats import QUESTIONS

pytestmark = pytest.mark.slow


def place_at(table: LiveTable, number: int, seat: str | None = None) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(table.state_at(Audience(seat, seat or OWNER), number))
    return told


@pytest.mark.parametrize("name", ["classic", "1303", "tests/games/lots", "tests/games/noughts"])
def test_every_moment_is_shown_as_it_was(house: House, name: str) -> None:
    rules = load_modules(name)
    table = house.table(rules, max(2, rules.fewest_players) - len(rules.automata))
    draw = Random(3)
    seats = [row["name"] for row in state(table, None)["seats"]]
    then: dict[int, tuple[str, dict[str, Any]]] = {}
    for _ in range(20):
        seat = draw.choice(seats)
        told = state(table, seat)
        then[told["choices"]] = seat, told
        play(table, draw, 1)
    for number, (seat, told) in then.items():
        shown = place_at(table, number, seat)
        assert (shown["view"], shown["decides"], shown["choices"]) == (told["view"], told["decides"], number)
    for number in (-1, 99):
        with pytest.raises(Refused, match="no moment"):
            place_at(table, number)


def test_the_result_is_told_at_the_end_and_at_no_moment_before(house: House) -> None:
    table = house.table(tiny.rules(QUESTIONS))
    play(table, Random(1))
    *before, end = (place_at(table, number) for number in range(state(table, None)["choices"] + 1))
    assert end["result"]["standings"] == state(table, None)["result"]["standings"]
    assert {told["result"] for told in before} == {None}


@pytest.mark.parametrize("name", [pytest.param("classic", marks=pytest.mark.nightly), "tests/games/noughts"])
def test_turning_points_are_told_when_a_game_is_over_of_which_bots_have_learned(house: House, name: str) -> None:
    table = house.table(load_modules(name))
    with pytest.raises(Refused, match="when the game is over"):
        table.turning_points(Audience(None, OWNER))
    play(table, Random(1))
    turns = table.turning_points(Audience(None, OWNER))["turns"]
    assert bool(turns) == (name == "classic")
    assert all(text.startswith(("Round ", "Before the first round", "No round")) for text in turns)


def test_it_is_told_why_something_cannot_be_chosen(house: House) -> None:
    table = house.table(load_modules("classic"))
    seat, own = decider(table)
    lit = {cell for option in own["options"] for cell in option["cells"]}
    spaces = [space["name"] for row in own["view"]["rows"].values() for space in row]
    told = [table.why(Audience(seat, seat), name) for name in spaces if name not in lit]
    assert any(reason["source"] and reason["line"] for answer in told for reason in answer["reasons"])
    assert table.why(Audience(seat, seat), own["options"][0]["id"]) == {"text": None, "reasons": []}
    rival = next(row["name"] for row in own["seats"] if row["name"] != seat)
    assert table.why(Audience(rival, rival), "inn")["text"] == f"It is for {seat} to decide now."
    assert table.why(Audience(seat, seat), "<no such thing>")["text"]


def test_things_tell_themselves(house: House) -> None:
    table = house.table(load_modules("classic"))
    name = next(iter(state(table, None)["view"]["rows"].values()))[0]["name"]
    assert table.about(Audience(None, OWNER), name)["text"]
    with pytest.raises(Refused, match="Nothing is called"):
        table.about(Audience(None, OWNER), "no such thing")


def test_what_comes_of_an_option_is_told_to_who_may_choose_it(house: House) -> None:
    table = house.table(load_modules("classic"))
    told = []
    for _ in range(25):
        seat, own = decider(table)
        told += [table.outcome(Audience(seat, seat), option["id"])["text"] for option in own["options"][:3]]
        play(table, Random(1), 1)
    assert any(told)
    seat, own = decider(table)
    rival = next(row["name"] for row in own["seats"] if row["name"] != seat)
    offered = own["options"][0]["id"]
    for audience, option in ((Audience(rival, rival), offered), (Audience(seat, seat), "gold"), (Audience(None, "x"), offered)):
        assert table.outcome(audience, option) == {"text": None, "places": {}}


def test_it_is_told_where_each_option_moves_a_marker_that_closes_a_row_and_to_nobody_else(house: House) -> None:
    table = house.table(caylus.load("classic"))
    draw, told = Random(4), {}
    while not told:
        seat, own = decider(table)
        told = table.moves(Audience(seat, seat))["moves"]
        if not told:
            play(table, draw, 1)
    assert {option["id"] for option in own["options"]} >= {*told}
    assert all([*moved] == ["provost"] and moved["provost"].startswith("road ") for moved in told.values())
    rival = next(row["name"] for row in own["seats"] if row["name"] != seat)
    assert table.moves(Audience(rival, rival)) == table.moves(Audience(None, "x")) == {"moves": {}}


@pytest.fixture
def broken(house: House) -> LiveTable:
    """A table at which somebody has chosen what breaks a rule."""
    table = house.table(tiny.rules(breaking.RULES))
    choose(table, "Ann", "stay")
    with pytest.raises(Refused) as refused:
        choose(table, "Ben", "grow")
    assert refused.value.code == "broken_rules"
    assert refused.value.reasons[0]["source"] == "gain n all"
    return table


def test_a_rule_that_breaks_is_told_with_its_line_and_nothing_is_stored(house: House, broken: LiveTable) -> None:
    told = state(broken, "Ben")
    assert (told["status"], told["revision"], told["broken"]["source"]) == ("broken", 1, "gain n all")
    again = House(house.url, house.rulesets).tables.get(broken.id)
    assert state(again, "Ben")["broken"] == told["broken"]
    own = state(again, "Ann")
    again.undo("Ann", own["undo"]["to"], own["revision"], "key", "Ann")
    assert state(again, None)["status"] == "playing"
    choose(again, "Ann", "stay")
    choose(again, "Ben", "stay")
    assert (state(again, "Ben")["status"], state(again, "Ben")["broken"]) == ("over", None)


def test_a_table_with_secrets_is_stopped_for_all_by_a_rule_that_breaks(house: House) -> None:
    table = house.table(tiny.rules(breaking.SECRET))
    choose(table, "Ann", "hide 2")
    choose(table, "Ben", "hide 3")
    with pytest.raises(Refused) as refused:
        choose(table, "Ann", "guess 1")
    told = "a rule could not be carried out: a range holds more than 1,000 numbers"
    assert (refused.value.code, refused.value.reasons[0]["text"]) == ("broken_rules", told)
    for again in (table, House(house.url, house.rulesets).tables.get(table.id)):
        for seat, option in (("Ann", "guess 3"), ("Ann", "guess 1")):
            with pytest.raises(Refused, match="keeps secrets") as refused:
                choose(again, seat, option)
            assert refused.value.code == "broken_rules"
        seen = state(again, "Ann")
        assert (seen["status"], seen["options"], seen["undo"], seen["broken"]["final"]) == ("broken", [], None, True)
        assert seen["broken"]["text"] == told


MUCH = """
action main() {
  for each player in players {
    choose { option stay { }, option look { choose { option pick(x in 1 to 41, y in 1 to 50) { }, option away { } } } }
  }
}
"""


def test_a_worker_that_was_stopped_at_a_choice_stops_a_table_with_secrets(house: House) -> None:
    table = house.table(tiny.rules(breaking.SECRET))
    choose(table, "Ann", "hide 2")
    row = house.store.table(table.id)
    assert row is not None
    broken = {"text": "What follows takes too long.", "file": "", "line": 0, "source": ""}
    house.store.change_table(table.id, expected_changes=row.changes, status="broken", options={**row.options, "broken": broken})
    again = House(house.url, house.rulesets).tables.get(table.id)
    assert (state(again, "Ben")["options"], state(again, "Ann")["undo"]) == ([], None)
    with pytest.raises(Refused, match="keeps secrets"):
        choose(again, "Ben", "hide 1")


@pytest.mark.parametrize("secret", ["", "each player has { secret number hidden }\n"], ids=["open", "secret"])
def test_more_options_than_a_page_can_show_are_told_in_place_of_them_and_stop_a_table_with_secrets(
    house: House, secret: str
) -> None:
    table = house.table(tiny.rules(MUCH + secret))
    with pytest.raises(Refused, match="more than 2,000 options"):
        choose(table, "Ann", "look")
    told = state(table, "Ben")
    assert (told["status"], told["revision"], told["broken"]["final"]) == ("broken", 0, bool(secret))
    assert "more than 2,000 options" in told["broken"]["text"]
    if secret:
        with pytest.raises(Refused, match="keeps secrets"):
            choose(table, "Ann", "stay")
    else:
        choose(table, "Ann", "stay")
        assert state(table, "Ben")["status"] == "playing"


def test_a_choice_that_takes_too_long_is_not_made(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = house.table(tiny.rules(MUCH))
    choose(table, "Ann", "stay")
    monkeypatch.setattr(processes, "CHOICE_LIMITS", caylus.Limits(steps=1))
    with pytest.raises(Refused, match="A rule breaks"):
        choose(table, "Ben", "stay")
    told = state(table, "Ann")
    table.undo("Ann", told["undo"]["to"], told["revision"], "key", "Ann")
    assert (state(table, "Ann")["status"], state(table, "Ann")["choices"]) == ("playing", 0)


def test_saves_go_out_and_come_back(house: House) -> None:
    rules = tiny.rules(QUESTIONS)
    table = house.table(rules)
    play(table, Random(4), 3)
    own = table.save(Audience("Ann", "Ann"))
    assert (own["seed"], own["choices"]) == (None, [])
    play(table, Random(4))
    whole = table.save(Audience(None, OWNER))
    assert caylus.resume(whole, rules).over
    done = state(house.tables.get(house.tables.bring(whole, rules, OWNER).table), None)
    assert (done["status"], done["result"]) == ("over", state(table, None)["result"])
    assert caylus.replay(table.transcript(Audience(None, OWNER)), rules).over
    half = rules.new_game(2, 5)
    for _ in range(5):
        half.play(0)
    for data in (half.save(), half.transcript()):
        opened = house.tables.bring(json.loads(json.dumps(data)), rules, OWNER)
        brought = house.seat_people(opened)
        told = state(brought, None)
        assert told["view"]["players"] == half.view()["players"]
        assert told["log"]
        assert place_at(brought, 2)["choices"] == 2
        assert [step["n"] for step in brought.history(Audience(None, OWNER))["steps"]] == list(range(6))
        play_all(brought, Random(1), 2)
        again = House(house.url, house.rulesets)
        assert state(again.tables.get(brought.id), None) == state(brought, None)
        again.store.close()


def play_all(table: LiveTable, draw: Random, choices: int) -> None:
    """Whoever holds the seats chooses."""
    for _ in range(choices):
        seat = state(table, None)["decides"][0]
        holder = table.seat(seat).holder or ""
        choose(table, seat, draw.choice(state(table, seat, holder)["options"])["id"], holder)


@pytest.mark.parametrize("data", [{}, {"state": 1}, {"players": []}, {"choices": [], "players": ["Red"]}])
def test_what_is_no_saved_game_is_refused(house: House, data: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="no saved game"):
        house.tables.bring(data, load_modules("classic"), OWNER)


def test_people_play_on_from_a_moment_where_nothing_is_hidden(house: House) -> None:
    table = house.table(load_modules("classic"))
    play(table, Random(2), 12)
    opened = house.tables.fork(table.id, Audience("Red", "Red"), 7)
    forked = house.seat_people(opened)
    assert state(forked, None)["view"]["players"] == place_at(table, 7)["view"]["players"]
    assert "seed" not in json.dumps(state(forked, "Red"))
    play_all(forked, Random(1), 3)


def test_where_something_is_hidden_only_when_the_game_is_over(house: House) -> None:
    table = house.table(load_modules("tests/games/lots"))
    play(table, Random(2), 5)
    with pytest.raises(Refused, match="hidden"):
        house.tables.fork(table.id, Audience(None, OWNER), 2)
    play(table, Random(2))
    opened = house.tables.fork(table.id, Audience(None, OWNER), 2)
    assert state(house.seat_people(opened), None)["choices"] == 2


@pytest.mark.parametrize("count", [0, 1, 9])
def test_a_table_needs_as_many_as_the_rules_do(house: House, count: int) -> None:
    with pytest.raises(Refused, match="players, not"):
        house.tables.open(TableOrder(load_modules("classic"), [SeatOrder()] * count), OWNER)


def test_seats_that_rules_play_need_nobody(house: House) -> None:
    rules = load_modules("tests/games/rails")
    table = house.table(rules, 2)
    assert len(state(table, None)["view"]["players"]) == 2 + len(rules.automata)
    play(table, Random(1), 10)
    assert texts(state(table, None))


def test_wishes_are_taken_unasked_and_told(house: House) -> None:
    table = house.table(load_modules("classic"))
    own = decider(table)[1]
    assert {wish["name"] for wish in own["wishes"]} >= {"usual"}
    for wish in own["wishes"]:
        for name in [row["name"] for row in own["seats"]]:
            table.wish(name, wish["name"], True, name)
    play(table, Random(5), 40)
    assert any(step.by == "wish" for step in table.course.steps)
    again = House(house.url, house.rulesets)
    assert state(again.tables.get(table.id), None)["log"] == state(table, None)["log"]
    again.store.close()
