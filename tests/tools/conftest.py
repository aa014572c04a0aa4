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

COMMAND = [sys.executable, "-m", "caylus_tools"]


def environment(**changes: str) -> dict[str, str]:
    """The environment of a command that finds the packages under test, wherever they were imported from."""
    roots = [str(Path(package.__file__ or "").parents[1]) for package in (caylus, caylus_tools)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(roots), "COLUMNS": "80", "PYTHONIOENCODING": "utf-8", **changes}


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs `caylus` with arguments, in an empty folder; `typed` is its standard input, other names are environment variables."""

    def run(*arguments: str | Path, typed: str | bytes = "", **changes: str) -> subprocess.CompletedProcess[str]:
        typed = typed if isinstance(typed, bytes) else typed.encode()
        done = subprocess.run(
            [*COMMAND, *map(str, arguments)],
            input=typed,
            capture_output=True,
            timeout=60,
            cwd=tmp_path,
            env=environment(**changes),
        )
        return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())

    return run
