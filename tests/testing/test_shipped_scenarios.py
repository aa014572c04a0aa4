"""Every scenario beside a shipped ruleset holds."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import caylus
import pytest
from caylus_tools.testing.scenarios import find, read, run

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
