"""One formula in the place of another, wherever it stands in an action, a value, a condition, a rule or the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from .garden import BASE, Found, Variant, check, check_again, fault, ids, list_holdings, load

WIDE = BASE.replace(
    "  repeat at most 2 times {",
    "  repeat until season is 2 at most 2 times {",
).replace(
    "      option rest {",
    """      option dig(depth in -3 to 3 where depth is not 0) "dig {depth}" {
        require player.coin + depth + 1 > 0
        pay abs(depth) coin
        gain 2 * abs(depth) point
      }
      option rest {""",
)
"""The garden, with more that could be otherwise."""


def coins(folder: Path, a: str) -> int:
    """What the only player holds after the first spring."""
    return list_holdings(load(folder, base=WIDE, a=a).new_game(1))["coin"]


def test_a_formula_in_the_head_of_an_option_becomes_another(tmp_path: Path) -> None:
    rules = load(tmp_path, base=WIDE, a="change phase autumn { -3 to 3 becomes -1 to 1, abs(depth) becomes 0 }")
    game = rules.new_game(1)
    assert [one for one in ids(game) if one.startswith("dig")] == ["dig -1", "dig 1"]
    game.choose("dig 1")
    assert list_holdings(game)["coin"] == 3 + 4


@pytest.mark.parametrize(
    ("change", "coin"),
    [
        ("change phase spring { order becomes players }", 3),
        ("change phase spring { income(player) becomes income(player) + 5 }", 8),
        ("change phase spring { income(player) coin becomes 9 coin }", 9),
        ("change value income { prize becomes 7 }", 8),
        ("change value income { bonus[season] becomes bonus [ season + 1 ] -- later\n }", 4),
        ("change value income { prize + bonus[season] becomes 12 }", 12),
    ],
)
def test_it_becomes_another_wherever_it_stands(tmp_path: Path, change: str, coin: int) -> None:
    assert coins(tmp_path, change) == coin


@pytest.mark.parametrize(
    ("change", "coin", "pear"),
    [
        ("2 * prize becomes 5", 5, 1),
        ("prize becomes 5", 10, 1),
        ("2 * prize * season coin becomes 9 coin", 9, 1),
        ("prize * season becomes 3", 6, 1),
        ("coin becomes pear", 0, 11),
    ],
)
def test_an_amount_takes_all_factors_before_it(tmp_path: Path, change: str, coin: int, pear: int) -> None:
    base = BASE.replace("gain income(player) coin", "gain 2 * prize * season coin")
    game = load(
        tmp_path, base=base, a=f"change phase spring {{ {change} }}\nrule x {{ score(player) is more by income(player) }}"
    ).new_game(1)
    assert (list_holdings(game).get("coin", 0), list_holdings(game)["pear"]) == (coin, pear)


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


def test_a_condition_a_rule_and_the_game_change_by_a_formula(tmp_path: Path) -> None:
    text = """
        change condition free { field.owner is none becomes yes }
        change rule frost { 1 pear becomes 1 coin }
        change game { season is 2 becomes season is 1, 1 pear + 1 seed becomes 4 pear }
    """
    game = load(tmp_path, base=WIDE, a=text).new_game(1)
    assert list_holdings(game)["pear"] == 4
    game.choose("rest")
    assert game.decision is None
    assert list_holdings(game) == {"pear": 4, "coin": 2, "apple": 1}


@pytest.mark.parametrize(
    ("formula", "swapped", "value"),
    [
        ("a + b - c", "a + b", "100 - c"),
        ("a + b + c", "b + c", "a + 100"),
        ("a * b * c", "b * c", "a * 100"),
        ("a - b + c", "b + c", None),
        ("a - b - c", "b - c", None),
        ("a / b * c", "b * c", None),
        ("a + b + c", "a + c", None),
        ("(a + b) * c", "a + b", "100 * c"),
        ("a + (b + c)", "b + c", "a + 100"),
        ("a + b + a + b", "a + b", "100 + 100"),
    ],
)
def test_of_joined_values_those_are_swapped_that_belong_together(
    tmp_path: Path, formula: str, swapped: str, value: str | None
) -> None:
    names = {"a": 64, "b": 8, "c": 2}
    base = BASE + "".join(f"constant {name} = {n}\n" for name, n in names.items())
    base = base.replace("= prize + bonus[season]", f"= {formula} + 0 * (prize + bonus[season])")
    change = f"change value income {{ {swapped} becomes 100 }}"
    if value is None:
        assert fault(tmp_path, base=base, a=change).code == "E0522"
    else:
        by_hand = base.replace(f"= {formula} +", f"= {value} +")
        games = [
            load(tmp_path / "changed", base=base, a=change).new_game(1),
            load(tmp_path / "by hand", base=by_hand).new_game(1),
        ]
        assert list_holdings(games[0])["coin"] == list_holdings(games[1])["coin"]


@pytest.mark.slow
def test_the_longest_is_swapped_and_two_may_change_places(tmp_path: Path) -> None:
    base = BASE.replace("= prize + bonus[season]", "= prize + bonus[season] + prize * 10")
    rules = load(tmp_path / "longest", base=base, a="change value income { prize becomes 3, prize + bonus[season] becomes 500 }")
    assert list_holdings(rules.new_game(1))["coin"] == 500 + 30
    text = "change value income { prize becomes bonus[season], bonus[season] becomes 5 * prize }"
    assert coins(tmp_path / "both", text) == 1 + 10


@pytest.mark.slow
def test_it_does_not_matter_where_in_the_text_a_formula_is_swapped(tmp_path: Path) -> None:
    first, second = (
        "change value income { prize becomes bonus[season] }",
        "change value income { bonus[season] becomes 5 * prize }",
    )
    for number, text in enumerate((f"{first}\n{second}", f"{second}\n{first}")):
        assert coins(tmp_path / f"{number}", text) == 1 + 10


@pytest.mark.parametrize("steps", ["-3 to 3 becomes -1 to 1, remove option dig", "remove option dig, -3 to 3 becomes -1 to 1"])
def test_a_layer_may_change_a_formula_of_an_option_that_it_removes(tmp_path: Path, steps: str) -> None:
    assert check(tmp_path, base=WIDE, a=f"change phase autumn {{ {steps} }}") == []


def test_options_that_a_layer_adds_are_its_own_text(tmp_path: Path) -> None:
    text = "change phase autumn { 2 coin becomes 9 coin, add option beg { gain 2 coin } }"
    game = load(tmp_path, a=text).new_game(1)
    game.choose("beg")
    assert list_holdings(game)["coin"] == 3 + 2 + 4


def test_reasons_speak_of_the_formula_that_stands_there_now(tmp_path: Path) -> None:
    base = BASE.replace('{ require field.owner is none "it has an owner" }', "{ require field.worth > 0 }")
    text = "change condition free { field.worth becomes field.worth - 5 }\nchange phase autumn { add option nap { } }"
    game = load(tmp_path, base=base, a=text).new_game(1)
    assert "field.worth - 5 > 0" in str(game.decision.why_not("take orchard"))  # type: ignore[union-attr]


# ---- what is wrong


def test_a_formula_that_stands_nowhere_is_told_with_the_nearest(tmp_path: Path) -> None:
    found = fault(tmp_path, base=WIDE, a="change phase autumn { -3 to 4 becomes -1 to 1 }")
    assert (found.code, found.message) == ("E0522", "`-3 to 4` does not stand in `autumn`")
    assert found.help == "did you mean `-3 to 3`?"
    assert found.lines[1] == 'phase autumn "Autumn" {'


def test_a_formula_that_becomes_what_it_is_changes_nothing(tmp_path: Path) -> None:
    assert fault(tmp_path, a="change value income { prize becomes prize }").code == "W1501"


@pytest.mark.slow
def test_a_formula_is_swapped_once(tmp_path: Path) -> None:
    for number, text in enumerate(
        ("{ prize becomes 3, prize becomes 4 }", "{ prize becomes 3 }\nchange value income { prize becomes 4 }")
    ):
        assert [each.code for each in check(tmp_path / f"{number}", a=f"change value income {text}")] == ["E0509"]


def test_what_does_not_fit_is_told_where_it_was_written(tmp_path: Path) -> None:
    found = fault(tmp_path, a="change phase spring { income(player) becomes order }")
    assert (found.code, found.lines[0]) == ("E0301", "change phase spring { income(player) becomes order }")


@pytest.mark.nightly
@pytest.mark.parametrize(
    "new", ["shuffled order", "order from player", "random order", "1 to 3", "sort x in order by most x.coin", "nothing"]
)
def test_whatever_comes_to_stand_anywhere_is_looked_at(tmp_path: Path, new: str) -> None:
    for number, old in enumerate(("order", "season", "player.coin", "2 coin", "2", "player", "field", "orchard")):
        for what in ("phase autumn", "game", "value income", "rule frost", "table reward"):
            text = f"change {what} {{ {old} becomes {new} }}"
            assert all(isinstance(each, Found) for each in check(tmp_path / f"{number}{what}", base=WIDE, a=text))


def test_a_formula_of_its_own_is_written_that_way_at_once(tmp_path: Path) -> None:
    assert (
        fault(tmp_path, a="value wide() = 3\nrule x { income(player) is more by wide() }\nchange value wide { 3 becomes 4 }").code
        == "E0503"
    )


@pytest.mark.slow
def test_many_long_formulas_in_many_places_are_too_many(tmp_path: Path) -> None:
    many = " + ".join(["(" + " + ".join(["prize"] * 20) + ")"] * 10)
    base = BASE.replace("= prize + bonus[season]", f"= {many} + bonus[season]")
    long = " + ".join(["(" + " + ".join(["season"] * 100) + ")"] * 10)
    assert [each.code for each in check(tmp_path, base=base, a=f"change value income {{ prize becomes {long} }}")] == ["E0520"]


# ---- several layers


@pytest.mark.slow
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("change value income { prize becomes 3 }", "change value income { prize becomes 4 }"),
        ("change value income { prize becomes 3 }", "change value income { prize + bonus[season] becomes 4 }"),
        ("change value income { prize + bonus[season] becomes 4 }", "change value income { prize becomes 3 }"),
        ("change value income { prize becomes 3 }", "replace value income(player) = 5"),
        ("change phase autumn { -3 to 3 becomes -1 to 1 }", "change phase autumn { remove option dig }"),
        ("change phase autumn { remove option dig }", "change phase autumn { -3 to 3 becomes -1 to 1 }"),
        ("change phase autumn { -3 to 3 becomes -1 to 1 }", "change phase autumn { replace option dig { gain 1 coin } }"),
        ("change phase autumn { replace option dig { gain 1 coin } }", "change phase autumn { -3 to 3 becomes -1 to 1 }"),
        ("change phase autumn { 1 fruit becomes 1 apple }", "change phase autumn { replace option take { gain 1 coin } }"),
        ("change phase autumn { replace option take { gain 1 coin } }", "change phase autumn { 1 fruit becomes 1 apple }"),
        (
            "change phase autumn { replace option sell { gain 1 coin } }",
            "change phase autumn { replace option take { gain 1 coin } }",
        ),
        (
            "change phase autumn { replace option take { gain 1 coin } }",
            "change phase autumn { replace option sell { gain 1 coin } }",
        ),
        ("change field orchard { harvest { gain 1 pear } }", "change field orchard { harvest { 1 becomes 5 } }"),
    ],
)
def test_two_layers_that_change_one_place_are_in_conflict(tmp_path: Path, one: str, other: str) -> None:
    found = check(tmp_path, base=WIDE, a=one, b=other)
    assert check_again(tmp_path, ["b", "a"]) == found
    assert [(each.code, each.lines) for each in found] == [("E0506", (other, one))]
    # What is removed or replaced must be there for the other.
    later, earlier = ("a", "b") if "remove" in one or ("replace option" in one and "becomes" in other) else ("b", "a")
    assert found[0].help == f"to let `{later}` decide, write `after: [{earlier}]` into its manifest"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("one", "other", "coin"),
    [
        ("change value income { prize becomes 30 }", "change value income { bonus[season] becomes 400 }", 430),
        ("change value income { prize becomes 30 }", "change value income { prize becomes 30 -- too\n }", 31),
        ("change value income { prize becomes 30 }", "rule x { income(player) is more by prize }", 33),
        ("change value income { prize becomes bonus[season] }", "change value income { bonus[season] becomes 5 * prize }", 11),
        ("change phase autumn { order becomes players }", "change phase autumn { remove option dig }", 3),
    ],
)
def test_two_layers_that_change_two_places_go_together(tmp_path: Path, one: str, other: str, coin: int) -> None:
    for number, layers in enumerate(({"a": one, "b": other}, {"a": other, "b": one})):
        rules = load(tmp_path / f"{number}", base=WIDE, **layers)  # type: ignore[arg-type]
        assert list_holdings(rules.new_game(1))["coin"] == coin


@pytest.mark.parametrize(
    ("one", "other", "coin"),
    [
        ("change value income { prize becomes 30 }", "change value income { prize becomes 40 }", 41),
        ("change value income { prize becomes 30 }", "change value income { prize + bonus[season] becomes 40 }", 40),
        ("change value income { prize becomes 30 }", "change value income { bonus[season] becomes 40 }", 70),
    ],
)
def test_the_layer_that_comes_after_decides(tmp_path: Path, one: str, other: str, coin: int) -> None:
    rules = load(tmp_path, a=one, b=Variant(other, {"after": ["a"]}))
    assert list_holdings(rules.new_game(1))["coin"] == coin


def test_a_layer_that_stands_on_another_changes_what_that_has_written(tmp_path: Path) -> None:
    above = Variant("change value income { 30 becomes 40 }", {"requires": ["a"]})
    assert list_holdings(load(tmp_path, a="change value income { prize becomes 30 }", b=above).new_game(1))["coin"] == 41


def test_a_layer_does_not_look_into_what_a_stranger_has_written(tmp_path: Path) -> None:
    one = "change value income { prize becomes 30 }"
    found = check(tmp_path, a=one, b="change value income { 30 becomes 40 }")
    assert [(each.code, each.message) for each in found] == [("E0522", "`30` does not stand in `income`")]


@pytest.mark.parametrize("verb", ["replace option dig { gain 1 coin }", "remove option dig"])
def test_what_the_layer_before_has_taken_away_is_told(tmp_path: Path, verb: str) -> None:
    after = Variant("change phase autumn { -3 to 3 becomes -1 to 1 }", {"after": ["a"]})
    (found,) = check(tmp_path, base=WIDE, a=f"change phase autumn {{ {verb} }}", b=after)
    assert (found.code, found.message) == ("E0522", "`autumn` has no `-3 to 3` any more in what this comes after")
    assert found.lines[1] == f"change phase autumn {{ {verb} }}"


def test_a_formula_in_a_text_is_one_like_any_other(tmp_path: Path) -> None:
    base = BASE.replace('choose "Take a field" {', 'choose "Take a field, with {income(player)} in spring" {')
    rules = load(tmp_path, base=base, a="change phase autumn { income(player) becomes 2 * prize }")
    decision = rules.new_game(1).decision
    assert decision is not None
    assert decision.prompt == "Take a field, with 4 in spring"
