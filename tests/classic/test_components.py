"""The components of classic compared with the fact sheet, and whole games, for every number of players."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement
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

from .sheet import (
    CASTLE,
    CRAFT_AND_PRESTIGE,
    CUBES,
    FAMILIES,
    FAVOURS,
    FIXED,
    GOODS,
    LETTERS,
    NEUTRAL,
    PRESTIGE,
    RESIDENCE,
    SHEET,
    SPECIAL,
    STONE,
    WOOD,
    Change,
)

RULES = caylus.load("classic")
BUILDINGS = RULES.model.kinds["building"]

# ---- what the rules say


def property_ways(building: str, name: str) -> Any:
    id_ = next(o.id for o in BUILDINGS.objects if o.name == building)
    return BUILDINGS.properties[name].values[id_]


def ways(building: str, name: str) -> list[Change]:
    """The ways of paying or gaining what a property says."""
    letters = {
        RULES.model.resources.index(r): letter
        for letter, title in LETTERS.items()
        for r in RULES.model.resources
        if r.name == title
    }
    return [{letters[i]: n for i, n in way} for way in property_ways(building, name)]


def list_items(changes: list[Change]) -> list[list[tuple[str, int]]]:
    return sorted(sorted(change.items()) for change in changes)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_family_holds_the_buildings_of_the_sheet(family: str) -> None:
    assert {o.name for o in RULES.model.kinds[family].objects} == set(FAMILIES[family])


def test_there_are_no_other_buildings_but_the_castle() -> None:
    assert {o.name for o in BUILDINGS.objects} == {*SHEET, "castle"}


@pytest.mark.parametrize("building", CRAFT_AND_PRESTIGE)
def test_the_building_costs_what_the_sheet_says(building: str) -> None:
    cost = dict(SHEET[building]["cost"])
    any_cubes = cost.pop("any", 0)
    wanted = [
        {letter: n for letter in CUBES if (n := cost.get(letter, 0) + cubes.count(letter))}
        for cubes in combinations_with_replacement(CUBES, any_cubes)
    ]
    assert list_items(ways(building, "cost")) == list_items(wanted)


@pytest.mark.parametrize("building", [*CRAFT_AND_PRESTIGE, "residence"])
def test_the_building_is_worth_what_the_sheet_says(building: str) -> None:
    wanted = {letter: SHEET[building][letter] for letter in ("pp", "fav") if letter in SHEET[building]}
    assert ways(building, "worth") == [wanted]


@pytest.mark.parametrize("building", SHEET)
def test_the_building_earns_what_the_sheet_says(building: str) -> None:
    assert property_ways(building, "income") == SHEET[building].get("income", 0)


@pytest.mark.parametrize("building", CRAFT_AND_PRESTIGE)
def test_the_stock_holds_as_many_as_the_sheet_says(building: str) -> None:
    assert RULES.new_game(3).view()["objects"]["building"][building]["left"] == SHEET[building].get("copies", 1)


@pytest.mark.parametrize("building", SHEET)
def test_the_owner_s_share_is_what_the_sheet_says(building: str) -> None:
    bonus = SHEET[building].get("bonus", "")
    assert list_items(ways(building, "owner_bonus")) == list_items([{letter: 1} for letter in bonus] or [{}])


def test_forty_tiles_can_be_counted_as_the_sheet_counts_them() -> None:
    assert len(NEUTRAL) == 6
    assert sum(data.get("copies", 1) for data in WOOD.values()) == 8
    assert sum(data.get("copies", 1) for data in STONE.values()) == 10
    assert sum(data.get("copies", 1) for data in PRESTIGE.values()) == 9


# ---- what the buildings do

PURSE = {letter: 9 for letter in LETTERS if letter not in ("pp", "fav")}


def outcomes(game: caylus.Game, purse: Mapping[str, int] = PURSE) -> Iterator[tuple[Change, Change]]:
    """Every way a position can end: what changed for Red, who began with the purse, and for Green, who had nothing."""
    if game.decision is None:
        red, green = ({k: player["resources"][title] for k, title in LETTERS.items()} for player in game.view()["players"][:2])
        yield {k: n - purse.get(k, 0) for k, n in red.items() if n != purse.get(k, 0)}, {k: n for k, n in green.items() if n}
        return
    for option in range(len(game.moves)):
        twin = game.copy()
        twin.play(option)
        yield from outcomes(twin, purse)


def used(building: str, owner: str | None, purse: Mapping[str, int] = PURSE) -> caylus.Game:
    """Red, with the purse, uses a building that stands on the road's ninth space, with nothing else on the table."""
    given = {
        "Red": {LETTERS[letter]: n for letter, n in purse.items()},
        "road 9": {"tile": building, "owner": owner, "worker": "Red"},
    }
    return RULES.position("activate", given, ["Red", "Green", "Blue"], arguments={"space": "road 9"})


