"""What two layers do beside one action: whatever might come out otherwise in another order has to be ordered by somebody."""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path
from random import Random

import caylus
import pytest
from caylus.analysis.effects import RuleEffects
from support import tiny

from .garden import BASE, Found, Variant, check, check_again, ids, list_holdings, load, load_again, write

pytestmark = pytest.mark.slow

TABLE = (
    BASE
    + """
state special field
resource pod from coin
value wealth(player) = player.coin + season
condition rich(player) { require player.point > 2 }
action praise(player) { gain 1 point }
rule guest { after spring() { set special to meadow } }
rule pods { income(player) is more by (count of field in fields where field is special) }
"""
)
DEEDS = {
    "apples are gained": "for each player in order { gain 1 apple }",
    "more apples are gained": "for each player in order { gain 2 apple }",
    "apples rot": "for each player in order { lose 1 apple }",
    "apples are counted": "for each player in order where player.apple > 1 { gain 1 pear }",
    "apples become points": "for each player in order { set player.point to player.apple }",
    "seed is taken from the coins": "for each player in order { gain 2 seed }",
    "pods are taken from the coins": "for each player in order { gain 2 pod }",
    "coins are gained": "for each player in order { gain 1 coin }",
    "points are won by an action": "for each player in order { do praise(player) }",
    "the rich are punished": "for each player in order where rich(player) { lose 1 coin }",
    "the year goes by": "raise season by 1",
    "wealth is asked for": "for each player in order { gain wealth(player) pear }",
    "the order turns": "reverse order",
    "the first gains": "if size of order > 0 { order[1] gains 1 point }",
    "another is special": "set special to orchard",
    "what is special yields": "for each player in order { do special.harvest(player) }",
    "somebody decides": "for each player in order { may gain 1 point }",
    "somebody pays": "for each player in order { may pay 1 apple to gain 1 point }",
    "somebody gains one or the other": "for each player in order { gain 1 fruit }",
    "somebody gains seed or pods": "for each player in order { gain 1 seed or 1 pod }",
    "the price is paid back": "for each player in order, field in fields { gain field.cost }",
    "who can pay is asked": "for each player in order where player can pay 3 coin { gain 1 pear }",
}  # fmt: skip
LOTS = "for each player in shuffled order, n in 1 to 1 { gain 1 point }"


PAIRS = int(os.environ.get("CAYLUS_PAIRS", "30"))
"""How many pairs of deeds are played in both orders; there are 484."""


def rule(name: str, deed: str, where: str = "") -> str:
    return f"rule {name} {{ after spring() {where} {{ {deed} }} }}"


def find_conflict(folder: Path, one: str, other: str) -> Found:
    """The one conflict of two layers, the same in whatever order they are given."""
    (found,) = faults = [one for one in check(folder, base=TABLE, a=one, b=other) if one.code == "E0521"]
    assert [one for one in check_again(folder, ["b", "a"]) if one.code == "E0521"] == faults
    return found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("apples are gained", "apples rot"),
        ("apples are gained", "apples are counted"),
        ("apples rot", "apples rot"),
        ("apples are gained", "somebody pays"),
        ("seed is taken from the coins", "pods are taken from the coins"),
        ("coins are gained", "seed is taken from the coins"),
        ("coins are gained", "who can pay is asked"),
        ("the price is paid back", "who can pay is asked"),
        ("points are won by an action", "the rich are punished"),
        ("the year goes by", "wealth is asked for"),
        ("the order turns", "the first gains"),
        ("another is special", "what is special yields"),
        ("somebody decides", "somebody gains one or the other"),
        ("somebody decides", "somebody gains seed or pods"),
    ],
)
def test_what_one_layer_does_and_the_other_goes_by_has_to_be_ordered(tmp_path: Path, one: str, other: str) -> None:
    texts = rule("x", DEEDS[one]), rule("y", DEEDS[other])
    found = find_conflict(tmp_path, *texts)
    assert found.message == "`a` and `b` both do something after `spring`, and neither comes after the other"
    assert found.lines == texts[::-1]
    assert found.help == "to let `b` go second, write `after: [a]` into its manifest"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("apples are gained", "more apples are gained"),
        ("apples are gained", "points are won by an action"),
        ("apples rot", "the year goes by"),
        ("the year goes by", "somebody decides"),
        ("coins are gained", "the price is paid back"),
    ],
)
def test_what_does_not_touch_needs_no_order(tmp_path: Path, one: str, other: str) -> None:
    assert check(tmp_path, base=TABLE, a=rule("x", DEEDS[one]), b=rule("y", DEEDS[other])) == []


