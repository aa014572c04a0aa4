"""The table and the tiles of 1303, and the numbers of its rules, compared with what the fact sheet says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from typing import Any

import caylus
import pytest

from .sheet import (
    BASIC,
    BRIDGE_STEPS,
    BROWN,
    BUNDLE,
    CHARACTERS,
    EMPTY_A,
    EMPTY_B,
    FIRST_GAME,
    GOODS,
    GRAY,
    HOUSES_OF_A_COLOR,
    MONUMENTS,
    OPEN_TILES,
    POINTS_OF_A_GOLD,
    PRINTED,
    PRINTED_ROW,
    PROVOST,
    RESIDENCE,
    ROUNDS,
    START,
    STARTING,
    STONE,
    TABLE,
    WOOD,
    WORKERS_OF_A_COLOR,
    YELLOW,
    Amounts,
    Tile,
)

RULES = caylus.load("1303")
SEEDS = range(60)


def family(*names: str) -> set[str]:
    return {o.name for name in names for o in RULES.model.kinds[name].objects}


def draft_characters(players: int, seed: int = 1) -> dict[str, Any]:
    """A new game with its characters drafted."""
    game = RULES.new_game(players, seed)
    while game.decision is not None and game.decision.rule == "draft_characters":
        game.play(0)
    return game.view()


# ---- components


def test_the_resources_of_the_sheet_are_the_goods() -> None:
    assert [r.name for r in RULES.model.groups["good"].members] == GOODS


def test_prestige_is_kept_face_down_and_nothing_else_is() -> None:
    assert [r.name for r in RULES.model.resources if not r.audience.is_public] == ["prestige"]


def test_the_faces_of_the_starting_tiles_are_those_of_the_rulebook() -> None:
    faces = Counter(o.title for o in RULES.model.kinds["starting_building"].objects)
    wanted: Counter[str] = Counter()
    for name, tile in STARTING.items():
        wanted[name.split("_")[0].capitalize()] += tile["copies"]
    assert faces == wanted


def test_the_characters_are_those_of_the_sheet() -> None:
    assert {o.name for o in RULES.model.kinds["character"].objects} == CHARACTERS


def test_each_character_joins_the_first_game_where_the_sheet_says() -> None:
    joins = RULES.model.kinds["character"].properties["joins"].values
    found = {n: {o.name for o in RULES.model.kinds["character"].objects if joins[o.id] == n} for n in (2, 3, 4, 5)}
    assert found == FIRST_GAME


# ---- setup


@pytest.mark.parametrize("players", TABLE)
def test_each_player_starts_with_what_the_sheet_says(players: int) -> None:
    workers = TABLE[players]["workers"]
    for player in draft_characters(players)["players"]:
        camp = WORKERS_OF_A_COLOR - workers
        assert player["resources"] == {**START, "worker": workers, "camp": camp, "favor": 0}
        assert player["state"]["houses"] == HOUSES_OF_A_COLOR - 1


@pytest.mark.parametrize("players", TABLE)
def test_three_more_characters_than_players_are_in_play_and_three_stay_on_the_board(players: int) -> None:
    assert len(RULES.new_game(players, 1).view()["lists"]["on_board"]) == TABLE[players]["characters"] == players + 3
    view = draft_characters(players)
    held = [character["holder"] for character in view["objects"]["character"].values() if character["holder"]]
    assert sorted(held) == sorted(player["name"] for player in view["players"])
    assert len(view["lists"]["on_board"]) == 3


@pytest.mark.parametrize("players", TABLE)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_draft_goes_counterclockwise_and_ends_with_the_first_player(players: int, seed: int) -> None:
    game = RULES.new_game(players, seed)
    picked = []
    while game.decision is not None and game.decision.rule == "draft_characters":
        picked.append(game.decision.player)
        game.play(0)
    seats = list(game.players)
    first = seats.index(game.view()["table"]["first_player"])
    assert picked == [seats[(first - k) % players] for k in range(1, players + 1)]
    assert game.view()["lists"]["turn_order"] == picked[::-1]


def test_the_road_has_the_spaces_of_the_sheet() -> None:
    rows = RULES.new_game(4, 1).view()["rows"]
    assert [space["tile"] for space in rows["printed"]] == PRINTED_ROW
    assert len(rows["road"]) == max(EMPTY_B)
    assert len(rows["site"]) == 3


@pytest.mark.parametrize("seed", SEEDS)
def test_the_tiles_of_the_setup_lie_where_the_sheet_says(seed: int) -> None:
    view = RULES.new_game(4, seed).view()
    road = [space["tile"] for space in view["rows"]["road"]]
    site = [space["tile"] for space in view["rows"]["site"]]
    assert {road[n - 1] for n in YELLOW} | {site[0]} == family("starting_building")
    assert {road[BROWN - 1], site[1]} <= family("wood_building")
    assert {road[GRAY - 1], site[2]} <= family("stone_building")
    assert all(road[n - 1] is None for n in (*EMPTY_A, *EMPTY_B))
    laid = {*road, *site} - {None}
    tiles = family("starting_building", "wood_building", "stone_building", "monument")
    assert sorted(view["lists"]["supply"]) == sorted(tiles - laid)
    assert len(view["lists"]["supply"]) == 7 + 7 + 7
    assert all(space["owner"] is None for space in view["rows"]["road"])
    assert view["table"]["provost"] == PROVOST["start"]


@pytest.mark.slow
def test_the_stonemason_never_starts_on_the_road_though_any_other_wood_tile_may() -> None:
    seen = {RULES.new_game(4, seed).view()["rows"]["road"][BROWN - 1]["tile"] for seed in range(200)}
    assert seen == family("wood_building") - {"stonemason"}


def test_the_stonemason_may_lie_on_the_construction_site() -> None:
    assert any(RULES.new_game(4, seed).view()["rows"]["site"][1]["tile"] == "stonemason" for seed in range(200))


# ---- numbers of the rules


@pytest.mark.parametrize("players", TABLE)
def test_each_player_recruits_as_many_workers_as_the_sheet_says(players: int) -> None:
    names = list(RULES.seats[:players])
    game = RULES.position("recruitment", {"turn_order": names, **{name: {"camp": 15} for name in names}}, players)
    assert [p["resources"]["worker"] for p in game.view()["players"]] == [TABLE[players]["recruit"]] * players


def moves_of_the_provost(provost: int, workers: int) -> dict[int, int]:
    """The steps a player on the bridge may move him, each with the workers it takes."""
    game = RULES.position("cross_bridge", {"bridge": ["blue"], "provost": provost, "blue": {"worker": workers}}, 2)
    found = {}
    for i, option in enumerate(game.decision.options if game.decision else ()):
        if option.id != "decline":
            twin = game.copy()
            twin.play(i)
            view = twin.view()
            found[view["table"]["provost"] - provost] = workers - view["players"][0]["resources"]["worker"]
    return found


def test_a_step_of_the_provost_takes_a_worker_and_three_steps_are_the_most() -> None:
    assert moves_of_the_provost(10, 15) == {n: abs(n) for n in range(-BRIDGE_STEPS, BRIDGE_STEPS + 1) if n}
    assert moves_of_the_provost(10, 2) == {n: abs(n) for n in range(-2, 3) if n}


@pytest.mark.parametrize("provost", range(PROVOST["rearmost"], max(EMPTY_B) + PROVOST["beyond the end"] + 1))
def test_the_provost_stays_between_the_bridge_and_the_last_space_at_the_end_of_the_road(provost: int) -> None:
    last = max(EMPTY_B) + PROVOST["beyond the end"]
    reached = {provost + steps for steps in moves_of_the_provost(provost, 15)}
    wanted = {spot for spot in range(PROVOST["rearmost"], last + 1) if 0 < abs(spot - provost) <= BRIDGE_STEPS}
    assert reached == wanted


@pytest.mark.parametrize("round_", range(1, ROUNDS + 1))
def test_a_favor_opens_as_many_tiles_of_the_site_as_the_sheet_says(round_: int) -> None:
    given = {
        "round": round_,
        "site 1": {"tile": "starting_market"},
        "site 2": {"tile": "tailor"},
        "site 3": {"tile": "foundry"},
        "bailiff": {"holder": "red"},
        "blue": {"favor": 1},
    }
    game = RULES.position("use_favors", given, 2, arguments={"player": "blue"})
    assert game.decision is not None
    open_tiles = [tile for tile in ("starting_market", "tailor", "foundry") if not game.decision.why_not(f"use {tile}")]
    assert len(open_tiles) == sum(round_ in rounds for rounds in OPEN_TILES.values())


def bundles(holder: str | None) -> set[frozenset[str]]:
    """The bundles on offer to Blue with plenty of everything, with the Chamberlain in a hand."""
    given = {"site_queue": ["blue"], "chamberlain": {"holder": holder}, "blue": dict.fromkeys(GOODS, 9)}
    game = RULES.position("deliveries", given, 2)
    assert game.decision is not None
    paid = [option.data["pays"] for option in game.decision.options if option.id != "enough"]
    assert all(amount == 1 for pays in paid for amount in pays.values())
    return {frozenset(pays) for pays in paid}


def test_a_bundle_is_three_different_resources_with_food_among_them() -> None:
    wanted = [c for c in combinations(GOODS, BUNDLE["size"]) if BUNDLE["must include"] in c]
    assert bundles(None) == {frozenset(c) for c in wanted}


@pytest.mark.parametrize("delivered", [1, 2, 3])
def test_a_bundle_is_worth_what_the_sheet_says(delivered: int) -> None:
    game = RULES.position("deliveries", {"site_queue": ["blue"], "blue": dict.fromkeys(GOODS, 9)}, 2)
    for _ in range(delivered):
        game.choose("deliver 1 food + 1 wood + 1 stone")
    game.choose("enough")
    assert game.scores["blue"] == delivered * BUNDLE["pp"]


def test_a_gold_left_at_the_end_is_worth_what_the_sheet_says_and_nothing_else_is_worth_anything() -> None:
    given = {"turn_order": ["blue", "red"], "blue": {"gold": 4}, "red": {**dict.fromkeys(GOODS[:-1], 9), "worker": 15}}
    assert RULES.position("final_count", given, 2).scores == {"blue": 4 * POINTS_OF_A_GOLD, "red": 0}


@pytest.mark.parametrize("players", TABLE)
def test_a_game_is_nine_rounds_long(players: int) -> None:
    game = RULES.new_game(players, 1)
    while not game.over:
        game.play(0)
    assert game.view()["table"]["round"] == game.rounds == ROUNDS


BUILDINGS = RULES.model.kinds["building"]
PLAYERS = ["Red", "Green"]

# ---- what the rules call them: faces of several families share a name

CALLED: dict[str, Tile] = {
    **PRINTED,
    **{f"starting_{face}": STARTING[face] for face in ("farm", "sawmill", "quarry", "carpenter", "market")},
    "second_farm": STARTING["farm"],
    "second_market": STARTING["market"],
    "guild_for_three": STARTING["guild_3"],
    "guild_for_four": STARTING["guild_4"],
    **{f"wood_{face}" if face in ("farm", "sawmill", "quarry") else face: tile for face, tile in WOOD.items()},
    **{f"stone_{face}" if face in ("farm", "sawmill", "quarry") else face: tile for face, tile in STONE.items()},
    **MONUMENTS,
    "residence": RESIDENCE,
}
FAMILIES = {
    "printed_building": PRINTED.values(),
    "starting_building": [tile for tile in STARTING.values() for _ in range(tile["copies"])],
    "wood_building": WOOD.values(),
    "stone_building": STONE.values(),
    "monument": MONUMENTS.values(),
}


def members(family: str) -> list[str]:
    return [o.name for o in RULES.model.kinds[family].objects]


CONSTRUCTED = [*members("wood_building"), *members("stone_building"), *members("monument")]
DOUBLE_SIDED = [*members("wood_building"), *members("stone_building")]
ACTIVATED = [*members("printed_building"), *members("starting_building"), *DOUBLE_SIDED]

# ---- what the rules say of them

NAMES = {"pp": "prestige", "favor": "favor"}
"""The sheet's words for what the rules call otherwise."""


