"""Rules are checked, drawn, tried and played while somebody writes them."""

from __future__ import annotations

from typing import Any

import caylus
import pytest
from caylus_tools.server import Refused
from caylus_tools.server.workshop import Position, Texts, Workshop
from caylus_tools.server.workshop.positions import MEASURES, compare_rows
from caylus_tools.testing.scenarios import parse, run
from caylus_tools.testing.side_by_side import write_course
from support.coins import RULES

pytestmark = pytest.mark.slow

TILE = 'wood_building orchard "Orchard" {\n  cost 1 wood + 1 food\n  worth 3 prestige\n  use { gain 3 food }\n}\n'
CROWDED = """each player has { n number }
value score(player) = player.n
game "A" for 2 to 2 players {
  for each player in players { choose { option a(x in 1 to 99, y in 1 to 99) "a {x} {y}" { }, option b "b" { } } }
}
"""


def texts(rules: str, **files: str) -> Texts:
    return Texts("classic", (), {"own.rules": rules, **{name.replace("__", "/") + ".yaml": text for name, text in files.items()}})


def given_by(text: str) -> Any:
    (scenario,) = parse(text, "scenarios/a.yaml")
    return scenario


def test_a_fault_has_its_place_and_the_edit_that_mends_it(workshop: Workshop) -> None:
    found = workshop.check(texts(TILE.replace("1 wood", "1 woods")))
    (fault,) = found["faults"]
    (edit,) = fault["fix"]["edits"]
    assert (found["checks"], fault["line"], fault["column"], fault["end_column"]) == (False, 2, 10, 15)
    assert (edit["file"], edit["line"], edit["column"], edit["text"]) == ("own.rules", 2, 10, "wood")


def test_a_scenario_of_a_wrong_shape_is_a_fault_with_its_line(workshop: Workshop) -> None:
    found = workshop.check(texts(TILE, scenarios__a="players: [Red, Green]\nscenarios:\n  - nam: x\n"))
    assert found["checks"]
    assert {(fault["file"], fault["line"]) for fault in found["faults"]} == {("scenarios/a.yaml", 3)}


def test_sound_rules_show_their_things_and_what_differs(workshop: Workshop) -> None:
    made = workshop.make(texts=texts(TILE), players=0)
    thing = made["picture"]["things"]["orchard"]
    assert (thing["file"], thing["line"], thing["does"]) == ("own-rules/own.rules", 1, ["Gain 3 food."])
    assert [change["name"] for change in made["differences"]] == ["orchard"]


def test_a_place_in_a_text_is_completed_and_leads_to_its_definition(workshop: Workshop) -> None:
    written = texts(TILE)
    offered = workshop.ask("complete", "own.rules", 4, 16, written)["items"]
    (place,) = workshop.ask("definition", "own.rules", 2, 11, written)["places"]
    assert {"wood", "food"} <= {item["label"] for item in offered}
    assert place["file"] == "classic/table.rules"
    assert workshop.ask("hover", "own.rules", 1, 20, written)["lines"][0].startswith("**Orchard**")


def test_a_call_says_what_it_takes_and_which_of_it_is_being_written(workshop: Workshop) -> None:
    rule = f"{TILE}rule dear {{ price(player, space) is more by 1 }}\n"
    line = rule.count("\n")
    told = workshop.ask("signature", "own.rules", line, rule.splitlines()[-1].index("space") + 2, texts(rule))
    assert (told["name"], told["params"], told["active"]) == ("price", ("player: a player", "space: a space"), 1)
    assert workshop.ask("signature", "own.rules", 1, 1, texts(rule)) == {"params": []}


