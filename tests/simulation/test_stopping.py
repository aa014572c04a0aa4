"""However a simulation is stopped, the games that were finished are kept, and a later one goes on with the next."""

from __future__ import annotations

import os
import re
import signal
import sys
from pathlib import Path

import pytest
from support.running import Caylus

from .conftest import Start, Started
from .helpers import NOUGHTS, lines, wait_until

pytestmark = pytest.mark.slow

MANY = "100000"


class Killed(BaseException):
    """Ends a command at this point."""


def simulate(*words: str) -> tuple[str, ...]:
    return ("simulate", str(NOUGHTS), *words)


def begin_simulation(start: Start, folder: Path, *words: str) -> Started:
    """A simulation of many games, some of which are finished."""
    process = start("-m", "caylus_tools", *simulate("--games", MANY, *words))
    (journal,) = (folder / f"{word}.journal" for word in words if "." in word)
    wait_until(lambda: lines(journal) > 200)
    return process


def tables(folder: Path, suffix: str) -> list[bytes]:
    return [
        (folder / f"{table}.{suffix}").read_bytes() for table in ("games", "games.players", "games.decisions", "games.points")
    ]


def assert_it_goes_on(caylus_: Caylus, folder: Path, suffix: str, games: int) -> None:
    """The tables that another call makes of those in the folder are those of a simulation that was never stopped."""
    gone_on = caylus_(*simulate("--games", str(games), "--out", f"games.{suffix}"))
    (folder / "straight").mkdir()
    straight = caylus_(*simulate("--games", str(games), "--out", f"straight/games.{suffix}"))
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
    caylus_(*simulate("--games", "20", "--out", "games.csv"))
    with (folder / "games.csv.journal").open("ab") as journal:
        journal.write(torn)
    assert_it_goes_on(caylus_, folder, "csv", 30)


@pytest.mark.nightly
@pytest.mark.parametrize("replacements", [0, 1, 2])
def test_who_is_killed_while_tables_are_replaced_has_every_game_once(
    caylus_: Caylus, monkeypatch: pytest.MonkeyPatch, folder: Path, replacements: int
) -> None:
    caylus_(*simulate("--games", "20", "--out", "games.csv"))
    done: list[str | Path] = []

    def replace(new: str | Path, old: str | Path) -> None:
        if len(done) < replacements:
            os.rename(new, old)
            done.append(old)
        if len(done) == replacements:
            raise Killed

    with monkeypatch.context() as patched, pytest.raises(Killed):
        patched.setattr(os, "replace", replace)
        caylus_(*simulate("--games", "40", "--out", "games.csv"))
    assert_it_goes_on(caylus_, folder, "csv", 50)


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="there is no lock")
def test_no_two_processes_write_the_same_tables(caylus_: Caylus, start: Start, folder: Path) -> None:
    process = begin_simulation(start, folder, "--out", "games.csv")
    second = caylus_(*simulate("--games", MANY, "--out", "games.csv"))
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
    process = start("-c", limited, *simulate("--games", MANY, "--out", "games.csv"))
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (2, "caylus simulate: games.csv.journal cannot be written: File too large\n")
    assert sorted(file.name for file in folder.iterdir()) == [
        "games.csv", "games.csv.journal", "games.decisions.csv", "games.players.csv", "games.points.csv",
    ]  # fmt: skip
    games = lines(folder / "games.csv") - 1
    assert games > 20
    assert_it_goes_on(caylus_, folder, "csv", games + 20)