def property_ways(building: str, name: str) -> list[Amounts]:
    """The ways of paying or gaining what a property says."""
    id_ = next(o.id for o in BUILDINGS.objects if o.name == building)
    resources = RULES.model.resources
    return [{resources[i].name: n for i, n in way} for way in BUILDINGS.properties[name].values[id_]]


def spell_amounts(amounts: Amounts) -> list[Amounts]:
    """The ways of paying or gaining amounts in which `any` is one of the basic resources."""
    fixed = {NAMES.get(name, name): n for name, n in amounts.items() if name != "any"}
    return [
        {name: fixed.get(name, 0) + picked.count(name) for name in {*fixed, *picked}}
        for picked in combinations_with_replacement(BASIC, amounts.get("any", 0))
    ]


def alike(one: list[Amounts], other: list[Amounts]) -> bool:
    return sorted(sorted(way.items()) for way in one) == sorted(sorted(way.items()) for way in other)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_has_as_many_tiles_as_the_sheet_says(family: str) -> None:
    assert sorted(map(id, (CALLED[name] for name in members(family)))) == sorted(map(id, FAMILIES[family]))


def test_there_are_nine_tiles_of_each_double_sided_family_and_seven_monuments() -> None:
    assert [len(members(f)) for f in ("starting_building", "wood_building", "stone_building", "monument")] == [9, 9, 9, 7]


