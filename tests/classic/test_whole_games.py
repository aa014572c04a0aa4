"""Whole games of classic end, and nothing is lost or broken on the way; its setup, and favours that rules grant."""

from __future__ import annotations

import os
from typing import Any

import caylus
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from support.whole_games import (
    illegal_choices_change_nothing,
    nothing_is_negative,
    now_and_then,
    options_are_complete,
    play,
    saving_keeps_everything,
    undo_restores,
)

RULES = caylus.load("classic")
NEUTRAL = ["carpenter", "farm_neutral", "forest", "market_neutral", "quarry_neutral", "sawmill_neutral"]
FIXED = {7: "peddler_fixed", 8: "carpenter_fixed", 16: "gold_mine"}
SPECIAL = ["gate", "trading_post", "guild", "joust", "stables", "inn"]
DENIERS = {2: [5, 5], 3: [5, 6, 6], 4: [5, 6, 6, 7], 5: [5, 6, 6, 7, 7]}


@pytest.mark.parametrize("players", DENIERS)
def test_the_table_is_set_up_as_the_rulebook_says(players: int) -> None:
    view = RULES.position("set_up", {}, players, seed=1).view()
    road = [space["tile"] for space in view["rows"]["road"]]
    assert (len(road), sorted(road[:6])) == (28, NEUTRAL)
    assert {number: tile for number, tile in enumerate(road[6:], 7) if tile} == FIXED
    assert [space["tile"] for space in view["rows"]["village"]] == SPECIAL
    assert [space["tile"] for space in view["rows"]["keep"]] == ["castle"]
    assert view["table"]["bailiff"] == view["table"]["provost"] == "road 6"
    by_name = {player["name"]: player for player in view["players"]}
    for name, purse in zip(view["lists"]["turn_order"], DENIERS[players], strict=True):
        assert {title: n for title, n in by_name[name]["resources"].items() if n} == {"food": 2, "wood": 1, "denier": purse}
        assert by_name[name]["state"]["workers"] == 6
        assert not any(by_name[name]["state"]["marker"].values())


def test_the_neutral_buildings_lie_in_any_order() -> None:
    games = [RULES.position("set_up", {}, 3, seed=seed) for seed in range(12)]
    assert len({tuple(space["tile"] for space in game.view()["rows"]["road"][:6]) for game in games}) > 8


GAMES = int(os.environ.get("CAYLUS_RANDOM_GAMES", "1"))
WORKERS = 6


def tiles_are_conserved(game: caylus.Game) -> None:
    """Of each craft and prestige building, those on the road and those in the stock are all there are."""
    view = game.view()
    on_the_road = [space["tile"] for space in view["rows"]["road"]]
    for tile in RULES.model.kinds["building"].objects:
        if any(tile.kind.is_subkind_of(RULES.model.kinds[k]) for k in ("craft_building", "prestige_building")):
            copies = RULES.model.kinds["building"].properties["copies"].values[tile.id]
            assert view["objects"]["building"][tile.name]["left"] + on_the_road.count(tile.name) == copies, tile.name


def houses_are_counted(game: caylus.Game) -> None:
    """The parts of each section are the houses the players have there, never more than it holds."""
    view = game.view()
    for section in RULES.model.kinds["section"].objects:
        built = view["objects"]["section"][section.name]["built"]
        assert built == sum(player["state"]["houses"][section.name] for player in view["players"])
        assert built <= RULES.model.kinds["section"].properties["parts"].values[section.id]


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, *(pytest.param(n, marks=pytest.mark.nightly) for n in (2, 4, 5))])
@settings(max_examples=GAMES, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), picks=st.lists(st.integers(0, 200), max_size=80))
def test_a_game_ends_and_keeps_what_must_be_kept(players: int, seed: int, picks: list[int]) -> None:
    costly = now_and_then(saving_keeps_everything, illegal_choices_change_nothing, undo_restores)

    def check(game: caylus.Game) -> None:
        options_are_complete(game)
        nothing_is_negative(game)
        view = game.view()
        standing = [space["worker"] for row in view["rows"].values() for space in row]
        standing += view["lists"]["stable"] + view["lists"]["castle_queue"] + [view["table"]["inn_guest"]]
        for player in view["players"]:
            assert player["state"]["workers"] + standing.count(player["name"]) == WORKERS
        tiles_are_conserved(game)
        houses_are_counted(game)
        # whoever has fewer points than after the last decision lost them to a rule that takes points
        for event in game.events_for(None, since=max(0, len(game.entries) - 40)):
            if event.kind == "pay":
                assert "prestige" not in event.data["amounts"]
            if event.kind == "set":
                assert event.data["state"] != "prestige"
        costly(game)

    game = play(RULES, players, seed, picks, check)
    assert game.view()["objects"]["section"]["towers"]["scored"]
    assert caylus.replay(game.transcript(), RULES) == game


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
