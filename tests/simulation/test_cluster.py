"""On a real Dask cluster: a scheduler and workers that come, go and differ."""

from __future__ import annotations

import re
import shutil
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import caylus
import caylus_tools
import pytest

from .conftest import Start, Started
from .helpers import lines, wait_until

pytestmark = pytest.mark.nightly

Worker = Callable[..., Started]


class Scheduler(NamedTuple):
    process: Started
    address: str


@pytest.fixture
def scheduler(start: Start) -> Scheduler:
    """One that has never heard of caylus."""
    process = start(
        *(
            "-m",
            "dask",
            "scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--no-dashboard",
            "--dashboard-address",
            "127.0.0.1:0",
        ),
        PYTHONPATH="",
    )
    assert process.stderr is not None
    told = (re.search(r"Scheduler at: +(tcp://\S+)", line) for line in process.stderr)
    return Scheduler(process, next(found[1] for found in told if found))


@pytest.fixture
def worker(start: Start, scheduler: Scheduler, tmp_path: Path) -> Worker:
    """Starts a worker of that name, and waits until it is at the scheduler's service."""

    def worker(name: str, **changes: str) -> Started:
        process = start(
            *("-m", "dask", "worker", scheduler.address, "--name", name, "--nthreads", "1", "--no-nanny", "--no-dashboard"),
            *("--dashboard-address", "127.0.0.1:0", "--local-directory", tmp_path / name),
            **changes,
        )
        assert process.stderr is not None
        assert any("Registered to" in line for line in process.stderr)
        return process

    return worker


def simulate(*words: str) -> tuple[str, ...]:
    return ("-m", "caylus_tools", "simulate", "classic", "--bots", "random", "--players", "2", *words)


def finish_game(process: Started) -> tuple[int, str, str]:
    """The exit code of a process, and what it has printed and told."""
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


def find_hash(out: str) -> str:
    return out.splitlines()[-1]


def stands_still(file: Path) -> bool:
    before = lines(file)
    time.sleep(1)
    return lines(file) == before


def test_the_games_are_those_of_one_process(start: Start, scheduler: Scheduler, worker: Worker) -> None:
    worker("a")
    worker("b")
    code, out, err = finish_game(start(*simulate("--games", "20", "--scheduler", scheduler.address)))
    assert (code, err) == (0, "")
    assert find_hash(out) == find_hash(finish_game(start(*simulate("--games", "20")))[1])


def test_of_a_worker_that_is_killed_nothing_is_lost_and_nothing_counts_twice(
    start: Start, scheduler: Scheduler, worker: Worker, tmp_path: Path
) -> None:
    (tmp_path / "straight").mkdir()
    straight = finish_game(start(*simulate("--games", "500", "--brief", "--out", "straight/games.csv")))
    worker("a")
    unlucky = worker("b")
    simulation = start(*simulate("--games", "500", "--brief", "--scheduler", scheduler.address, "--out", "games.csv"))
    journal = tmp_path / "games.csv.journal"
    wait_until(lambda: lines(journal) > 1)
    unlucky.send_signal(signal.SIGSTOP)
    wait_until(lambda: stands_still(journal))  # the games that come next are in its hands
    assert simulation.poll() is None
    unlucky.kill()
    code, out, err = finish_game(simulation)
    assert code == 0
    assert all(" games, " in line and line.endswith(" left") for line in err.splitlines())
    assert find_hash(out) == find_hash(straight[1])
    for table in ("games.csv", "games.players.csv"):
        assert (tmp_path / table).read_bytes() == (tmp_path / "straight" / table).read_bytes()


def test_ctrl_c_sums_up_what_the_cluster_has_done(start: Start, scheduler: Scheduler, worker: Worker, tmp_path: Path) -> None:
    worker("a")
    simulation = start(*simulate("--games", "100000", "--scheduler", scheduler.address, "--out", "games.csv"))
    wait_until(lambda: lines(tmp_path / "games.csv.journal") > 20)
    simulation.send_signal(signal.SIGINT)
    code, _, err = finish_game(simulation)
    assert code == 130
    assert re.fullmatch(r"caylus simulate: stopped after \d+ of 100000 games\n", err)


def test_of_a_scheduler_that_is_killed_the_games_before_are_kept(
    start: Start, scheduler: Scheduler, worker: Worker, tmp_path: Path
) -> None:
    worker("a")
    simulation = start(*simulate("--games", "100000", "--scheduler", scheduler.address, "--out", "games.csv"))
    wait_until(lambda: lines(tmp_path / "games.csv.journal") > 20)
    scheduler.process.kill()
    code, _, err = finish_game(simulation)
    assert (code, err) == (2, f"caylus simulate: the scheduler at {scheduler.address} does not answer any more\n")
    assert lines(tmp_path / "games.csv") > 20


def test_a_worker_with_another_caylus_is_told(start: Start, scheduler: Scheduler, worker: Worker, tmp_path: Path) -> None:
    for package in (caylus, caylus_tools):
        shutil.copytree(Path(package.__file__ or "").parent, tmp_path / "other" / package.__name__)
    with (tmp_path / "other" / "caylus" / "library.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    worker("a", PYTHONPATH=str(tmp_path / "other"))
    code, _, err = finish_game(start(*simulate("--scheduler", scheduler.address)))
    assert code == 2
    assert re.fullmatch(r"caylus simulate: \S+ works with caylus \w+ on .*, and this is caylus \w+ on .*\n", err), err


def test_a_worker_without_caylus_is_told(start: Start, scheduler: Scheduler, worker: Worker, tmp_path: Path) -> None:
    (tmp_path / "other" / "caylus_tools").mkdir(parents=True)
    (tmp_path / "other" / "caylus_tools" / "__init__.py").touch()
    worker("a", PYTHONPATH=str(tmp_path / "other"))
    code, _, err = finish_game(start(*simulate("--scheduler", scheduler.address)))
    assert code == 2
    assert f"a worker of {scheduler.address} lacks the caylus that runs here" in err


def test_a_scheduler_without_workers_is_told(start: Start, scheduler: Scheduler) -> None:
    told = f"caylus simulate: the scheduler at {scheduler.address} has no workers\n"
    assert finish_game(start(*simulate("--scheduler", scheduler.address))) == (2, "", told)


@pytest.mark.parametrize("is_listening", [True, False], ids=["silent", "closed"])
def test_a_port_where_no_scheduler_answers_is_told(start: Start, is_listening: bool) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        if not is_listening:
            server.close()
        code, out, err = finish_game(start(*simulate("--scheduler", address)))
    assert (code, out, err) == (2, "", f"caylus simulate: no Dask scheduler answers at {address}\n")