def test_there_are_no_other_buildings() -> None:
    assert {o.name for o in BUILDINGS.objects} == {*CALLED}


@pytest.mark.parametrize("building", CONSTRUCTED)
def test_a_building_costs_what_the_sheet_says(building: str) -> None:
    assert alike(property_ways(building, "cost"), spell_amounts(CALLED[building]["cost"]))


@pytest.mark.parametrize("building", CONSTRUCTED)
def test_a_building_is_worth_what_the_sheet_says(building: str) -> None:
    worth = {"pp": CALLED[building]["pp"], **({"favor": 1} if "favor" in CALLED[building] else {})}
    assert alike(property_ways(building, "worth"), spell_amounts(worth))


@pytest.mark.parametrize("building", CALLED)
def test_a_building_brings_at_recruitment_what_the_sheet_says(building: str) -> None:
    assert alike(property_ways(building, "brings"), spell_amounts(CALLED[building].get("recruit", {})))


def test_every_stone_building_costs_a_stone_and_one_other_resource() -> None:
    for tile in STONE.values():
        assert tile["cost"]["stone"] == 1
        assert sum(tile["cost"].values()) == 2


# ---- what they do

HELD = {**dict.fromkeys(GOODS, 9), "worker": 6, "camp": 8, "prestige": 3}

