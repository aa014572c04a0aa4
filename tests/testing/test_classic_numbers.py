"""No worked example and no ruling of classic is forgotten."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from caylus_tools.testing.scenarios import find, read

pytestmark = pytest.mark.slow

CLASSIC = Path(__file__).parents[2] / "rulesets" / "classic"
NOT_SHOWN = {"C90"}


def test_every_worked_example_and_ruling_is_shown_or_listed_with_the_reason() -> None:
    names = [scenario.name for file in find(CLASSIC) for scenario in read(file)]
    first_words = [re.split(r"(?<!\d) ", name)[0] for name in names]
    shown = {number for words in first_words for number in re.findall(r"[CE]\d+", words)}
    assert shown == {*(f"E{n}" for n in range(1, 25)), *(f"C{n}" for n in range(1, 93))} - NOT_SHOWN
    readme = (CLASSIC / "README.md").read_text(encoding="utf-8")
    assert all(f"| {number} " in readme for number in NOT_SHOWN)


def test_no_two_scenarios_have_one_name() -> None:
    names = [scenario.name for file in find(CLASSIC) for scenario in read(file)]
    assert len(names) == len(set(names))