def end(rules: caylus.Ruleset, seed: int) -> object:
    """What lies on the table after a game of random choices."""
    game = rules.new_game(2, seed)
    pick = Random(seed)
    while game.decision is not None:
        game.choose(pick.choice(ids(game)))
    return game.view()


def test_it_is_the_same_whichever_of_two_is_named_first() -> None:
    actions = "\n".join(f"action deed_{number}() {{ {deed} }}" for number, deed in enumerate((*DEEDS.values(), LOTS)))
    model = tiny.rules(TABLE + actions).model
    effects = RuleEffects(model)
    found = [effects.effects_of_rules(*model.actions[f"deed_{number}"].body) for number in range(len(DEEDS) + 1)]
    settled = {(i, j) for (i, one), (j, other) in product(enumerate(found), repeat=2) if one.commutes_with(other)}
    assert settled == {(j, i) for i, j in settled}
    assert len(found) < len(settled) < len(found) ** 2


@pytest.mark.nightly
def test_what_needs_no_order_comes_to_the_same_in_both(tmp_path: Path) -> None:
    every = list(product(DEEDS.values(), repeat=2))
    let_pass = 0
    for number, (one, other) in enumerate(Random(PAIRS).sample(every, PAIRS)):
        folder = tmp_path / str(number)
        folder.mkdir()
        write(folder, base=TABLE, a=rule("x", one), b=rule("y", other), c=Variant(rule("x", one), {"after": ["b"]}))
        if not check_again(folder, ["a", "b"]):
            let_pass += 1
            forwards, backwards = (load_again(folder, given) for given in (["a", "b"], ["b", "c"]))
            assert all(end(forwards, seed) == end(backwards, seed) for seed in range(3)), (one, other)
    assert let_pass > PAIRS / 5


# ---- what does not hold at once, what is drawn


def tile_rule(name: str, deed: str, where: str = "field is this") -> str:
    return f"field {name} {{ after tend(player, field) where {where} {{ {deed} }} }}\nchange table reward {{ {name} | nothing | nothing }}"


def test_objects_of_two_layers_may_each_do_something_for_themselves(tmp_path: Path) -> None:
    one, other = tile_rule("bog", "may gain 1 point"), tile_rule("moor", "may pay 1 coin to gain 2 point")
    assert check(tmp_path, base=TABLE, a=one, b=other) == []


@pytest.mark.parametrize("first", [0, 1])
def test_they_do_not_if_one_may_come_to_hold_by_what_the_other_does(tmp_path: Path, first: int) -> None:
    texts = (
        rule("x", "set special to orchard", "where special is meadow"),
        rule("y", "reverse order", "where special is orchard"),
    )
    one, other = texts[first], texts[1 - first]
    assert find_conflict(tmp_path, one, other).lines == (other, one)


def test_lots_may_be_drawn_in_either_order_unless_somebody_decides_knowing_what_was_drawn(tmp_path: Path) -> None:
    for name in ("drawn", "known"):
        (tmp_path / name).mkdir()
    assert check(tmp_path / "drawn", base=TABLE, a=rule("x", LOTS), b=rule("y", LOTS)) == []
    assert find_conflict(tmp_path / "known", rule("x", LOTS), rule("y", "order[1] gains 1 fruit")).lines


def test_nothing_can_be_done_in_either_order_beside_the_end_of_the_game(tmp_path: Path) -> None:
    end = rule("y", "if season > 3 { end game }")
    assert find_conflict(tmp_path, rule("x", "for each player in order { gain 1 apple }"), end).code == "E0521"


# ---- places


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("before spring() { reverse order }", "before spring() { clear order }"),
        ("before each of year { reverse order }", "before each of year { clear order }"),
        ("after each of year { reverse order }", "after each of year { clear order }"),
        ("after year() { reverse order }", "after year() { clear order }"),
        ("after reward(player, field, column) { reverse order }", "after reward(player, field, column) { clear order }"),
    ],
)
def test_two_layers_at_one_place_are_told(tmp_path: Path, one: str, other: str) -> None:
    assert find_conflict(tmp_path, f"rule x {{ {one} }}", f"rule y {{ {other} }}").lines[0] == f"rule y {{ {other} }}"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("before spring() { reverse order }", "after spring() { clear order }"),
        ("before spring() { reverse order }", "before autumn() { clear order }"),
        ("before spring() { reverse order }", "before each of year { clear order }"),
        ("before spring() { reverse order }", "instead of spring() { if income(order[1]) > 0 { clear order } }"),
        ("before each of year { reverse order }", "after each of year { clear order }"),
    ],
)
def test_what_stands_at_different_places_has_its_order(tmp_path: Path, one: str, other: str) -> None:
    found = check(tmp_path, base=TABLE, a=f"rule x {{ {one} }}", b=f"rule y {{ {other} }}")
    assert {fault.code for fault in found} <= {"W1069"}  # an order that is cleared before it is gone through