Outcome = tuple[tuple[str, Any], ...]
"""What a way through a tile's decisions came to, sorted: changes of the user's, `owner` and what is left to decide."""


def activate_tile(tile: str, owner: str | None) -> set[Outcome]:
    """Every outcome of activating a tile with Red's worker on it; the supply holds all that can be built."""
    supply = [*members("wood_building"), *members("stone_building"), *members("monument")]
    given = {
        "round": 1,
        "provost": 10,
        "supply": [name for name in supply if name != tile],
        "bailiff": {"holder": "Green"},
        "road 1": {"tile": tile, "owner": owner, "worker": "Red"},
        "road 2": {"tile": "second_farm"},  # for the lawyer
        "Red": HELD,
        "Green": HELD,
    }
    game = RULES.position("activate", given, PLAYERS, arguments={"space": "road 1"})
    return {outcome(done) for done in enumerate_ways(game)}


def enumerate_ways(game: caylus.Game) -> Iterator[caylus.Game]:
    if game.decision is None or game.decision.rule in ("use_favors", "build", "move_provost", "lawyer"):
        yield game
        return
    for i in range(len(game.moves)):
        twin = game.copy()
        twin.play(i)
        yield from enumerate_ways(twin)


def outcome(game: caylus.Game) -> Outcome:
    view = game.view()
    user, owner = (player["resources"] for player in view["players"])
    change: dict[str, Any] = {name: n - HELD.get(name, 0) for name, n in user.items()}
    assert change.pop("camp") == -change["worker"], "workers come from the camp and return to it"
    change["owner"] = frozenset((name, n - HELD.get(name, 0)) for name, n in owner.items() if n != HELD.get(name, 0))
    if game.decision is not None:
        offered = frozenset((o.id, frozenset(o.data["pays"].items())) for o in game.decision.options if o.id != "decline")
        change["left"] = "favor" if game.decision.rule == "use_favors" else offered
    return tuple(sorted((name, value) for name, value in change.items() if value))


