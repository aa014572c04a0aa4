"""What the verbs of a variant make of its base."""

from __future__ import annotations

from pathlib import Path

import caylus
import pytest

from .garden import BASE, Variant, check, ids, list_holdings, load


def holdings(rules: caylus.Ruleset, choice: str = "rest") -> dict[str, int]:
    """What the only player holds after the first choice of a game."""
    game = rules.new_game(1)
    game.choose(choice)
    return list_holdings(game)


def amounts(rules: caylus.Ruleset, kind: str, name: str) -> dict[str, object]:
    """The fixed values of an object."""
    objects = {o.name: o.id for o in rules.model.kinds[kind].objects}
    return {field: p.values[objects[name]] for field, p in rules.model.kinds[kind].properties.items()}


def test_the_base_alone_is_played_as_it_is_written(tmp_path: Path) -> None:
    game = load(tmp_path).new_game(1)
    assert ids(game) == ["take orchard", "take meadow", "rest"]
    assert list_holdings(game) == {"pear": 1, "coin": 3}


def test_a_plain_definition_is_added(tmp_path: Path) -> None:
    rules = load(tmp_path, a='field bog "Bog" { worth 5 }\nchange table reward { bog | nothing | nothing }')
    assert "take bog" in ids(rules.new_game(1))
    assert holdings(rules, "take bog")["point"] == 5


def test_a_constant_takes_a_new_value(tmp_path: Path) -> None:
    assert list_holdings(load(tmp_path, a="change constant prize = 7").new_game(1))["coin"] == 8


def test_a_scale_takes_new_numbers_and_keeps_its_first_index(tmp_path: Path) -> None:
    base = BASE.replace("scale bonus =", "scale bonus from 0 =")
    rules = load(tmp_path, base=base, a="change scale bonus = [5, 6]")
    assert (rules.model.scales["bonus"].start, rules.model.scales["bonus"].numbers) == (0, (5, 6))


STREET = """\
kind step plural steps { state trodden flag }
row path of 3 steps hidden from all
row pair of [orchard, meadow]
list kept of field hidden from all
state wind number from 0 to 3 = 2
"""


@pytest.mark.parametrize(
    ("edit", "size", "words"),
    [
        ("change row path of 30 steps", 30, "hidden from all"),
        ("change row path of (2 * prize) steps", 4, "hidden from all"),
        ("change row path of 5 steps not hidden", 5, None),
    ],
)
def test_a_row_is_said_anew_and_stays_as_hidden_as_it_was_unless_it_says_otherwise(
    tmp_path: Path, edit: str, size: int, words: str | None
) -> None:
    rules = load(tmp_path, base=BASE + STREET, a=edit)
    (row,) = [d for file in rules.files for d in file.definitions if getattr(d, "name", None) and d.name.text == "path"]
    assert rules.model.rows["path"].size == size
    assert (row.audience.words if row.audience else None) == words


@pytest.mark.slow
def test_a_row_of_named_objects_takes_others(tmp_path: Path) -> None:
    base = BASE + STREET + "rule gift { after spring() { for each field in pair { set field.owner to order[1] } } }\n"
    game = load(tmp_path, base=base, a="change row pair of [meadow]").new_game(1)
    assert ids(game) == ["take orchard", "rest"]


def test_a_list_is_said_anew(tmp_path: Path) -> None:
    kept = load(tmp_path, base=BASE + STREET, a="change list kept of player").model.lists["kept"]
    assert (kept.kind.name, kept.audience.is_public) == ("player", False)


@pytest.mark.parametrize(
    ("edit", "bounds", "start"),
    [
        ("change state wind number from 0 to 8", (0, 8), 0),
        ("change state wind number from 1 to 8 = prize + 3", (1, 8), 5),
        ("change state wind number from -4 to 4 = 1", (-4, 4), 1),
    ],
)
def test_a_state_takes_other_bounds_and_another_start(tmp_path: Path, edit: str, bounds: tuple[int, int], start: int) -> None:
    wind = load(tmp_path, base=BASE + STREET, a=edit).model.states["wind"]
    assert (wind.bounds, wind.initial) == ([bounds], [start])


def test_a_fault_in_a_line_said_anew_is_told_where_it_stands(tmp_path: Path) -> None:
    (found,) = check(tmp_path, base=BASE + STREET, a="change state wind number from 0 to 1 = 5")
    assert (found.code, found.lines[0]) == ("E0306", "change state wind number from 0 to 1 = 5")


def test_a_row_changed_by_a_layer_is_changed_again_by_one_above(tmp_path: Path) -> None:
    above = Variant("change row path of 9 steps", {"requires": ["a"]})
    rules = load(tmp_path, base=BASE + STREET, a="change row path of 5 steps", b=above)
    assert rules.model.rows["path"].size == 9
    assert [step.verb for step in rules.history["path"]] == ["add", "change", "change"]