def effect(data: Mapping[str, Any]) -> list[Change]:
    """Everything the sheet lets a player do with a building, as changes."""
    match data:
        case {"produce": produce}:
            return list(produce)
        case {"sell": deniers}:
            return [{}, *({cube: -1, "d": deniers} for cube in CUBES)]
        case {"buy": offers}:
            bought = [(price, goods) for price, n in offers for goods in combinations_with_replacement(GOODS, n)]
            return [{}, *({"d": -price, **count_items(goods)} for price, goods in bought)]
        case {"trade": offers}:
            return [{}, *({**{k: -n for k, n in price.items()}, **gain} for price, gain in offers)]
        case {"melt": offers}:
            melted = [(gold, goods) for n, gold in offers for goods in combinations_with_replacement(GOODS, n)]
            return [{}, *({"G": gold, **{k: -n for k, n in count_items(goods).items()}} for gold, goods in melted)]
    raise AssertionError(data)


def count_items(goods: tuple[str, ...]) -> Change:
    return {letter: goods.count(letter) for letter in GOODS if letter in goods}


TRADING = [name for name, data in SHEET.items() if {"produce", "sell", "buy", "trade", "melt"} & set(data)]
BUILT = {"wood": WOOD, "stone": STONE, "prestige": PRESTIGE}
BUILDERS = [name for name, data in SHEET.items() if "build" in data]


@pytest.mark.parametrize("building", TRADING)
def test_using_the_building_does_what_the_sheet_says(building: str) -> None:
    assert list_items([red for red, _ in outcomes(used(building, None))]) == list_items(effect(SHEET[building]))


@pytest.mark.parametrize("building", TRADING)
def test_only_the_stone_producers_give_their_owner_something_and_only_when_another_uses_them(building: str) -> None:
    bonus = [{letter: 1} for letter in SHEET[building].get("bonus", "")] or [{}]
    of_another = list(outcomes(used(building, "Green")))
    assert list_items([green for _, green in of_another]) == list_items([b for b in bonus for _ in effect(SHEET[building])])
    of_ones_own = list(outcomes(used(building, "Red")))
    assert list_items([red for red, _ in of_ones_own]) == list_items(effect(SHEET[building]))
    assert all(green == {} for _, green in of_ones_own)


@pytest.mark.parametrize("building", [name for name in TRADING if "produce" not in SHEET[name]])
def test_whoever_has_nothing_can_buy_and_sell_nothing(building: str) -> None:
    assert list(outcomes(used(building, None, {}), {})) == [({}, {})]


def used_by_an_owner_of_a_residence(building: str, purse: Mapping[str, int]) -> caylus.Game:
    given = {
        "Red": {LETTERS[letter]: n for letter, n in purse.items()},
        "road 9": {"tile": building, "worker": "Red"},
        "road 20": {"tile": "residence", "owner": "Red"},
    }
    return RULES.position("activate", given, ["Red", "Green"], arguments={"space": "road 9"})


@pytest.mark.parametrize("builder", BUILDERS)
def test_a_builder_offers_every_building_of_its_family_or_none(builder: str) -> None:
    decision = used_by_an_owner_of_a_residence(builder, PURSE).decision
    assert decision is not None
    offered = {option.data["choices"].get("tile") for option in decision.options}
    assert offered == {*BUILT[SHEET[builder]["build"]], None}


@pytest.mark.parametrize("building", CRAFT_AND_PRESTIGE)
def test_building_it_takes_the_cost_and_brings_what_it_is_worth(building: str) -> None:
    data = SHEET[building]
    builder = next(name for name in BUILDERS if building in BUILT[SHEET[name]["build"]])
    purse = {("G" if letter == "any" else letter): n for letter, n in data["cost"].items()}
    game = used_by_an_owner_of_a_residence(builder, purse)
    assert game.decision is not None
    game.play([option.data["choices"].get("tile") for option in game.decision.options].index(building))
    left = game.view()["players"][0]["resources"]
    favours = left.pop("favour") + (game.decision is not None)  # one of them is being used
    assert {title: n for title, n in left.items() if n} == {"prestige": data["pp"]}
    assert favours == data.get("fav", 0)


