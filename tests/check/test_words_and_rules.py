"""What words claim is compared with rules: each fault is found, and its mend is not warned of. `words_and_rules.txt` has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from check.test_meanings import find_warnings

FAULTS = [
    block.split("\n", 2)
    for block in (Path(__file__).parent / "words_and_rules.txt").read_text(encoding="utf-8").split("\n== ")[1:]
]


@pytest.mark.slow
@pytest.mark.parametrize(("code", "mend", "text"), FAULTS, ids=[f"{code}-{mend}" for code, mend, _ in FAULTS])
def test_a_fault_is_found_and_its_mend_is_not(code: str, mend: str, text: str) -> None:
    wrong, _, right = mend.partition(" => ")
    assert text.count(wrong) == 1, f"`{wrong}` stands {text.count(wrong)} times in it"
    assert code in find_warnings(text)
    assert code not in find_warnings(text.replace(wrong, right))
