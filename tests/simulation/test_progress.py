"""How far a simulation has come, at a terminal."""

from __future__ import annotations

import sys
from pathlib import Path

import pexpect
import pytest

from .helpers import NOUGHTS


@pytest.mark.slow
def test_the_time_that_remains_is_told_and_wiped(environment: dict[str, str], folder: Path) -> None:
    arguments = ["-m", "caylus_tools", "simulate", str(NOUGHTS), "--games", "3000"]
    simulation = pexpect.spawn(sys.executable, arguments, env=environment, cwd=str(folder), encoding="utf-8", timeout=60)
    simulation.expect(r"\d+/3000 games, \d+:\d\d:\d\d left")
    simulation.expect(r"\r\x1b\[KNoughts and crosses: 3000 games")
    simulation.expect(pexpect.EOF)
    simulation.close()
    assert simulation.exitstatus == 0
