"""Of each game of another kind that has scenarios: its rules have no fault, and its scenarios hold."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import caylus
import pytest
from caylus.loading import library
from caylus_tools.testing.scenarios import Scenario, find, read, run

HERE = Path(__file__).parent
GAMES = sorted(folder.parent.name for folder in HERE.glob("*/scenarios"))
SCENARIOS = [
    pytest.param(name, scenario, id=f"{name}: {scenario.name}")
    for name in GAMES
    for file in find(HERE / name)
    for scenario in read(file)
]


@cache
def load_rules(name: str) -> caylus.Ruleset:
    return caylus.load(str(HERE / name))


@pytest.mark.parametrize("name", GAMES)
def test_its_rules_have_no_fault(name: str) -> None:
    assert library.check_path(HERE / name).diagnostics == ()


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_its_scenarios_hold(name: str, scenario: Scenario) -> None:
    result = run(load_rules(name), scenario)
    assert result.is_passed, "\n".join(["", *result.messages])
