"""`forbid OPTION in ACTION where …`: a requirement more for an option, whoever wrote that."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import caylus
import pytest
from support.shipped import RULESETS

from .garden import BASE, check, fault, ids, list_holdings, load

POOR = 'rule poor "Poor" { forbid take(field) in autumn where player.apple > 0 and field is meadow "apples are enough" }'
IDLE = BASE.replace("      option rest", "      option nap { }\n      option rest")
LATE = 'rule late "Late" { forbid take in autumn where season is 2 "the year is over" }'


def test_what_is_forbidden_is_missing_and_says_why(tmp_path: Path) -> None:
    game = load(tmp_path, base=IDLE, a=POOR).new_game(1)
    game.choose("take orchard")
    game.choose("decline")
    assert ids(game) == ["nap", "rest"]
    assert game.decision is not None
    assert [reason.text for reason in game.decision.why_not("take", "meadow")] == ["apples are enough"]


@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
def test_two_variants_that_each_forbid_need_no_order_and_both_hold(tmp_path: Path, order: tuple[str, ...]) -> None:
    game = load(tmp_path, base=IDLE, a=POOR, b=LATE, given=order).new_game(1)
    game.choose("take orchard")
    game.choose("decline")
    assert ids(game) == ["nap", "rest"]  # in the second year nothing is taken


def test_an_option_that_another_layer_puts_in_its_place_is_forbidden_too(tmp_path: Path) -> None:
    other = "change phase autumn { replace option take(field in fields) { do tend(player, field) } }"
    b = LATE.replace("season is 2", "season is 1")
    assert ids(load(tmp_path, base=IDLE, a=other, b=b).new_game(1)) == ["nap", "rest"]


def test_an_object_forbids_what_is_chosen_of_itself(tmp_path: Path) -> None:
    thorny = 'change field meadow { forbid take(this) in autumn where player.coin > 1 "thorns" }'
    assert ids(load(tmp_path, a=thorny).new_game(1)) == ["take orchard", "rest"]


def test_an_option_of_an_action_of_an_object_is_forbidden(tmp_path: Path) -> None:
    base = BASE.replace("harvest { gain 1 apple }", 'harvest { may pick "pick" { gain 1 apple } }')
    game = load(
        tmp_path, base=base, a='rule n { forbid pick in orchard.harvest where player.pear > 0 "no hand is free" }'
    ).new_game(1)
    game.choose("take orchard")
    assert list_holdings(game)["pear"] == 1
    assert ids(game) == ["sell 1 pear", "decline"]


def test_several_chosen_together_go_by_one_name(tmp_path: Path) -> None:
    base = BASE.replace(
        "option take(field in fields)", "option both(2 two in fields) { gain 1 coin }\n      option take(field in fields)"
    )
    game = load(tmp_path, base=base, a='rule n { forbid both(pair) in autumn where meadow is in pair "never both" }').new_game(1)
    assert ids(game) == ["take orchard", "take meadow", "rest"]


def test_player_is_who_decides(tmp_path: Path) -> None:
    base = BASE.replace('choose "Take a field"', 'order[1] chooses "Take a field"')
    game = load(tmp_path, base=base, a='rule n { forbid take in autumn where player is not order[1] "not yours" }').new_game(2)
    assert "take orchard" in ids(game)
    game.choose("rest")
    assert "take orchard" in ids(game)


def test_a_choice_that_could_be_empty_now_is_reported_where_that_is_forbidden(tmp_path: Path) -> None:
    found = fault(tmp_path, a='rule n { forbid rest in autumn where player.coin > 3 "no time" }')
    assert (found.code, found.message) == ("E0408", "this choice could be empty")
    assert found.lines == ('rule n { forbid rest in autumn where player.coin > 3 "no time" }', 'choose "Take a field" {')


def test_a_secret_that_refuses_an_option_is_reported_where_it_is_forbidden(tmp_path: Path) -> None:
    base = BASE.replace("resource apple", "list deck of field hidden from all\nresource apple")
    text = 'rule n { forbid take(field) in autumn where field is in deck "it is in the deck" }'
    found = fault(tmp_path, base=base, a=text)
    assert (found.code[:2], found.lines[0]) == ("E1", text)


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("forbid tak in autumn", "W1017", "nobody is offered an option `tak` in `autumn`"),
        ("forbid take(a, b) in autumn", "E0423", "`take` comes with 1 to choose, and has 2 names for it here"),
        ("forbid take in winter", "E0204", "`winter` is not an action in this ruleset"),
        ("forbid take in orchard.mow", "E0205", "a field has no `mow`"),
        ("forbid free(player, field) in autumn", "W1017", "nobody is offered an option `free` in `autumn`"),
    ],
)
def test_what_cannot_be_forbidden_is_reported(tmp_path: Path, text: str, code: str, message: str) -> None:
    found = fault(tmp_path, a=f'rule n {{ {text} where season is 2 "no" }}')
    assert (found.code, found.message) == (code, message)


def test_what_is_sealed_forbids_that_others_forbid_its_options(tmp_path: Path) -> None:
    found = check(tmp_path, base=BASE + 'seal autumn "as it is"\n', a=LATE)
    assert [each.code for each in found] == ["E0508"]


@pytest.mark.slow
def test_few_houses_and_plans_are_played_together_without_an_order(tmp_path: Path) -> None:
    here = Path(__file__).parent / "house_rules"
    both = [here / "few-houses", here / "blueprints"]
    assert all(len((folder / "all.rules").read_text(encoding="utf-8").splitlines()) <= 20 for folder in both)
    games = [caylus.load(RULESETS / "classic", order).new_game(2, seed=3) for order in permutations(both)]
    assert games[0].save()["state"] == games[1].save()["state"]


def test_who_forbids_an_option_that_a_stranger_says_anew_needs_an_order(tmp_path: Path) -> None:
    anew = "change phase autumn { replace option take(coins in 1 to 2) { gain coins coin } }"
    (found,) = check(tmp_path, base=IDLE, a=anew, b=POOR)
    assert (found.code, found.message) == (
        "E0506",
        "`a` and `b` both say when `take` is offered in `autumn`, and neither comes after the other",
    )
    away = "change phase autumn { remove option take }"
    assert [each.code for each in check(tmp_path / "away", base=IDLE, a=away, b=LATE)] == ["E0506"]