def test_the_lawyer_sells_residences() -> None:
    given = {"Red": {"denier": 9, "cloth": 9}, "road 9": {"tile": "lawyer", "worker": "Red"}, "road 1": {"tile": "forest"}}
    game = RULES.position("activate", given, ["Red", "Green"], arguments={"space": "road 9"})
    price = {letter: -n for letter, n in WOOD["lawyer"]["residence"].items()}
    assert [red for red, _ in outcomes(game, {"d": 9, "C": 9})] == [{**price, "pp": RESIDENCE["pp"]}, {}]
    game.choose("transform forest")
    assert game.view()["rows"]["road"][0]["tile"] == "residence"


# ---- special buildings (1.2)


def visit_building(building: str, purse: Mapping[str, int] = PURSE) -> caylus.Game:
    """Red, with the purse, has a worker on a special building as phase 3 comes to it."""
    space = f"village {SPECIAL.index(building) + 1}"
    given = {
        "Red": {LETTERS[letter]: n for letter, n in purse.items()},
        space: {"tile": building, "worker": "Red"},
        "provost": "road 14",
        "road 1": {"tile": "forest"},
        "road 2": {"tile": "residence"},
    }
    return RULES.position("activate_special", given, ["Red", "Green", "Blue"], arguments={"space": space})


def list_offers(game: caylus.Game) -> set[str]:
    return {option.id for option in game.decision.options} if game.decision else set()


def test_the_gate_moves_its_worker_free_to_any_free_place() -> None:
    assert list_offers(visit_building("gate")) == {"move forest", "decline"}


def test_the_trading_post_gives_three_deniers() -> None:
    assert list(outcomes(visit_building("trading_post"))) == [({"d": 3}, {})]


def test_the_guild_moves_the_provost_up_to_three_spaces_free() -> None:
    game = visit_building("guild")
    assert list_offers(game) == {"decline", *(f"move road {14 + steps}" for steps in (-3, -2, -1, 1, 2, 3))}
    assert {tuple(red.items()) for red, _ in outcomes(game)} == {()}


def test_the_joust_field_sells_one_favour_for_a_denier_and_a_cloth() -> None:
    game = visit_building("joust")
    assert list_offers(game) == {"pay 1 cloth + 1 denier", "decline"}
    game.choose("pay 1 cloth + 1 denier")
    assert list_offers(game) == {f"favour {line}" for line in (*FAVOURS, "building_line")}
    assert list_offers(visit_building("joust", {"d": 1})) == list_offers(visit_building("joust", {"C": 1})) == set()


# ---- favours (4)


def favour(line: str, column: int, purse: Mapping[str, int] = PURSE) -> caylus.Game:
    given = {
        "Red": {LETTERS[letter]: n for letter, n in purse.items()},
        "road 1": {"tile": "forest"},
        "road 20": {"tile": "residence", "owner": "Red"},
    }
    return RULES.position("favour_effect", given, ["Red", "Green"], arguments={"player": "Red", "line": line, "column": column})


@pytest.mark.parametrize("line", FAVOURS)
@pytest.mark.parametrize("column", range(1, 6))
def test_the_favour_brings_what_the_sheet_says(line: str, column: int) -> None:
    assert list_items([red for red, _ in outcomes(favour(line, column))]) == list_items(FAVOURS[line][column - 1])


def test_the_first_favour_of_the_building_line_brings_nothing() -> None:
    assert list(outcomes(favour("building_line", 1))) == [({}, {})]


@pytest.mark.parametrize(("column", "family", "waived"), [(2, WOOD, "W"), (3, STONE, "S"), (5, PRESTIGE, "")])
def test_the_building_line_builds_with_a_cube_less(column: int, family: dict[str, dict[str, Any]], waived: str) -> None:
    for building, data in family.items():
        price = {("G" if letter == "any" else letter): n for letter, n in data["cost"].items() if letter != waived}
        game = favour("building_line", column, price)
        assert game.decision is not None
        game.play([option.data["choices"].get("tile") for option in game.decision.options].index(building))
        assert not any(game.view()["players"][0]["resources"][LETTERS[cube]] for cube in CUBES)


