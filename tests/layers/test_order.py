"""The order of layers: nobody guesses it, and it never matters how the layers were given."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path

import caylus
import pytest

from .garden import BASE, Found, Variant, check, check_again, fault, ids, list_holdings, load, load_again, write

pytestmark = pytest.mark.slow

ORDERED = {"requires": ["a"]}
ROW = "change table reward { bog | nothing | nothing }"


PLACES = """\
kind step plural steps
row path of 3 steps hidden from all
row pair of [orchard, meadow]
list kept of step
state wind number from 0 to 3 = 2
"""
LUCK = "each player has { luck number }\nrule lucky { income(player) is more by player.luck }\n"


def clash(folder: Path, a: str, b: str) -> Found:
    """The one conflict of two layers, the same in whatever order they are given."""
    (found,) = check(folder, base=BASE + PLACES + LUCK, a=a, b=b)
    assert check_again(folder, ["b", "a"]) == [found]
    assert found.code == "E0506"
    return found


# ---- what does not add up


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("change constant prize = 3", "change constant prize = 4"),
        ("change scale bonus = [3]", "change scale bonus = [4]"),
        ("change group fruit = apple", "change group fruit = pear"),
        ("change row path of 5 steps", "change row path of 6 steps"),
        ("change list kept of field", "change list kept of player"),
        ("change state wind number from 0 to 8", "change state wind number from 0 to 9"),
        ("replace sequence year = spring", "replace sequence year = autumn"),
        ("change resource point hidden", "change resource point not hidden"),
        ("change resource point from apple", "change resource point from pear"),
        ("change kind field { worth number = 2 }", "change kind field { worth number = 3 }"),
        ("change kind player { luck number = 2 }", "change kind player { luck number = 3 }"),
        ("change game for 1 to 2 players", "change game for 2 to 2 players"),
        ("change field orchard { worth 3 }", "change field orchard { worth 4 }"),
        ('change field orchard "One" { }', 'change field orchard "Two" { }'),
        ("change field orchard { worth 3 }", "replace field orchard { }"),
        ("change field orchard { income(player) is more by 1 }", "replace field orchard { }"),
        ("change table reward { meadow | nothing | nothing }", "change table reward { meadow | gain 1 pear | nothing }"),
        ("change phase autumn { remove option sell }", "change phase autumn { replace option sell { gain 1 coin } }"),
        ("change phase autumn { remove option sell }", "replace phase autumn { }"),
        ("replace value income(player) = 1", "replace value income(player) = 2"),
        ("remove rule frost", "replace rule frost { after spring() { clear order } }"),
        ("replace rule frost { after spring() { clear order } }", "remove rule frost"),
    ],
)
def test_two_layers_that_set_one_part_are_in_conflict(tmp_path: Path, one: str, other: str) -> None:
    found = clash(tmp_path, one, other)
    assert found.lines == (other, one)
    later, earlier = re.findall(r"to let `(\w)` decide, write `after: \[(\w)\]` into its manifest", found.help)[0]
    rules = {"a": one, "b": other}
    ordered = {name: Variant(text, {"after": [earlier]} if name == later else {}) for name, text in rules.items()}
    assert [each for each in check(tmp_path / "ordered", base=BASE + PLACES + LUCK, **ordered) if each.code.startswith("E")] == []


INSTEAD = "rule quiet { instead of tend(player, field) { gain 3 point } }"


@pytest.mark.parametrize(
    "change",
    [
        "change action tend { field.worth becomes 2 * field.worth }",
        "replace action tend(player, field) { gain 1 point }",
    ],
)
def test_no_order_lets_one_layer_stand_instead_of_an_action_that_another_changes(tmp_path: Path, change: str) -> None:
    found = clash(tmp_path, change, INSTEAD)
    assert found.message == "`b` stands instead of `tend`, which `a` changes"
    assert found.help.startswith("they do not go together: write `conflicts: [a]` into the manifest of `b`;")
    both = INSTEAD.replace("gain 3 point", "do as before, gain 3 point")
    assert check(tmp_path / "both", base=BASE + PLACES + LUCK, a=change, b=both) == []


def test_what_stands_instead_of_an_action_goes_with_other_words_for_it(tmp_path: Path) -> None:
    texts = 'change phase autumn { "Sell" becomes "Sell fruit" }'
    assert check(tmp_path, a=texts, b="rule late { instead of autumn() where season is 9 { } }") == []


def test_a_row_that_one_layer_says_anew_and_another_puts_something_into_is_in_conflict(tmp_path: Path) -> None:
    found = clash(tmp_path, "change row pair of [meadow]", f"field bog\n{ROW}\nadd bog to pair before meadow")
    assert found.lines == ("add bog to pair before meadow", "change row pair of [meadow]")


def test_two_layers_that_insert_at_one_place_are_in_conflict(tmp_path: Path) -> None:
    one = "phase thaw { clear order }\nadd thaw to year after spring"
    other = "phase rain { clear order }\nadd rain to year after spring"
    assert clash(tmp_path, one, other).lines == ("add rain to year after spring", "add thaw to year after spring")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rule x { income(player) is 3 }", "rule y { income(player) is 4 where season is 2 }"),
        ("rule x { instead of spring() { } }", "rule y { instead of spring() where season is 2 { } }"),
        (
            "rule x { instead of tend(player, field) where field is orchard { } }",
            "rule y { instead of tend(player, field) where player.coin > 2 { } }",
        ),
    ],
)
def test_two_layers_that_leave_no_room_for_each_other_are_in_conflict(tmp_path: Path, one: str, other: str) -> None:
    assert clash(tmp_path, one, other).lines == (other, one)


def test_many_attachments_of_two_layers_to_one_thing_are_one_conflict(tmp_path: Path) -> None:
    one = "rule x { " + "\n".join(f"income(player) is {n} where season is {n}" for n in range(1, 50)) + " }"
    other = one.replace("rule x", "rule y")
    assert clash(tmp_path, one, other).code == "E0506"


# ---- what does


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("change constant prize = 3", "change scale bonus = [4]"),
        ("change field orchard { worth 3 }", "change field orchard { cost 3 coin }"),
        ("change field orchard { worth 3 }", "change field meadow { worth 4 }"),
        ("change field orchard { income(player) is more by 1 }", "change field orchard { income(player) is more by 2 }"),
        ("change phase autumn { remove option sell }", "change phase autumn { replace option rest { do reward(player, meadow, 1) } }"),
        ("rule x { income(player) is more by 1 }", "rule y { income(player) is less by 1 }"),
        ("rule x { income(player) is 1 }", "rule y { income(player) is never more than 2 }"),
        ('rule x { forbid free(a, b) where season < 2 "early" }', 'rule y { forbid free(a, b) where season > 2 "late" }'),
        ("rule x { before spring() { } }", "rule y { after spring() { } }"),
        ("change resource point hidden", 'change resource point "points"'),
        ("replace value income(player) = 1", "rule y { income(player) is more by 1 }"),
        ("replace phase spring { }", "rule y { before spring() { } }"),
        ("remove rule frost", "remove rule frost"),
    ],
)  # fmt: skip
def test_two_layers_that_go_together_make_one_game_in_either_order(tmp_path: Path, one: str, other: str) -> None:
    assert check(tmp_path, a=one, b=other) == []
    games = [load_again(tmp_path, given).new_game(2, seed=3) for given in (["a", "b"], ["b", "a"])]
    for game in games:
        while game.decision is not None:
            game.choose(game.decision.options[-1])
    assert games[0].digest() == games[1].digest()


def test_two_layers_that_say_the_same_are_told_that_one_of_them_changes_nothing(tmp_path: Path) -> None:
    (found,) = check(tmp_path, a="change constant prize = 3", b="change constant prize = 3  -- too")
    assert (found.code, found.lines) == ("W1501", ("change constant prize = 3  -- too", "change constant prize = 3"))


def test_objects_of_two_layers_may_each_stand_instead_of_an_action_for_themselves(tmp_path: Path) -> None:
    one = f"field bog {{ instead of tend(player, this) {{ gain 7 point }} }}\n{ROW}"
    other = one.replace("bog", "moor").replace("this)", "this) where season > 0").replace("7", "8")
    rules = load(tmp_path, a=one, b=other)
    game = rules.new_game(2)
    for choice in ("take bog", "decline", "take moor"):
        game.choose(choice)
    assert [list_holdings(game, player)["point"] for player in (0, 1)] == [7, 8]


def test_what_two_objects_ask_of_themselves_does_not_keep_them_apart(tmp_path: Path) -> None:
    one = f"field bog {{ income(player) is 1 where this.owner is player }}\n{ROW}"
    assert clash(tmp_path, one, one.replace("bog", "moor")).lines[0].startswith("field moor")


def test_three_layers_make_one_game_in_every_order(tmp_path: Path) -> None:
    bog = f"field bog {{ worth 4 }}\n{ROW}"
    write(tmp_path, a="change constant prize = 5", b=bog, c="rule z { after autumn() { reverse order } }")
    programs = {load_again(tmp_path, given).program(2).source.text for given in permutations(["a", "b", "c"])}
    assert len(programs) == 1


# ---- an order that somebody has given


@pytest.mark.parametrize("order", ["requires", "after"])
def test_a_layer_decides_over_what_it_comes_after(tmp_path: Path, order: str) -> None:
    write(tmp_path, z="change constant prize = 3", b=Variant("change constant prize = 8", {order: ["z"]}))
    for given in (["z", "b"], ["b", "z"], ["b"]):
        assert check_again(tmp_path, given) == []
        assert list_holdings(load_again(tmp_path, given).new_game(1))["coin"] == 9


def test_what_a_layer_comes_after_is_played_only_where_it_is_asked_for(tmp_path: Path) -> None:
    write(tmp_path, a="change constant prize = 3", b=Variant("change scale bonus = [9]", {"after": ["a", "nowhere"]}))
    assert list_holdings(load_again(tmp_path, ["b"]).new_game(1))["coin"] == 11
    assert list_holdings(load_again(tmp_path, ["b", "a"]).new_game(1))["coin"] == 12


def test_a_layer_comes_after_what_comes_before_those_that_it_names(tmp_path: Path) -> None:
    low, high = Variant("remove rule frost", {"after": ["z"]}), Variant("change constant prize = 8", {"requires": ["b"]})
    assert list_holdings(load(tmp_path, z="change constant prize = 3", b=low, a=high).new_game(1))["coin"] == 9


def test_a_layer_edits_nothing_that_only_comes_before_it(tmp_path: Path) -> None:
    lucky = "constant luck = 1\nrule lucky { income(player) is more by luck }"
    found = fault(tmp_path, a=lucky, b=Variant("change constant luck = 3", {"after": ["a"]}))
    assert (found.code, found.lines) == ("E0501", ("change constant luck = 3", "constant luck = 1"))


@pytest.mark.parametrize(
    ("low", "high", "code"),
    [
        ("remove scale bonus\nreplace value income(player) = 1", "change scale bonus = [4]", "E0501"),
        ("change phase autumn { remove option sell }", "change phase autumn { replace option sell { gain 1 coin } }", "E0505"),
    ],
)
def test_what_a_layer_removes_those_that_come_after_it_cannot_change(tmp_path: Path, low: str, high: str, code: str) -> None:
    found = fault(tmp_path, a=low, b=Variant(high, {"after": ["a"]}))
    assert (found.code, found.lines) == (code, (high, low.splitlines()[0]))


@pytest.mark.parametrize("where", ["", "where season > 0"])
@pytest.mark.parametrize("lower", ["", "where season is 1"])
def test_what_a_value_becomes_and_what_is_done_instead_is_up_to_the_higher_layer(tmp_path: Path, where: str, lower: str) -> None:
    def layer(n: int, where: str) -> str:
        return f"""
            rule value_{n} {{ income(player) is {n} {where} }}
            rule action_{n} {{ instead of tend(player, field) {where} {{ gain {n} point }} }}
        """

    base = BASE + "rule own { instead of tend(player, field) where season is 1 { gain 99 point } }\n"
    rules = load(tmp_path, base=base, z=layer(4, lower), a=Variant(layer(6, where), {"requires": ["z"]}))
    game = rules.new_game(1)
    assert list_holdings(game)["coin"] == 6
    game.choose("take orchard")
    assert list_holdings(game)["point"] == 6


def test_a_higher_layer_leaves_to_the_lower_what_it_does_not_ask_for(tmp_path: Path) -> None:
    low = "rule x { instead of tend(player, field) where field is orchard { gain 5 point } }"
    high = Variant("rule y { instead of tend(player, field) where season is 2 { gain 6 point } }", ORDERED)
    game = load(tmp_path, a=low, b=high).new_game(1)
    game.choose("take orchard")
    assert list_holdings(game)["point"] == 5


def test_what_a_higher_layer_lets_go_on_is_what_the_lower_does_instead(tmp_path: Path) -> None:
    base = BASE + "rule own { instead of tend(player, field) where season is 1 { gain 5 point, do as before } }\n"
    low = (
        "rule x { instead of tend(player, field) { gain 10 point, do as before }, before tend(player, field) { gain 100 point } }"
    )
    high = Variant("rule y { instead of tend(player, field) where season is 1 { do as before, do as before } }", ORDERED)
    game = load(tmp_path, base=base, a=low, b=high).new_game(1)
    game.choose("take orchard")
    assert list_holdings(game)["point"] == 100 + 2 * (10 + 5 + 2)


def test_two_that_let_an_action_go_on_still_have_an_order(tmp_path: Path) -> None:
    doubled = "rule {0} {{ instead of tend(player, field) {{ do as before, do as before }} }}"
    clash(tmp_path, doubled.format("x"), doubled.format("y"))


def test_an_attachment_of_a_variant_to_an_object_of_the_base_counts_as_the_variants(tmp_path: Path) -> None:
    base = BASE + "rule own { income(player) is 1 }\n"
    rules = load(tmp_path, base=base, a="change field orchard { income(player) is 9 }")
    assert list_holdings(rules.new_game(1))["coin"] == 9


def test_a_layer_edits_nothing_that_it_does_not_stand_on(tmp_path: Path) -> None:
    lucky = "constant luck = 1\nrule lucky { income(player) is more by luck }"
    for n, (a, b) in enumerate([(lucky, "change constant luck = 3"), ("change constant luck = 3", lucky)]):
        folder = tmp_path / str(n)
        folder.mkdir()
        (found,) = check(folder, a=a, b=b)
        assert (found.code, found.lines) == ("E0501", ("change constant luck = 3", "constant luck = 1"))
        assert found.help == f"to stand on it, write `requires: [{'ab'[n]}]` into the manifest"


def test_a_layer_that_requires_another_brings_it_along(tmp_path: Path) -> None:
    write(tmp_path, a="change constant prize = 3", b=Variant("change scale bonus = [9]", ORDERED))
    rules = caylus.load(tmp_path / "b")
    assert [layer["manifest"]["name"] for layer in rules.layers] == ["garden", "a", "b"]
    assert ids(rules.new_game(1))
    assert list_holdings(rules.new_game(1))["coin"] == 12


@pytest.mark.parametrize("new", ["{ nothing }", "{ for each player in order { lose income(player) coin } }"])
def test_no_order_is_advised_where_a_formula_is_changed_in_what_another_layer_replaces(new: str, tmp_path: Path) -> None:
    swap = "change phase spring { income(player) becomes 3 }"
    for found in check(tmp_path, a=swap, b=f"replace phase spring {new}"):
        assert "after: [b]" not in found.help
    assert "to let `b` decide" in found.help


def test_two_values_that_mean_something_by_their_name_do_not_go_together(tmp_path: Path) -> None:
    (found, *_) = check(tmp_path, a="value team(player) = 1", b="value team(player) = player.number % 2")
    assert (found.code, found.help) == ("E0502", "they do not go together: write `conflicts: [a]` into the manifest of `b`")
