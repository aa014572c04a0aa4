"""What a page is told of any ruleset."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import caylus
import pytest
from caylus_tools.server.picture import make_picture

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
GAMES = [
    ROOT / "rulesets" / "classic",
    ROOT / "rulesets" / "1303",
    *sorted(file.parent for file in ROOT.glob("tests/games/*/ruleset.yaml")),
]


@pytest.fixture(scope="module", params=GAMES, ids=lambda path: path.name)
def rules(request: pytest.FixtureRequest) -> caylus.Ruleset:
    return caylus.load(request.param)


@pytest.fixture(scope="module")
def picture(rules: caylus.Ruleset) -> dict[str, Any]:
    return make_picture(rules, rules.most_players)


def test_a_picture_is_data_that_json_can_carry(picture: dict[str, Any]) -> None:
    assert json.loads(json.dumps(picture)) == picture


def test_every_place_of_a_view_has_its_place_in_the_picture(rules: caylus.Ruleset, picture: dict[str, Any]) -> None:
    view = rules.new_game(players=rules.most_players, seed=7).view(caylus.SPECTATOR)
    places = {space["name"] for row in picture["rows"].values() for space in row["spaces"]}
    shown = {panel["row"] for panel in picture["panels"] if "row" in panel}
    assert shown == {*picture["rows"]}
    if "table" not in rules.manifest:
        assert {space["name"] for row in view["rows"].values() for space in row} <= places


def test_seats_are_told_apart_by_shape_and_by_letter_and_by_colour(picture: dict[str, Any]) -> None:
    for key in ("shape", "letter", "colour"):
        assert len({seat[key] for seat in picture["seats"]}) == len(picture["seats"])


def test_every_thing_says_where_the_rules_define_it(rules: caylus.Ruleset, picture: dict[str, Any]) -> None:
    for thing in picture["things"].values():
        assert thing["file"] in rules.sources
        assert thing["title"]


def test_a_thing_says_what_it_does_costs_and_is_worth_and_whether_its_face_says_all() -> None:
    things = make_picture(caylus.load("classic"), 3)["things"]
    assert things["bank"]["whole"]
    assert not things["lawyer"]["whole"]
    assert things["bank"]["facts"] == [
        {"of": "cost", "text": "cost 1 wood and 1 stone", "ways": [{"wood": 1, "stone": 1}], "price": True},
        {"of": "worth", "text": "worth 6 prestige", "ways": [{"prestige": 6}], "price": False},
    ]
    assert things["hotel"]["does"] == []
    assert things["hotel"]["facts"][-1]["text"] == "its owner takes 2 deniers at each income"


def test_the_stock_is_told_by_kind_with_what_says_how_many_are_left() -> None:
    stock = next(panel for panel in make_picture(caylus.load("classic"), 3)["panels"] if "stock" in panel)
    assert [shelf["title"] for shelf in stock["stock"]] == ["wood buildings", "stone buildings", "prestige buildings"]
    assert stock["left"] == "left"
    told = make_picture(caylus.load("1303"), 3)
    assert next(panel["in"] for panel in told["panels"] if "stock" in panel) == "supply"
    assert told["rounds"] == 9


VARIANTS = sorted(file.parent for file in ROOT.glob("rulesets/variants/*/ruleset.yaml"))


@pytest.mark.nightly
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda path: path.name)
def test_a_variant_changes_what_is_shown_and_keeps_the_way(variant: Path) -> None:
    rules = caylus.load(variant)
    picture = make_picture(rules, rules.most_players)
    stops = [name for stop in picture["path"]["stops"] for name in stop.values()]
    assert stops == rules.manifest["path"]["through"]
    assert {*picture["upon"].values()} <= {*picture["words"]}
    assert json.loads(json.dumps(picture)) == picture


def test_a_tile_with_two_sides_has_both_faces_and_says_when_which_is_up() -> None:
    told = make_picture(caylus.load("1303"), 3)["things"]["wood_farm"]
    (other,) = told["sides"]
    assert other["when"] == {"state": "owner", "is": None}
    assert [part.get("n") for line in told["face"] for part in line] == ["2", None]
    assert [part.get("icon") for line in other["face"] for part in line] == [None, "apple", None, "crown"]


def test_the_first_column_that_counts_says_who_leads() -> None:
    columns = make_picture(caylus.load("classic"), 4)["players"]
    assert [column["of"] for column in columns if column.get("lead")] == ["prestige"]
    assert [key["title"] for column in columns for key in column.get("each", ())] == ["Dungeon", "Walls", "Towers"]


def test_milestones_are_told_with_what_ends_them() -> None:
    marks = make_picture(caylus.load("classic"), 2)["rows"]["road"]["marks"]
    assert marks["until"] == "scored"
    assert [(mark["thing"], mark["number"]) for mark in marks["at"]] == [("dungeon", 12), ("walls", 18), ("towers", 24)]


BARE = """
resource nut "<b>nut</b>" plural "<script>alert(1)</script>"
kind spot plural spots { state on player }
row ring of 2 spots
kind token plural tokens { worth number }
token odd "an & a < b > c" { worth 1 }
game "<i>Ring</i>" for 1 to 9 players {
  for each player in players { may choose "Where?" or "nowhere" { option stand(spot in spots where spot.on is none) "on {spot}" { set spot.on to player, gain 1 nut } } }
}
value score(player) = player.nut
"""


@pytest.fixture
def bare(tmp_path: Path) -> caylus.Ruleset:
    """Rules whose manifest says nothing of what is shown, with titles that nobody should take for markup."""
    seats = "seats: [Al, Bo, Cy, Di, Ed, Flo, Guy, Hal, Ina]"
    manifest = f"name: ring\ntitle: Ring\nversion: 1.0.0\nlanguage: 1\n{seats}\nrules: [ring.rules]\n"
    (tmp_path / "ruleset.yaml").write_text(manifest)
    (tmp_path / "ring.rules").write_text(BARE)
    return caylus.load(tmp_path)


def test_a_manifest_that_says_nothing_leaves_a_picture_of_all_there_is(bare: caylus.Ruleset) -> None:
    picture = make_picture(bare, 2)
    assert picture["path"] is None
    assert [space["name"] for space in picture["rows"]["ring"]["spaces"]] == ["ring 1", "ring 2"]
    assert picture["rows"]["ring"]["pieces"] == ["on"]
    assert picture["resources"][0]["icon"] is None


def test_titles_are_told_as_they_are_written(bare: caylus.Ruleset) -> None:
    picture = make_picture(bare, 1)
    assert picture["resources"][0]["plural"] == "<script>alert(1)</script>"
    assert picture["things"]["odd"]["title"] == "an & a < b > c"


def test_more_seats_than_there_are_colours_still_differ_by_their_letters(bare: caylus.Ruleset) -> None:
    seats = make_picture(bare, 9)["seats"]
    assert len({seat["letter"] for seat in seats}) == 9
    assert len({(seat["colour"], seat["letter"]) for seat in seats}) == 9


def test_players_that_the_rules_do_not_admit_are_refused(bare: caylus.Ruleset) -> None:
    with pytest.raises(ValueError, match="10"):
        make_picture(bare, 10)
