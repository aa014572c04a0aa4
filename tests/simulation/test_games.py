"""What one game of a plan is: settled by its number and the seed, and by nothing else."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import caylus
import pytest
from caylus_tools.simulation.executor import run
from caylus_tools.simulation.playing import Plan, Played, Tally, play_one
from support import tiny

from .helpers import MAY_BREAK, NOUGHTS

HARVEST = """
resource coin
action main() { for each player in players { choose { option one { gain 1 coin }, option two { gain 2 coin } } } }
"""


def plan(rules: caylus.Ruleset, seed: int = 1, players: int = 2, *policy: str) -> Plan:
    return Plan(rules, players, seed, policy or ("random",) * players)


def games(plan: Plan, number: int, jobs: int = 1) -> list[Played]:
    return list(run(partial(play_one, plan), range(number), jobs=jobs))


def test_a_game_does_not_depend_on_the_games_before_it() -> None:
    noughts = plan(caylus.load(NOUGHTS))
    assert play_one(noughts, 7) == games(noughts, 8)[7]


def test_another_seed_gives_other_games() -> None:
    rules = caylus.load(NOUGHTS)
    assert games(plan(rules, 1), 8) != games(plan(rules, 2), 8)


def test_games_of_one_number_under_two_rulesets_are_a_pair() -> None:
    base = games(plan(tiny.rules(HARVEST + "value score(player) = player.coin")), 50)
    twice = games(plan(tiny.rules(HARVEST + "value score(player) = 2 * player.coin")), 50)
    assert {game.scores for game in base} == {(1, 1), (1, 2), (2, 1), (2, 2)}
    assert [tuple(2 * score for score in game.scores) for game in base] == [game.scores for game in twice]
    assert [game.seed for game in base] == [game.seed for game in twice]


@pytest.mark.slow
def test_other_processes_need_not_find_the_ruleset_where_this_one_has_found_it(tmp_path: Path) -> None:
    folder = shutil.copytree(NOUGHTS, tmp_path / "noughts")
    noughts = plan(caylus.load(folder))
    shutil.rmtree(folder)
    assert games(noughts, 20, jobs=2) == games(noughts, 20)


def test_the_hash_depends_on_the_order_of_the_games() -> None:
    played = games(plan(caylus.load(NOUGHTS)), 8)
    hashes = []
    for order in (played, played[::-1]):
        tally = Tally(2)
        for game in order:
            tally.add(game)
        hashes.append(tally.hash)
    assert hashes[0] != hashes[1]


def test_each_seat_follows_its_own_policy() -> None:
    rules = tiny.rules(HARVEST + "value score(player) = player.coin")
    played = games(plan(rules, 1, 3, "random", "greedy", "random"), 40)
    assert all(game.scores[1] == 2 for game in played)
    assert {game.scores[0] for game in played} == {1, 2}


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_rule_that_breaks_is_told_with_the_game_it_broke_in(jobs: int) -> None:
    breaking = plan(tiny.rules(MAY_BREAK), seed=8, players=4)
    number = -1
    with pytest.raises(caylus.RulesetError) as caught:
        for played in run(partial(play_one, breaking), range(100), jobs=jobs):
            number = played.number
    (fault,) = caught.value.diagnostics
    assert fault.code == "E0902"
    assert fault.span is not None
    assert f"in game {number + 1} " in fault.notes[0].text
    assert f"--seed 8 --first {number + 1} --games 1`" in fault.help
    with pytest.raises(caylus.RulesetError) as again:
        play_one(breaking, number + 1)
    assert again.value.diagnostics == caught.value.diagnostics
