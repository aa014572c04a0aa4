from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from support.running import Caylus, Done


@pytest.fixture
def piped(caylus_: Caylus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Caylus:
    """Runs a command line in an empty folder without a terminal; `typed` is what it reads, other names are environment variables."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*words: str | Path, typed: str = "", **changes: str) -> Done:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8"))
            for name, value in changes.items():
                patch.setenv(name, value)
            return caylus_(*words)

    return run