def test_a_position_changed_by_hand_is_a_short_scenario_and_can_be_played(workshop: Workshop) -> None:
    written = texts(TILE)
    view = workshop.show(Position(players=2), written)["view"]
    changed = Position(view=view, given={"road 3": {"tile": "orchard", "owner": "Green"}, "Red": {"food": 9}})
    shown = workshop.show(changed, written)
    red = next(player for player in shown["view"]["players"] if player["name"] == "Red")
    assert (red["resources"]["food"], red["resources"]["denier"]) == (9, view["players"][0]["resources"]["denier"])
    place = shown["options"][-1]["id"]
    told = workshop.write("Mine", changed._replace(choices=(place,)), written)
    scenario = given_by(told["text"])
    assert told["holds"]
    assert scenario.given["road 3"] == {"tile": "orchard", "owner": "Green"}
    assert "castle" not in scenario.given  # what lies there by itself is left out
    result = workshop.test(texts(TILE, scenarios__a=told["text"]))["results"]
    assert [(one["name"], one["passed"]) for one in result] == [("Mine", True)]
    assert workshop.save(changed, written)["policies"] == ["human", "normal"]


@pytest.mark.nightly
def test_a_situation_whose_choices_go_past_its_phase_goes_on_into_the_next_one(workshop: Workshop) -> None:
    written = texts(TILE)
    view = workshop.show(Position(players=2), written)["view"]
    position = Position(view=view, given={"road 3": {"tile": "orchard"}})
    begun = view["phase"]["name"]
    while (shown := workshop.show(position, written))["view"]["phase"]["name"] == begun:
        position = position._replace(choices=(*position.choices, shown["options"][-1]["id"]))
    position = position._replace(choices=(*position.choices, shown["options"][-1]["id"]))
    told = workshop.write("Past it", position, written)
    assert told["holds"]
    assert given_by(told["text"]).round == view["round"]
    game = caylus.resume(workshop.save(position, written))
    text = write_course(game.rules, game.transcript(), "The table that was begun there")
    assert run(game.rules, given_by(text)).is_passed


def test_a_position_in_a_phase_that_asks_nothing_tells_what_the_phase_did(workshop: Workshop) -> None:
    written = texts(TILE)
    view = workshop.show(Position(players=2), written)["view"]
    phase = next(one for one in view["phases"] if one["name"] == "activating")
    given = {"road 3": {"tile": "orchard", "worker": "Red"}, "provost": "road 5"}
    position = Position(view={**view, "phase": phase}, given=given)
    assert any("+3 food" in line["text"] for line in workshop.show(position, written)["log"])
    told = workshop.write("Work", position, written)
    red, green = (
        player["state"]["workers"] for player in workshop.show(position._replace(view=view), written)["view"]["players"]
    )
    assert red == green - 1  # the worker on the table is not in the hand
    assert told["holds"]
    assert (given_by(told["text"]).begin, given_by(told["text"]).round) == ("activating", None)
    assert given_by(told["text"]).changes["Red"]["food"] == 3


def test_a_position_that_the_rules_do_not_have_is_refused_in_words(workshop: Workshop) -> None:
    view = workshop.show(Position(players=2), texts(TILE))["view"]
    for given in ({"road 99": {"tile": "orchard"}}, {"Red": {"food": "many"}}, {"road 1": {"tile": "castel"}}):
        with pytest.raises(Refused) as refused:
            workshop.show(Position(view=view, given=given), texts(TILE))
        assert refused.value.code == "bad"
    with pytest.raises(Refused):
        workshop.show(Position(view={"players": 3}), texts(TILE))


@pytest.mark.parametrize(
    ("base", "kind", "name"),
    [
        ("classic", "thing", "peddler"),
        ("classic", "phase", "income"),
        ("classic", "change", "provost_steps"),
        ("classic", "copy", "new-tiles"),
        ("classic", "nothing", ""),
        (None, "game", ""),
    ],
)
def test_whatever_one_begins_with_has_no_faults(workshop: Workshop, base: str | None, kind: str, name: str) -> None:
    begun = workshop.begin(base=base, kind=kind, name=name, title="Harvest home", numbers=[2])
    started = Texts(begun["base"], (), begun["files"])
    found = workshop.check(started)
    assert (found["base"], found["checks"], found["faults"]) == (base, True, [])
    assert {result["passed"] for result in workshop.test(started)["results"]} <= {True}


