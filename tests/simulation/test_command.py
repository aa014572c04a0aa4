"""`caylus simulate` as people run it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from caylus.documents import accept, read_json
from caylus_tools.common import extras
from support import tiny
from support.running import Caylus, Run

from .helpers import MAY_BREAK, NOUGHTS

pytestmark = pytest.mark.slow

KEYS = ["ruleset", "bots", "players", "games", "decisions", "seconds", "rounds", "scores", "winners", "hash"]


def simulate(caylus_: Caylus, *words: str) -> dict[str, Any]:
    done = caylus_("simulate", "classic", "--games", "6", "--seed", "1", "--bots", "random", "--json", *words)
    assert done.code == 0, done.err
    result: dict[str, Any] = json.loads(done.out)
    return result


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_json_object_tells_of_every_game_in_seat_order(caylus_: Caylus, players: int) -> None:
    result = simulate(caylus_, "--players", str(players))
    assert list(result) == KEYS
    assert (result["ruleset"], result["players"], result["games"]) == ("classic", players, 6)
    assert len(result["rounds"]) == len(result["scores"]) == len(result["winners"]) == 6
    seats = ["Red", "Green", "Orange", "Blue", "Black"][:players]
    for scores, winners in zip(result["scores"], result["winners"], strict=True):
        assert winners == [seat for seat, score in zip(seats, scores, strict=True) if score == max(scores)]
    assert result["decisions"] > 6 * 20
    assert len(result["hash"]) == 64


def test_a_seat_that_rules_play_needs_no_bot(caylus_: Caylus, tmp_path: Path) -> None:
    out = tmp_path / "games.csv"
    words = ("simulate", "classic", "--with", "automaton", "--games", "1", "--players", "3", "--out", str(out))
    assert caylus_(*words, "--bots", "random,greedy").code == 0
    players = [line.split(",")[2:4] for line in out.with_suffix(".players.csv").read_text("utf-8").splitlines()[1:4]]
    assert players == [["Red", "random"], ["Green", "greedy"], ["regent", "rules"]]
    refused = caylus_(*words[:-2], "--bots", "random,random,random")
    assert (refused.code, "3 players, counting The regent, whom the rules play" in refused.err) == (2, True)


def test_the_json_object_has_the_shape_that_the_schema_says_and_shows(caylus_: Caylus) -> None:
    schema = json.loads((Path(__file__).parents[2] / "schemas" / "simulation.schema.json").read_text(encoding="utf-8"))
    for example in schema["examples"]:
        assert accept(example, "the example", "simulation").value == example
    told = caylus_("simulate", NOUGHTS, "--games", "2", "--json").out
    assert read_json(told, "output", "simulation").value["games"] == 2


@pytest.mark.slow
def test_equal_seeds_give_equal_games_whatever_the_jobs_and_the_hash_seed(run: Run) -> None:
    def simulate_jobs(jobs: str, hash_seed: str) -> dict[str, Any]:
        words = f"--games 6 --players 2 --bots random --jobs {jobs} --json".split()
        done = run("simulate", str(NOUGHTS), *words, PYTHONHASHSEED=hash_seed, CAYLUS_CACHE="")
        return {key: value for key, value in json.loads(done.stdout).items() if key != "seconds"}

    assert simulate_jobs("1", "1") == simulate_jobs("2", "2")


def test_a_part_of_the_games_can_be_played_by_its_numbers(caylus_: Caylus) -> None:
    whole = simulate(caylus_, "--players", "2")
    part = simulate(caylus_, "--players", "2", "--first", "2", "--games", "3")
    assert part["scores"] == whole["scores"][2:5]


def test_learned_bots_play_where_there_are_any_and_are_named(caylus_: Caylus) -> None:
    assert "bots    normal\n" in caylus_("simulate", "classic", "--games", "1", "--players", "2").out
    assert json.loads(caylus_("simulate", NOUGHTS, "--games", "1", "--json").out)["bots"] == ["greedy", "greedy"]


@pytest.mark.nightly
def test_a_seat_can_have_its_own_bot(caylus_: Caylus) -> None:
    result = simulate(caylus_, "--players", "3", "--bots", "random,greedy,random")
    assert sum("Green" in winners for winners in result["winners"]) >= 5


def test_without_json_a_summary_is_printed(caylus_: Caylus) -> None:
    done = caylus_("simulate", "classic", "--games", "2", "--players", "2", "--bots", "random")
    assert "2 games of 2 players" in done.out
    assert "wins" in done.out
    assert done.err == ""


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.nightly)])
def test_a_rule_that_breaks_is_a_finding_with_the_options_that_play_the_game_again(
    caylus_: Caylus, folder: Path, jobs: str
) -> None:
    tiny.write(folder, MAY_BREAK)
    words = f"--games 1000 --players 4 --bots random --seed 2 --jobs {jobs} --out games.csv".split()
    many = caylus_("simulate", folder, *words)
    assert many.code == 1
    assert "error[E0902]" in many.err
    assert "set n to 60, gain n all" in many.err
    (again,) = (line.split("`")[1].split() for line in many.err.splitlines() if "plays it again" in line)
    played = (folder / "games.csv").read_text(encoding="utf-8").splitlines()[1:]
    assert [row.split(",")[0] for row in played] == [str(number) for number in range(int(again[again.index("--first") + 1]))]
    assert caylus_("simulate", folder, *again).err == many.err


@pytest.mark.parametrize(
    "words",
    [
        ("--out", "games.txt"),
        ("--out", "no/such/folder/games.csv"),
        ("--out", "."),
        ("--jobs", "2", "--scheduler", "tcp://127.0.0.1:8786"),
        ("--scheduler", "8786"),
        ("--scheduler", "http://127.0.0.1:8786"),
        ("--first", "-1"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_done_as_asked_is_a_matter_of_usage(caylus_: Caylus, folder: Path, words: tuple[str, ...]) -> None:
    done = caylus_("simulate", NOUGHTS, *words)
    assert (done.code, done.out) == (2, "")
    assert done.err
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "extra"), [(("--out", "games.parquet"), "sim"), (("--scheduler", "tcp://127.0.0.1:8786"), "dask")]
)
def test_a_package_that_is_missing_is_named_with_its_extra(
    caylus_: Caylus, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], extra: str
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda package: None)
    done = caylus_("simulate", NOUGHTS, *words)
    assert done.code == 2
    assert f"[{extra}]" in done.err


def test_matches_are_told_one_by_one_and_none_goes_into_a_table_of_games(caylus_: Caylus, tmp_path: Path) -> None:
    words = ("simulate", str(NOUGHTS), "--games", "5", "--match", "to 2 wins")
    result = json.loads(caylus_(*words, "--json").out)
    assert accept(result, "the result", "simulation").value == result
    assert len(result["matches"]) == 5
    assert sum(match["games"] for match in result["matches"]) == result["games"] == len(result["winners"])
    assert all(max(match["scores"].values()) == 2 for match in result["matches"])
    assert "\nmatches " in caylus_(*words).out
    refused = caylus_(*words, "--out", str(tmp_path / "games.csv"))
    assert (refused.code, "--match 1" in refused.err) == (2, True)