def test_a_group_takes_new_members(tmp_path: Path) -> None:
    rules = load(tmp_path, a="change group fruit = apple")
    assert [r.name for r in rules.model.groups["fruit"].members] == ["apple"]


@pytest.mark.parametrize(
    ("change", "title", "hidden", "supply"),
    [
        ("hidden", "small seed", True, "coin"),
        ("not hidden", "small seed", False, "coin"),
        ("from apple", "small seed", True, "apple"),
        ("from nothing", "small seed", True, None),
        ('"big seed" not hidden from nothing', "big seed", False, None),
    ],
)
def test_of_a_resource_changes_what_is_named_and_the_rest_stays(
    tmp_path: Path, change: str, title: str, hidden: bool, supply: str | None
) -> None:
    is_hidden = "" if change == "hidden" else " hidden"
    base = BASE.replace("seed from coin", f'seed "small seed"{is_hidden} from coin')
    seed = next(r for r in load(tmp_path, base=base, a=f"change resource seed {change}").model.resources if r.name == "seed")
    assert (seed.title, not seed.audience.is_public, seed.supply and seed.supply.name) == (title, hidden, supply)


def test_of_a_thing_that_is_a_resource_both_sides_change(tmp_path: Path) -> None:
    base = BASE + 'kind spice plural spices is resource { price number = 1 }\nspice salt "salt" hidden from coin\n'
    rules = load(tmp_path, base=base, a='change spice salt "sea salt" from nothing { price 4 }\nspice mint')
    salt, mint = (next(r for r in rules.model.resources if r.name == name) for name in ("salt", "mint"))
    assert (salt.title, salt.audience.is_public, salt.supply, amounts(rules, "spice", "salt")) == (
        "sea salt",
        False,
        None,
        {"price": 4},
    )
    assert (mint.index, amounts(rules, "spice", "mint")) == (salt.index + 1, {"price": 1})


@pytest.mark.slow
def test_a_supply_that_is_taken_away_limits_nothing_any_more(tmp_path: Path) -> None:
    base = BASE.replace("1 pear + 1 seed", "1 pear + 9 seed")
    (tmp_path / "base").mkdir()
    assert "seed" not in list_holdings(load(tmp_path / "base", base=base).new_game(1))
    assert list_holdings(load(tmp_path, base=base, a="change resource seed from nothing").new_game(1))["seed"] == 9


def test_a_kind_gives_its_objects_other_things_by_themselves(tmp_path: Path) -> None:
    rules = load(tmp_path, a="change kind field { worth number = 6, action harvest(player) { gain 5 coin } }")
    game = rules.new_game(1)
    game.choose("take meadow")
    assert list_holdings(game)["point"] == 6
    assert list_holdings(game)["coin"] == 3 - 2 + 5
    assert amounts(rules, "field", "orchard")["worth"] == 2


PURSE = BASE + "each player has { luck number = 1 }\nrule lucky { income(player) is more by player.luck }\n"


def test_what_players_have_begins_otherwise(tmp_path: Path) -> None:
    assert list_holdings(load(tmp_path, base=PURSE, a="change kind player { luck number = 7 }").new_game(1))["coin"] == 10


def test_a_layer_changes_what_the_one_below_gave_players(tmp_path: Path) -> None:
    low = "each player has { wit number = 2 }\nrule witty { income(player) is more by player.wit }"
    high = Variant("change kind player { luck number = 7, wit number = 20 }", {"requires": ["a"]})
    assert list_holdings(load(tmp_path, base=PURSE, a=low, b=high).new_game(1))["coin"] == 3 + 7 + 20


def test_a_game_is_for_other_numbers_of_players_and_keeps_its_title(tmp_path: Path) -> None:
    rules = load(tmp_path, a="change game for 2 to 2 players")
    assert (rules.model.title, rules.fewest_players, rules.most_players) == ("Garden", 2, 2)


def test_named_parts_of_an_object_change_and_the_others_stay(tmp_path: Path) -> None:
    rules = load(tmp_path, a='change field orchard "Old orchard" see "House rule" { worth 9 }')
    assert amounts(rules, "field", "orchard") == {"cost": (((2, 1),),), "worth": 9}
    orchard = next(o for o in rules.model.kinds["field"].objects if o.name == "orchard")
    assert (orchard.title, orchard.see) == ("Old orchard", "House rule")
    assert holdings(rules, "take orchard")["apple"] == 1


def test_an_object_may_get_a_part_that_it_did_not_have(tmp_path: Path) -> None:
    assert holdings(load(tmp_path, a="change field meadow { harvest { gain 4 pear } }"), "take meadow")["pear"] == 5


