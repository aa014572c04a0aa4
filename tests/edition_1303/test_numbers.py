"""No worked example and no ruling of 1303 is forgotten."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from caylus_tools.testing.scenarios import find, read

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[2] / "rulesets" / "1303"
NOT_SHOWN = {"T26", "T74", "T100"}


def names() -> list[str]:
    return [scenario.name for file in find(FOLDER) for scenario in read(file)]


def test_every_worked_example_and_ruling_is_shown_or_listed_with_the_reason() -> None:
    first_words = [re.split(r"(?<!\d) ", name.replace("E5b", "E5"))[0] for name in names()]
    shown = {number for words in first_words for number in re.findall(r"[TE]\d+", words)}
    assert shown == {*(f"E{n}" for n in range(1, 19)), *(f"T{n}" for n in range(1, 101))} - NOT_SHOWN
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert all(f"| {number} " in readme for number in NOT_SHOWN)


def test_no_two_scenarios_have_one_name() -> None:
    assert len(names()) == len(set(names()))
