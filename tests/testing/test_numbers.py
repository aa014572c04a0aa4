"""No worked example and no ruling of an edition is forgotten."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from caylus_tools.testing.scenarios import find, read

pytestmark = pytest.mark.slow

RULESETS = Path(__file__).parents[2] / "rulesets"


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
