"""A favour is used at once, whoever grants it: a stranger's tile or house rule does not have to know how."""

from __future__ import annotations

from typing import Any

import caylus
import pytest

PLAYERS = ["Red", "Blue"]
MANIFEST = (
    "name: shrine\ntitle: Shrine\nversion: 1.0.0\nlanguage: 1\nextends: { name: classic, version: '1' }\nrules: [shrine.rules]\n"
)
SHRINE = """
stone_building shrine "Shrine" {
  cost 1 stone
  worth 1 prestige
  use { gain 1 food, gain 1 favour, gain 1 wood }
  owner_bonus 2 prestige
  after enter(player, here) where here.owner is not player { here.owner gains 1 favour }
}
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> caylus.Ruleset:
    folder = tmp_path_factory.mktemp("shrine")
    (folder / "ruleset.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "shrine.rules").write_text(SHRINE, encoding="utf-8")
    return caylus.load("classic", [folder])


def list_questions(game: caylus.Game) -> tuple[str, str]:
    """Who decides, and by which rule."""
    assert game.decision is not None
    return game.decision.player, game.decision.rule


@pytest.mark.slow
def test_a_tile_grants_one_in_the_midst_of_what_it_does_before_the_owner_has_the_bonus(rules: caylus.Ruleset) -> None:
    given: dict[str, Any] = {"provost": "road 9", "road 9": {"tile": "shrine", "owner": "Blue", "worker": "Red"}}
    game = rules.position("activate", given, PLAYERS, arguments={"space": "road 9"})
    game.choose("favour denier_line")
    game.choose("effect 1")
    gained = [(event.player, event.data["amounts"]) for event in game.events if event.kind == "gain"]
    assert gained == [
        ("Red", {"food": 1}),
        ("Red", {"favour": 1}),
        ("Red", {"denier": 3}),
        ("Red", {"wood": 1}),
        ("Blue", {"prestige": 2}),
    ]


def test_a_rule_grants_one_to_another_player_while_workers_are_placed(rules: caylus.Ruleset) -> None:
    workers = {"workers": 1, "denier": 2}
    given: dict[str, Any] = {
        "turn_order": PLAYERS,
        "road 9": {"tile": "shrine", "owner": "Blue"},
        "Red": workers,
        "Blue": workers,
    }
    game = rules.position("placing", given, PLAYERS)
    game.choose("place shrine")
    assert list_questions(game) == ("Blue", "use_favours")
    assert game.decision is not None
    assert [rule["name"] for rule in game.decision.rules] == [
        "turn",
        "placing",
        "place_or_pass",
        "enter",
        "shrine",
        "at_once",
        "use_favours",
    ]
    game.choose("favour denier_line")
    game.choose("effect 1")
    assert [event.text for event in game.events if event.kind == "list"] == ["passed: Blue", "passed: Blue, Red"]


def test_favours_that_several_are_granted_are_used_in_the_order_in_which_they_came(rules: caylus.Ruleset) -> None:
    """C83, D8: the building of a favour brings another, which comes behind those in hand."""
    given: dict[str, Any] = {"dungeon": {"scored": True}, "Red": {"cloth": 1, "marker": {"building_line": 2}}}
    given |= {"turn_order": PLAYERS, "walls": {"built": 10}, "Blue": {"houses": {"walls": 2}}}
    given["Red"] |= {"houses": {"walls": 2}}
    game = rules.position("score_section", given, PLAYERS, arguments={"section": "walls"})
    for choice in ("favour building_line", "effect 3", "build church", "favour prestige_line"):
        assert list_questions(game)[0] == "Red"
        game.choose(choice)
    game.choose("effect 1")
    assert list_questions(game) == ("Blue", "use_favours")


def test_a_favour_that_finds_every_line_used_is_lost_and_the_log_says_so(rules: caylus.Ruleset) -> None:
    lines = ("prestige_line", "denier_line", "cube_line", "building_line")
    given: dict[str, Any] = {"provost": "road 9", "road 9": {"tile": "shrine", "worker": "Red"}}
    given["Red"] = {"favoured": dict.fromkeys(lines, True)}
    game = rules.position("activate", given, PLAYERS, arguments={"space": "road 9"})
    assert game.decision is None
    assert [event.text for event in game.events if event.kind == "say"] == [
        "Red has used every line in this phase: the favour is lost"
    ]
