"""Commands carried out in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from caylus_tools.cli import main as cli

from .small import write_game


class Done(NamedTuple):
    """The exit code of a command and what it printed."""

    code: int | str | None
    out: str
    err: str


Caylus = Callable[..., Done]


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
def village(tmp_path: Path) -> Path:
    """The folder of the small game."""
    return write_game(tmp_path)
