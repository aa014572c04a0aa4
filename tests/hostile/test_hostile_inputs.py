"""Nothing that a file holds breaks anything: it is refused with a code, or it is a ruleset or a game like any other.

`python -m hostile` carries 10,000 of such inputs, and measures; here are the attacks that have names, and some others.
"""

from __future__ import annotations

import pytest

from .attacks import attacks
from .inputs import hostile
from .running import carry

pytestmark = pytest.mark.nightly

pytest.importorskip("resource", reason="processes cannot be confined here")

INPUTS = 8
MOST_MEMORY = 256 * 1024


def test_every_attack_ends_in_its_code_and_takes_little_memory() -> None:
    report = carry("attacks", 0, len(attacks()))
    assert report.defects == {}
    assert report.kinds.total() == len(attacks())
    assert max(report.largest)[0] < MOST_MEMORY


def test_inputs_spoilt_by_chance_break_nothing_and_take_little_memory() -> None:
    report = carry("inputs", 0, INPUTS)
    assert report.defects == {}
    assert report.kinds.total() == INPUTS
    assert max(report.largest)[0] < MOST_MEMORY


def test_the_same_number_is_the_same_input() -> None:
    assert [hostile(number) for number in range(20)] == [hostile(number) for number in range(20)]
