"""Settings for all tests, wherever they are started."""

from __future__ import annotations

import atexit
import gc
import io
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import caylus
import caylus_tools
import pytest
from caylus_tools.cli import main as cli
from hypothesis import settings
from support.running import Caylus, Done, Run
from support.snapshots import Snapshot, compare
from support.village import write_game

# As long as it takes, since machines differ; more examples at night.
settings.register_profile("daily", deadline=None, max_examples=10)
settings.register_profile("nightly", deadline=None, max_examples=200)
settings.load_profile("daily")

# Nothing that an earlier run has kept has a part in a later one. The processes of one run share what they keep.
if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ["CAYLUS_CACHE"] = tempfile.mkdtemp(prefix="caylus-tests-")
    atexit.register(shutil.rmtree, os.environ["CAYLUS_CACHE"], ignore_errors=True)
CACHE = os.environ["CAYLUS_CACHE"]
os.environ["CAYLUS_GAMES"] = ""

# Hundreds of processes are started, each of which would compile everything again. While tests are collected there is no garbage.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
gc.disable()

# Commands that tests start can be stopped by Ctrl-C, also where the tests were started in the background and could not be.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-snapshots", action="store_true", help="write the texts in tests/snapshots anew")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two more than there are processors, since many slow tests wait; each has to collect all tests."""
    return (os.cpu_count() or 1) + 2 * ("not slow" not in config.getoption("markexpr"))


def runs_nightly(config: pytest.Config) -> bool:
    """Return whether `-m` asks for the nightly tests."""
    return "nightly" in config.getoption("markexpr").replace("not nightly", "")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the nightly tests unless `-m` names them. Tests with browsers go first: they wait most, and other workers can run beside them."""
    if not runs_nightly(config):
        nightly = [item for item in items if item.get_closest_marker("nightly")]
        config.hook.pytest_deselected(items=nightly)
        items[:] = [item for item in items if not item.get_closest_marker("nightly")]
    items.sort(key=lambda item: "server/browser" not in item.nodeid)


def pytest_configure(config: pytest.Config) -> None:
    if runs_nightly(config):
        settings.load_profile("nightly")
    if config.getoption("numprocesses", None):  # what each worker would else find out at the same time
        caylus.load("classic"), caylus.load("1303")


def pytest_collection_finish() -> None:
    """The thousands of tests are there to stay, and need not be looked through for garbage again and again."""
    gc.freeze()
    gc.set_threshold(20_000)
    gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Lists the commands of the documents that were tried, with their times, also where other processes have run the tests."""
    reports = [report for outcome in ("passed", "failed") for report in terminalreporter.getreports(outcome)]
    for name, line in (pair for report in reports for pair in report.user_properties):
        if name == "documented command":
            terminalreporter.write_line(line)


@pytest.fixture
def caylus_(capsys: pytest.CaptureFixture[str]) -> Caylus:
    """Runs a command line."""

    def run(*words: str | Path) -> Done:
        capsys.readouterr()
        try:
            code: int | str | None = cli.main([str(word) for word in words])
        except SystemExit as end:
            code = end.code
        out, err = capsys.readouterr()
        return Done(code, out, err)

    return run


@pytest.fixture
def piped(caylus_: Caylus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Caylus:
    """Runs a command line in an empty folder without a terminal; `typed` is what it reads, other names are environment variables."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*words: str | Path, typed: str | bytes = "", **changes: str) -> Done:
        with monkeypatch.context() as patch:
            read = io.BytesIO(typed if isinstance(typed, bytes) else typed.encode())
            patch.setattr(sys, "stdin", io.TextIOWrapper(read, encoding="utf-8"))
            for name, value in changes.items():
                patch.setenv(name, value)
            return caylus_(*words)

    return run


@pytest.fixture
def village(tmp_path: Path) -> Path:
    """The folder of the small game."""
    return write_game(tmp_path)


@pytest.fixture
def snapshot(pytestconfig: pytest.Config) -> Snapshot:
    """Wants a text to be equal to the file of that name in `tests/snapshots`."""
    return partial(compare, update=pytestconfig.getoption("--update-snapshots"))


@pytest.fixture(scope="session")
def rules() -> caylus.Ruleset:
    return caylus.load("classic")


@pytest.fixture(scope="session")
def environment() -> dict[str, str]:
    """The environment of a process that finds the packages under test, wherever they were imported from."""
    roots = [str(Path(package.__file__ or "").parents[1]) for package in (caylus, caylus_tools)]
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "PYTHONHASHSEED")}
    return {**kept, "PYTHONPATH": os.pathsep.join(roots), "COLUMNS": "80", "PYTHONIOENCODING": "utf-8", "CAYLUS_CACHE": CACHE}


@pytest.fixture
def run(tmp_path: Path, environment: dict[str, str]) -> Run:
    """Runs `caylus` as a process of its own, as `piped` runs it in this one."""

    def run(*arguments: str | Path, typed: str | bytes = "", **changes: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "caylus_tools", *map(str, arguments)],
            input=typed if isinstance(typed, bytes) else typed.encode(),
            capture_output=True,
            timeout=120,
            check=False,
            cwd=tmp_path,
            env={**environment, **changes},
        )
        return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())

    return run