def test_an_object_gets_attachments_beside_its_own(tmp_path: Path) -> None:
    base = BASE.replace(
        'field meadow "Meadow" { cost 2 coin }', 'field meadow "Meadow" { cost 2 coin\n income(player) is more by 1 }'
    )
    rules = load(tmp_path, base=base, a="change field meadow { income(player) is more by 10 }")
    assert list_holdings(rules.new_game(1))["coin"] == 3 + 11


def test_rows_of_a_table_change_and_the_others_stay(tmp_path: Path) -> None:
    rules = load(tmp_path, a="change table reward { meadow | gain 5 pear | gain 6 pear }")
    assert holdings(rules)["apple"] == 1


@pytest.mark.slow
def test_a_table_gets_a_column_without_its_rows_being_said_anew(tmp_path: Path) -> None:
    text = """
        change table reward {
          add to orchard | gain 3 apple
          add to meadow  | gain 3 pear
        }
        change phase autumn { 1 becomes 3 }
    """
    assert holdings(load(tmp_path, a=text))["apple"] == 3
    short, unknown = (
        check(tmp_path / row, a=f"change table reward {{ add to {row} | nothing }}") for row in ("orchard", "swamp")
    )
    assert [(fault.code, fault.message) for fault in short] == [("E0314", "this row has 2 cells, the first 3")]
    assert [(fault.code, fault.message) for fault in unknown] == [("E0519", "the table has no row `swamp`")]


def test_two_layers_that_add_a_column_have_to_say_which_comes_first(tmp_path: Path) -> None:
    text = "change table reward {{\n add to orchard | gain {0} apple\n add to meadow | gain {0} pear\n }}"
    found = check(tmp_path, a=text.format(3), b=text.format(4))
    assert {fault.code for fault in found} == {"E0506"}


def test_an_option_is_replaced_where_it_stands(tmp_path: Path) -> None:
    rules = load(tmp_path, a="change phase autumn { replace option take(field in fields) { do tend(player, field) } }")
    game = rules.new_game(1)
    assert ids(game) == ["take orchard", "take meadow", "rest"]
    game.choose("take orchard")
    assert list_holdings(game)["coin"] == 3 + 4  # nothing paid, and the next income


def test_an_option_inside_another_is_replaced(tmp_path: Path) -> None:
    game = load(tmp_path, a="change phase autumn { replace option sell { pay 1 apple, gain 9 coin } }").new_game(1)
    game.choose("take orchard")
    assert ids(game) == ["sell", "decline"]
    game.choose("sell")
    assert list_holdings(game)["coin"] == 3 - 1 + 9 + 4


def test_an_option_is_added_to_the_outermost_decision(tmp_path: Path) -> None:
    game = load(tmp_path, a="change phase autumn { add option steal { gain 1 point } }").new_game(1)
    assert ids(game) == ["take orchard", "take meadow", "rest", "steal"]


def test_an_option_is_removed(tmp_path: Path) -> None:
    game = load(tmp_path, a="change phase autumn { remove option take }").new_game(1)
    assert game.decision is None


def test_options_are_replaced_added_and_removed_in_one_go(tmp_path: Path) -> None:
    text = "change phase autumn { remove option sell\n replace option rest { gain 1 point }\n add option doze { } }"
    game = load(tmp_path, a=text).new_game(1)
    assert ids(game) == ["take orchard", "take meadow", "rest", "doze"]
    game.choose("take orchard")
    assert ids(game) == ["take meadow", "rest", "doze"]


def test_a_definition_is_replaced_whole(tmp_path: Path) -> None:
    assert list_holdings(load(tmp_path, a="replace value income(player) = 1").new_game(1))["coin"] == 1


def test_a_rule_is_replaced_with_all_its_attachments(tmp_path: Path) -> None:
    rules = load(tmp_path, a="replace rule frost { after spring() { for each player in order { gain 1 pear } } }")
    game = rules.new_game(1)
    game.choose("rest")
    assert list_holdings(game)["pear"] == 3  # one at the start, one each spring, none lost


def test_the_game_is_replaced(tmp_path: Path) -> None:
    rules = load(
        tmp_path, a='replace game "Short" for 1 to 2 players { for each player in players { add player to order }\n do autumn() }'
    )
    assert (rules.model.title, rules.most_players) == ("Short", 2)
    assert list_holdings(rules.new_game(1)) == {"apple": 1}  # nobody can pay for a field, so that the only thing left is to rest


def test_a_definition_that_nothing_needs_is_removed(tmp_path: Path) -> None:
    rules = load(tmp_path, a="remove rule frost")
    assert holdings(rules)["pear"] == 1


def test_what_is_removed_may_be_defined_anew_from_above(tmp_path: Path) -> None:
    above = Variant("rule frost { after spring() { for each player in order { gain 5 pear } } }", {"requires": ["a"]})
    rules = load(tmp_path, a="remove rule frost", b=above)
    assert list_holdings(rules.new_game(1))["pear"] == 6


