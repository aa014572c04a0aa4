"""Tastes and habits: what a bot likes for a whole game, and how far a habit beats a bot that misjudges something."""

from __future__ import annotations

import json
from pathlib import Path

import caylus
import pytest
from caylus_tools.bots.finishing import finish
from caylus_tools.bots.opinions import Mind
from caylus_tools.bots.tastes import Habit, Label, Taste, enumerate_habits
from caylus_tools.cli import main as cli
from caylus_tools.training.games import BEGINNER
from caylus_tools.training.habits import describe_exploit, find_habits, measure_habits
from caylus_tools.training.league import tune
from support.texts import read_rules
from support.village import write_game

SHARES = read_rules(__file__, "tastes_shares")
INVEST = Label("invest", "", "bank")


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> caylus.Ruleset:
    return caylus.load(write_game(tmp_path_factory.mktemp("shares"), rules=SHARES))


def share_counts(rules: caylus.Ruleset, taste: Taste, engine: str) -> list[int]:
    game = finish(rules.new_game(2, 1), [Mind(taste=taste), Mind()], [1, 2], [0, 1], engine, keeps_moves=True).game
    return [player["resources"]["share"] for player in game.view()["players"]]


@pytest.mark.parametrize("engine", ["python", "machine"])
def test_who_has_a_habit_keeps_to_it_and_the_others_play_as_ever(rules: caylus.Ruleset, engine: str) -> None:
    assert share_counts(rules, Taste(), engine) == [0, 0]
    assert share_counts(rules, Taste(habits=(Habit(INVEST, True),)), engine) == [6, 0]
    assert share_counts(rules, Taste(habits=(Habit(Label("work", "day"), False), Habit(INVEST, False))), engine) == [0, 0]


def test_tastes_differ_by_their_seeds_and_are_the_same_in_either_engine(rules: caylus.Ruleset) -> None:
    found = {engine: [share_counts(rules, Taste(seed, 3.0), engine) for seed in range(20)] for engine in ("python", "machine")}
    assert found["python"] == found["machine"]
    assert {tuple(counts) for counts in found["python"]} == {(0, 0), (6, 0)}


@pytest.mark.slow
def test_likings_that_win_are_learned_where_the_estimate_says_nothing(tmp_path: Path) -> None:
    rules = caylus.load(write_game(tmp_path, rules=SHARES.replace("outlook(player) = player.coin", "outlook(player) = 0")))
    labels = dict.fromkeys(habit.label for habit in enumerate_habits(rules, 2))
    tuned = tune(rules, 2, BEGINNER, labels, end=0.0, seed=1, jobs=1)
    assert tuned.likings[INVEST.name] > 0 > tuned.likings[Label("invest", "", "mill").name]
    for engine in ("python", "machine"):
        game = finish(rules.new_game(2, 1), [Mind(tuned), Mind()], [1, 2], [0, 1], engine).game
        assert game.view()["players"][0]["resources"]["share"] == 6


def test_habits_are_of_every_option_every_thing_and_every_kind_of_things(rules: caylus.Ruleset) -> None:
    labels = {habit.label for habit in enumerate_habits(rules, 2)}
    assert {Label("work", "day"), Label("invest", "day"), INVEST, Label("invest", "", "firm")} <= labels


def test_the_habit_that_beats_a_bot_is_found_and_told_in_the_words_of_the_game(rules: caylus.Ruleset) -> None:
    best, *others = measure_habits(rules, 2, "greedy", 20, 1, 1)
    assert best.habit == Habit(INVEST, True)
    assert describe_exploit(best).startswith(
        "who always chooses “invest in Bank”, or another such choice with Bank wins 100% (84% to "
    )
    assert all(one.score.share <= best.score.share for one in others)
    assert len(find_habits(rules, 2, 1)) < len(enumerate_habits(rules, 2))  # of those that come to the same there is one


def test_habits_are_rated_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_game(tmp_path, rules=SHARES)
    assert cli.main(["rate", str(folder), "--habits", "--bots", "greedy", "--games", "4", "--players", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["habits"][0]["share"] == 1
