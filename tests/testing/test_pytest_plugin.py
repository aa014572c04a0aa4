"""pytest runs the scenarios beside a ruleset."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .test_coverage import MILL, REST, WRONG

pytestmark = pytest.mark.slow


def run_pytest(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    roots = os.pathsep.join(path for path in sys.path if path)
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "caylus_tools.testing.pytest_plugin",
            "-p",
            "no:cacheprovider",
            *words,
            str(folder),
        ],
        env={**os.environ, "PYTHONPATH": roots, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )


@pytest.fixture
def scenarios(village: Path) -> Path:
    (village / "scenarios").mkdir()
    (village / "scenarios" / "rest.yaml").write_text(REST, encoding="utf-8")
    return village / "scenarios"


def test_scenarios_are_collected_by_name_and_one_that_does_not_hold_says_what_differs(scenarios: Path) -> None:
    (scenarios / "mill.yaml").write_text(MILL, encoding="utf-8")
    (scenarios / "wrong.yaml").write_text(WRONG, encoding="utf-8")
    done = run_pytest(scenarios.parent, "-v")
    assert done.returncode == 1
    assert "V2 The mill brings grain PASSED" in done.stdout
    assert "1 failed, 2 passed" in done.stdout
    assert "expected 5" in done.stdout
    assert "wrong.yaml:" in done.stdout
    assert "pytest_plugin.py" not in done.stdout


def test_a_fault_of_rules_or_a_scenario_is_an_error_of_collection_with_its_line_and_what_helps(scenarios: Path) -> None:
    broken = shutil.copytree(scenarios.parent, scenarios.parent / "broken")
    (broken / "rules.rules").write_text("resource\n", encoding="utf-8")
    (scenarios / "rest.yaml").write_text(REST.replace("changes:", "chnages:"), encoding="utf-8")
    done = run_pytest(scenarios.parent)
    assert done.returncode == 2
    assert "E0101" in done.stdout
    assert "chnages:" in done.stdout
    assert "did you mean `changes`?" in done.stdout


def test_other_yaml_is_left_alone(village: Path) -> None:
    other = village.parent / "other" / "scenarios"
    other.mkdir(parents=True)
    (other / "x.yaml").write_text(REST, encoding="utf-8")
    assert run_pytest(other.parent).returncode == 5