def test_a_kind_that_is_removed_may_be_defined_anew_with_its_plural(tmp_path: Path) -> None:
    base = (
        BASE
        + "kind pond plural ponds { depth number }\npond lake { depth 3 }\nrule wet { income(player) is more by lake.depth }\n"
    )
    low = "remove rule wet\nremove pond lake\nremove kind pond"
    high = "kind pond plural ponds { width number }\npond sea { width 4 }\nrule wide { income(player) is more by sea.width }"
    rules = load(tmp_path, base=base, a=low, b=Variant(high, {"requires": ["a"]}))
    assert list_holdings(rules.new_game(1))["coin"] == 7


def test_a_phase_is_inserted_before_or_after_another(tmp_path: Path) -> None:
    text = """
        phase summer { for each player in order { gain 1 apple } }
        phase winter { for each player in order { lose 1 apple } }
        add summer to year after spring
        add winter to year after autumn
    """
    rules = load(tmp_path, a=text)
    body = [statement.action.name for statement in rules.model.actions["year"].body]  # type: ignore[union-attr]
    assert body == ["spring", "summer", "autumn", "winter"]


def test_two_phases_inserted_before_one_stand_in_the_order_of_the_text(tmp_path: Path) -> None:
    text = """
        phase thaw { for each player in order { gain 1 apple } }
        phase rain { for each player in order { lose 1 apple } }
        add thaw to year before spring
        add rain to year before spring
    """
    body = [statement.action.name for statement in load(tmp_path, a=text).model.actions["year"].body]  # type: ignore[union-attr]
    assert body == ["thaw", "rain", "spring", "autumn"]


def test_a_resource_is_inserted_into_a_group(tmp_path: Path) -> None:
    text = """
        resource plum
        add plum to fruit after apple
        change field orchard { harvest { gain 1 plum } }
    """
    game = load(tmp_path, a=text).new_game(1)
    game.choose("take orchard")
    assert ids(game) == ["sell 1 plum", "sell 1 pear", "decline"]


def test_players_get_more_to_hold(tmp_path: Path) -> None:
    text = (
        "each player has { naps number }\nrule dream { after spring() { for each player in order { raise player.naps by 1 } } }"
    )
    state = load(tmp_path, a=text).new_game(2).view()["players"][1]["state"]
    assert state["naps"] == 1


def test_players_of_two_layers_hold_what_both_give_them(tmp_path: Path) -> None:
    one = "each player has { naps number }\nrule dream { after spring() { for each player in order { raise player.naps by 1 } } }"
    other = (
        "each player has { yawns number }\nrule yawn { after spring() { for each player in order { raise player.yawns by 2 } } }"
    )
    state = load(tmp_path, a=one, b=other).new_game(1).view()["players"][0]["state"]
    assert (state["naps"], state["yawns"]) == (1, 2)


def test_the_history_of_a_part_names_every_layer_and_line(tmp_path: Path) -> None:
    above = Variant("change field orchard { worth 4 }\nremove rule frost", {"requires": ["a"]})
    history = load(tmp_path, a="\nchange field orchard { worth 3 }", b=above).history
    steps = [
        (step.layer, step.verb, step.span.line) for step in (*history["orchard"], *history["orchard.worth"], *history["frost"])
    ]
    assert steps == [("garden", "add", 14), ("a", "change", 1), ("b", "change", 1), ("garden", "add", 46), ("b", "remove", 2)]


def test_a_variant_that_is_not_loaded_changes_nothing(tmp_path: Path) -> None:
    assert check(tmp_path, a="change constant prize = 7") == []
    assert list_holdings(caylus.load(tmp_path / "garden").new_game(1))["coin"] == 3
    assert list_holdings(caylus.load(tmp_path / "a").new_game(1))["coin"] == 8


def test_titles_and_plurals_stay_where_a_variant_says_no_others(tmp_path: Path) -> None:
    base = BASE.replace("resource apple, pear", 'resource apple "apple" plural "apples", pear').replace(
        "group fruit =", 'group fruit "fruit" plural "pieces of fruit" ='
    )
    base = base.replace("state season number", 'state season "season" number').replace(
        "  worth number = 1", '  worth "points" number = 1'
    )
    rules = load(
        tmp_path,
        base=base,
        a='change group fruit = pear\nchange state season number = 3\nchange kind field { worth number = 2 }\nchange resource apple "red apple"',
    )
    made = rules.model
    assert (made.groups["fruit"].plural, made.states["season"].title) == ("pieces of fruit", "season")
    assert made.kinds["field"].properties["worth"].title == "points"
    assert (made.resources[0].title, made.resources[0].plural) == ("red apple", "apples")