# ---- an order that somebody has given


@pytest.mark.parametrize("order", ["requires", "after"])
def test_what_comes_after_another_layer_goes_second_whatever_their_names(tmp_path: Path, order: str) -> None:
    rot, gain = rule("x", "for each player in order { lose 1 apple }"), rule("y", "for each player in order { gain 1 apple }")
    write(tmp_path, b=gain, a=Variant(rot, {order: ["b"]}), d=rot, c=Variant(gain, {order: ["d"]}))
    for one, other, apples in (("a", "b", 0), ("c", "d", 1)):
        for given in ([one, other], [other, one]):
            assert check_again(tmp_path, given) == []
            assert list_holdings(load_again(tmp_path, given).new_game(1)).get("apple", 0) == apples


# ---- after gaining


def trigger_rule(name: str, what: str, deed: str, where: str = "") -> str:
    return f'rule of_{name} "{name}" {{ after player gains {what}{f" where {where}" if where else ""} {{ {deed} }} }}'


@pytest.mark.parametrize(
    ("one", "other", "settled"),
    [
        ("gain 1 pear", "gain 1 point", True),
        ("gain 1 coin", "may gain 1 point", True),
        ("gain 1 pear", "may gain 1 point", False),  # a pear is a fruit
        ("may gain 1 pear", "may gain 1 point", False),
        ("lose 1 pear", "gain player.pear point", False),
        ("raise season by 1", "set season to 3", False),
    ],
)
def test_what_two_layers_do_after_one_gain_has_to_be_ordered_where_it_matters(
    tmp_path: Path, one: str, other: str, settled: bool
) -> None:
    found = check(tmp_path, base=TABLE, a=trigger_rule("a", "apple", one), b=trigger_rule("b", "fruit", other))
    assert [one.code for one in found] == ([] if settled else ["E0521"])
    assert all(one.message.startswith("`a` and `b` both do something after gaining `fruit`") for one in found)


def test_triggers_that_no_one_gain_sets_off_come_in_the_order_of_the_gains(tmp_path: Path) -> None:
    deed = "may gain 1 point"
    assert check(tmp_path, a=trigger_rule("a", "apple", deed), b=trigger_rule("b", "coin", deed)) == []


def test_two_that_gain_need_an_order_where_that_makes_somebody_decide(tmp_path: Path) -> None:
    one, other = (rule(name, "for each player in order { gain 1 seed }") for name in "xy")
    table = TABLE.replace("from coin", "")
    assert check(tmp_path / "alone", base=table, a=one, b=other) == []
    decides = trigger_rule("base", "seed", "may pay 1 coin to gain 1 apple")
    (found,) = check(tmp_path / "with", base=f"{table}{decides}\n", a=one, b=other)
    assert found.code == "E0521"


def test_a_variant_waits_for_what_its_base_has_players_gain_and_comes_second(tmp_path: Path) -> None:
    base = f"{TABLE}{trigger_rule('base', 'coin', 'gain 1 pear')}\n"
    rules = load(tmp_path, base=base, a=trigger_rule("a", "coin", "gain 1 point"))
    assert [trigger.action.name for trigger in rules.model.triggers] == ["of_base", "of_a"]
    assert {"pear", "point"} <= list_holdings(rules.new_game(1, 0)).keys()


def test_a_variant_takes_a_trigger_of_its_base_away_with_its_rule(tmp_path: Path) -> None:
    base = f"{TABLE}{trigger_rule('base', 'coin', 'gain 1 point')}\n"
    assert load(tmp_path, base=base, a="remove rule of_base").model.triggers == []


def test_what_a_sealed_resource_sets_off_is_its_own_affair(tmp_path: Path) -> None:
    base = f'{TABLE}seal coin "it is only money"\n'
    (found,) = check(tmp_path, base=base, a=trigger_rule("a", "coin", "gain 1 point"))
    assert found.code == "E0508"
