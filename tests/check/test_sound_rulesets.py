"""Sound but unusual rulesets are not warned of: `sound_rulesets.txt` has what all begin with, then what each of them adds."""

from __future__ import annotations

from pathlib import Path

import pytest

from .small import check_texts

BASE, *EXTRAS = (Path(__file__).parent / "sound_rulesets.txt").read_text(encoding="utf-8").split("\n== ")


def test_there_are_sixty_of_them() -> None:
    assert len({extra.split("\n")[0] for extra in EXTRAS}) == len(EXTRAS) >= 60


@pytest.mark.parametrize("extra", EXTRAS, ids=lambda extra: extra.split("\n")[0])
def test_a_sound_ruleset_is_not_warned_of(extra: str) -> None:
    made, found = check_texts(f"{BASE}\n{extra.partition(chr(10))[2]}")
    assert [(told.code, told.message) for told in found] == []
    assert made is not None
