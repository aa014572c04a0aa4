"""Nothing that is typed, in whatever pieces, ends a game but a person's leave. `python -m hostile.keyboard` types much more."""

from __future__ import annotations

from pathlib import Path

import pytest

from .keyboard import Typist

pytestmark = pytest.mark.nightly


@pytest.mark.parametrize("number", [1, 3])
def test_keys_by_chance_in_pieces_of_any_size_break_nothing(number: int, environment: dict[str, str], tmp_path: Path) -> None:
    typist = Typist(tmp_path, 1, environment)
    typist.sit(number, 100)
    assert typist.faults == []
    assert typist.typed
