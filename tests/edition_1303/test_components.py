"""The tiles of 1303, compared with what the fact sheet says of them.

What a tile does is found by activating it: every way through its decisions, and what each changed for its user and for
its owner. Where a favor or a building begins, the way ends there and is told by what was on offer.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

import caylus
import pytest

from .sheet import BASIC, GOODS, MONUMENTS, PRINTED, RESIDENCE, STARTING, STONE, WOOD, Amounts, Tile

RULES = caylus.load("1303")
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
    found = [] if _asks_at_once(sheet, effects) else [owner]
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


def _asks_at_once(sheet: Tile, effects: Any) -> bool:
    """Whether the walk through it stops at its only decision, so that declining is not told apart."""
    return "mark" in sheet or "provost" in sheet or any("build" in effect for effect in effects)


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
