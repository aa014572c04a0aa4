"""Many games between bots."""

from __future__ import annotations

import json
from typing import Any

import caylus
import pytest
from caylus_tools.simulation import Plan, Tally, play_one, simulate

from .conftest import Run

KEYS = ["ruleset", "players", "games", "decisions", "seconds", "rounds", "scores", "winners", "hash"]


def simulated(run: Run, *words: str, **changes: str) -> dict[str, Any]:
    done = run("simulate", "classic", "--games", "6", "--seed", "1", "--json", *words, **changes)
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_json_object_tells_of_every_game_in_seat_order(run: Run, players: int) -> None:
    result = simulated(run, "--players", str(players))
    assert list(result) == KEYS
    assert (result["ruleset"], result["players"], result["games"]) == ("classic", players, 6)
    assert len(result["rounds"]) == len(result["scores"]) == len(result["winners"]) == 6
    seats = ["Red", "Green", "Orange", "Blue", "Black"][:players]
    for scores, winners in zip(result["scores"], result["winners"], strict=True):
        assert winners == [seat for seat, score in zip(seats, scores, strict=True) if score == max(scores)]
    assert result["decisions"] > 6 * 20
    assert len(result["hash"]) == 64


def test_equal_seeds_give_equal_games_whatever_the_jobs_and_the_hash_seed(run: Run) -> None:
    def settled(result: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in result.items() if key != "seconds"}

    first = settled(simulated(run, "--players", "3", "--jobs", "1", PYTHONHASHSEED="1"))
    assert settled(simulated(run, "--players", "3", "--jobs", "2", PYTHONHASHSEED="2")) == first


def test_another_seed_gives_other_games(run: Run) -> None:
    assert simulated(run, "--players", "2")["hash"] != simulated(run, "--players", "2", "--seed", "2")["hash"]


def test_a_seat_can_have_its_own_policy(run: Run) -> None:
    result = simulated(run, "--players", "3", "--policy", "random,greedy,random")
    assert sum("Green" in winners for winners in result["winners"]) >= 5


def test_without_json_a_summary_is_printed(run: Run) -> None:
    done = run("simulate", "classic", "--games", "2", "--players", "2")
    assert "2 games of 2 players" in done.stdout
    assert "wins" in done.stdout
    assert done.stderr == ""


def test_the_hash_depends_on_the_order_of_the_games() -> None:
    plan = Plan("classic", (), players=2, games=2, seed=1, policy=("random", "random"))
    games = list(simulate(plan, jobs=1))
    hashes = []
    for order in (games, games[::-1]):
        tally = Tally(2)
        for played in order:
            tally.add(played)
        hashes.append(tally.hash)
    assert hashes[0] != hashes[1]


def test_a_game_of_a_plan_does_not_depend_on_the_games_before_it() -> None:
    plan = Plan("classic", (), players=3, games=4, seed=5, policy=("random",) * 3)
    assert play_one(plan, 3) == list(simulate(plan, jobs=1))[3]


def test_a_rule_that_breaks_in_play_reaches_the_caller_from_another_process() -> None:
    plan = Plan("no-such-ruleset", (), players=3, games=4, seed=5, policy=("random",) * 3)
    with pytest.raises(caylus.RulesetError) as caught:
        list(simulate(plan, jobs=2))
    assert caught.value.diagnostics[0].code == "E0620"
