from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .house import House, Shelf


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(f"sqlite:///{tmp_path / 'tables.sqlite'}", Shelf())
    yield made
    made.store.close()