def test_the_building_line_s_lawyer_asks_for_the_cloth_alone() -> None:
    assert [red for red, _ in outcomes(favour("building_line", 4, {"C": 1}), {"C": 1})] == [{"C": -1, "pp": RESIDENCE["pp"]}, {}]


# ---- the castle (5)


def test_the_castle_is_built_dungeon_first_towers_last() -> None:
    assert [section.name for section in RULES.model.kinds["section"].objects] == list(CASTLE)


@pytest.mark.parametrize("section", CASTLE)
@pytest.mark.parametrize("name", ["parts", "worth", "mark", "penalty"])
def test_the_section_s_numbers_are_those_of_the_sheet(section: str, name: str) -> None:
    kind = RULES.model.kinds["section"]
    assert kind.properties[name].values[list(CASTLE).index(section)] == CASTLE[section][name]


@pytest.mark.parametrize("section", CASTLE)
@pytest.mark.parametrize("houses", range(7))
def test_scoring_a_section_gives_favours_by_houses_or_takes_points(section: str, houses: int) -> None:
    given = {
        "Red": {"prestige": 9, "houses": {section: houses}},
        "Green": {"houses": {section: 1}},
        "turn_order": ["Red", "Green"],
    }
    game = RULES.position("score_section", given, ["Red", "Green"], arguments={"section": section})
    held = game.view()["players"][0]["resources"]
    assert held["favour"] + (game.decision is not None) == CASTLE[section]["favours"][houses]
    assert held["prestige"] == 9 - (0 if houses else CASTLE[section]["penalty"])


# ---- the board and the start (2 and 3.1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_table_is_set_up_as_the_sheet_says(players: int, seed: int) -> None:
    view = RULES.position("set_up", {}, players, seed=seed).view()
    road = [space["tile"] for space in view["rows"]["road"]]
    assert len(road) == 28
    assert sorted(road[:6]) == sorted(NEUTRAL)
    assert {number: tile for number, tile in enumerate(road[6:], 7) if tile} == {
        data["space"]: name for name, data in FIXED.items()
    }
    assert [space["tile"] for space in view["rows"]["village"]] == SPECIAL
    assert [space["tile"] for space in view["rows"]["keep"]] == ["castle"]
    assert view["table"]["bailiff"] == view["table"]["provost"] == "road 6"
    deniers = {2: [5, 5], 3: [5, 6, 6], 4: [5, 6, 6, 7], 5: [5, 6, 6, 7, 7]}[players]
    by_name = {player["name"]: player for player in view["players"]}
    for name, purse in zip(view["lists"]["turn_order"], deniers, strict=True):
        assert {title: n for title, n in by_name[name]["resources"].items() if n} == {"food": 2, "wood": 1, "denier": purse}
        assert by_name[name]["state"]["workers"] == 6
        assert not any(by_name[name]["state"]["marker"].values())


def test_the_neutral_buildings_lie_in_any_order() -> None:
    orders = {
        tuple(s["tile"] for s in RULES.position("set_up", {}, 3, seed=seed).view()["rows"]["road"][:6]) for seed in range(12)
    }
    assert len(orders) > 8


def test_each_turn_brings_two_deniers_and_what_buildings_earn() -> None:
    tiles = ["residence", "residence", "residence", "library", "hotel"]
    given: dict[str, Any] = {f"road {i}": {"tile": tile, "owner": "Red"} for i, tile in enumerate(tiles, 17)}
    given["turn_order"] = ["Red", "Green"]
    assert list(outcomes(RULES.position("income", given, ["Red", "Green"]), {})) == [({"d": 8}, {"d": 2})]


@pytest.mark.parametrize(
    ("purse", "points"),
    [
        ({}, 0),
        ({"G": 2, "F": 3, "W": 2, "S": 1, "C": 1, "d": 9}, 10),
        ({"F": 2, "d": 3}, 0),
        ({"F": 1, "S": 1, "C": 1}, 1),
        ({"d": 8}, 2),
    ],
)
def test_what_is_left_at_the_end_counts(purse: Change, points: int) -> None:
    given = {"Red": {LETTERS[letter]: n for letter, n in purse.items()}, "turn_order": ["Red", "Green"]}
    game = RULES.position("final_count", given, ["Red", "Green"])
    assert list(outcomes(game, purse)) == [({"pp": points} if points else {}, {})]


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
