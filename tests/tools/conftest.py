"""Running the product as people do: as processes, in pipes and at a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import caylus
import caylus_tools
import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def rules() -> caylus.Ruleset:
    return caylus.load("classic")


@pytest.fixture
def environment() -> dict[str, str]:
    """The environment of a process that finds the packages under test, wherever they were imported from."""
    roots = [str(Path(package.__file__ or "").parents[1]) for package in (caylus, caylus_tools)]
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "PYTHONHASHSEED")}
    return {**kept, "PYTHONPATH": os.pathsep.join(roots), "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}


@pytest.fixture
def run(tmp_path: Path, environment: dict[str, str]) -> Run:
    """Runs `caylus` with arguments in an empty folder; `typed` is its standard input, other names are environment variables."""

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