def write_rules(tile: str, side: str, bonus: Amounts) -> set[Outcome]:
    """The outcomes the sheet gives a side of a tile, that of leaving its effect unused among them."""
    sheet = CALLED[tile]
    effects = sheet.get(side, sheet.get("use", ()))
    owner: dict[str, Any] = {"owner": frozenset(bonus.items())}
    found = [] if "mark" in sheet or "provost" in sheet or any("build" in effect for effect in effects) else [owner]
    if "mark" in sheet:
        found.append({"left": frozenset({("house second_farm", frozenset({("fabric", 1)}))})})
    if "provost" in sheet:
        steps = [n for n in range(-sheet["provost"], sheet["provost"] + 1) if n]
        found.append({"left": frozenset((f"move {n}", frozenset()) for n in steps)})
    for effect in effects:
        if "build" in effect:
            found.append({"left": buildable(tile, effect["build"], effect.get("waived"))})
            continue
        for paid in spell_amounts(effect.get("pay", {})):
            for gained in spell_amounts(effect.get("gain", {})):
                net: dict[str, Any] = {name: gained.get(name, 0) - paid.get(name, 0) for name in {*paid, *gained}}
                if net.pop("favor", 0):
                    net["left"] = "favor"
                found.append({**owner, **net})
    return {tuple(sorted((name, value) for name, value in change.items() if value)) for change in found}


def buildable(builder: str, family: str, waived: str | None) -> frozenset[tuple[str, frozenset[tuple[str, int]]]]:
    """The options of building a tile of a family, each with what it pays."""
    found = set()
    for name in members(f"{family}_building"):
        cost = dict(CALLED[name]["cost"])
        if waived:
            cost[waived] -= 1
        ways = [{g: way[g] for g in GOODS if way.get(g)} for way in spell_amounts(cost)]
        for way in ways if name != builder else ():
            words = " + ".join(f"{n} {g}" for g, n in way.items())
            found.add((f"build {name} {words}" if len(ways) > 1 else f"build {name}", frozenset(way.items())))
    return frozenset(found)


@pytest.mark.parametrize("tile", DOUBLE_SIDED)
def test_the_construction_side_does_what_the_sheet_says_and_pays_its_owner(tile: str) -> None:
    assert activate_tile(tile, "Green") == write_rules(tile, "use", CALLED[tile].get("bonus", {}))


@pytest.mark.parametrize("tile", DOUBLE_SIDED)
def test_the_construction_side_pays_no_bonus_to_an_owner_who_activates_it(tile: str) -> None:
    assert activate_tile(tile, "Red") == write_rules(tile, "use", {})


@pytest.mark.parametrize("tile", DOUBLE_SIDED)
def test_the_setup_side_does_what_the_sheet_says(tile: str) -> None:
    assert activate_tile(tile, None) == write_rules(tile, "setup", {})


@pytest.mark.parametrize("tile", [*members("printed_building"), *members("starting_building")])
def test_a_printed_or_starting_building_does_what_the_sheet_says(tile: str) -> None:
    assert activate_tile(tile, None) == write_rules(tile, "use", {})
