"""Every scenario beside a shipped ruleset holds, none is forgotten, and pytest runs them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import caylus
import pytest
from caylus_tools.testing.scenarios import find, read, run

from .test_coverage import MILL, REST, WRONG

pytestmark = pytest.mark.slow

RULESETS = Path(__file__).parents[2] / "rulesets"


FILES = [(manifest.parent, file) for manifest in sorted(RULESETS.glob("**/ruleset.yaml")) for file in find(manifest.parent)]


@cache
def rules_in_folder(folder: Path) -> caylus.Ruleset:
    return caylus.load(str(folder))


@pytest.mark.parametrize(("folder", "file"), FILES, ids=[f"{folder.name}/{file.stem}" for folder, file in FILES])
def test_the_shipped_scenarios_of_a_file_hold(folder: Path, file: Path) -> None:
    results = [run(rules_in_folder(folder), scenario) for scenario in read(file)]
    assert results
    assert not [message for result in results if not result.is_passed for message in result.messages]


@pytest.mark.parametrize(
    ("edition", "examples", "letter", "rulings", "not_shown"),
    [("classic", 24, "C", 92, {"C90"}), ("1303", 18, "T", 100, {"T26", "T74", "T100"})],
)
def test_every_worked_example_and_ruling_is_shown_or_listed_with_the_reason(
    edition: str, examples: int, letter: str, rulings: int, not_shown: set[str]
) -> None:
    names = [scenario.name for file in find(RULESETS / edition) for scenario in read(file)]
    assert len(names) == len(set(names))
    first_words = [re.split(r"(?<!\d) ", name.replace("E5b", "E5"))[0] for name in names]
    shown = {number for words in first_words for number in re.findall(rf"[{letter}E]\d+", words)}
    numbered = {*(f"E{n}" for n in range(1, examples + 1)), *(f"{letter}{n}" for n in range(1, rulings + 1))}
    assert shown == numbered - not_shown
    readme = (RULESETS / edition / "README.md").read_text(encoding="utf-8")
    assert all(f"| {number} " in readme for number in not_shown)


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
