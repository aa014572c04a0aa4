from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from caylus_tools.server.tables import seats

from .house import House, Rulesets


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """Tables whose games are the same each time."""
    monkeypatch.setattr(seats, "new_seed", count(1).__next__)
    made = House(f"sqlite:///{tmp_path / 'tables.sqlite'}", Rulesets())
    yield made
    made.store.close()