@pytest.mark.nightly
@pytest.mark.parametrize("base", ["classic", "1303"])
def test_each_thing_and_phase_that_can_be_begun_differs_from_the_base_and_has_no_faults(workshop: Workshop, base: str) -> None:
    starts = workshop.list_starts(base)
    names = {"thing": starts["things"][::5], "phase": [phase["name"] for phase in starts["phases"]]}
    for kind, one in [(key, one) for key, ones in names.items() for one in ones]:
        started = Texts(base, (), workshop.begin(base=base, kind=kind, name=one, title="Harvest home")["files"])
        assert workshop.check(started)["faults"] == [], one
        assert workshop.make(texts=started, players=0)["differences"], one


@pytest.mark.parametrize(
    ("title", "numbers", "rules"),
    [
        ("Peddler (wood building)", [2], "change wood_building peddler { cost 2 wood + 1 cube }"),
        ("Bank", [1, 1, 6, 2, 1, 4], "change stone_building bank { use {"),
        ("Starting deniers", [5, 6, 9], "change scale starting_deniers = [5, 6, 9, 7, 7]"),
        ("Provost steps", [2], "change constant provost_steps = 2"),
        ("Gate", [], "replace special_building gate "),
        ("Deniers to place a worker", [], "replace value price("),
    ],
)
def test_whatever_players_meet_is_found_by_its_title_with_its_words_and_changed(
    workshop: Workshop, title: str, numbers: list[int], rules: str
) -> None:
    (change,) = [one for one in workshop.list_starts("classic")["changes"] if one["title"] == title]
    assert change["words"]
    files = workshop.begin(base="classic", kind="change", name=change["name"], numbers=numbers)["files"]
    assert rules in " ".join(files["my-rules.rules"].split())
    found = workshop.check(Texts("classic", (), files))
    assert found["checks"]
    assert not numbers or found["faults"] == []


@pytest.mark.parametrize(
    ("kind", "name", "title", "numbers", "missing"),
    [
        ("change", "score", "", [], "Choose from the list"),
        ("change", "provost_steps", "", ["2"], "a whole one"),
        ("thing", "mason", "Peddler", [], "“Peddler” already"),
    ],
)
def test_what_is_missing_or_taken_is_said_and_nothing_is_written(
    workshop: Workshop, kind: Any, name: str, title: str, numbers: list[Any], missing: str
) -> None:
    with pytest.raises(Refused, match=missing):
        workshop.begin(base="classic", kind=kind, name=name, title=title, numbers=numbers)


@pytest.mark.parametrize("name", ["classic", "richer-start"])
def test_a_name_of_rules_that_come_along_is_a_fault_at_its_line(workshop: Workshop, name: str) -> None:
    manifest = f'name: {name}\ntitle: "Mine"\nversion: 0.1.0\nlanguage: 1\nextends: {{name: classic, version: "1"}}\nrules: [own.rules]\n'
    found = workshop.check(Texts("classic", (), {"ruleset.yaml": manifest, "own.rules": TILE}))
    assert not found["checks"]
    assert [(fault["file"], fault["line"]) for fault in found["faults"]] == [("ruleset.yaml", 1)]


def test_a_kind_of_which_no_more_comes_into_play_is_not_offered(workshop: Workshop) -> None:
    names = {*workshop.list_starts("classic")["things"]}
    assert {"mason", "bank"} <= names
    assert not {"gold_mine", "price"} & names


def test_rules_that_ask_too_much_are_stopped_and_the_next_are_answered(guarded: Workshop) -> None:
    crowded, small = (Texts(None, (), {"own.rules": rules}) for rules in (CROWDED, RULES))
    with pytest.raises(Refused) as refused:
        guarded.show(Position(), crowded)
    assert refused.value.code == "too_long"
    assert guarded.check(small)["checks"]


