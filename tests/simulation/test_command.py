"""`caylus simulate` as people run it, how far it has come, and how it is stopped."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest
from caylus.documents import accept, read_json
from caylus_tools.common import extras, output
from support import tiny
from support.running import Caylus, Run

from .conftest import Start, Started
from .helpers import MAY_BREAK, NOUGHTS, lines, wait_until

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


@pytest.mark.nightly
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
    assert "bots    normal:50\n" in caylus_("simulate", "classic", "--games", "1", "--players", "2").out
    assert json.loads(caylus_("simulate", NOUGHTS, "--games", "1", "--json").out)["bots"] == ["greedy", "greedy"]


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


@pytest.mark.nightly
def test_the_time_that_remains_is_told_and_wiped(environment: dict[str, str], folder: Path) -> None:
    arguments = ["-m", "caylus_tools", "simulate", str(NOUGHTS), "--bots", "random", "--games", "3000"]
    simulation = pexpect.spawn(sys.executable, arguments, env=environment, cwd=str(folder), encoding="utf-8", timeout=60)
    simulation.expect(r"\d+/3000 games, \d+:\d\d:\d\d left")
    simulation.expect(r"\r\x1b\[KNoughts and crosses: 3000 games")
    simulation.expect(pexpect.EOF)
    simulation.close()
    assert simulation.exitstatus == 0


@pytest.mark.nightly
def test_a_line_that_does_not_fit_is_cut(environment: dict[str, str], folder: Path) -> None:
    arguments = ["-m", "caylus_tools", "simulate", str(NOUGHTS), "--bots", "random", "--games", "3000"]
    narrow = {**environment, "TERM": "xterm"}
    simulation = pexpect.spawn(
        sys.executable, arguments, env=narrow, cwd=str(folder), encoding="utf-8", timeout=60, dimensions=(24, 20)
    )
    simulation.expect("Noughts and crosses")
    shown = re.findall(r"\r([^\x1b\r]*)\x1b\[K", simulation.before)
    assert len(shown) > 1
    assert max(map(len, shown)) == 19


@pytest.mark.nightly
def test_a_terminal_that_can_do_nothing_is_told_nothing_to_do(environment: dict[str, str], folder: Path) -> None:
    for words in (["simulate", str(NOUGHTS), "--bots", "random", "--games", "3000"], ["check", "nothing"]):
        dumb = {**environment, "TERM": "dumb"}
        command = pexpect.spawn(
            sys.executable, ["-m", "caylus_tools", *words], env=dumb, cwd=str(folder), encoding="utf-8", timeout=60
        )
        command.expect(pexpect.EOF)
        assert "\x1b" not in command.before


def test_where_there_is_no_terminal_a_line_is_told_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter(range(0, 1000, 20))
    monkeypatch.setattr(output.time, "monotonic", lambda: float(next(clock)))
    with output.Progress("games", 10) as told:
        for _ in range(4):
            told.advance()
    assert capsys.readouterr().err == "2/10 games, 0:02:40 left\n4/10 games, 0:02:00 left\n"


def test_what_takes_no_time_tells_nothing_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    with output.Progress("games", 2) as told:
        told.advance()
    assert capsys.readouterr().err == ""


MANY = "100000"


class Killed(BaseException):
    """Ends a command at this point."""


def words_for_noughts(*words: str) -> tuple[str, ...]:
    return ("simulate", str(NOUGHTS), *words)


def begin_simulation(start: Start, folder: Path, *words: str) -> Started:
    """A simulation of many games, some of which are finished."""
    process = start("-m", "caylus_tools", *words_for_noughts("--games", MANY, *words))
    (journal,) = (folder / f"{word}.journal" for word in words if "." in word)
    wait_until(lambda: lines(journal) > 200)
    return process


def tables(folder: Path, suffix: str) -> list[bytes]:
    return [
        (folder / f"{table}.{suffix}").read_bytes() for table in ("games", "games.players", "games.decisions", "games.points")
    ]


def assert_it_goes_on(caylus_: Caylus, folder: Path, suffix: str, games: int) -> None:
    """The tables that another call makes of those in the folder are those of a simulation that was never stopped."""
    gone_on = caylus_(*words_for_noughts("--games", str(games), "--out", f"games.{suffix}"))
    (folder / "straight").mkdir()
    straight = caylus_(*words_for_noughts("--games", str(games), "--out", f"straight/games.{suffix}"))
    assert gone_on.out.splitlines()[1:] == straight.out.splitlines()[1:]
    assert tables(folder, suffix) == tables(folder / "straight", suffix)


@pytest.mark.nightly
@pytest.mark.parametrize(("suffix", "jobs"), [("csv", "1"), ("parquet", "2")])
def test_ctrl_c_sums_up_what_is_done_and_puts_it_into_the_tables(
    caylus_: Caylus, start: Start, folder: Path, suffix: str, jobs: str
) -> None:
    process = begin_simulation(start, folder, "--jobs", jobs, "--out", f"games.{suffix}")
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: it reaches every process
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    told = re.fullmatch(rf"caylus simulate: stopped after (\d+) of {MANY} games\n", err)
    assert told is not None, err
    assert f"{told[1]} games of 2 players" in out
    assert lines(folder / f"games.{suffix}.journal") == 1
    assert_it_goes_on(caylus_, folder, suffix, int(told[1]) + 20)


@pytest.mark.nightly
@pytest.mark.parametrize(("suffix", "jobs"), [("csv", "1"), ("parquet", "2")])
def test_who_is_killed_loses_no_game(caylus_: Caylus, start: Start, folder: Path, suffix: str, jobs: str) -> None:
    process = begin_simulation(start, folder, "--jobs", jobs, "--out", f"games.{suffix}")
    process.kill()
    process.communicate(timeout=60)
    games = lines(folder / f"games.{suffix}.journal") - 1
    assert games >= 200
    assert not (folder / f"games.{suffix}").exists()
    assert_it_goes_on(caylus_, folder, suffix, games)


@pytest.mark.nightly
@pytest.mark.parametrize("torn", [b"[", b"[[20, 1", '[[20, 1, "é'.encode()[:-1]])
def test_a_game_that_was_being_written_when_the_process_was_killed_is_played_again(
    caylus_: Caylus, folder: Path, torn: bytes
) -> None:
    caylus_(*words_for_noughts("--games", "20", "--out", "games.csv"))
    with (folder / "games.csv.journal").open("ab") as journal:
        journal.write(torn)
    assert_it_goes_on(caylus_, folder, "csv", 30)


@pytest.mark.nightly
@pytest.mark.parametrize("replacements", [0, 1, 2])
def test_who_is_killed_while_tables_are_replaced_has_every_game_once(
    caylus_: Caylus, monkeypatch: pytest.MonkeyPatch, folder: Path, replacements: int
) -> None:
    caylus_(*words_for_noughts("--games", "20", "--out", "games.csv"))
    done: list[str | Path] = []

    def replace(new: str | Path, old: str | Path) -> None:
        if len(done) < replacements:
            os.rename(new, old)
            done.append(old)
        if len(done) == replacements:
            raise Killed

    with monkeypatch.context() as patched, pytest.raises(Killed):
        patched.setattr(os, "replace", replace)
        caylus_(*words_for_noughts("--games", "40", "--out", "games.csv"))
    assert_it_goes_on(caylus_, folder, "csv", 50)


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="there is no lock")
def test_no_two_processes_write_the_same_tables(caylus_: Caylus, start: Start, folder: Path) -> None:
    process = begin_simulation(start, folder, "--out", "games.csv")
    second = caylus_(*words_for_noughts("--games", MANY, "--out", "games.csv"))
    assert second.code == 2
    assert second.err == "caylus simulate: another process is playing games for games.csv.journal\n"
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    games = int(err.split("stopped after ")[1].split()[0])
    assert_it_goes_on(caylus_, folder, "csv", games)


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_where_the_disk_is_full_what_could_be_written_is_kept(caylus_: Caylus, start: Start, folder: Path) -> None:
    limited = (
        "import resource as r; r.setrlimit(r.RLIMIT_FSIZE, (40000, 40000)); from caylus_tools.cli.main import main; exit(main())"
    )
    process = start("-c", limited, *words_for_noughts("--games", MANY, "--out", "games.csv"))
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (2, "caylus simulate: games.csv.journal cannot be written: File too large\n")
    assert sorted(file.name for file in folder.iterdir()) == [
        "games.csv", "games.csv.journal", "games.decisions.csv", "games.players.csv", "games.points.csv",
    ]  # fmt: skip
    games = lines(folder / "games.csv") - 1
    assert games > 20
    assert_it_goes_on(caylus_, folder, "csv", games + 20)
