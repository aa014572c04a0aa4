"""What a page is told of any ruleset."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import caylus
import pytest
from caylus_tools.server.picture import picture_of

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
    return picture_of(rules, rules.most_players)


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
