"""What two layers do beside one action, and that it never matters how the layers were given."""

from __future__ import annotations

import os
from itertools import permutations, product
from pathlib import Path
from random import Random

import caylus
import pytest
from caylus.analysis.effects import RuleEffects
from support import tiny

from .garden import BASE, Variant, check, check_again, ids, list_holdings, load, load_again, write

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


def test_two_that_gain_need_an_order_where_that_makes_somebody_decide(tmp_path: Path) -> None:
    one, other = (rule(name, "for each player in order { gain 1 seed }") for name in "xy")
    table = TABLE.replace("from coin", "")
    assert check(tmp_path / "alone", base=table, a=one, b=other) == []
    decides = trigger_rule("base", "seed", "may pay 1 coin to gain 1 apple")
    (found,) = check(tmp_path / "with", base=f"{table}{decides}\n", a=one, b=other)
    assert found.code == "E0521"


ORDERED = {"requires": ["a"]}
ROW = "change table reward { bog | nothing | nothing }"


def test_three_layers_make_one_game_in_every_order(tmp_path: Path) -> None:
    bog = f"field bog {{ worth 4 }}\n{ROW}"
    write(tmp_path, a="change constant prize = 5", b=bog, c="rule z { after autumn() { reverse order } }")
    programs = {load_again(tmp_path, given).program(2).text for given in permutations(["a", "b", "c"])}
    assert len(programs) == 1


# ---- an order that somebody has given


def test_what_a_layer_comes_after_is_played_only_where_it_is_asked_for(tmp_path: Path) -> None:
    write(tmp_path, a="change constant prize = 3", b=Variant("change scale bonus = [9]", {"after": ["a", "nowhere"]}))
    assert list_holdings(load_again(tmp_path, ["b"]).new_game(1))["coin"] == 11
    assert list_holdings(load_again(tmp_path, ["b", "a"]).new_game(1))["coin"] == 12


def test_a_layer_comes_after_what_comes_before_those_that_it_names(tmp_path: Path) -> None:
    low, high = Variant("remove rule frost", {"after": ["z"]}), Variant("change constant prize = 8", {"requires": ["b"]})
    assert list_holdings(load(tmp_path, z="change constant prize = 3", b=low, a=high).new_game(1))["coin"] == 9


def test_a_layer_that_requires_another_brings_it_along(tmp_path: Path) -> None:
    write(tmp_path, a="change constant prize = 3", b=Variant("change scale bonus = [9]", ORDERED))
    rules = caylus.load(tmp_path / "b")
    assert [layer["manifest"]["name"] for layer in rules.layers] == ["garden", "a", "b"]
    assert ids(rules.new_game(1))
    assert list_holdings(rules.new_game(1))["coin"] == 12
