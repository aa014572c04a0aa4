"""What is noted of a game: choices, points and resources, whatever the game is about."""

from __future__ import annotations

from pathlib import Path

import caylus
import pytest
from caylus_tools.balance.sample import Observed, Source, observe
from caylus_tools.common.games import Choice
from caylus_tools.simulation.playing import Plan, play_one
from caylus_tools.verbalize.log import worth
from support.village import RULES, write_game


def make_observation(folder: Path, rules: str = RULES, policy: str = "random", number: int = 0) -> Observed:
    return observe(Plan(caylus.load(write_game(folder, rules=rules)), 3, 1, (policy,) * 3), number)


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["classic", "1303"])
def test_what_the_rules_gave_adds_up_to_the_scores_of_both_editions(edition: str) -> None:
    plan = Plan(caylus.load(edition), 3, 1, ("random",) * 3)
    for number in range(3):
        game = observe(plan, number)
        assert tuple(map(sum, zip(*game.points.values(), strict=True))) == game.scores
        assert Source("", "") not in game.points


def test_it_is_the_game_that_simulate_plays(village: Path) -> None:
    plan = Plan(caylus.load(village), 3, 1, ("random",) * 3)
    for number in range(5):
        game, played = observe(plan, number), play_one(plan, number)
        assert (game.rounds, game.decisions, game.scores) == (played.rounds, played.decisions, played.scores)
        assert sum(1 << seat for (seat,) in game.winners) == played.winners


def test_a_choice_goes_by_the_thing_it_names_or_by_the_rule_that_offers_it(tmp_path: Path) -> None:
    game = make_observation(tmp_path)
    assert set(game.chosen) <= {
        Choice("work", "mill", ""), Choice("work", "store", ""), Choice("rest", "", "noon"),
        Choice("pay", "", "store"), Choice("decline", "", "store"),
    }  # fmt: skip
    days_of_each = [sum(of[seat] for choice, of in game.chosen.items() if choice.option in ("work", "rest")) for seat in range(3)]
    assert days_of_each == [3, 3, 3]


def test_points_go_to_the_thing_that_gives_them_and_to_the_one_that_a_rule_deals_with(tmp_path: Path) -> None:
    rules = (
        RULES.replace("cost payment = nothing", "cost payment = nothing\n  worth payment = nothing")
        .replace("do hut.use(player)", "gain hut.worth\n        do hut.use(player)")
        .replace('hut mill "Mill" { cost 1 coin,', 'hut mill "Mill" { cost 1 coin, worth 5 coin,')
    )
    game = make_observation(tmp_path, rules, "greedy")
    times = game.chosen[Choice("work", "mill", "")]
    assert game.points[Source("mill", "")] == tuple(2 * n for n in times)  # the grain
    assert game.points[Source("noon", "mill")] == tuple(4 * n for n in times)  # five coins for one


def test_a_holding_that_is_set_counts_as_what_is_gained_or_lost(tmp_path: Path) -> None:
    rules = RULES.replace("{ lose 1 grain }", "{ set player.grain to 0 }").replace(
        "raise days by 1", "raise days by 1\n  for each player in players { raise player.coin by 4 }"
    )
    rules = rules.replace('phase morning "Morning" { ', 'phase morning "Morning" {\n  ')
    game = make_observation(tmp_path, rules, "greedy")
    assert game.points[Source("morning", "")] == (12, 12, 12)
    assert tuple(map(sum, zip(*game.points.values(), strict=True))) == game.scores


def test_what_comes_and_goes_is_counted_by_round(tmp_path: Path) -> None:
    rules = RULES.replace("repeat at most 3", "for each player in players { gain 7 coin }\n  repeat at most 3")
    game = make_observation(tmp_path, rules)
    came, went = game.flow["coin", True], game.flow["coin", False]
    assert len(came) == game.rounds + 1 == 4
    assert came[0] == 21
    assert sum(came) - sum(went) + sum(game.flow["grain", True]) - sum(game.flow.get(("grain", False), ())) == sum(game.scores)


@pytest.mark.slow
def test_who_decides_first_is_known_however_the_seats_are_drawn(tmp_path: Path) -> None:
    rules = (
        RULES.replace("state days number", "state days number\nlist order of player")
        .replace(
            "repeat at most 3 times { do day() }",
            "for each player in shuffled players { add player to order }\n  repeat at most 3 times { do day() }",
        )
        .replace("for each player in players {\n    choose", "for each player in order {\n    choose")
    )
    plan = Plan(caylus.load(write_game(tmp_path, rules=rules)), 3, 1, ("random",) * 3)
    orders = {observe(plan, number).order for number in range(40)}
    assert len(orders) == 6


@pytest.mark.parametrize(
    ("score", "found"),
    [
        ("player.coin + player.grain", {"coin": 1, "grain": 1}),
        ("2 * player.coin - player.grain * 3", {"coin": 2, "grain": -3}),
        ("player.coin - player.coin + 4", {}),
        ("player.coin / 2", {}),
        ("pay_of(player) + player.coin", {"coin": 1}),
        ("worth_of(player)", {"coin": 5}),
        ("player.jobs", {}),
    ],
)
def test_what_a_resource_is_worth_is_read_off_the_score(tmp_path: Path, score: str, found: dict[str, int]) -> None:
    rules = RULES.replace("= player.coin + player.grain", f"= {score}") + "\nvalue worth_of(player) = 5 * player.coin\n"
    assert worth(caylus.load(write_game(tmp_path, rules=rules)).model) == found


def test_points_that_no_resource_gives_are_counted_apart(tmp_path: Path) -> None:
    game = make_observation(tmp_path, RULES.replace("= player.coin + player.grain", "= player.coin + player.jobs"))
    work = tuple(map(sum, zip(*(of for choice, of in game.chosen.items() if choice.option == "work"), strict=True)))
    assert game.points[Source("", "")] == work
