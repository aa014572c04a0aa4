"""The doubts of the fact sheet are data: whoever knows better changes a line, and the game follows."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import caylus
import pytest

from .sheet import FIRST_GAME

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[2] / "rulesets" / "1303"

Changed = Callable[[str, str], caylus.Ruleset]


@pytest.fixture
def changed(tmp_path: Path) -> Changed:
    """`changed(old, new)`: the ruleset with the one line that holds `old` changed, or one put in its place."""

    def change_line(old: str, new: str) -> caylus.Ruleset:
        folder = tmp_path / "1303"
        if not folder.exists():
            shutil.copytree(FOLDER, folder)
        spaced = re.compile(" +".join(map(re.escape, old.split())))  # the layout is the formatter's
        (file,) = [file for file in folder.glob("*.rules") if spaced.search(file.read_text(encoding="utf-8"))]
        text, changes = spaced.subn(lambda _: new.strip(), file.read_text(encoding="utf-8"))
        assert changes == 1
        file.write_text(text, encoding="utf-8")
        return caylus.load(folder)

    return change_line


def price(rules: caylus.Ruleset, building: str, name: str = "cost") -> dict[str, int]:
    """The first way of paying, or gaining, what a property of a building says."""
    kind = rules.model.kinds["building"]
    id_ = next(o.id for o in kind.objects if o.name == building)
    return {rules.model.resources[i].name: n for i, n in kind.properties[name].values[id_][0]}


def options(game: caylus.Game) -> set[str]:
    return {option.id for option in game.decision.options} if game.decision else set()


def play_tile(rules: caylus.Ruleset, tile: str, owner: str | None) -> dict[str, dict[str, int]]:
    """What red, and the owner if there is one, hold once red has used a tile and taken what there is to take."""
    game = rules.position(
        "activate", {"road 1": {"tile": tile, "owner": owner, "worker": "red"}}, 2, arguments={"space": "road 1"}
    )
    while game.decision is not None:
        game.play(0)
    return {p["name"]: {name: n for name, n in p["resources"].items() if n} for p in game.view()["players"]}


def test_d1_granary_and_statue_may_be_worth_something_else(changed: Changed) -> None:
    assert price(changed("granary_worth = 5", "granary_worth = 7"), "granary", "worth") == {"prestige": 7}
    assert price(changed("statue_worth = 7", "statue_worth = 9"), "statue", "worth") == {"prestige": 9}


def test_d1_the_granary_may_cost_food(changed: Changed) -> None:
    rules = changed("cost 1 gold + 1 stone               -- D1", "cost 1 gold + 1 food  -- D1")
    assert price(rules, "granary") == {"food": 1, "gold": 1}


@pytest.mark.parametrize("spaces", [1, 2, 4])
def test_d2_the_road_may_end_in_another_number_of_spaces(changed: Changed, spaces: int) -> None:
    rules = changed("end_spaces = 3", f"end_spaces = {spaces}")
    last = 23 + spaces
    game = rules.position("cross_bridge", {"bridge": ["red"], "provost": last - 1, "red": {"worker": 3}}, 2)
    assert "move 1" in options(game)
    assert "move 2" not in options(game)


def test_d3_the_road_may_have_fewer_empty_spaces(changed: Changed) -> None:
    changed("empty_before_stone = 4", "empty_before_stone = 3")
    rules = changed("empty_after_stone = 9", "empty_after_stone = 7")
    road = [space["tile"] for space in rules.new_game(4, 1).view()["rows"]["road"]]
    assert len(road) == 20
    assert [n for n, tile in enumerate(road, 1) if tile is not None] == [*range(1, 10), 13]


def test_d4_the_stone_sawmill_may_bring_food(changed: Changed) -> None:
    changed("use        { may gain 2 wood + 1 fabric }", "use { may gain 2 wood + 1 food }")
    rules = changed("setup_side { may gain 1 wood + 1 fabric }", "setup_side { may gain 1 wood + 1 food }")
    assert play_tile(rules, "stone_sawmill", "blue") == {"red": {"wood": 2, "food": 1}, "blue": {"wood": 1}}
    assert play_tile(rules, "stone_sawmill", None)["red"] == {"wood": 1, "food": 1}


@pytest.mark.parametrize(
    ("building", "old", "new", "cost"),
    [
        ("jeweler", "cost 1 stone + 1 wood               -- D5", "cost 1 stone + 1 fabric  -- D5", {"stone": 1, "fabric": 1}),
        ("spinning_mill", "cost 2 wood                         -- D8", "cost 1 wood + 1 food  -- D8", {"food": 1, "wood": 1}),
        ("stonemason", "cost 1 wood + 1 basic               -- D8", "cost 1 wood + 1 food  -- D8", {"food": 1, "wood": 1}),
        ("market", "cost 1 wood + 1 food                -- D8", "cost 1 wood + 1 basic  -- D8", {"food": 1, "wood": 1}),
    ],
)
def test_d5_d8_buildings_may_cost_something_else(
    changed: Changed, building: str, old: str, new: str, cost: dict[str, int]
) -> None:
    assert price(changed(old, new), building) == cost


def test_d6_another_starting_tile_may_be_doubled(changed: Changed) -> None:
    old = next(line for line in (FOLDER / "buildings.rules").read_text(encoding="utf-8").splitlines() if " second_farm " in line)
    rules = changed(old, 'starting_building second_sawmill "Sawmill" see "Activation f" { use { may gain 1 wood } }')
    assert [o.title for o in rules.model.kinds["starting_building"].objects].count("Sawmill") == 2


def test_d7_the_second_guild_may_take_fabric(changed: Changed) -> None:
    rules = changed("pay 1 stone to gain 4 worker", "pay 1 fabric to gain 4 worker")
    given = {"road 1": {"tile": "guild_for_four", "worker": "red"}, "red": {"stone": 1, "fabric": 1}}
    assert options(rules.position("activate", given, 2, arguments={"space": "road 1"})) == {"pay 1 fabric", "decline"}


def test_d10_the_stone_farm_may_be_worth_something_else(changed: Changed) -> None:
    rules = changed("worth 3 prestige                    -- D10", "worth 4 prestige  -- D10")
    assert price(rules, "stone_farm", "worth") == {"prestige": 4}


TAKEN_BY_SITE_TILES = {
    "starting_market": {"worker": 1},
    "second_market": {"worker": 1},
    "foundry": {"worker": 1},
    "church": {"worker": 2},
    "guild_for_three": {"fabric": 1},
    "guild": {"food": 1},
    "alchemist": {"wood": 1},
    "guild_for_four": {"stone": 1},
    "tailor": {"fabric": 1},
    "jeweler": {"gold": 1},
    "starting_carpenter": {"food": 1, "wood": 1},  # for a farm
    "stonemason": {"food": 1},  # for a gold mine
}


def test_d11_a_favor_may_have_to_be_of_use() -> None:
    rules = caylus.load("1303", ["strict-favor"])

    def list_offers(tile: str, **held: int) -> bool:
        given = {"round": 1, "site 1": {"tile": tile}, "supply": ["wood_farm", "gold_mine"], "red": {"favor": 1, **held}}
        given["bailiff"] = {"holder": "blue"}
        return f"use {tile}" in options(rules.position("use_favors", given, 2, arguments={"player": "red"}))

    for tile, taken in TAKEN_BY_SITE_TILES.items():
        assert list_offers(tile, **taken), tile
        assert not any(list_offers(tile, **{**taken, resource: amount - 1}) for resource, amount in taken.items()), tile
        assert list_offers(tile, **taken, houses=0) == (tile not in ("starting_carpenter", "stonemason")), tile
    assert all(map(list_offers, ("starting_farm", "covered_market", "manor", "gold_mine")))


def test_d12_the_leftmost_may_gain_the_favor_where_nobody_delivers(changed: Changed) -> None:
    rules = changed("bundles_for_favor = 1", "bundles_for_favor = 0")
    given = {"round": 1, "site 1": {"tile": "starting_farm"}, "bailiff": {"holder": "blue"}, "site_queue": ["red", "blue"]}
    game = rules.position("delivery", given, 2)
    assert game.decision is not None
    assert (game.decision.player, options(game)) == ("red", {"take bailiff", "use starting_farm"})


@pytest.mark.parametrize(("bundles", "favors"), [(0, 0), (1, 1)])
def test_d12_the_deliveryman_alone_gains_it_for_a_bundle_only(changed: Changed, bundles: int, favors: int) -> None:
    rules = changed("bundles_for_favor = 1", "bundles_for_favor = 0")
    given = {"round": 1, "site 1": {"tile": "starting_farm"}, "deliverers": ["red"], "red": {"bundles": bundles}}
    gained = [event for event in rules.position("reward_best_deliverer", given, 2).events if event.kind == "gain"]
    assert len(gained) == favors


def test_d13_a_monument_may_need_a_house(changed: Changed) -> None:
    old = 'require tile is in supply  "it has been built already"'
    rules = changed(old, f'{old}\n      require player.houses > 0  "no house is left"')
    given = {"supply": ["garden"], "road 1": {"tile": "residence", "owner": "red"}, "red": {"houses": 0, "gold": 1, "wood": 1}}
    assert rules.position("build_monuments", given, 2).over


def test_d16_deliveryman_and_journeyman_may_change_places(changed: Changed) -> None:
    changed("joins 3", "joins 30")
    changed("joins 4", "joins 3")
    changed("joins 30", "joins 4")
    rules = changed("first_game = no", "first_game = yes")
    assert set(rules.new_game(3, 1).view()["lists"]["on_board"]) == FIRST_GAME[2] | {"journeyman"}


def test_d17_the_provost_may_have_to_stay_a_space_before_the_bridge(changed: Changed) -> None:
    rules = changed("provost_rearmost = 0", "provost_rearmost = 1")
    game = rules.position("cross_bridge", {"bridge": ["red"], "provost": 2, "red": {"worker": 3}}, 2)
    assert "move -1" in options(game)
    assert "move -2" not in options(game)


def test_d18_the_owner_s_bonus_may_be_a_choice(changed: Changed) -> None:
    rules = changed("owner_bonus 1 food", "owner_bonus 1 food or 1 fabric")
    game = rules.position(
        "activate", {"road 1": {"tile": "stone_farm", "owner": "blue", "worker": "red"}}, 2, arguments={"space": "road 1"}
    )
    game.choose("accept")
    assert game.decision is not None
    assert (game.decision.player, options(game)) == ("blue", {"gain 1 food", "gain 1 fabric"})


def test_prestige_may_lie_open(changed: Changed) -> None:
    rules = changed('resource prestige "prestige" hidden sum', 'resource prestige "prestige"')
    game = rules.position(
        "planning", {"turn_order": ["red", "blue"], "blue": {"prestige": 7, "worker": 1}, "printed 1": {"tile": "toll"}}, 2
    )
    assert game.view("red")["scores"] == {"blue": 7, "red": 0}


@pytest.mark.parametrize("players", FIRST_GAME)
def test_the_recommended_first_game_has_its_characters(changed: Changed, players: int) -> None:
    rules = changed("first_game = no", "first_game = yes")
    wanted = set().union(*(names for fewest, names in FIRST_GAME.items() if fewest <= players))
    assert set(rules.new_game(players, 1).view()["lists"]["on_board"]) == wanted
