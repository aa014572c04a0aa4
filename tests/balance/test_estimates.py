"""The statistics, against published values, and what is noted of a game: choices, points and resources."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import caylus
import numpy as np
import pytest
from caylus_tools.balance import estimates as e
from caylus_tools.balance.sample import Observed, Source, observe
from caylus_tools.balance.verdicts import Claim, Joint, Verdict, joint
from caylus_tools.common.games import Choice
from caylus_tools.common.intervals import t_chance, t_quantile
from caylus_tools.simulation.playing import Plan, play_one
from caylus_tools.verbalize.log import worth
from support.village import RULES, write_game

Draw = np.random.Generator


@pytest.mark.parametrize(("freedom", "quantile"), [(3, 3.182), (5, 2.571), (10, 2.228), (29, 2.045), (120, 1.980)])
def test_students_t_is_that_of_the_tables(freedom: int, quantile: float) -> None:
    assert t_quantile(freedom) == pytest.approx(quantile, abs=0.004)
    assert t_chance(quantile, freedom) == pytest.approx(0.05, abs=0.0015)


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),  # Newcombe 1998, table I, method 3
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0000, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_a_rate_of_one_trial_a_game_has_wilsons_interval(hits: int, trials: int, low: float, high: float) -> None:
    found = e.rate(np.array([1.0] * hits + [0.0] * (trials - hits)), np.ones(trials))
    assert found.value == hits / trials
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.0006)


def test_trials_of_one_game_that_go_the_same_way_count_as_one() -> None:
    once = np.array([1.0] * 30 + [0.0] * 70)
    alone = e.rate(once, np.ones(100))
    together = e.rate(5 * once, np.full(100, 5.0))
    assert (together.low, together.high) == pytest.approx((alone.low, alone.high))


def test_a_rate_that_cannot_be_another_has_no_margin() -> None:
    assert e.rate(np.ones(50), np.full(50, 4.0)) == e.Estimate(0.25, 0.25, 0.25)


def test_a_difference_is_that_of_the_pairs() -> None:
    base = np.array([10.0, 20.0, 30.0, 40.0, 50.0, 60.0])
    found = e.mean_difference(base, base + np.array([1.0, 2.0, 3.0, 1.0, 2.0, 3.0]))
    assert found.value == 2
    assert found.margin == pytest.approx(2.5706 * np.sqrt(0.8) / np.sqrt(6), abs=0.01)
    assert found.p < 0.01


def test_pairs_that_never_differ_leave_a_mean_as_it_is_and_a_rate_nearly_so() -> None:
    wins = np.array([1.0, 0.0] * 50)
    assert e.mean_difference(wins, wins) == e.Difference(0, 0, 0, 1)
    found = e.rate_difference(wins, wins)
    assert (found.value, found.p) == (0, 1)
    assert 0.02 < found.margin < 0.03  # with 100 pairs alike, 3 in 100 may yet differ


def test_a_change_that_is_the_same_in_all_pairs_is_certain() -> None:
    rounds = np.full(40, 18.0)
    assert e.mean_difference(rounds, rounds + 1).p == 0


def _draw_skewed(draw: Draw) -> e.Difference:
    base = draw.exponential(10, 60)
    return e.mean_difference(base, base + draw.exponential(3, 60) - 1)


def _draw_paired_wins(draw: Draw) -> e.Difference:
    luck = draw.random(60)
    return e.rate_difference(
        (luck < 0.25).astype(float), (np.where(draw.random(60) < 0.8, luck, draw.random(60)) < 0.35).astype(float)
    )


def _draw_clusters(draw: Draw) -> e.Estimate:
    trials = draw.integers(0, 6, 80).astype(float)
    hits = draw.binomial(trials.astype(int), draw.choice([0.1, 0.7], 80)).astype(float)
    return e.rate(hits, trials)


def _draw_cluster_differences(draw: Draw) -> e.Difference:
    trials = draw.integers(1, 5, 80)
    luck = draw.choice([0.2, 0.6], 80)
    base, other = (draw.binomial(trials, luck + more).astype(float) for more in (0.0, 0.15))
    return e.share_difference((base, trials.astype(float)), (other, trials.astype(float)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("estimated", "true"),
    [(_draw_skewed, 2.0), (_draw_paired_wins, 0.08), (_draw_clusters, 0.4), (_draw_cluster_differences, 0.15)],
)
def test_an_interval_of_95_per_cent_holds_the_true_number_that_often(
    estimated: Callable[[Draw], e.Estimate], true: float
) -> None:
    draw = np.random.default_rng(7)
    held = sum(found.low <= true <= found.high for found in (estimated(draw) for _ in range(2000)))
    assert 0.93 < held / 2000 < 0.975


def _new_tile(draw: Draw) -> e.Difference:
    """Wins of who builds a tile that is built in few of the games, beside a fair share of a quarter."""
    built = np.append(draw.integers(1, 3, 60), np.zeros(240)).astype(float)
    return e.compare_rate(0.25, (draw.binomial(built.astype(int), 0.25).astype(float), built))


@pytest.mark.slow
def test_a_rate_that_is_fair_is_called_off_as_rarely_as_it_should_be() -> None:
    draw = np.random.default_rng(11)
    found = [_new_tile(draw) for _ in range(4000)]
    assert 0.93 < np.mean([one.low <= 0 <= one.high for one in found]) < 0.97
    assert 0.03 < np.mean([one.p < 0.05 for one in found]) < 0.07
    assert np.mean([one.p < 0.001 for one in found]) < 0.004
    assert e.compare_rate(0.2, (np.zeros(30), np.ones(30))).p == pytest.approx(0.0062, abs=0.0001)  # z = −√7.5


def test_holm_lets_stand_what_is_no_accident_among_so_many() -> None:
    assert e.holm([0.03, 0.01, 0.04, 0.02], 0.05) == [False, True, False, False]
    assert e.holm([0.02, 0.001, 0.01], 0.05) == [True, True, True]
    assert e.holm([], 0.05) == []


@pytest.mark.parametrize(
    ("extra", "margin"),
    [
        (0.0, lambda draw, games: e.mean(draw.normal(0, 0.4, games)).margin),
        (e.EXTRA_OF_RATES, lambda draw, games: e.rate((draw.random(games) < 0.2).astype(float), np.ones(games)).margin),
        (e.EXTRA_OF_RATES, lambda draw, games: e.rate(np.zeros(games), np.ones(games)).margin),
        (e.EXTRA_OF_PAIRS, lambda draw, games: e.rate_difference(*(draw.random((2, games)) < 0.2).astype(float)).margin),
        (e.EXTRA_OF_PAIRS, lambda draw, games: e.rate_difference(np.ones(games), np.ones(games)).margin),
    ],
    ids=["mean", "rate", "rate of nothing", "difference", "no difference"],
)
@pytest.mark.parametrize("games", [200, 5000])
def test_so_many_games_as_are_said_to_be_needed_bring_the_margin_wanted(
    extra: float, margin: Callable[[Draw, int], float], games: int
) -> None:
    draw = np.random.default_rng(2)
    needed = e.games_needed(games, margin(draw, games), 0.01, extra)
    assert margin(draw, needed) == pytest.approx(0.01, rel=0.15)


BOTS = ("clever bots", "foolish bots")
MORE = Claim("fair", ("order", "1"), 1, "who is first wins more often (58 %)", "58 %")
MORE_TOO = MORE._replace(text="who is first wins more often (45 %)", briefly="45 %")
LESS = MORE._replace(side=-1, text="who is first wins less often (9 %)", briefly="9 %")
OPEN = Claim("fair", (), 0, "no evidence that it matters who is first", "no evidence")
MEAN = Claim("mean", (), 0, "the mean score is 78 points", "78 points")


def collect_messages(*claims: tuple[Claim, ...], kinds: tuple[str, str] = ("base", "base")) -> Joint:
    return joint(BOTS[: len(claims)], [Verdict("Game", kind, of_one) for of_one, kind in zip(claims, kinds, strict=False)])


def test_what_all_bots_show_is_told_as_that_with_both_numbers() -> None:
    assert collect_messages((MORE,), (MORE_TOO,)).sentences == (
        "Clever bots and foolish bots agree: who is first wins more often (58 %); 45 % among foolish bots.",
    )


def test_what_one_sort_shows_is_said_of_it_alone_whatever_the_others_leave_open() -> None:
    only = ("Among clever bots only: who is first wins more often (58 %).",)
    assert collect_messages((MORE,), (OPEN,)).sentences == collect_messages((OPEN, MORE), ()).sentences == only


def test_bots_that_contradict_each_other_are_told_to() -> None:
    (sentence,) = collect_messages((MORE,), (LESS,)).sentences
    assert sentence.startswith(
        "Clever bots and foolish bots contradict each other: who is first wins more often (58 %) among clever"
    )
    assert sentence.endswith("who is first wins less often (9 %) among foolish bots.")


def test_that_nothing_is_known_is_told_where_nobody_knows_anything() -> None:
    assert collect_messages((OPEN,), (OPEN,)).sentences == (
        "No evidence that it matters who is first, among clever bots and foolish bots.",
    )


def test_what_takes_no_side_is_told_of_each() -> None:
    other = MEAN._replace(text="the mean score is 8 points", briefly="8 points")
    assert collect_messages((MEAN,), (other,)).sentences == (
        "The mean score is 78 points among clever bots; 8 points among foolish bots.",
    )


def test_bots_of_one_sort_need_no_comparison() -> None:
    assert collect_messages((MORE, MEAN)).sentences == ("Who is first wins more often (58 %).", "The mean score is 78 points.")


def test_what_bots_agree_on_is_told_before_what_some_of_them_show_and_no_topic_goes_on_for_long() -> None:
    many = tuple(MORE._replace(key=("order", str(n)), text=f"place {n}") for n in range(2, 8))
    assert [sentence.split(":")[0] for sentence in collect_messages((*many, MORE), (MORE_TOO,)).sentences] == [
        "Clever bots and foolish bots agree", "Among clever bots only", "Among clever bots only",
    ]  # fmt: skip


def test_verdicts_of_two_kinds_are_mixed() -> None:
    assert collect_messages((MEAN,), (MEAN,), kinds=("winner", "nothing")).kind == "mixed"
    assert collect_messages((MEAN,), (MEAN,), kinds=("game", "game")).kind == "game"


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
