"""What the verbs of a variant make of its base."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path

import caylus
import pytest
from caylus.formatter import format_text
from support.shipped import RULESETS

from .garden import BASE, Found, Variant, check, check_again, fault, ids, list_holdings, load, write_layer

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


def test_two_layers_that_add_a_column_have_to_say_which_comes_first(tmp_path: Path) -> None:
    text = "change table reward {{\n add to orchard | gain {0} apple\n add to meadow | gain {0} pear\n }}"
    found = check(tmp_path, a=text.format(3), b=text.format(4))
    assert {fault.code for fault in found} == {"E0506"}


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


def test_the_last_option_of_a_decision_is_not_removed(tmp_path: Path) -> None:
    found = fault(tmp_path, a="change phase autumn { remove option take\nremove option rest }")
    assert (found.code, found.message) == ("E0408", "no option is left to choose from")


DEALT = (
    BASE.replace("  for each player in players {\n    add player", "  do deal()\n  for each player in players {\n    add player")
    + """
kind spot plural spots { state field field }
row path of 2 spots
action deal() { let drawn = shuffled fields, for each field in drawn, spot in path { set spot.field to field } }
value idle() "fields on the path" = count of spot in path where spot.field is orchard
rule shown { after spring() { say "{idle()}" } }
"""
)
POND = "field pond\nchange table reward { pond | nothing | nothing }\n"


@pytest.mark.parametrize(("more", "is_warned"), [("", True), ("change row path of 3 spots\n", False)])
def test_a_deal_with_fewer_places_than_there_are_objects_now_is_warned_of(tmp_path: Path, more: str, is_warned: bool) -> None:
    found = [each for each in check(tmp_path, base=DEALT, a=POND + more) if each.code == "W1503"]
    assert [each.message for each in found] == (
        ["there are 3 fields now, and `deal` deals them to 2 places"] if is_warned else []
    )
    assert all(each.lines[0] == "field pond" for each in found)


ONE_BY_ONE = [
    "list heap of field\naction deal() { for each field in shuffled fields { add field to heap }\n"
    "for each spot in path { set spot.field to heap[spot.number] } }",
    "state laid number\naction deal() { for each field in shuffled fields { raise laid by 1, set path[laid].field to field } }",
    "action deal() { let drawn = shuffled fields, for each n in 1 to 2 { set path[n].field to drawn[n] } }",
    "action deal() { for each spot in path {\n"
    "set spot.field to first field in fields where not (some other in path where other.field is field) } }",
]


@pytest.mark.slow
@pytest.mark.parametrize("deal", ONE_BY_ONE)
def test_a_deal_one_by_one_is_warned_of_as_well(tmp_path: Path, deal: str) -> None:
    base = "\n".join(deal if line.startswith("action deal") else line for line in DEALT.splitlines())
    found = check(tmp_path, base=base, a=POND)
    assert [each.message for each in found] == ["there are 3 fields now, and `deal` deals them to 2 places"]
    assert check(tmp_path / "longer", base=base, a=f"{POND}change row path of 3 spots\n") == []


WIDE = BASE.replace("  repeat at most 2 times {", "  repeat until season is 2 at most 2 times {").replace(
    "      option rest {",
    """      option dig(depth in -3 to 3 where depth is not 0) "dig {depth}" {
        require player.coin + depth + 1 > 0
        pay abs(depth) coin
        gain 2 * abs(depth) point
      }
      option rest {""",
)
"""The garden, with more that could be otherwise."""


@pytest.mark.slow
def test_a_part_of_an_object_changes_by_a_formula(tmp_path: Path) -> None:
    base = WIDE.replace(
        'field meadow "Meadow" { cost 2 coin }',
        """field meadow "Meadow" {
      cost 2 coin
      harvest { gain 2 apple, may choose "Sell" { option sell { pay 1 apple, gain 2 coin } } }
      income(player) is more by 2 where season is 1
    }""",
    )
    text = "change field meadow { cost { 2 becomes 1 }, worth 7, harvest { 2 coin becomes 9 coin }, income { 2 becomes 20, 1 becomes 2 } }"
    game = load(tmp_path, base=base, a=text).new_game(1)
    assert list_holdings(game)["coin"] == 3
    game.choose("take meadow")
    game.choose("sell")
    held = list_holdings(game)
    assert (held["apple"], held["point"], held["coin"]) == (1, 7, 3 - 1 + 9)
    found = fault(tmp_path / "again", base=base, a="change field meadow { harvest { 7 becomes 8 } }")
    assert (found.code, found.message) == ("E0522", "`7` does not stand in the `harvest` of `meadow`")


# ---- what is wrong


@pytest.mark.nightly
@pytest.mark.parametrize(
    "new", ["shuffled order", "order from player", "random order", "1 to 3", "sort x in order by most x.coin", "nothing"]
)
def test_whatever_comes_to_stand_anywhere_is_looked_at(tmp_path: Path, new: str) -> None:
    for number, old in enumerate(("order", "season", "player.coin", "2 coin", "2", "player", "field", "orchard")):
        for what in ("phase autumn", "game", "value income", "rule frost", "table reward"):
            text = f"change {what} {{ {old} becomes {new} }}"
            assert all(isinstance(each, Found) for each in check(tmp_path / f"{number}{what}", base=WIDE, a=text))


@pytest.mark.slow
def test_many_long_formulas_in_many_places_are_too_many(tmp_path: Path) -> None:
    many = " + ".join(["(" + " + ".join(["prize"] * 20) + ")"] * 10)
    base = BASE.replace("= prize + bonus[season]", f"= {many} + bonus[season]")
    long = " + ".join(["(" + " + ".join(["season"] * 100) + ")"] * 10)
    assert [each.code for each in check(tmp_path, base=base, a=f"change value income {{ prize becomes {long} }}")] == ["E0520"]


PRICED = BASE.replace('"Take a field"', '"Take a field, for 1 coin or 2"')
WORDS = """\
change phase autumn {
  "Take a field, for 1 coin or 2" becomes
    "Take a field, for {2 * prize} coins and more"
  field.cost becomes 2 * field.cost
}
change condition free { "it has an owner" becomes "{field.owner} has it" }
"""


def test_a_text_may_begin_a_line_and_is_laid_out_as_any_change(tmp_path: Path) -> None:
    assert format_text('change phase autumn {\n  "a" becomes "b",\n  "c"   becomes "d"\n}\n', "x.rules") == (
        'change phase autumn {\n  "a" becomes "b"\n  "c" becomes "d"\n}\n'
    )


@pytest.mark.parametrize(
    ("rules", "is_warned"),
    [
        ("change phase autumn { field.cost becomes 2 * field.cost }", True),
        (WORDS, False),
        ('change phase autumn { "Take a field" becomes "Take one" }', False),
        ("change phase autumn { 1 fruit becomes 2 fruit }", True),
    ],
)
def test_a_question_with_a_number_by_hand_is_warned_of_where_a_layer_changes_what_it_asks(
    tmp_path: Path, rules: str, is_warned: bool
) -> None:
    found = [each.message for each in check(tmp_path, base=PRICED, a=rules) if each.code == "W1023"]
    assert found == (["a question of `autumn` may no longer fit"] if is_warned else [])


def test_a_number_of_a_question_that_an_option_has_is_warned_of(tmp_path: Path) -> None:
    by_hand = BASE.replace('"Sell"', '"Sell one for 2 coins"').replace(
        "pay 1 fruit, gain 2 coin }", "pay 1 fruit, gain 2 coin }\n          option give { pay 1 seed, gain 1 coin }"
    )
    (found,) = check(tmp_path, base=by_hand)
    assert (found.code, found.message) == ("W1023", "the 2 of this question is not taken from the rules")
    named = by_hand.replace("for 2 coins", "for {price} coins").replace("gain 2 coin", "gain price coin")
    assert check(tmp_path / "named", base=f"constant price = 2\n{named}") == []


def test_a_short_title_with_a_number_that_a_layer_changes_is_warned_of(tmp_path: Path) -> None:
    """The base says so by its manifest; a layer that gives another short title is not warned."""
    write_layer(tmp_path / "garden", {"seats": ["Ann", "Ben", "Cem"], "short": {"tend": "gain 2"}}, SHORT)
    write_layer(tmp_path / "more", OF_GARDEN, "change constant prize = 3\n")
    write_layer(tmp_path / "told", {**OF_GARDEN, "short": {"tend": "gain 3"}}, "change constant prize = 3\n")
    assert [each.message for each in check_again(tmp_path, ["more"])] == ["the short title of `tend` may no longer fit"]
    assert check_again(tmp_path, ["told"]) == []


def test_a_short_title_with_a_number_that_its_rule_does_not_have_is_warned_of(tmp_path: Path) -> None:
    write_layer(tmp_path / "garden", {"seats": ["Ann", "Ben", "Cem"], "short": {"tend": "gain 5"}}, SHORT)
    found = [each.message for each in check_again(tmp_path, []) if each.code == "W1023"]
    assert found == ["the short title of `tend` says 5, and its rule does not"]


OF_GARDEN = {"extends": {"name": "garden", "version": "1"}}
SHORT = re.sub(r"  worth .*\n", "", BASE).replace("gain field.worth point", "gain prize point")


def test_a_secret_that_refuses_an_option_is_reported_where_it_is_forbidden(tmp_path: Path) -> None:
    base = BASE.replace("resource apple", "list deck of field hidden from all\nresource apple")
    text = 'rule n { forbid take(field) in autumn where field is in deck "it is in the deck" }'
    found = fault(tmp_path, base=base, a=text)
    assert (found.code[:2], found.lines[0]) == ("E1", text)


@pytest.mark.slow
def test_few_houses_and_plans_are_played_together_without_an_order(tmp_path: Path) -> None:
    here = Path(__file__).parent / "house_rules"
    both = [here / "few-houses", here / "blueprints"]
    assert all(len((folder / "all.rules").read_text(encoding="utf-8").splitlines()) <= 20 for folder in both)
    games = [caylus.load(RULESETS / "classic", order).new_game(2, seed=3) for order in permutations(both)]
    assert games[0].save()["state"] == games[1].save()["state"]
