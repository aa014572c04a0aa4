"""How far a simulation has come, at a terminal and elsewhere."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pexpect
import pytest
from caylus_tools.common import output

from .helpers import NOUGHTS

pytestmark = pytest.mark.slow


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
