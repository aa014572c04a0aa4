"""The command `simulate` as people run it, and as a process that can be stopped on its way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

Started = subprocess.Popen[str]
Start = Callable[..., Started]


@pytest.fixture
def start(tmp_path: Path, environment: dict[str, str]) -> Iterator[Start]:
    """Starts Python with arguments in a group of processes of its own, of which none is left in the end."""
    begun: list[Started] = []

    def start(*arguments: str | Path, **changes: str) -> Started:
        process = subprocess.Popen(
            [sys.executable, *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
            env={**environment, **changes},
            start_new_session=True,
        )
        begun.append(process)
        return process

    yield start
    for process in begun:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where the command runs, in this process or another, and its tables are."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
