"""Rulesets that go to the bounds of engines break none of them, and are the same games in machine code.

`python -m hostile --count 0` carries 1,000 of them.
"""

from __future__ import annotations

import pytest

from .extremes import extreme
from .running import carry

pytest.importorskip("resource", reason="processes cannot be confined here")


@pytest.mark.slow
@pytest.mark.parametrize(("first", "count"), [(0, 6), pytest.param(6, 60, marks=pytest.mark.nightly)])
def test_rulesets_at_the_bounds_of_engines_break_none(first: int, count: int) -> None:
    report = carry("extremes", first, count)
    assert report.defects == {}
    assert report.sound.total() >= count // 3


def test_the_same_number_is_the_same_ruleset() -> None:
    assert [extreme(number) for number in range(20)] == [extreme(number) for number in range(20)]
