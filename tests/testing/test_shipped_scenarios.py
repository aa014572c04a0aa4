"""Every scenario beside a shipped ruleset holds."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import caylus
import pytest
from caylus_tools.testing.scenarios import Scenario, find, read, run

RULESETS = Path(__file__).parents[2] / "rulesets"


def shipped_rules() -> list[pytest.ParameterSet]:
    folders = sorted(manifest.parent for manifest in RULESETS.glob("**/ruleset.yaml"))
    return [
        pytest.param(folder, scenario, id=f"{folder.name}/{file.stem}: {scenario.name}")
        for folder in folders
        for file in find(folder)
        for scenario in read(file)
    ]


@cache
def rules_in_folder(folder: Path) -> caylus.Ruleset:
    return caylus.load(str(folder))


@pytest.mark.parametrize(("folder", "scenario"), shipped_rules())
def test_a_shipped_scenario_holds(folder: Path, scenario: Scenario) -> None:
    result = run(rules_in_folder(folder), scenario)
    assert result.is_passed, "\n".join(["", *result.messages])
