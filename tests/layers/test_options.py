"""Options that a layer adds beside one that it names, wherever that stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from .garden import BASE, Variant, check, check_again, fault, ids, list_holdings, load

TWO = BASE.replace(
    '    choose "Take a field" {',
    """    may "have a nap" { pay 1 coin, gain 1 point }
    choose \"Take a field\" {""",
)
"""The garden, with two decisions in a loop, the first of which has an option without a name."""


def first_options(folder: Path, a: str, choices: tuple[str, ...] = ("decline",)) -> list[str]:
    """What there is to choose from after some choices."""
    game = load(folder, base=TWO, a=a).new_game(1)
    for choice in choices:
        game.choose(choice)
    return ids(game)


@pytest.mark.parametrize(
    ("edit", "options"),
    [
        ("add option beg before take { gain 1 coin }", ["beg", "take orchard", "take meadow", "rest"]),
        ("add option beg after take { gain 1 coin }", ["take orchard", "take meadow", "beg", "rest"]),
        ("add option beg after rest { gain 1 coin }", ["take orchard", "take meadow", "rest", "beg"]),
    ],
)
def test_an_option_is_added_to_one_of_several_decisions_in_a_loop(tmp_path: Path, edit: str, options: list[str]) -> None:
    assert first_options(tmp_path, f"change phase autumn {{ {edit} }}") == options


def test_an_option_is_added_to_a_decision_in_the_body_of_another(tmp_path: Path) -> None:
    text = "change phase autumn { add option plant before sell { lose 1 pear } }"
    assert first_options(tmp_path, text, ("decline", "take orchard")) == ["plant", "sell 1 apple", "sell 1 pear", "decline"]


def test_an_option_without_a_name_goes_by_what_it_is_called(tmp_path: Path) -> None:
    base = TWO.replace('may "have a nap" { pay 1 coin', 'may "have a nap" { lose 1 coin')
    game = load(tmp_path, base=base, a="change phase autumn { add option snore after accept { } }").new_game(1)
    assert ids(game) == ["accept", "snore", "decline"]


def test_who_does_not_say_beside_which_option_is_shown_how(tmp_path: Path) -> None:
    found = fault(tmp_path, base=TWO, a="change phase autumn { add option beg { gain 1 coin } }")
    assert (found.code, found.message) == ("E0505", "`autumn` makes 2 decisions, and only one could be meant")
    assert found.help == "say which by one of its options: `add option beg after take …`"


def test_the_option_that_another_comes_beside_has_to_be_there(tmp_path: Path) -> None:
    found = fault(tmp_path, base=TWO, a="change phase autumn { add option beg after rust { gain 1 coin } }")
    assert (found.code, found.message, found.help) == ("E0505", "`autumn` has no option `rust`", "did you mean `rest`?")


def test_two_layers_add_options_beside_one(tmp_path: Path) -> None:
    one = "change phase autumn { add option beg after take { gain 1 coin } }"
    other = "change phase autumn { add option dig after take { gain 2 coin }, replace option rest { gain 1 point } }"
    games = [load(tmp_path / "1", base=TWO, a=one, b=other), load(tmp_path / "2", base=TWO, a=one, b=other, given=["b", "a"])]
    assert ids(games[0].new_game(1)) == ids(games[1].new_game(1))


@pytest.mark.slow
@pytest.mark.parametrize(
    "other",
    [
        "change phase autumn { remove option sell }",
        "change phase autumn { replace option take { gain 1 coin } }",
        "replace phase autumn { }",
    ],
)
def test_an_option_beside_one_that_a_stranger_takes_away_is_a_conflict(tmp_path: Path, other: str) -> None:
    one = "change phase autumn { add option plant after sell { lose 1 pear } }"
    (found,) = check(tmp_path / "1", base=TWO, a=one, b=other)
    assert (found.code, found.lines) == ("E0506", (other, one))
    assert check_again(tmp_path / "1", ["b", "a"]) == [found]
    (found,) = check(tmp_path / "2", base=TWO, a=other, b=one)
    assert (found.code, found.lines) == ("E0506", (one, other))


def test_what_the_layer_before_has_removed_is_told(tmp_path: Path) -> None:
    after = Variant("change phase autumn { add option plant after sell { lose 1 pear } }", {"after": ["a"]})
    (found,) = check(tmp_path, base=TWO, a="change phase autumn { remove option sell }", b=after)
    assert (found.code, found.message) == ("E0505", "there is no option `autumn.sell` any more in what this stands on")


def test_what_an_added_option_does_is_done(tmp_path: Path) -> None:
    game = load(
        tmp_path, base=TWO, a="change phase autumn { add option plant after sell { lose 1 pear, gain 5 point } }"
    ).new_game(1)
    for choice in ("decline", "take orchard", "plant"):
        game.choose(choice)
    assert list_holdings(game)["point"] == 2 + 5
