"""Rules that tell of what is hidden are refused, with the way from the secret to the place where it comes out."""

from __future__ import annotations

from pathlib import Path

import pytest

from .world import leaks, marked_place

LEAKS = Path(__file__).with_name("leaks.txt").read_text(encoding="utf-8").split("\n== ")[1:]


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.partition("\n")[0])
def test_what_tells_of_something_hidden_is_refused(leak: str) -> None:
    rules = leak.partition("\n")[2]
    assert leaks(rules) == [marked_place(rules)]