def test_a_difference_is_called_sure_only_where_it_is() -> None:
    alike = [[100 + n, 9, 12, 200, 100 + n, 9, 12, 200] for n in range(20)]
    more = [[100 + n, 9, 12, 200, 130 + n + n % 3, 9, 12, 200] for n in range(20)]
    assert [one["sure"] for one in compare_rows(alike, 2)] == ["open"] * len(MEASURES)
    first, *others = compare_rows(more, 2)
    assert (first["sure"], {one["sure"] for one in others}) == ("sure", {"open"})
    assert first["low"] <= 15.5 <= first["high"]
    assert list(compare_rows(more[:2], 2)) == []


def test_what_bots_chose_is_counted_without_the_rules_and_with_them_and_goes_on_from_what_was_counted(workshop: Workshop) -> None:
    written = texts(TILE)
    first = workshop.compare(texts=written, players=2, rows=[], uses={})
    more = workshop.compare(texts=written, players=2, rows=first["rows"], uses=first["uses"])
    base, own = (sum(pair[side] for pair in more["uses"].values()) for side in (0, 1))
    assert base > len(more["rows"])
    assert own > len(more["rows"])
    assert more["uses"]["orchard"][0] == 0
    assert all(
        now >= before for name, pair in first["uses"].items() for now, before in zip(more["uses"][name], pair, strict=True)
    )


def test_numbers_that_no_game_has_are_refused(workshop: Workshop) -> None:
    for rows in ("", [[1]], [[0] * 7 + ["1"]], [[0] * 8] * 1000):
        with pytest.raises(Refused):
            workshop.compare(texts=texts(TILE), players=2, rows=rows, uses={})
    for uses in ({"a": "b"}, {"a": 1}, {"a": [1]}):
        with pytest.raises(Refused):
            workshop.compare(texts=texts(TILE), players=2, rows=[], uses=uses)


def test_small_changes_that_no_situation_notices_are_found_some_at_a_time(workshop: Workshop) -> None:
    rules = TILE.replace("use { gain 3 food }", "income 1")
    found = workshop.guard(texts=texts(rules), start=3)
    assert found["gaps"] == []
    assert found["next"] > 3
    assert {(slip["file"], slip["noticed_by"]) for slip in found["slips"]} == {("own.rules", "")}


def test_examples_of_the_base_that_a_rule_changes_name_it_and_are_taken_as_meant(workshop: Workshop) -> None:
    files = workshop.begin(base="classic", kind="change", name="basic_income", numbers=[3])["files"]
    files["my-rules.rules"] += "change constant provost_steps = 2\n"
    inherited = workshop.test(Texts("classic", (), files))["inherited"]
    causes = {cause["words"] for one in inherited["changed"] for cause in one["causes"]}
    assert causes == {"change constant basic_income = 3", "change constant provost_steps = 2"}
    accepted = workshop.accept([one["name"] for one in inherited["changed"]], Texts("classic", (), files))
    files[accepted["file"]] = accepted["text"]
    assert workshop.check(Texts("classic", (), files))["faults"] == []
    result = workshop.test(Texts("classic", (), files))["inherited"]
    assert (result["changed"], result["meant"]) == ([], len(inherited["changed"]))


def test_the_new_result_of_an_example_is_written_into_it_and_nothing_else(workshop: Workshop) -> None:
    files = workshop.begin(base="classic", kind="copy", name="new-tiles")["files"]
    files = {name: text.replace("gain 7 denier", "gain 8 denier") for name, text in files.items()}
    (failed,) = [one for one in workshop.test(Texts("classic", (), files))["results"] if not one["passed"]]
    written = workshop.record(failed["file"], failed["name"], Texts("classic", (), files))
    assert written["text"] == files[failed["file"]].replace("denier: 7}", "denier: 8}")
    with pytest.raises(Refused, match="no such scenario"):
        workshop.record(failed["file"], "None", Texts("classic", (), files))
