"""Faults of meaning are warned of, and sound rules that look like them are not: `faults_of_meaning.txt` has both."""

from __future__ import annotations

from pathlib import Path

import pytest

from .small import warnings
from .test_meanings import find_warnings

BLOCKS = [
    block.partition("\n")[::2]
    for block in (Path(__file__).parent / "faults_of_meaning.txt").read_text(encoding="utf-8").split("\n== ")[1:]
]
NEVER_USED = "W1001"


@pytest.mark.slow
@pytest.mark.parametrize(("head", "text"), BLOCKS, ids=[head for head, _ in BLOCKS])
def test_a_fault_is_found_and_a_sound_rule_is_not(head: str, text: str) -> None:
    code, *marks, _ = head.split(" | ")
    shown_names = [name for mark in marks if mark.startswith("shown ") for name in mark.split()[1:]]
    found = warnings(text) if "whole" in marks else find_warnings(text, shown_names)
    assert code in found if code != "-" else {*found} <= {NEVER_USED}
